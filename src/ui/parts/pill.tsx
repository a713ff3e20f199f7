// The button that leads to the end of the log, and says how many messages came there. Comes with the rows.

import { useRef } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
import { Icon } from './icons.tsx';

export function Pill({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { follow, arrived: all, arrivedIn } = chat.log;
  const leftAt = useRef(0);
  const isAway = follow.isAway.value;
  const arrived = all.value;
  // The answer that is being read is no news.
  if (!isAway || isInSight(follow.scroller(), arrivedIn.value)) {
    leftAt.current = arrived;
  }
  if (!isAway) return null;
  if (follow.isOverAnswers.value) return null;
  const count = arrived - leftAt.current;
  return (
    <button type="button" class="pill" onClick={() => follow.stick()}>
      <Icon name="down" />
      {count > 0 ? t('newMessages', { n: count }) : <span class="hidden">{t('toLatest')}</span>}
    </button>
  );
}

/** The row stands in the view, or began above it. */
function isInSight(box: HTMLElement | null, key: string): boolean {
  const rows = [...(box?.querySelectorAll('[data-key]') ?? [])];
  const row = rows.find((one) => one.getAttribute('data-key') === key);
  const { bottom } = box?.getBoundingClientRect() ?? { bottom: 0 };
  return row ? row.getBoundingClientRect().top < bottom : false;
}
