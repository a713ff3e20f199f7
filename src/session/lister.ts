// Asking the list: the first page, everything since an anchor, a reload when no anchor holds. One list at a
// time. Only what comes through here moves the saved cursor. Knows no stream, outbox or storage.

import type { SessionEvents } from '../gateway/types.ts';
import type { Clock } from '../platform/types.ts';
import { MAX_PAGE_SIZE, type SessionEvent } from '../protocol/index.ts';
import type { Backoff } from './backoff.ts';
import { codeOf } from './errors.ts';
import {
  anchors,
  fromListed,
  has,
  indexOfId,
  type Log,
  mergeListed,
  OVERLAP,
  prependOlder,
  withTail,
} from './log.ts';

/** A usual list reads again no more than this; a deep one all that isn't settled yet. */
const SHALLOW = 40;

export interface ListerPorts {
  gateway: Pick<SessionEvents, 'list' | 'listAll'>;
  clock: Clock;
  includeThinking: boolean;
  /** Milliseconds until a row that hasn't become visible never will. */
  lateMs: number;
  sessionId(): string;
  signal(): AbortSignal;
  getLog(): Log;
  /** `news`: events that nothing had shown before. */
  setLog(log: Log, news: readonly SessionEvent[], isPart?: boolean): void;
  onReload(): void;
  backoff: Pick<Backoff, 'fail' | 'heldMs'>;
  /** Resolves when the gateway may be asked. */
  allowed(): Promise<void>;
}

export interface Lister {
  /** A list that starts after this call and reaches the end; resolves to how many events were news. */
  refresh(deep?: boolean): Promise<number>;
  /** One page of older events from the gateway. */
  older(): Promise<void>;
  /** From now on every list begins here or earlier (null: at the beginning), until `unpin`. */
  pin(name: string, id: string | null): void;
  unpin(name: string): void;
  /** Only these are wanted any longer. */
  keepPins(names: readonly string[]): void;
  /**
   * Restored: all up to `settledId` has been listed long ago. Null, with an `oldestId`: what an earlier page stored
   * is so young that something may still turn up before it; lists begin at it all the same, and one from the
   * very beginning follows when that is over.
   */
  settle(settledId: string | null, oldestId?: string): void;
  /** The log began with what an earlier page has stored. */
  isReturn(): boolean;
  /** Milliseconds until the log should be listed from the very beginning (`look(true)`), or null. */
  doubtMs(): number | null;
  /** The last event of which it is certain that nothing can turn up before it. */
  settledId(): string | null;
  /** When the last list of all that isn't settled began, by the monotonic clock. */
  coveredAt(): number;
}

