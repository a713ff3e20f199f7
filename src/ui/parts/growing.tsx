// A list that may be longer than one drawing can hold: a part of it, and a button for more. Loses nothing.

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ChatModel } from '../model/types.ts';

/** More than an ordinary turn has. Ten thousand drawn at once would block the page for a second. */
const STEP = 100;

export function Growing<Item>(props: {
  chat: Pick<ChatModel, 'words'>;
  items: readonly Item[];
  draw: (item: Item, index: number) => ComponentChildren;
  /** Show the last items, and earlier ones on demand. Else the first ones. */
  isFromEnd?: boolean;
}) {
  const { chat, items, draw, isFromEnd } = props;
  const [shown, setShown] = useState(STEP);
  const start = isFromEnd ? Math.max(0, items.length - shown) : 0;
  const part = items.slice(start, start + shown).map((item, index) => draw(item, start + index));
  const more = items.length > shown && (
    <button type="button" class="button plain" onClick={() => setShown(shown + STEP)}>
      {chat.words.value.t(isFromEnd ? 'showEarlier' : 'showMore')}
    </button>
  );
  return (
    <>
      {isFromEnd && more}
      {part}
      {!isFromEnd && more}
    </>
  );
}
