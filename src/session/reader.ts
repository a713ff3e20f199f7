// Keeping up with the gateway: stream and list together, polling where the stream is no use, back-off where
// nothing is. Decides when to ask; what a list brings is the lister's, what events mean is the log's.

import type { SessionEvents } from '../gateway/types.ts';
import type { Platform, TimerId } from '../platform/types.ts';
import type { StreamFrame } from '../protocol/index.ts';
import { codeOf } from './errors.ts';
import type { Lister } from './lister.ts';
import { troubleOf } from './trouble.ts';
import type { Connection, Trouble } from './types.ts';
import { createWaker, jitter, sleep } from './wait.ts';

/** Lists after an accepted POST, until the stream has shown that it isn't deaf. */
const AFTER_POST_MS = [2_000, 5_000, 15_000];
const SETTLE_MS = 2_000;
const IN_FLIGHT_MS = 60_000;
/** A stream that hasn't answered by then may be held up by a proxy: list without it. */
const OPEN_LIMIT_MS = 5_000;
/** A stream that ends sooner isn't rotating, it is failing. */
const SHORT_LIFE_MS = 1_000;
const BUSY_POLL_MS = [1_000, 1_000, 2_000, 3_000];
const IDLE_POLL_MS = [5_000, 10_000, 20_000, 30_000, 60_000];
/** How long a useless stream is left alone, doubling up to the second. */
const USELESS_MS = [300_000, 3_600_000] as const;

export interface ReaderPorts {
  platform: Pick<Platform, 'clock' | 'random'>;
  gateway: Pick<SessionEvents, 'stream'>;
  lister: Lister;
  transport: 'auto' | 'stream' | 'poll';
  includeThinking: boolean;
  commitWindowMs: number;
  sessionId(): string;
  /** A run is in flight, or something of ours isn't settled. */
  isBusy(): boolean;
  onFrame(frame: StreamFrame): void;
  /** A connection begins: previews of the last one are worth nothing. */
  onReset(): void;
  onState(connection: Connection, trouble: Trouble | null): void;
  /** A list has reached the end. */
  onUpToDate(): void;
}

export interface Reader {
  /** Reads until `stop`. Idempotent. */
  start(): void;
  stop(): void;
  /** A list that starts now; reports trouble like the reader's own. */
  look(): Promise<void>;
  /** Something was accepted: the run should show within seconds. */
  posted(): void;
  /** What others met talking to the gateway: milliseconds to wait, null where waiting doesn't help. */
  report(error: unknown): number | null;
  /** Resolves when the gateway may be asked again. */
  patience(): Promise<void>;
  /** Ends every wait, and trouble that stopped the reader. */
  retryNow(): void;
  /** Trouble that only the visitor or another session can end. */
  isBlocked(): boolean;
}

const NOBODY = new AbortController();

interface Due {
  /** By the monotonic clock. */
  at: number;
  isDeep: boolean;
  /** Asked only in case that the stream is deaf. */
  isProbe: boolean;
}

