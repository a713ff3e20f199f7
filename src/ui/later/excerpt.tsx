// The field of a search, and how a hit is shown: the words around it with the hit marked, who said it, and when.

import type { Ref } from 'preact';
import { excerptOf } from '../../content/search-text.ts';
import type { ChatModel } from '../model/types.ts';
import { Icon } from '../parts/icons.tsx';
import { type Hit, whoSaid } from './found.ts';

export function Excerpt({ line, wanted }: { line: string; wanted: readonly string[] }) {
  return (
    <span class="excerpt" dir="auto">
      {excerptOf(line, wanted).map(({ text, isHit }, index) =>
        // Pieces of one line never change places.
        isHit ? <mark key={index}>{text}</mark> : text,
      )}
    </span>
  );
}

export function SearchField(props: {
  name: string;
  words: string;
  setWords: (words: string) => void;
  field?: Ref<HTMLInputElement>;
  onEnter?: () => void;
}) {
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={props.field}
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        enterkeyhint="search"
        aria-label={props.name}
        placeholder={props.name}
        value={props.words}
        onInput={(event) => props.setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The key that ends the composition of a Chinese or Japanese word isn't meant for the search.
          if (event.key === 'Enter' && !event.isComposing) props.onEnter?.();
        }}
      />
    </div>
  );
}

/** "You said · yesterday, 14:05". */
export function whoAndWhen(chat: ChatModel, hit: Hit): string {
  const { format } = chat.words.value;
  const { at } = hit;
  return `${whoSaid(chat, hit)} · ${format.day(at, chat.ports.now())}, ${format.time(at)}`;
}
