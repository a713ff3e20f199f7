// Keeping up with the gateway: stream and list together, polling where the stream is no use, back-off where
// nothing is. Decides when to ask; what a list brings is the lister's, what events mean is the log's.

import { type Signal, signal } from '@preact/signals-core';
import type { SessionEvents } from '../client/types.ts';
import type { StreamFrame } from '../protocol/index.ts';
import { createAgenda } from './agenda.ts';
import type { Backoff } from './backoff.ts';
import type { Busy } from './busy.ts';
import type { SessionContext } from './context.ts';
import { codeOf } from './errors.ts';
import { createListener, watch } from './facts.ts';
import { createFeed, type Feed } from './feed.ts';
import type { Lister } from './lister.ts';
import { isFlooded } from './log.ts';
import type { TabChannel } from './tab-channel.ts';
import type { Connection } from './types.ts';
import { jitter } from './wait.ts';

/** Lists after an accepted POST, until the stream has shown that it isn't deaf. */
const AFTER_POST_MS = [2_000, 5_000, 15_000];
const SETTLE_MS = 2_000;
const IN_FLIGHT_MS = 60_000;
/** A stream that ends sooner isn't rotating, it is failing. */
const SHORT_LIFE_MS = 3_000;
/** After so many streams in a row that never opened, or ended as soon, while lists get through, polling follows. */
const MAX_BROKEN = 4;
const BUSY_POLL_MS = [1_000, 1_000, 2_000, 3_000];
const IDLE_POLL_MS = [5_000, 10_000, 20_000, 30_000, 60_000];
/** How long a useless stream is left alone, doubling up to the second. */
const USELESS_MS = [300_000, 3_600_000] as const;

export interface ReaderPorts {
  context: SessionContext;
  gateway: Pick<SessionEvents, 'stream'>;
  lister: Lister;
  backoff: Backoff;
  busy: Pick<Busy, 'isBusy'>;
  channel: Pick<TabChannel, 'tell' | 'listed'>;
}

export interface Reader {
  /** Reads until `stop`. Idempotent. */
  start(): void;
  stop(): void;
  /** How news arrives; a fact. */
  readonly connection: Signal<Connection>;
  /** A list that starts now; reports trouble like the reader's own. Rejects where no waiting ends that. */
  refresh(): Promise<void>;
  /** The log is the gateway's own: a list has reached the end behind the open stream, which has missed nothing since. */
  isLive(): boolean;
  /** Something was accepted: the run should show within seconds. */
  posted(): void;
  /** Resolves when the gateway may be asked for a list; rejects where this tab stops reading before. */
  allowed(): Promise<void>;
  /** One page of older events, if it can be had now. */
  older(): Promise<void>;
}