export function createLister(ports: ListerPorts): Lister {
  const { gateway, clock, lateMs, getLog, setLog } = ports;
  const thinking = ports.includeThinking ? { include_thinking: true } : {};
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;
  let isNextDeep = false;
  /** What the log's last event was after each list, oldest first. */
  const pins = new Map<string, string | null>();
  let marks: { at: number; id: string }[] = [];
  let coveredAt = Number.NEGATIVE_INFINITY;
  /** Nothing can turn up any more before the oldest event of a log that is known whole. */
  let isBeginningSure = false;
  /** When a list from the very beginning will make it sure; null before anything is known. */
  let doubtUntil: number | null = null;
  let isRestored = false;

  function settledId(): string | null {
    // By when it was last looked for: what turned up in a silence since then nobody has seen.
    const limit = coveredAt - lateMs;
    const index = marks.findLastIndex((mark) => mark.at <= limit);
    if (index > 0) marks = marks.slice(index);
    return index < 0 ? null : (marks[0]?.id ?? null);
  }

  async function list(deep: boolean): Promise<number> {
    const startedAt = clock.monotonic();
    const log = getLog();
    const news = log.isLoaded ? await catchUp(log, deep) : await latest();
    if (deep || !log.isLoaded) coveredAt = startedAt;
    const { listed, hasOlder } = getLog();
    const last = listed.at(-1)?.id;
    if (last !== undefined) doubtUntil ??= startedAt + lateMs;
    isBeginningSure ||= hasOlder;
    if (last !== undefined && last !== marks.at(-1)?.id) marks.push({ at: startedAt, id: last });
    return news;
  }

  async function catchUp(log: Log, deep: boolean): Promise<number> {
    const settled = settledId();
    const isDoubtOver =
      deep && !isBeginningSure && doubtUntil !== null && doubtUntil <= clock.monotonic();
    const settledLength = settled === null || isDoubtOver ? 0 : indexOfId(log.listed, settled) + 1;
    const isTrusted = isBeginningSure || (isRestored && !isDoubtOver);
    let from = deep ? settledLength : Math.max(settledLength, log.listed.length - SHALLOW);
    for (const id of pins.values()) {
      const index = id === null ? -1 : indexOfId(log.listed, id);
      if (index >= 0 || id === null) from = Math.min(from, index + 1 + OVERLAP);
    }
    for (const anchor of anchors(log, from, isTrusted)) {
      try {
        const news = await after(anchor);
        if (isDoubtOver && anchor === null) isBeginningSure = true;
        return news;
      } catch (error) {
        if (anchor === null || codeOf(error) !== 'invalid_request') throw error;
      }
    }
    ports.onReload();
    marks = [];
    isRestored = false;
    doubtUntil = null;
    return latest();
  }

  /** Where only a retry helps the list goes on, so that who waits for it hears of the end. */
  function isHeld(): boolean {
    const heldMs = ports.backoff.heldMs();
    return heldMs > 0 && heldMs < Number.POSITIVE_INFINITY;
  }

  async function after(anchor: string | null): Promise<number> {
    let from = anchor;
    let batch: SessionEvent[] = [];
    let news = 0;
    const flush = (isPart: boolean): void => {
      const log = getLog();
      const fresh = batch.filter((event) => !has(log, event.id));
      setLog(mergeListed(log, from, batch), fresh, isPart);
      news += fresh.length;
      from = batch.at(-1)?.id ?? from;
      batch = [];
    };
    /** The next page is a request like any other. */
    const beforeNext = async (): Promise<void> => {
      if (!isHeld()) return;
      flush(true);
      await ports.allowed();
    };
    const query = { limit: MAX_PAGE_SIZE, order: 'asc' as const, ...thinking };
    const pages = gateway.listAll(
      ports.sessionId(),
      anchor === null ? query : { ...query, after_id: anchor },
      { signal: ports.signal(), beforeNext },
    );
    try {
      for await (const event of pages) {
        batch.push(event);
        if (batch.length === MAX_PAGE_SIZE) flush(true);
      }
    } catch (error) {
      // What has come is certain, whatever happened to the rest.
      if (batch.length > 0 && !ports.signal().aborted) flush(true);
      throw error;
    }
    flush(false);
    return news;
  }

  /** The newest page, in place of whatever there was; what only the stream has shown stays. */
  async function latest(): Promise<number> {
    const page = await gateway.list(
      ports.sessionId(),
      { limit: MAX_PAGE_SIZE, order: 'desc', ...thinking },
      { signal: ports.signal() },
    );
    const before = getLog();
    let log = fromListed(page.data.toReversed(), page.next_page !== null && page.data.length > 0);
    log = withTail(log, before);
    const fresh = page.data.filter((event) => !has(before, event.id)).toReversed();
    setLog(log, fresh, false);
    return fresh.length;
  }

  function start(deep: boolean): Promise<number> {
    running = list(deep)
      .catch((error) => {
        // Before anybody else hears of it: who waits to ask next must know.
        if (!ports.signal().aborted) ports.backoff.fail(error);
        throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    refresh(deep = false) {
      if (running === null) return start(deep);
      isNextDeep ||= deep;
      next ??= running
        .catch(() => 0)
        .then(ports.allowed)
        .finally(() => {
          next = null;
        })
        .then(() => {
          const isDeep = isNextDeep;
          isNextDeep = false;
          return running === null ? start(isDeep) : running;
        });
      return next;
    },
    async older() {
      const oldest = getLog().listed[0]?.id;
      if (oldest === undefined) return;
      const page = await gateway.list(
        ports.sessionId(),
        { limit: MAX_PAGE_SIZE, order: 'desc', after_id: oldest, ...thinking },
        { signal: ports.signal() },
      );
      const log = getLog();
      if (log.listed[0]?.id !== oldest) return;
      const hasOlder = page.next_page !== null && page.data.length > 0;
      setLog(prependOlder(log, page.data.toReversed(), hasOlder), []);
    },
    pin: (name, id) => pins.set(name, id),
    unpin: (name) => pins.delete(name),
    keepPins(names) {
      for (const name of pins.keys()) if (!names.includes(name)) pins.delete(name);
    },
    settle(id, oldestId) {
      marks = id === null ? [] : [{ at: Number.NEGATIVE_INFINITY, id }];
      isBeginningSure = id !== null;
      isRestored = oldestId !== undefined;
      doubtUntil = isRestored ? clock.monotonic() + lateMs : null;
    },
    isReturn: () => isRestored,
    doubtMs: () =>
      isBeginningSure || !isRestored || doubtUntil === null
        ? null
        : Math.max(0, doubtUntil - clock.monotonic()),
    settledId: () => (isBeginningSure ? settledId() : null),
    coveredAt: () => coveredAt,
  };
}
