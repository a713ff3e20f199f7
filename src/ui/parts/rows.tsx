// The rows of the conversation, in a chunk of their own: one can write before they have come. Brings the
// style of the rows and what draws others' markdown along.

import { memo } from '../memo.ts';
import type { Page } from '../model/pages.ts';
import type { ChatModel } from '../model/types.ts';
import turn from '../styles/turn.css?inline';
import { AgentRow } from './agent-row.tsx';
import { UserRow } from './user-row.tsx';

export const css = turn;
export { startReading } from '../model/reading.ts';
export { Pill } from './pill.tsx';

export const PageRows = memo(
  ({ chat, page, before }: { chat: ChatModel; page: Page; before: number }) => {
    const { t, format } = chat.words.value;
    let previous = before;
    return (
      <div class="page">
        {page.entries.map((entry) => {
          const isNewDay = !isSameDay(previous, entry.at);
          previous = entry.at;
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
                <AgentRow key={entry.key} chat={chat} entry={entry} />
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

function isSameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}