export function createReader(ports: ReaderPorts): Reader {
  const { lister, backoff, busy, context } = ports;
  const { log: conversation, page, status } = context.facts;
  const { clock, random } = context.platform;
  const { transport, commitWindowMs } = context.settings;
  const agenda = createAgenda(clock, listNow);
  const { schedule } = agenda;
  let period: AbortController | null = null;
  const connection = signal<Connection>('off');
  const waker = createListener(clock, () => backoff.eased.value, page.end);
  let feed: Feed | null = null;
  /** Lists that knew more than the stream that is open. */
  let missed = 0;
  /** Frames that this stream had brought when the first of them came. */
  let heard = 0;
  /** Streams in a row that never opened, or ended too soon. */
  let broken = 0;
  let hasAsked = false;
  let uselessUntil = 0;
  let uselessTimes = 0;
  /** How often the visitor has tried again by the last list that was made for it, or begun by itself. */
  let retried = 0;
  let pollStep = 0;

  function show(next: Connection): void {
    connection.value = next;
  }

  function listNow(): void {
    // While the gateway asks for patience, a list that is due waits.
    const waitMs = backoff.waitMs();
    if (waitMs > 0) {
      if (waitMs < Number.POSITIVE_INFINITY) schedule(waitMs);
      return;
    }
    ask().catch((error) => {
      if (period === null || period.signal.aborted) return;
      const delay = backoff.fail(error);
      if (delay !== null) schedule(delay);
    });
  }

  async function ask(): Promise<number> {
    const signal = period?.signal ?? context.signal();
    await backoff.wait(signal);
    if (signal.aborted) return 0;
    const news = await list();
    pollStep = news === 0 ? pollStep + 1 : 0;
    const unsettledMs = lister.unsettledMs();
    if (unsettledMs !== null) schedule(unsettledMs);
    if (busy.isBusy() && !agenda.hasWithin(IN_FLIGHT_MS)) schedule(IN_FLIGHT_MS);
    return news;
  }

  /** A list, and what it tells of the stream: how many events were news. */
  async function list(): Promise<number> {
    const shown = feed?.count() ?? 0;
    const startedAt = clock.monotonic();
    const news = await lister.refresh();
    backoff.fine();
    ports.channel.listed(startedAt);
    if (!status.peek().isUpToDate) status.value = { ...status.peek(), isUpToDate: true };
    if (news > 0 && feed?.isOpen() && feed.count() === shown) {
      missed = shown === heard ? missed + 1 : 1;
      heard = shown;
      // Twice a list brought events that the open stream had not: the stream is deaf.
      if (missed > 1 && transport !== 'stream') giveUpStream();
      else schedule(SETTLE_MS);
    }
    return news;
  }

  function giveUpStream(): void {
    const wait = Math.min(USELESS_MS[0] * 2 ** uselessTimes, USELESS_MS[1]);
    uselessTimes += 1;
    uselessUntil = clock.monotonic() + wait;
    broken = 0;
    feed?.close();
  }

  async function run(signal: AbortSignal): Promise<void> {
    show('connecting');
    while (!signal.aborted) {
      await backoff.wait(signal);
      if (signal.aborted) return;
      try {
        const canStream = transport !== 'poll' && clock.monotonic() >= uselessUntil;
        if (canStream) await followStream(signal);
        else await poll(signal);
      } catch (error) {
        if (signal.aborted) return;
        const delay = backoff.fail(error);
        show('waiting');
        await waker.sleep(delay, signal);
      }
    }
  }

  async function poll(signal: AbortSignal): Promise<void> {
    await ask();
    if (signal.aborted) return;
    show('polling');
    const steps = busy.isBusy() ? BUSY_POLL_MS : IDLE_POLL_MS;
    await waker.sleep(steps[Math.min(pollStep, steps.length - 1)] ?? SETTLE_MS, signal);
  }

  /** A stream is over, and lists get through: waits before the next stream, or gives streams up after too many. */
  async function leave(own: Feed, openedAt: number, signal: AbortSignal): Promise<void> {
    const isBroken = !own.isOpen() || clock.monotonic() - openedAt < SHORT_LIFE_MS;
    broken = isBroken ? broken + 1 : 0;
    if (broken >= MAX_BROKEN && transport !== 'stream') return giveUpStream();
    if (own.failure() !== null) show('waiting');
    else if (!isBroken) return;
    await waker.sleep(jitter(random, broken, 500, 30_000), signal);
  }

  async function allowed(): Promise<void> {
    const signal = period?.signal ?? context.signal();
    await backoff.wait(signal);
    signal.throwIfAborted();
  }

  async function followStream(signal: AbortSignal): Promise<void> {
    const openedAt = clock.monotonic();
    let hasListed = false;
    // Previews of the last connection don't go on.
    conversation.previews.keep();
    missed = 0;
    heard = 0;
    const own = createFeed({
      context,
      gateway: ports.gateway,
      onFrame: deliver,
    });
    feed = own;
    signal.addEventListener('abort', own.close);
    try {
      // Open first, then list: what happens in between is in the buffer.
      await own.settled();
      if (signal.aborted) return;
      const isReturn = !hasAsked && lister.isReturn();
      const news = await ask();
      hasAsked = true;
      hasListed = true;
      if (signal.aborted || own.isClosed()) return;
      const buffered = own.release();
      show('live');
      // After a reload without news no second list is needed: rows that are late have a list of their own.
      if (!isReturn || news > 0 || buffered > 0 || busy.isBusy()) schedule(SETTLE_MS);
      await own.ended;
      if (signal.aborted || own.isClosed()) return;
      feed = null;
      await leave(own, openedAt, signal);
    } catch (error) {
      feed = null;
      if (signal.aborted || own.isClosed()) return;
      // Without a token no list can be had either.
      if (error !== own.failure() || codeOf(error) === 'no_session') throw error;
      if (isUseless(error)) return giveUpStream();
      // A refusal holds for lists too; silence may be the stream's alone.
      if (!isSilence(error) && backoff.fail(error) === null) throw error;
      if (!hasListed) await ask();
      if (signal.aborted) return;
      await leave(own, openedAt, signal);
    } finally {
      feed = null;
      signal.removeEventListener('abort', own.close);
      own.close();
    }
  }

  function deliver(frame: StreamFrame): void {
    if (frame.kind === 'event') {
      const { type } = frame.event;
      // The stream shows what the agent does: it isn't deaf.
      if (!type.startsWith('user.')) agenda.dropProbes();
      if (type === 'session.status_idle' || type === 'session.error') {
        schedule(0, SETTLE_MS);
        schedule(commitWindowMs);
      } else if (!agenda.hasWithin(Number.POSITIVE_INFINITY)) schedule(IN_FLIGHT_MS);
    }
    if (conversation.apply(frame)) ports.channel.tell({ type: 'frame', frame });
  }

  // What was refused may be granted by now: that is asked at once, unless this tab has only begun to read.
  watch(
    () => backoff.retried.value,
    () => {
      const isNews = period !== null && retried !== backoff.retried.peek();
      retried = backoff.retried.peek();
      if (isNews) schedule(0);
    },
    page.end,
  );

  return {
    start() {
      if (period !== null) return;
      period = new AbortController();
      retried = backoff.retried.peek();
      agenda.start();
      void run(period.signal);
    },
    stop() {
      period?.abort();
      period = null;
      agenda.stop();
      pollStep = 0;
      if (connection.peek() !== 'off') show('off');
    },
    async refresh() {
      // Its caller is about to act on what it shows. If the gateway asks for patience during this list, list again after
      // that: by then what was seen is old.
      do {
        if (backoff.isBlocked()) throw backoff.lastError();
        await allowed();
        await list();
      } while (backoff.waitMs() > 0);
    },
    connection,
    isLive: () =>
      feed?.isLive() === true &&
      (missed === 0 || feed.count() > heard) &&
      !conversation.isPartial() &&
      !isFlooded(conversation.log()),
    posted() {
      pollStep = 0;
      agenda.probe(...AFTER_POST_MS);
      if (!feed?.isOpen()) waker.wake();
    },
    allowed,
    async older() {
      // A request like any other; what keeps it from leaving is told already.
      if (!page.isOnline() || backoff.isBlocked()) return;
      try {
        await allowed();
        await lister.older();
      } catch (error) {
        if (page.isHere()) backoff.fail(error);
      }
    },
  };
}

/** No word of the gateway's. */
function isSilence(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'network' || code === 'timeout';
}

/** The stream isn't there, or isn't one. */
function isUseless(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'invalid_request' || code === 'not_found' || code === 'bad_response';
}
