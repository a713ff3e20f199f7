// The visitor's conversations on this device, newest first. From ten on, or with words that the visitor has looked for in
// the one that is shown, they can be searched: what is found is shown with the words around, and opens at that message.

import { useEffect, useState } from 'preact/hooks';
import { fold, wantedWords } from '../../content/search-text.ts';
import { cleanLine } from '../../content/text.ts';
import WORDS from '../../i18n/later/search.ts';
import { relativeTime } from '../../i18n/relative.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import type { ConversationSummary, FoundMessage } from '../types.ts';
import { Excerpt, SearchField, whoAndWhen } from './excerpt.tsx';
import { foundOf, type Hit, lineOf } from './found.ts';
import { SheetPage } from './sheet.tsx';

/** Fewer are seen at one look. */
const SEARCHABLE_FROM = 10;
/** After the last key, before what is stored is read. */
const SEARCH_AFTER_MS = 250;

export default function Conversations({ chat }: { chat: ChatModel }) {
  const { t, format } = chat.words.value;
  const all = [...chat.sheets.conversations.value].sort((a, b) => b.updatedAt - a.updatedAt);
  const search = useSearch(chat, all);
  const [isSearchable] = useState(all.length >= SEARCHABLE_FROM || search.words !== '');
  const wanted = wantedWords(search.words);
  return (
    <SheetPage chat={chat} title={t('earlierConversations')}>
      {isSearchable && (
        <SearchField
          name={chat.ports.i18n.late(WORDS, 'searchConversations')}
          words={search.words}
          setWords={search.setWords}
        />
      )}
      {search.found.length === 0 && search.words !== '' && (
        <p class="note none">{chat.ports.i18n.late(WORDS, 'noneFound')}</p>
      )}
      <ul class="conversations">
        {search.found.map(({ sessionId, title, updatedAt, isCurrent }) => {
          const hits = search.stored.get(sessionId) ?? [];
          const [hit] = hits;
          return (
            <li key={sessionId}>
              <button
                type="button"
                class="conversation"
                aria-current={isCurrent ? 'true' : undefined}
                onClick={() => {
                  chat.sheets.hide();
                  if (!isCurrent) chat.ports.actions.openConversation(sessionId);
                  if (hit) search.show(sessionId, hits);
                }}
              >
                <span class="conversation-title" dir="auto">
                  {cleanLine(title) || t('newConversation')}
                </span>
                {hit && <Excerpt line={lineOf(hit)} wanted={wanted} />}
                <span class="note">
                  {hit
                    ? whoAndWhen(chat, hit)
                    : isCurrent
                      ? t('currentConversation')
                      : relativeTime(format, updatedAt, chat.ports.now())}
                </span>
              </button>
            </li>
          );
        })}
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
  const shown = foundOf(chat);
  const [words, setWords] = useState(shown.words.peek());
  const [stored, setStored] = useState<ReadonlyMap<string, readonly FoundMessage[]>>(new Map());
  const wanted = wantedWords(words);
  const found = all.filter(({ sessionId, title }) => {
    const text = fold(title);
    return stored.has(sessionId) || wanted.every((word) => text.includes(word));
  });
  useEffect(() => {
    setStored(new Map());
    if (words.trim() === '') return undefined;
    let isOver = false;
    const cancel = chat.ports.after(SEARCH_AFTER_MS, () => {
      chat.ports.actions.findMessages(words).then(
        (messages) => !isOver && setStored(messages),
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
  /** Opens the conversation at the newest of its hits; those before are one press away. */
  const show = (sessionId: string, hits: readonly Hit[]) => {
    shown.words.value = words;
    shown.hits.value = hits;
    shown.at.value = 0;
    shown.sessionId = sessionId;
    shown.from = 'conversations';
    shown.takesFocus = true;
    chat.sheets.shown.value = 'found';
  };
  return { words, setWords, found, stored, show };
}
