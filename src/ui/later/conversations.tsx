// The visitor's conversations on this device, newest first; from ten on they can be searched.

import { useEffect, useState } from 'preact/hooks';
import { cleanLine } from '../../content/text.ts';
import WORDS from '../../i18n/later/search.ts';
import { relativeTime } from '../../i18n/relative.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import type { ConversationSummary } from '../types.ts';
import { SheetPage } from './sheet.tsx';

/** Fewer are seen at one look. */
const SEARCHABLE_FROM = 10;
/** After the last key, before what is stored is read. */
const SEARCH_AFTER_MS = 250;

export default function Conversations({ chat }: { chat: ChatModel }) {
  const { t, format } = chat.words.value;
  const all = [...chat.sheets.conversations.value].sort((a, b) => b.updatedAt - a.updatedAt);
  const search = useSearch(chat, all);
  return (
    <SheetPage chat={chat} title={t('earlierConversations')}>
      {all.length >= SEARCHABLE_FROM && (
        <div class="search">
          <Icon name="search" />
          <input
            type="search"
            dir="auto"
            autocomplete="off"
            spellcheck={false}
            aria-label={chat.ports.i18n.late(WORDS, 'searchConversations')}
            placeholder={chat.ports.i18n.late(WORDS, 'searchConversations')}
            value={search.words}
            onInput={(event) => search.setWords(event.currentTarget.value)}
          />
        </div>
      )}
      {search.found.length === 0 && search.words !== '' && (
        <p class="note none">{chat.ports.i18n.late(WORDS, 'noneFound')}</p>
      )}
      <ul class="conversations">
        {search.found.map(({ sessionId, title, updatedAt, isCurrent }) => (
          <li key={sessionId}>
            <button
              type="button"
              class="conversation"
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => {
                chat.sheets.hide();
                if (!isCurrent) chat.ports.actions.openConversation(sessionId);
              }}
            >
              <span class="conversation-title" dir="auto">
                {cleanLine(title) || t('newConversation')}
              </span>
              <span class="note">
                {isCurrent
                  ? t('currentConversation')
                  : relativeTime(format, updatedAt, chat.ports.now())}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        class="button outlined wide"
        onClick={() => {
          chat.sheets.hide();
          chat.ports.actions.newConversation();
        }}
      >
        <Icon name="plus" />
        {t('newConversation')}
      </button>
    </SheetPage>
  );
}

/** The conversations in whose title or stored text all words stand; all of them while none is written. */
function useSearch(chat: ChatModel, all: readonly ConversationSummary[]) {
  const [words, setWords] = useState('');
  const [stored, setStored] = useState<ReadonlySet<string>>(new Set());
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = all.filter(
    ({ sessionId, title }) =>
      stored.has(sessionId) || wanted.every((word) => title.toLowerCase().includes(word)),
  );
  useEffect(() => {
    setStored(new Set());
    if (words.trim() === '') return undefined;
    let isOver = false;
    const cancel = chat.ports.after(SEARCH_AFTER_MS, () => {
      chat.ports.actions.findConversations(words).then(
        (ids) => !isOver && setStored(ids),
        // What is stored can't be read: the titles are searched all the same.
        () => {},
      );
    });
    return () => {
      isOver = true;
      cancel();
    };
  }, [words]);
  const count = found.length;
  useEffect(() => {
    if (words.trim() === '') return undefined;
    const { t, format } = chat.words.peek();
    const told =
      count === 0
        ? chat.ports.i18n.late(WORDS, 'noneFound')
        : `${t('earlierConversations')}: ${format.number(count)}`;
    return chat.ports.after(2 * SEARCH_AFTER_MS, () => chat.announcer.say(told));
  }, [words, count]);
  return { words, setWords, found };
}
