// What got no answer, for a lead, who may teach agents and reads no other numbers.

import { Failure, Waiting } from '../parts.tsx';
import { UnansweredList } from '../unanswered.tsx';
import type { View } from '../view.ts';
import { SpanChoice } from './span-choice.tsx';

export function UnansweredPage({ view }: { view: View }) {
  const { t, desk } = view;
  const { numbers } = desk;
  const error = numbers.error.value;
  return (
    <div class="page wide-page">
      <header class="page-head">
        <h2 class="title">{t('numbers')}</h2>
        <div class="head-controls">
          <SpanChoice view={view} onChoose={(span) => numbers.showUnanswered({ span })} />
        </div>
      </header>
      {error !== null && (
        <Failure view={view} why={error.message} onRetry={() => numbers.showUnanswered({})} />
      )}
      {numbers.unanswered.value === null && error === null ? (
        <Waiting view={view} />
      ) : (
        <UnansweredList view={view} />
      )}
    </div>
  );
}
