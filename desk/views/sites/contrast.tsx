// How well words can be read on the chosen colour.

import { readColor } from '../../model/contrast.ts';
import type { View } from '../view.ts';

export function Contrast({ view, color }: { view: View; color: string }) {
  const { t } = view;
  const reading = color.trim() === '' ? null : readColor(color);
  if (reading === null) return null;
  const ratio = view.texts.value.format.number(Math.round(reading.ratio * 10) / 10);
  return (
    <p class="quiet" role="status">
      {t('contrast', { ratio })}
      {reading.drawn !== null && ` ${t('contrastDrawn', { color: reading.drawn })}`}
    </p>
  );
}
