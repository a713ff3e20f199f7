// Where the visitor stopped reading: kept from one page to the next, found again when the panel opens, with a mark before
// what is new since then. Comes with the rows; follow.ts keeps to the end where nothing is new.

import { effect, untracked } from '@preact/signals';
import { document } from '../../dom/document.ts';
import { writeJson } from '../../dom/json.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import type { ChatModel } from './types.ts';

/** While the visitor scrolls the place is noted this often, milliseconds. */
const NOTE_EVERY_MS = 300;
/** The space above the mark at which the log lands. */
const MARK_OFFSET_PX = 12;

/** How far above the view a page ends that leaves the document, in heights of the view. */
const FAR_VIEWS = 4;
/** A page stays with the place of the keyboard, with what the visitor may have typed there, and with a question. */
const IN_USE = ':focus,input,textarea,.question';

/** As it is kept: `seen` is the key of the last turn of which something could be read (empty: of none yet), `at` the row at the top of the view, null at the end. */
interface Place {
  sessionId: string;
  seen: string;
  at: { key: string; offset: number } | null;
}

interface Target {
  /** Of its entry, which may have to be drawn first. */
  key: string;
  find(): Element | null | undefined;
  offset: number;
}

/** @returns the way to stop. */
export function startReading(chat: ChatModel, box: HTMLElement): () => void {
  const { log, panel, session, ports } = chat;
  let place = readPlace(ports.preferences?.get('reading'));
  let seen: string | null = null;
  let sessionId: string | null = null;
  let isLooking = false;
  let isCaughtUp = false;
  let lastUser: string | undefined;
  let target: Target | null = null;
  /** Where it landed: a visitor who has scrolled since stays there. */
  let landedAt: number | null = null;
  let cancel: (() => void) | null = null;
  /** The log has a height, by its last layout: a question between two frames would have the browser lay it out once more. */
  let hasHeight: boolean | null = null;

  const rows = (): Element[] => [...box.querySelectorAll('[data-key]')];
  const keyOf = (row: Element): string | null => row.getAttribute('data-key');

  function land(): void {
    if (target === null || box.clientHeight === 0) return;
    const row = target.find();
    if (!row) return;
    const top = row.getBoundingClientRect().top - box.getBoundingClientRect().top;
    box.scrollTop += top - target.offset;
    // The scroll event comes with the next frame, when more may have been drawn.
    log.follow.letGo();
    landedAt = box.scrollTop;
    target = null;
  }

  function note(): void {
    cancel = null;
    shed();
    // Nobody reads in a closed panel, which is laid out before it is first opened, nor in a tab that is out of sight; and
    // what these know may be older than what another tab has noted.
    if (!panel.isOpen.peek() || document.visibilityState === 'hidden') return;
    if (target !== null || sessionId === null || seen === null) return;
    if (!(hasHeight ?? box.clientHeight > 0)) return;
    place = { sessionId, seen, at: log.follow.isAway.peek() ? placeOfTop() : null };
    ports.preferences?.set('reading', writeJson(place));
  }

  /** The row at the top of the view. */
  function placeOfTop(): Place['at'] {
    const { top } = box.getBoundingClientRect();
    const row = rows().find((one) => one.getBoundingClientRect().bottom > top);
    const key = row ? keyOf(row) : null;
    return row && key !== null
      ? { key, offset: Math.round(row.getBoundingClientRect().top - top) }
      : null;
  }

  /**
   * A chat that is open all day would otherwise hold each row that it has ever drawn. They are drawn again as the visitor
   * scrolls up. In a panel that isn't shown only their number counts.
   */
  function shed(): void {
    const [first] = box.getElementsByClassName('page');
    if (
      first &&
      target === null &&
      log.follow.isStuck() &&
      !first.querySelector(IN_USE) &&
      log.pages?.shed(() => box.scrollTop - first.clientHeight >= FAR_VIEWS * box.clientHeight)
    ) {
      log.redraws.value++;
      noteSoon();
    }
  }

  const noteSoon = (): void => {
    cancel ??= ports.after(NOTE_EVERY_MS, note);
  };

  const stop = effect(() => {
    const isOpen = panel.isOpen.value;
    const { entries, isUpToDate, sessionId: id } = session.value;
    untracked(() => {
      if (id !== sessionId) {
        // A conversation gets its id with its first message: it is still the same one.
        if (sessionId !== null) log.newKey.value = null;
        if (sessionId !== null || seen === null) {
          seen = place?.sessionId === id ? place.seen : null;
          isLooking = false;
          isCaughtUp = false;
        }
        sessionId = id;
      }
      if (!isOpen) {
        isLooking = false;
        noteSoon();
        return;
      }
      const user = entries.findLast(({ kind }) => kind === 'user')?.key;
      // What the visitor answers has been read.
      const hasSaid = user !== lastUser;
      if (isLooking && isCaughtUp && hasSaid) log.newKey.value = null;
      lastUser = user;
      if (!isLooking || !isCaughtUp) {
        const key = firstAfter(entries, seen);
        const isFirst = !isLooking;
        if (isFirst) log.newKey.value = null;
        if (key !== null && key !== log.newKey.peek()) {
          log.newKey.value = key;
          if (isFirst || landedAt === null || landedAt === box.scrollTop) {
            target = { key, find: () => box.querySelector('.new'), offset: MARK_OFFSET_PX };
          }
        } else if (isFirst && !(isCaughtUp && hasSaid) && place?.sessionId === id && place?.at) {
          const { key: at, offset } = place.at;
          target = { key: at, find: () => rows().find((row) => keyOf(row) === at), offset };
        }
      }
      if (target && log.pages?.reach(entries, target.key)) log.redraws.value++;
      // If all has been read and it isn't there, stop waiting: nothing is noted meanwhile.
      else if (isUpToDate && !entries.some(({ key }) => key === target?.key)) target = null;
      isLooking = entries.length > 0;
      isCaughtUp = isUpToDate;
      if (!isUpToDate) return;
      const last = entries.findLast(canBeRead)?.key ?? (entries.length > 0 ? '' : null);
      if (last === seen) return;
      seen = last;
      noteSoon();
    });
  });
  // It lands once the rows are drawn and the panel has its size, behind what follow.ts does with the same news.
  const look = (): void => {
    hasHeight = box.clientHeight > 0;
    land();
  };
  const observer = new ResizeObserver(look);
  observer.observe(box);
  if (box.firstElementChild) observer.observe(box.firstElementChild);
  land();
  box.addEventListener('scroll', noteSoon);
  document.addEventListener('visibilitychange', noteSoon);
  return () => {
    cancel?.();
    stop();
    observer.disconnect();
    document.removeEventListener('visibilitychange', noteSoon);
  };
}

/** A turn that shows something of its own; of one that has only begun nothing has been read. */
function canBeRead(entry: TranscriptEntry): boolean {
  if (entry.kind !== 'agent') return false;
  const { parts, turn } = entry;
  return turn.state !== 'working' || parts.some(({ kind }) => kind !== 'thought');
}

/** The first turn behind the one that was there; null where that one isn't known, or is the last. */
function firstAfter(entries: readonly TranscriptEntry[], seen: string | null): string | null {
  const at = entries.findIndex(({ key }) => key === seen);
  if (at < 0 && seen !== '') return null;
  return entries.slice(at + 1).find(({ kind }) => kind === 'agent')?.key ?? null;
}

function readPlace(stored: string | null | undefined): Place | null {
  try {
    const { sessionId, seen, at } = JSON.parse(stored ?? 'null') ?? {};
    if (typeof sessionId !== 'string' || typeof seen !== 'string') return null;
    const isAt = typeof at?.key === 'string' && Number.isFinite(at.offset);
    return { sessionId, seen, at: isAt ? { key: at.key, offset: at.offset } : null };
  } catch {
    return null;
  }
}
