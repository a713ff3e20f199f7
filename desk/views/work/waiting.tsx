// Since when somebody of the team has to look, on a row of the list, and whose the conversation is.

import type { Conversation } from '../../../gateway/desk-types.ts';
import type { View } from '../view.ts';
import { TagChip, whenWords } from './row-words.tsx';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "5 min", "3 hr", "2 days"; whole ones. */
function spanWords({ texts }: View, ms: number): string {
  const [unit, of] =
    ms < HOUR_MS
      ? (['minute', MINUTE_MS] as const)
      : ms < DAY_MS
        ? (['hour', HOUR_MS] as const)
        : (['day', DAY_MS] as const);
  return new Intl.NumberFormat(texts.value.language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
  }).format(Math.floor(ms / of));
}

/** For who has to be looked at: since when. For others: when something was said last. */
export function RowTime({ view, item }: { view: View; item: Conversation }) {
  const { t } = view;
  const { format } = view.texts.value;
  const now = view.now.value;
  if (item.waiting_since === null) {
    return <time dateTime={item.last_at}>{format.relative(Date.parse(item.last_at), now)}</time>;
  }
  const ms = now - Date.parse(item.waiting_since);
  return (
    <time class="since" dateTime={item.waiting_since}>
      {ms < MINUTE_MS ? t('waitsNow') : t('waitingFor', { time: spanWords(view, ms) })}
    </time>
  );
}

export function WorkChips({ view, item }: { view: View; item: Conversation }) {
  const { t } = view;
  const { assigned_to: assigned, held_by: holder } = item;
  return (
    <>
      {item.status === 'closed' && <span class="chip">{t('statusClosed')}</span>}
      {item.status === 'snoozed' && item.snoozed_until !== null && (
        <span class="chip">
          {t('snoozedUntil', { when: whenWords(view, Date.parse(item.snoozed_until)) })}
        </span>
      )}
      {assigned !== null && assigned.person_id !== holder?.person_id && (
        <span class="chip held" dir="auto">
          {t('hasIt', { name: assigned.name })}
        </span>
      )}
      {item.tags.map((tag) => (
        <TagChip key={tag.tag_id} tag={tag} />
      ))}
    </>
  );
}