export function createReader(ports: ReaderPorts): Reader {
  const { clock, random } = ports.platform;
  const { lister } = ports;
  const waker = createWaker(clock);
  let period: AbortController | null = null;
  let connection: Connection = 'off';
  let trouble: Trouble | null = null;
  let isBlocked = false;
  let failures = 0;
  let retryAt = 0;
  let isBinding = false;
  let lastError: unknown = null;
  let lastDelay: number | null = null;
  let timer: TimerId | null = null;
  let dues: Due[] = [];
  /** Of the stream that is open: frames it has brought, and lists that knew more than it. */
  let hasAsked = false;
  let frames = 0;
  let missed = 0;
  let isStreaming = false;
  let uselessUntil = 0;
  let uselessTimes = 0;
  let pollStep = 0;
  let endStream: AbortController | null = null;

  function show(next: Connection): void {
    connection = next;
    ports.onState(connection, trouble);
  }

  function fine(): void {
    failures = 0;
    if (trouble !== null && !isBlocked) {
      trouble = null;
      ports.onState(connection, trouble);
    }
  }

  /** Milliseconds until it is worth trying again; null where waiting doesn't help. */
  function fail(error: unknown): number | null {
    // A list that several wait for fails once.
    if (error === lastError) return lastDelay;
    const found = troubleOf(error, { clock, random, failures });
    failures += 1;
    lastError = error;
    lastDelay = found.delayMs;
    isBlocked = found.delayMs === null;
    // Only what the gateway asks for holds everybody; a lost request is the business of whoever lost it.
    const now = clock.monotonic();
    const until = now + (found.delayMs ?? 0);
    const isHeld = isBinding && retryAt > until;
    if (found.isAsked && !isHeld) {
      retryAt = until;
      isBinding = found.isBinding === true;
    }
    trouble = found.trouble;
    ports.onState(connection, trouble);
    return found.delayMs;
  }

  function schedule(isDeep: boolean, ...delays: number[]): void {
    add(delays.map((delay) => ({ at: clock.monotonic() + delay, isDeep, isProbe: false })));
  }

  function add(more: readonly Due[]): void {
    // Two lists within a breath tell no more than the later one.
    for (const due of more) {
      const isCovered = dues.some(
        (other) =>
          Math.abs(other.at - due.at) < 250 && (other.isDeep || !due.isDeep) && other.at >= due.at,
      );
      if (!isCovered) dues.push(due);
    }
    arm();
  }

  function arm(): void {
    if (timer !== null) clock.clearTimeout(timer);
    timer = null;
    if (period === null || dues.length === 0) return;
    const at = Math.min(...dues.map((due) => due.at));
    timer = clock.setTimeout(fire, Math.max(0, at - clock.monotonic()));
  }

  function fire(): void {
    timer = null;
    const now = clock.monotonic();
    const isDeep = dues.some((due) => due.at <= now && due.isDeep);
    dues = dues.filter((due) => due.at > now);
    arm();
    if (period === null || isBlocked) return;
    // While the gateway asks for patience no timer of ours may speak.
    if (retryAt > now) {
      schedule(isDeep, retryAt - now);
      return;
    }
    ask(isDeep).catch((error) => {
      if (period === null || period.signal.aborted) return;
      const delay = fail(error);
      if (delay !== null) schedule(isDeep, delay);
    });
  }

  /** A list, and what it tells of the stream. */
  async function ask(isDeep: boolean): Promise<number> {
    const shown = frames;
    const { signal } = period ?? NOBODY;
    await patience(signal);
    if (signal.aborted) return 0;
    const news = await lister.look(isDeep);
    fine();
    ports.onUpToDate();
    const doubtMs = lister.doubtMs();
    if (doubtMs !== null) schedule(true, doubtMs);
    if (news === 0) pollStep += 1;
    else {
      pollStep = 0;
      schedule(true, ports.commitWindowMs);
      if (isStreaming && frames === 0 && shown === 0) {
        missed += 1;
        // Twice the lists knew what an open stream kept silent about: it is deaf.
        if (missed > 1 && ports.transport !== 'stream') giveUpStream();
        else schedule(false, SETTLE_MS);
      }
    }
    if (ports.isBusy() && dues.every((due) => due.at > clock.monotonic() + IN_FLIGHT_MS)) {
      schedule(true, IN_FLIGHT_MS);
    }
    return news;
  }

  function giveUpStream(): void {
    const wait = Math.min(USELESS_MS[0] * 2 ** uselessTimes, USELESS_MS[1]);
    uselessTimes += 1;
    uselessUntil = clock.monotonic() + wait;
    endStream?.abort();
  }

  async function run(signal: AbortSignal): Promise<void> {
    show('connecting');
    while (!signal.aborted) {
      await patience(signal);
      if (signal.aborted) return;
      try {
        const canStream = ports.transport !== 'poll' && clock.monotonic() >= uselessUntil;
        if (canStream) await followStream(signal);
        else await poll(signal);
      } catch (error) {
        if (signal.aborted) return;
        const delay = fail(error);
        show('waiting');
        await waker.sleep(delay, signal);
      }
    }
  }

  async function poll(signal: AbortSignal): Promise<void> {
    await ask(pollStep === 0);
    if (signal.aborted) return;
    show('polling');
    const steps = ports.isBusy() ? BUSY_POLL_MS : IDLE_POLL_MS;
    await waker.sleep(steps[Math.min(pollStep, steps.length - 1)] ?? SETTLE_MS, signal);
  }

  /** Waits out what the gateway asked for, whoever was told. */
  async function patience(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (isBlocked || retryAt > clock.monotonic())) {
      await waker.sleep(isBlocked ? null : retryAt - clock.monotonic(), signal);
    }
  }

  /** Rejects where this tab stops reading before its time has come. */
  async function allowed(): Promise<void> {
    const { signal } = period ?? NOBODY;
    await patience(signal);
    signal.throwIfAborted();
  }

  async function followStream(signal: AbortSignal): Promise<void> {
    const own = new AbortController();
    const end = (): void => own.abort();
    signal.addEventListener('abort', end);
    endStream = own;
    const openedAt = clock.monotonic();
    frames = 0;
    missed = 0;
    let buffer: StreamFrame[] | null = [];
    let onOpen: () => void = () => {};
    const opened = new Promise<void>((resolve) => {
      onOpen = resolve;
    });
    ports.onReset();
    const consume = async (): Promise<unknown> => {
      try {
        const stream = ports.gateway.stream(ports.sessionId(), {
          signal: own.signal,
          previews: true,
          onOpen: () => {
            isStreaming = true;
            onOpen();
          },
          ...(ports.includeThinking ? { includeThinking: true } : {}),
        });
        for await (const frame of stream) {
          if (own.signal.aborted) return null;
          frames += 1;
          // Until the list has closed the gap, what follows it would be read out of context.
          if (buffer === null) deliver(frame);
          else buffer.push(frame);
        }
        return null;
      } catch (error) {
        return error ?? new Error('the stream failed');
      }
    };
    const ended = consume();
    try {
      const first = await Promise.race([
        opened.then(() => 'open' as const),
        ended,
        sleep(clock, OPEN_LIMIT_MS, own.signal).then(() => 'slow' as const),
      ]);
      if (signal.aborted) return;
      if (first !== 'open' && first !== 'slow' && first !== null && isUseless(first)) return;
      if (first !== 'open' && first !== 'slow' && first !== null) throw first;
      // Open first, then list: what happens in between is in the buffer.
      const isReturn = !hasAsked && lister.isReturn();
      const news = await ask(true);
      hasAsked = true;
      if (signal.aborted || own.signal.aborted) return;
      const held: StreamFrame[] = buffer;
      buffer = null;
      for (const frame of held) deliver(frame);
      show('live');
      // A reload where nothing has happened needs no second look: what may still turn up has its own.
      if (!isReturn || news > 0 || held.length > 0 || ports.isBusy()) schedule(false, SETTLE_MS);
      const error = await ended;
      if (signal.aborted || own.signal.aborted) return;
      if (error !== null && isUseless(error)) return;
      if (error !== null) throw error;
      if (clock.monotonic() - openedAt < SHORT_LIFE_MS) {
        await waker.sleep(jitter(random, failures++, 500, 30_000), signal);
      }
    } finally {
      isStreaming = false;
      endStream = null;
      signal.removeEventListener('abort', end);
      own.abort();
    }
  }

  /** The stream isn't there, or isn't one: true once that is dealt with. */
  function isUseless(error: unknown): boolean {
    const code = codeOf(error);
    if (code !== 'invalid_request' && code !== 'not_found' && code !== 'bad_response') return false;
    giveUpStream();
    return true;
  }

  function deliver(frame: StreamFrame): void {
    if (frame.kind === 'event') {
      const { type } = frame.event;
      // The stream shows what the agent does: it isn't deaf.
      if (!type.startsWith('user.') && dues.some((due) => due.isProbe)) {
        dues = dues.filter((due) => !due.isProbe);
        arm();
      }
      if (type === 'session.status_idle' || type === 'session.error') {
        schedule(false, 0, SETTLE_MS);
        schedule(true, ports.commitWindowMs);
      } else if (dues.length === 0) schedule(true, IN_FLIGHT_MS);
    }
    ports.onFrame(frame);
  }

  return {
    start() {
      if (period !== null) return;
      period = new AbortController();
      void run(period.signal);
    },
    stop() {
      period?.abort();
      period = null;
      dues = [];
      arm();
      pollStep = 0;
      if (connection !== 'off') show('off');
    },
    async look() {
      // Whoever asks, the patience that the gateway wants is everybody's.
      if (isBlocked) throw lastError;
      await allowed();
      await lister.look();
      fine();
      ports.onUpToDate();
    },
    posted() {
      pollStep = 0;
      const now = clock.monotonic();
      add(AFTER_POST_MS.map((delay) => ({ at: now + delay, isDeep: false, isProbe: true })));
      if (!isStreaming) waker.wake();
    },
    report: fail,
    patience: allowed,
    retryNow() {
      isBlocked = false;
      if (!isBinding) retryAt = 0;
      lastError = null;
      failures = 0;
      trouble = null;
      ports.onState(connection, trouble);
      waker.wake();
      if (period !== null) schedule(true, 0);
    },
    isBlocked: () => isBlocked,
  };
}
