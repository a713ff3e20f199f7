// Goes to a message: waits for its conversation, has older messages read until it is among them, has its page drawn, scrolls
// there and marks the words. Nothing of it runs until a hit is pressed.

import { effect, untracked } from '@preact/signals';
import { fold, lettersOf, wantedWords } from '../../content/search-text.ts';
import { document } from '../../dom/document.ts';
import type { ChatModel } from '../model/types.ts';
import { type Found, type Hit, holds } from './found.ts';

const FRAME_MS = 16;
/** How often it looks for a row that is to be drawn. */
const LOOKS = 300;
/** Older messages that don't come are asked for so often, and with this pause. */
const TRIES = 4;
const TRY_AGAIN_MS = 500;
/** The space above the message: what leads from hit to hit stands there. */
const OFFSET_PX = 72;
/** So long the place is held while rows above it get their height. */
const HELD_LOOKS = 30;
/** How long the message stands out. */
const MARKED_MS = 2400;
/** Of the page's highlights: no other script's. */
const MARK = 'bellhop-found';
const HANDS = ['wheel', 'touchmove', 'keydown', 'pointerdown'];

/** @returns the way to stop looking. `onEnd`: false where the message isn't there any more. */
export function jumpTo(
  chat: ChatModel,
  hit: Hit,
  { sessionId: wanted, words, takesFocus }: Pick<Found, 'sessionId' | 'words' | 'takesFocus'>,
  onEnd: (isThere: boolean) => void,
): () => void {
  const { log, ports } = chat;
  let isOver = false;
  let isShowing = false;
  let cancel = (): void => {};
  let asked: string | null = null;
  let tries = 0;

  const end = (isThere: boolean): void => {
    if (isOver) return;
    isOver = true;
    cancel();
    onEnd(isThere);
  };

  function look(): void {
    const session = chat.session.peek();
    if (isOver || isShowing) return;
    if (wanted !== null && session.sessionId !== wanted) return;
    const entry = session.entries.find((one) => holds(one, hit));
    if (entry) {
      isShowing = true;
      show(entry.key, LOOKS);
      return;
    }
    if (session.isLoadingOlder || !session.isRestored) return;
    const first = session.entries[0]?.key ?? '';
    if (first !== asked) tries = 0;
    if (session.hasOlder && tries < TRIES) {
      asked = first;
      tries++;
      ports.actions.loadOlder();
      cancel();
      cancel = ports.after(TRY_AGAIN_MS, look);
    } else if (session.isUpToDate || session.hasOlder) end(false);
  }

  function show(key: string, looks: number): void {
    if (isOver) return;
    const box = log.follow.scroller();
    // Only while its page isn't drawn yet is anything drawn anew.
    if (log.pages?.reach(chat.session.peek().entries, key)) log.redraws.value++;
    const rows = [...(box?.querySelectorAll<HTMLElement>('[data-key]') ?? [])];
    const row = rows.find((one) => one.getAttribute('data-key') === key);
    if (!box || !row) {
      if (looks === 0) end(false);
      else cancel = ports.after(FRAME_MS, () => show(key, looks - 1));
      return;
    }
    const marks = rangesOf(row, words.peek());
    highlight(marks);
    land(box, row, marks[0]);
    for (const other of rows) other.removeAttribute('data-found');
    row.setAttribute('data-found', '');
    ports.after(MARKED_MS, () => row.removeAttribute('data-found'));
    if (takesFocus) {
      row.tabIndex = -1;
      row.focus({ preventScroll: true });
    }
    hold(box, row, marks[0]);
    end(true);
  }

  /** Rows above may still get their height: until the visitor scrolls, the message stays where it has come to. */
  function hold(box: HTMLElement, row: HTMLElement, mark: Range | undefined): void {
    let left = HELD_LOOKS;
    const letGo = (): void => {
      left = 0;
      for (const type of HANDS) box.removeEventListener(type, letGo);
    };
    for (const type of HANDS) box.addEventListener(type, letGo);
    const again = (): void => {
      left--;
      if (left <= 0 || !row.isConnected) letGo();
      else {
        land(box, row, mark);
        ports.after(FRAME_MS, again);
      }
    };
    ports.after(FRAME_MS, again);
  }

  function land(box: HTMLElement, row: HTMLElement, mark: Range | undefined): void {
    const view = box.getBoundingClientRect();
    if (view.height === 0) return;
    const place = row.getBoundingClientRect();
    // Of an answer that is taller than the view the words are shown, not its beginning.
    const isTall = place.height > view.height - 2 * OFFSET_PX;
    const top = isTall && mark ? mark.getBoundingClientRect().top : place.top;
    const shift = top - view.top - OFFSET_PX;
    if (Math.abs(shift) >= 1) box.scrollTop += shift;
    log.follow.letGo();
  }

  const stop = effect(() => {
    chat.session.value;
    chat.log.rows.part.value;
    untracked(look);
  });
  return () => {
    isOver = true;
    cancel();
    stop();
  };
}

/** Where the words stand in a row, as the browser draws them. */
function rangesOf(row: HTMLElement, typed: string): Range[] {
  const wanted = wantedWords(typed);
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(row, 4);
  for (let node = walker.nextNode(); node !== null && ranges.length < 100; ) {
    const text = node as Text;
    node = walker.nextNode();
    // The steps above an answer are no part of what is searched, and have no place while they are folded.
    if (text.parentElement?.closest('.hidden, .under, .meta, .way')) continue;
    let whole = '';
    const starts: number[] = [];
    let offset = 0;
    for (const letter of lettersOf(text.data)) {
      const one = fold(letter);
      for (let unit = 0; unit < one.length; unit++) starts.push(offset);
      whole += one;
      offset += letter.length;
    }
    for (const word of wanted) {
      for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + word.length)) {
        const range = document.createRange();
        range.setStart(text, starts[at] ?? 0);
        range.setEnd(text, starts[at + word.length] ?? text.data.length);
        ranges.push(range);
      }
    }
  }
  return ranges;
}

/** Marks the words where the browser can do it without an element of ours; elsewhere the message stands out alone. */
export function highlight(ranges: readonly Range[]): void {
  if (typeof Highlight !== 'function' || typeof CSS !== 'object' || !CSS.highlights) return;
  if (ranges.length === 0) CSS.highlights.delete(MARK);
  else CSS.highlights.set(MARK, new Highlight(...ranges));
}
