// Of how many days the numbers are.

import { SPANS, type Span } from '../../model/numbers.ts';
import type { View } from '../view.ts';

const WORDS = { 1: 'lastDay', 7: 'lastWeek', 30: 'lastMonth', 90: 'lastQuarter' } as const;

export function SpanChoice({ view, onChoose }: { view: View; onChoose: (span: Span) => void }) {
  const { t, desk } = view;
  return (
    <fieldset class="segments">
      <legend class="hidden">{t('span')}</legend>
      {SPANS.map((span) => (
        <label key={span}>
          <input
            type="radio"
            name="span"
            checked={desk.numbers.span.value === span}
            onChange={() => onChoose(span)}
          />
          <span>{t(WORDS[span])}</span>
        </label>
      ))}
    </fieldset>
  );
}
