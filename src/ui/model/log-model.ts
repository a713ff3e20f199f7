// The conversation as the log draws it: when its rows are fetched, and what a row asks of the whole of it. Knows
// nothing of steps, of the composer or of what lies over the conversation.

import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { fetchRows, loadedRows } from '../rows-part.ts';
import type { Follow } from './follow.ts';
import { sendable } from './plain-text.ts';
import type { ChatModel, LogModel } from './types.ts';

/** How long to wait after opening an empty conversation, so that the composer is drawn first. */
const ROWS_AFTER_MS = 150;

const nothing = (): void => {};
/** An empty log is read from its top. */
const AT_REST: Follow = {
  isAway: signal(false),
  isOverAnswers: signal(false),
  isStuck: () => true,
  attach: () => nothing,
  stick: nothing,
  letGo: nothing,
  scroller: () => null,
  holdCard: nothing,
  holdPlace: () => nothing,
};

/** @param isOpen the panel can be seen, so rows may be needed soon. */
export function createLogModel(
  { ports, session }: Pick<ChatModel, 'ports' | 'session'>,
  arrivals: Pick<LogModel, 'arrived' | 'arrivedIn'>,
  isOpen: ReadonlySignal<boolean>,
): LogModel {
  const part = signal(loadedRows());
  const hasFailed = signal(false);
  const load = () => {
    hasFailed.value = false;
    fetchRows().then(
      (rows) => {
        log.follow = rows.createFollow();
        part.value = rows;
      },
      () => {
        hasFailed.value = true;
      },
    );
  };
  // Fetch the rows with the first entry, or soon after opening: the visitor can write without them.
  const needsRows = computed(() => session.value.entries.length > 0);
  const stopRows = effect(() => {
    if (part.peek() !== null) return undefined;
    if (needsRows.value) return untracked(load);
    return isOpen.value ? ports.after(ROWS_AFTER_MS, load) : undefined;
  });

  const log: LogModel = {
    rows: { part, hasFailed, load },
    content: null,
    pictures: null,
    follow: part.peek()?.createFollow() ?? AT_REST,
    pages: null,
    redraws: signal(0),
    ...arrivals,
    newKey: signal(null),
    lastKey: computed(() => session.value.entries.at(-1)?.key),
    isSettled: false,
    sendAgain(content) {
      if (content.length === 0) return;
      log.follow.stick();
      void ports.actions.send([...content]);
    },
    saidBefore(key) {
      const { entries } = session.peek();
      const index = entries.findIndex((entry) => entry.key === key);
      for (let at = index - 1; at >= 0; at--) {
        const entry = entries[at];
        if (entry?.kind === 'user') return sendable(entry.content);
      }
      return [];
    },
    close: stopRows,
  };
  return log;
}
