// The search in the conversation that is shown: in its messages here, and in those that are stored on this device and not
// read yet. Nothing that is looked for leaves the device.

import { useEffect, useRef, useState } from 'preact/hooks';
import { fold, wantedWords } from '../../content/search-text.ts';
import WORDS from '../../i18n/later/search-here.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import { Excerpt, SearchField, whoAndWhen } from './excerpt.tsx';
import { type Found, findShown, foundOf, lineOf } from './found.ts';
import { SheetPage } from './sheet.tsx';

/** After the last key, before ten thousand messages are looked through. */
const SEARCH_AFTER_MS = 200;
/** Drawn at once. */
const LISTED = 60;

export default function Search({ chat }: { chat: ChatModel }) {
  const { t } = chat.words.value;
  const { late } = chat.ports.i18n;
  const found = foundOf(chat);
  const { hasOlder, isLoadingOlder } = chat.session.value;
  const field = useRef<HTMLInputElement>(null);
  const [listed, setListed] = useState(LISTED);
  const isSearched = useSearch(chat, found);
  const words = found.words.value;
  const hits = found.hits.value;
  const wanted = wantedWords(words);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  const go = (at: number) => {
    found.at.value = at;
    found.takesFocus = true;
    chat.sheets.shown.value = 'found';
  };
  return (
    <SheetPage chat={chat} title={late(WORDS, 'searchHere')}>
      <SearchField
        field={field}
        name={late(WORDS, 'searchHere')}
        words={words}
        setWords={(typed) => {
          found.words.value = typed;
        }}
        onEnter={() => isSearched && hits.length > 0 && go(0)}
      />
      {isSearched && hits.length === 0 && <p class="note none">{late(WORDS, 'nothingFound')}</p>}
      <ol class="hits">
        {hits.slice(0, listed).map((hit, at) => (
          <li key={hit.eventId}>
            <button type="button" class="hit" onClick={() => go(at)}>
              <Excerpt line={lineOf(hit)} wanted={wanted} />
              <span class="note">{whoAndWhen(chat, hit)}</span>
            </button>
          </li>
        ))}
      </ol>
      {hits.length > listed && (
        <button
          type="button"
          class="button outlined wide"
          onClick={() => setListed(listed + LISTED)}
        >
          {t('showMore')}
        </button>
      )}
      {isSearched && hasOlder && (
        <button
          type="button"
          class="button plain wide"
          aria-disabled={isLoadingOlder ? 'true' : undefined}
          onClick={() => !isLoadingOlder && chat.ports.actions.loadOlder()}
        >
          {t(isLoadingOlder ? 'loading' : 'showEarlier')}
        </button>
      )}
      {chat.sheets.conversations.value.length > 1 && (
        <button
          type="button"
          class="button plain wide"
          onClick={() => {
            chat.sheets.shown.value = 'conversations';
          }}
        >
          <Icon name="chat" />
          {t('earlierConversations')}
        </button>
      )}
    </SheetPage>
  );
}

/** Fills `found` once the visitor pauses. @returns whether that is done for the words that stand there now. */
function useSearch(chat: ChatModel, found: Found): boolean {
  const [searched, setSearched] = useState('');
  const words = found.words.value;
  const first = chat.session.value.entries[0]?.key;
  useEffect(() => {
    found.from = 'search';
    found.sessionId = null;
    if (words.trim() === '') {
      found.hits.value = [];
      setSearched('');
      return undefined;
    }
    let isOver = false;
    const cancel = chat.ports.after(SEARCH_AFTER_MS, () => {
      const shown = findShown(chat, words);
      found.hits.value = shown;
      setSearched(words);
      tell(chat, shown.length);
      chat.ports.actions.findMessages(words).then(
        (stored) => {
          const { sessionId } = chat.session.peek();
          if (isOver || sessionId === null) return;
          const known = new Set(shown.map(({ eventId }) => eventId));
          const older = (stored.get(sessionId) ?? []).filter(
            (hit) => !known.has(hit.eventId) && isWhole(lineOf(hit), words),
          );
          if (older.length === 0) return;
          found.hits.value = [...shown, ...older];
          tell(chat, shown.length + older.length);
        },
        // What is stored can't be read: what is shown is searched all the same.
        () => {},
      );
    });
    return () => {
      isOver = true;
      cancel();
    };
  }, [words, first]);
  return searched !== '' && searched === words;
}

/** All words stand in this one message: a conversation is found by less. */
function isWhole(line: string, words: string): boolean {
  const text = fold(line);
  return wantedWords(words).every((word) => text.includes(word));
}

function tell(chat: ChatModel, count: number): void {
  const { i18n } = chat.ports;
  const { format } = chat.words.peek();
  chat.announcer.say(
    count === 0
      ? i18n.late(WORDS, 'nothingFound')
      : i18n.late(WORDS, 'hitOf', { n: format.number(1), count: format.number(count) }),
  );
}
