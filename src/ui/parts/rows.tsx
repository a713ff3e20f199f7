// The rows of the conversation, in a chunk of their own: one can write before they have come. Brings the
// style of the rows and what draws others' markdown along.

import type { Translate } from '../../i18n/index.ts';
import type { AgentEntry } from '../../session/types.ts';
import { keepInside } from '../keep-inside.ts';
import { memo } from '../memo.ts';
import { announceNews as announce } from '../model/announce-news.ts';
import type { Page } from '../model/pages.ts';
import { startReading as follow } from '../model/reading.ts';
import { listenForSearch } from '../model/search-key.ts';
import { spokenBy } from '../model/spoken-by.ts';
import type { ChatModel, RowsPart } from '../model/types.ts';
import turn from '../styles/turn.css?inline';
import { AgentRow } from './agent-row.tsx';
import { addIcons } from './icons.tsx';
import { tellAnswer } from './tell-answer.ts';
import { UserRow } from './user-row.tsx';

export const css = turn;
addIcons({
  copy: 'M7.5 7.5V5A1.5 1.5 0 019 3.5h6A1.5 1.5 0 0116.5 5v6a1.5 1.5 0 01-1.5 1.500h-2.500M5 7.500h6a1.5 1.5 0 011.5 1.500v6a1.5 1.5 0 01-1.5 1.500H5A1.5 1.5 0 013.5 15V9A1.5 1.5 0 015 7.500z',
  edit: 'M4 16l.7-3.3 8-8a1.6 1.6 0 012.3 0l.3.3a1.6 1.6 0 010 2.300l-8 8z',
  down: 'M10 4v11.500M5 10.800l5 4.9 5-4.9',
});

/** From when the rows are there, the panel has all that it needs. */
export function startReading(chat: ChatModel, box: HTMLElement): () => void {
  const stop = follow(chat, box);
  const letOut = keepInside(box);
  listenForSearch(chat, box);
  // The browser's first clock time takes 10 ms and more: in a task of its own, as a rule while the visitor writes.
  const cancel = chat.ports.after(0, () => chat.ports.i18n.format.time(0));
  return () => {
    stop();
    letOut();
    cancel();
  };
}
export const announceNews: RowsPart['announceNews'] = (chat) => announce(chat, tellAnswer);
export { createFollow } from '../model/follow.ts';
export { createPages } from '../model/pages.ts';
export { Pill } from './pill.tsx';

export const PageRows = memo(
  ({ chat, page, before }: { chat: ChatModel; page: Page; before: number }) => {
    const { t, format } = chat.words.value;
    let previous = before;
    let isAfterPerson = false;
    if (page.isWaiting) return <div class="page" />;
    return (
      <div class={page.isAside ? 'page aside' : 'page'}>
        {page.entries.map((entry) => {
          const isNewDay = !isSameDay(previous, entry.at);
          previous = entry.at;
          const wasPerson = isAfterPerson;
          if (entry.kind === 'agent') isAfterPerson = endsWithPerson(entry, t) ?? wasPerson;
          return (
            <>
              {chat.log.newKey.value === entry.key && (
                <p class="day new" key={`new ${entry.key}`}>
                  <span>{t('newMark')}</span>
                </p>
              )}
              {isNewDay && (
                <p class="day" key={`day ${entry.key}`}>
                  <span>{format.day(entry.at, chat.ports.now())}</span>
                </p>
              )}
              {entry.kind === 'user' ? (
                <UserRow key={entry.key} chat={chat} entry={entry} />
              ) : entry.kind === 'agent' ? (
                <AgentRow key={entry.key} chat={chat} entry={entry} isAfterPerson={wasPerson} />
              ) : (
                <p class="day summarised" key={entry.key}>
                  <span>{t('summarised')}</span>
                </p>
              )}
            </>
          );
        })}
      </div>
    );
  },
);

/** Whether a person of the site spoke last in a turn; null where nobody spoke. */
function endsWithPerson({ parts }: AgentEntry, t: Translate): boolean | null {
  const last = parts.findLast((part) => part.kind === 'message');
  return last?.kind === 'message' ? spokenBy(last.blocks, t) !== null : null;
}

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
