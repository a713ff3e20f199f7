// How a conversation went for its visitor, beside it.

import type { MessageKey } from '../../texts/messages.ts';
import type { View } from '../view.ts';

export const RATING_WORDS = {
  good: 'ratingGood',
  ok: 'ratingOk',
  bad: 'ratingBad',
} as const satisfies Readonly<Record<string, MessageKey>>;

export function RatingPart({ view }: { view: View }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const rating = desk.conversation.entry.value?.rating ?? null;
  if (rating === null) return null;
  const { value, comment } = rating;
  const at = rating.rated_at ?? rating.asked_at;
  return (
    <section class="rating">
      <h3>{t('ratingFact')}</h3>
      <p class={value === null ? 'quiet' : `rating-${value}`}>
        {value === null ? t('ratingSilent') : t(RATING_WORDS[value])}
        {at !== null && (
          <time class="quiet" dateTime={at}>
            {format.day(Date.parse(at), view.now.value)} {format.time(Date.parse(at))}
          </time>
        )}
      </p>
      {comment !== null && <blockquote dir="auto">{comment}</blockquote>}
    </section>
  );
}
