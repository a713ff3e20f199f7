// Asking the list: the newest page first, then everything that isn't settled yet, and all anew when no anchor holds.
// One list at a time. Only what comes through here moves the saved cursor. Knows no stream, outbox or storage.

import type { SessionEvents } from '../client/types.ts';
import { MAX_PAGE_SIZE, optional, type SessionEvent } from '../protocol/index.ts';
import type { Backoff } from './backoff.ts';
import type { SessionContext } from './context.ts';
import { codeOf } from './errors.ts';
import { anchors, fromListed, has, type Log, mergeListed, prependOlder, withTail } from './log.ts';

export interface ListerPorts {
  gateway: Pick<SessionEvents, 'list' | 'listAll'>;
  context: SessionContext;
  /** A list has changed the log, which was this before. */
  onListed(before: Log): void;
  backoff: Pick<Backoff, 'fail' | 'waitMs'>;
  /** Resolves when the gateway may be asked. */
  allowed(): Promise<void>;
}

export interface Lister {
  /** A list that starts after this call and reaches the end; resolves to how many events were news. */
  refresh(): Promise<number>;
  /** One page of older events from the gateway. */
  older(): Promise<void>;
  /** The log was restored: an earlier page has settled it up to here (null: nothing of it). */
  restored(settledId: string | null): void;
  /** The log began with what an earlier page has stored. */
  isReturn(): boolean;
  /** The last event of which it is certain that nothing can turn up before it. */
  settledId(): string | null;
  /** Milliseconds until a list can settle what is known by now; null: that is done. */
  unsettledMs(): number | null;
}

export function createLister(ports: ListerPorts): Lister {
  const { context, gateway } = ports;
  const { log: conversation, lists } = context.facts;
  const getLog = conversation.log;
  const { clock } = context.platform;
  const { includeThinking, commitWindowMs: lateMs } = context.settings;
  const sessionId = (): string => context.sessionId() ?? '';
  const thinking = includeThinking ? { include_thinking: true } : {};
  let running: Promise<number> | null = null;
  let next: Promise<number> | null = null;
  /** The log's last event after each list, and when that list began; oldest first. */
  let marks: { at: number; id: string }[] = [];
  let isRestored = false;

  function setLog(log: Log, news: readonly SessionEvent[], isPart?: boolean): void {
    const before = getLog();
    conversation.set(log, news, isPart);
    ports.onListed(before);
  }

  const listedAt = (): number => lists.peek().startedAt;

  /** The last one that was listed at least W before the latest list began: since then no row has gone unseen. */
  function settledId(): string | null {
    const index = marks.findLastIndex(({ at }) => at <= listedAt() - lateMs);
    if (index > 0) marks = marks.slice(index);
    return index < 0 ? null : (marks[0]?.id ?? null);
  }

  async function list(): Promise<number> {
    const startedAt = clock.monotonic();
    const news = getLog().isLoaded ? await catchUp(getLog()) : await latest();
    const { firstEndedAt } = lists.peek();
    lists.value = { startedAt, firstEndedAt: Math.min(firstEndedAt, clock.monotonic()) };
    const last = getLog().listed.at(-1)?.id;
    if (last !== undefined && last !== marks.at(-1)?.id) marks.push({ at: startedAt, id: last });
    return news;
  }

  async function catchUp(log: Log): Promise<number> {
    for (const anchor of anchors(log, settledId())) {
      try {
        return await after(anchor);
      } catch (error) {
        if (anchor === null || codeOf(error) !== 'invalid_request') throw error;
      }
    }
    context.onWarning('the gateway knows none of the stored events; all is read anew');
    marks = [];
    isRestored = false;
    return latest();
  }

  /** If waiting won't help (blocked), send the request anyway, so that callers get its error. */
  function mustWait(): boolean {
    const waitMs = ports.backoff.waitMs();
    return waitMs > 0 && waitMs < Number.POSITIVE_INFINITY;
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
      if (!mustWait()) return;
      flush(true);
      await ports.allowed();
    };
    const query = { limit: MAX_PAGE_SIZE, order: 'asc' as const, ...thinking };
    const pages = gateway.listAll(
      sessionId(),
      anchor === null ? query : { ...query, after_id: anchor },
      { signal: context.signal(), beforeNext },
    );
    try {
      for await (const event of pages) {
        batch.push(event);
        if (batch.length === MAX_PAGE_SIZE) flush(true);
      }
    } catch (error) {
      // The pages that have come are certain, although a later one has failed.
      if (batch.length > 0 && !context.signal().aborted) flush(true);
      throw error;
    }
    flush(false);
    return news;
  }

  /** A page, oldest first: the newest, or what stands before an event. */
  async function pageBefore(
    after_id?: string,
  ): Promise<{ events: SessionEvent[]; hasOlder: boolean }> {
    const { data, next_page } = await gateway.list(
      sessionId(),
      { limit: MAX_PAGE_SIZE, order: 'desc', ...optional('after_id', after_id), ...thinking },
      { signal: context.signal() },
    );
    return { events: data.toReversed(), hasOlder: next_page !== null && data.length > 0 };
  }

  /** Reads the newest page, which replaces the log; events that only the stream has shown stay. */
  async function latest(): Promise<number> {
    const { events, hasOlder } = await pageBefore();
    const before = getLog();
    let log = fromListed(events, hasOlder);
    log = withTail(log, before);
    const fresh = events.filter((event) => !has(before, event.id));
    setLog(log, fresh, false);
    return fresh.length;
  }

  function start(): Promise<number> {
    running = list()
      .catch((error) => {
        // Note the failure before callers hear of it: the next one must not ask too early.
        if (!context.signal().aborted) ports.backoff.fail(error);
        throw error;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    refresh() {
      if (running === null) return start();
      next ??= running
        .catch(() => 0)
        .then(ports.allowed)
        .finally(() => {
          next = null;
        })
        .then(() => running ?? start());
      return next;
    },
    async older() {
      const oldest = getLog().listed[0]?.id;
      if (oldest === undefined) return;
      const { events, hasOlder } = await pageBefore(oldest);
      const log = getLog();
      if (log.listed[0]?.id !== oldest) return;
      setLog(prependOlder(log, events, hasOlder), []);
    },
    restored(id) {
      marks = id === null ? [] : [{ at: Number.NEGATIVE_INFINITY, id }];
      isRestored = true;
    },
    isReturn: () => isRestored,
    settledId,
    unsettledMs() {
      const at = marks.at(-1)?.at;
      if (at === undefined || at <= listedAt() - lateMs) return null;
      return Math.max(0, at + lateMs - clock.monotonic());
    },
  };
}
