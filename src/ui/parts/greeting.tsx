// The first words, and what one might ask. In an empty conversation they stand in its middle; once it has begun they are its
// first row, and move there from where they stood.

import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';
import { moveOn } from '../move-on.ts';
import { Avatar } from './header.tsx';

/** Ends a greeting's heading: its first line or call. What follows is what the chat can do. */
const HEADING_END = /[!?](?=\s)|[！？。\n]/;

export function Greeting({ chat, isEmpty }: { chat: ChatModel; isEmpty: boolean }) {
  const { t } = chat.words.value;
  const { greeting, prompts } = chat.options.value;
  const text = greeting || t('greeting');
  const box = useRef<HTMLDivElement>(null);
  const wasEmpty = useRef(isEmpty);
  const topBefore = box.current?.getBoundingClientRect().top;
  useLayoutEffect(() => {
    const element = box.current;
    if (element && topBefore !== undefined && wasEmpty.current && !isEmpty) {
      element.style.setProperty('--from', `${topBefore - element.getBoundingClientRect().top}px`);
      element.classList.add('moves');
    }
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  if (!isEmpty) {
    return (
      <div ref={box} class="greeting">
        <p class="hello" dir="auto">
          {text}
        </p>
      </div>
    );
  }
  const end = text.search(HEADING_END) + 1 || text.length;
  return (
    <div ref={box} class="greeting is-empty">
      <Avatar chat={chat} />
      <p class="hello" dir="auto">
        <b>{text.slice(0, end).trim()}</b>
        {text.slice(end).trim()}
      </p>
      {prompts.length > 0 && (
        <ul class="prompts" aria-label={t('suggestions')}>
          {prompts.map((prompt) => (
            <li key={prompt}>
              <button
                type="button"
                class="prompt"
                dir="auto"
                onClick={({ currentTarget }) => {
                  chat.log.sendAgain([{ type: 'text', text: prompt }]);
                  moveOn(chat, currentTarget);
                }}
              >
                {prompt}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
