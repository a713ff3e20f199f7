// The palette is fetched when it is opened first.

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { View } from '../view.ts';
import type * as palette from './palette.tsx';

export function LaterPalette({ view }: { view: View }) {
  const loaded = useSignal<typeof palette | null>(null);
  const isOpen = view.desk.palette.isOpen.value;
  useEffect(() => {
    if (!isOpen || loaded.peek() !== null) return;
    import('./palette.tsx').then(
      (part) => {
        loaded.value = part;
      },
      () => {
        // The next press tries again.
        view.desk.palette.isOpen.value = false;
      },
    );
  }, [isOpen]);
  const part = loaded.value;
  return isOpen && part !== null ? <part.PaletteDialog view={view} /> : null;
}
