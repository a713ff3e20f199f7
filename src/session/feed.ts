// One connection of the stream: opened, and buffered until the list has closed the gap, since what follows a gap would
// be read out of context. Knows no list and no log.

import type { SessionEvents } from '../client/types.ts';
import type { StreamFrame } from '../protocol/index.ts';
import type { SessionContext } from './context.ts';
import { sleep } from './wait.ts';

/** A stream that hasn't answered by then may be held up by a proxy: list without it. */
const OPEN_LIMIT_MS = 5_000;
/** A dead connection is silent, and so is a quiet one: keep-alives, which come more often than this, tell them apart. */
const SILENT_MS = 20_000;

export interface FeedPorts {
  context: SessionContext;
  gateway: Pick<SessionEvents, 'stream'>;
  onFrame(frame: StreamFrame): void;
}

export interface Feed {
  /** Resolves once it is open, or has taken too long to be waited for. Rejects where it failed before. */
  settled(): Promise<void>;
  /** Hands over what was buffered, and from now on what comes; resolves to how many frames waited. */
  release(): number;
  /** Resolves when it ends, rejects when it fails. */
  ended: Promise<void>;
  /** What it failed with; null while it hasn't. */
  failure(): unknown;
  isOpen(): boolean;
  /** What comes is handed over at once, and something came a moment ago. */
  isLive(): boolean;
  /** Frames so far. */
  count(): number;
  isClosed(): boolean;
  close(): void;
}

export function createFeed({ context, gateway, onFrame }: FeedPorts): Feed {
  const { clock } = context.platform;
  const life = new AbortController();
  const { signal } = life;
  let buffer: StreamFrame[] | null = [];
  let count = 0;
  let isOpen = false;
  let isOver = false;
  /** By both clocks: one may stand still while the computer sleeps, the other may be set. */
  let heard = { at: 0, now: 0 };
  let failure: unknown = null;
  let onOpen: () => void = () => {};
  const opened = new Promise<void>((resolve) => {
    onOpen = resolve;
  });

  const onHeard = (): void => {
    heard = { at: clock.monotonic(), now: clock.now() };
  };

  async function consume(): Promise<void> {
    const stream = gateway.stream(context.sessionId() ?? '', {
      signal,
      previews: true,
      onOpen() {
        isOpen = true;
        onHeard();
        onOpen();
      },
      onHeard,
      ...(context.settings.includeThinking ? { includeThinking: true } : {}),
    });
    for await (const frame of stream) {
      if (signal.aborted) return;
      count += 1;
      if (buffer === null) onFrame(frame);
      else buffer.push(frame);
    }
  }

  const ended = consume().finally(() => {
    isOver = true;
  });
  // No caller may be waiting for `ended`.
  ended.catch((error) => {
    failure = error;
  });

  return {
    settled: () => Promise.race([opened, ended, sleep(clock, OPEN_LIMIT_MS, signal)]),
    release() {
      const frames = buffer ?? [];
      buffer = null;
      for (const frame of frames) onFrame(frame);
      return frames.length;
    },
    ended,
    failure: () => failure,
    isOpen: () => isOpen,
    isLive: () =>
      isOpen &&
      !isOver &&
      buffer === null &&
      clock.monotonic() - heard.at < SILENT_MS &&
      clock.now() - heard.now < SILENT_MS,
    count: () => count,
    isClosed: () => signal.aborted,
    close: () => life.abort(),
  };
}
