// One open connection: frames as server-sent events, from the moment it opened, in the order of the log.
// The hub only says that something came; a gap it leaves is read from the log.

import type { Clock } from '../../kernel/clock.ts';
import type { Preview } from '../preview.ts';
import type { SessionLog } from '../session-log.ts';
import type { StoredEvent } from '../stored-event.ts';
import type { Connection } from './connection.ts';
import { eventFrame, KEEP_ALIVE, OPENING, previewFrame } from './frames.ts';
import type { Hub } from './hub.ts';

const CATCH_UP_PAGE = 100;
/** Bytes that a reader may leave unread, beyond the 64 KiB always in hand. Beyond that its stream ends; it then lists what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;
const IN_HAND_BYTES = 64 * 1024;
/** How long a stream that is over may take to hand out what waits in it. A reader takes it at once; nobody else will. */
const LINGER_MS = 2000;
/** Delivered messages that a stream remembers, so that a preview which comes later than its message is dropped. */
const REMEMBERED_MESSAGES = 16;

export interface EventStreamOptions {
  sessionId: string;
  includeThinking: boolean;
  hasPreviews: boolean;
  /** Time until the server closes the connection. */
  lifetimeMs: number;
  /** Aborted: the connection ends. */
  signal: AbortSignal;
  /** The socket below; null: there is none. */
  connection: Connection | null;
  /** Called once, when the stream is over; the socket may be open for a moment more. */
  onEnd: () => void;
}

export interface EventStreamParts {
  clock: Clock;
  hub: Hub;
  log: SessionLog;
}

export interface EventStream {
  body: ReadableStream<Uint8Array>;
  keepAlive(): void;
  /** Ends it: who reads gets what waits, who doesn't loses the socket. */
  end(): void;
}

/** Subscribed when this resolves: every event committed from now on will be delivered. */
export async function openEventStream(
  { clock, hub, log }: EventStreamParts,
  options: EventStreamOptions,
): Promise<EventStream> {
  const { sessionId, connection } = options;
  const begunPreviews = new Set<string>();
  const delivered: string[] = [];
  const backlog: StoredEvent[] = [];
  let lastSeq: number | null = null;
  let noticedSeq = 0;
  let isCatchingUp = false;
  let isOver = false;
  let rotation: number | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: IN_HAND_BYTES }),
  );
  // Written before anything happens, so that the head of the reply goes out and proxies see a stream.
  write(OPENING);
  const unsubscribe = hub.subscribe(sessionId, { onEvents, onPreview, onNotice });
  options.signal.addEventListener('abort', end, { once: true });
  if (options.signal.aborted) end();
  try {
    const [newest] = await log.read(sessionId, 'desc', null, 1);
    lastSeq = newest?.seq ?? 0;
  } catch (error) {
    end();
    throw error;
  }
  // An event that came while the newest was being read is either known by now or follows it.
  await onEvents(backlog.splice(0));
  if (noticedSeq > lastSeq && !isCatchingUp) await catchUp();
  // One that opens in the middle of a message begins with its text so far.
  const isBegun = begunPreviews.size > 0;
  if (!isBegun) for (const preview of hub.soFar(sessionId)) onPreview(preview);
  if (!isOver) rotation = clock.setTimeout(end, options.lifetimeMs);
  return { body, keepAlive: () => write(KEEP_ALIVE), end };

  async function onEvents(events: readonly StoredEvent[]): Promise<void> {
    if (lastSeq === null || isCatchingUp) {
      backlog.push(...events);
      return;
    }
    for (const event of events) {
      if (event.seq <= lastSeq) continue;
      if (event.seq > lastSeq + 1) return catchUp();
      deliver(event);
    }
  }

  function onNotice(seq: number): number | null {
    noticedSeq = Math.max(noticedSeq, seq);
    return lastSeq;
  }

  /** Reads what the hub has not told of, or not yet, until the log has no more. */
  async function catchUp(): Promise<void> {
    isCatchingUp = true;
    try {
      while (!isOver) {
        const missed = await log.read(sessionId, 'asc', lastSeq, CATCH_UP_PAGE);
        for (const event of missed) deliver(event);
        if (missed.length < CATCH_UP_PAGE) break;
      }
    } catch {
      // The client lists after it has opened the next one.
      end();
    }
    isCatchingUp = false;
    await onEvents(backlog.splice(0));
  }

  function deliver(event: StoredEvent): void {
    lastSeq = event.seq;
    begunPreviews.delete(event.event_id);
    if (event.type === 'agent.message' && options.hasPreviews) {
      delivered.push(event.event_id);
      if (delivered.length > REMEMBERED_MESSAGES) delivered.shift();
    }
    write(eventFrame(event, options.includeThinking));
  }

  function onPreview(preview: Preview): void {
    if (!options.hasPreviews || lastSeq === null) return;
    if (preview.type === 'event_start') {
      // Another process's previews may come after their message, which was read from the log.
      if (delivered.includes(preview.event.id)) return;
      if (preview.event.type !== 'person.typing') begunPreviews.add(preview.event.id);
    }
    // A delta whose message never began on this stream (another process wrote the beginning) is skipped: the message follows whole.
    else if (!begunPreviews.has(preview.event_id)) return;
    write(previewFrame(preview));
  }

  function write(frame: Uint8Array): void {
    if (isOver || controller === undefined) return;
    try {
      controller.enqueue(frame);
    } catch {
      // The reader has closed the connection, and its cancel event hasn't arrived yet.
      end();
      return;
    }
    if ((controller.desiredSize ?? 0) < -MAX_UNREAD_BYTES) cutOff();
  }

  /** For a reader that doesn't read: nothing of what waits for it is kept. */
  function cutOff(): void {
    // The server lets go of what waits when its socket has gone; without one, an error empties the queue.
    if (connection !== null) finish(() => connection.destroy());
    else finish(() => controller?.error(new Error('The reader left too much unread.')));
  }

  function end(): void {
    if (isOver) return;
    finish(() => controller?.close());
    if (connection === null) return;
    const linger = clock.setTimeout(() => connection.destroy(), LINGER_MS);
    connection.onClose(() => clock.clearTimeout(linger));
  }

  function finish(close: () => void): void {
    if (isOver) return;
    isOver = true;
    unsubscribe();
    options.signal.removeEventListener('abort', end);
    if (rotation !== undefined) clock.clearTimeout(rotation);
    try {
      close();
    } catch {
      // The reader has gone already.
    }
    options.onEnd();
  }
}
