// What a visitor has said of an answer: a thumb and a line below it in the transcript, a mark on the row of the inbox.

import type { Conversation } from '../../gateway/desk-types.ts';
import { ThumbIcon } from './icons.tsx';
import type { View } from './view.ts';

export function FeedbackLine({ view, eventId }: { view: View; eventId: string }) {
  const { t, desk } = view;
  const { format } = view.texts.value;
  const entry = desk.conversation.entry.value;
  const given = entry?.feedback.find(({ event_id: id }) => id === eventId);
  if (given === undefined) return null;
  const isBad = given.value === 'down';
  const at = Date.parse(given.given_at);
  return (
    <div class={`feedback${isBad ? ' bad' : ''}`}>
      <p class="thumb">
        <ThumbIcon isDown={isBad} />
        <strong>{t(isBad ? 'saidNotHelpful' : 'saidHelpful')}</strong>
        <time dateTime={given.given_at}>
          {format.day(at, view.now.value)} {format.time(at)}
        </time>
      </p>
      {given.comment !== null && (
        <blockquote class="plain-text" dir="auto">
          {given.comment}
        </blockquote>
      )}
    </div>
  );
}

/** Bad feedback is what somebody looks for in the list; how many found answers helpful stands in the numbers. */
export function FeedbackMark({ view, item }: { view: View; item: Conversation }) {
  if (item.thumbs_down === 0) return null;
  return (
    <span class="chip bad-feedback">
      <ThumbIcon isDown />
      {view.t('notHelpfulCount', { n: item.thumbs_down })}
    </span>
  );
}
