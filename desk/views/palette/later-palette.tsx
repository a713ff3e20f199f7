// The palette is fetched when it is opened first, unless it is there already.

import { useEffect } from 'preact/hooks';
import { palettePart } from '../later-parts.ts';
import type { View } from '../view.ts';

export function LaterPalette({ view }: { view: View }) {
  const { palette } = view.desk;
  const isOpen = palette.isOpen.value;
  useEffect(() => {
    if (!isOpen) return;
    palettePart.load().then(() => {
      // The next press tries again.
      if (palettePart.hasFailed.peek()) palette.isOpen.value = false;
    });
  }, [isOpen]);
  const part = palettePart.module.value;
  return isOpen && part !== null ? <part.PaletteDialog view={view} /> : null;
}
