// One open connection: frames as server-sent events, from the moment it opened, in the order of the log.
// The hub only says that something came; a gap it leaves is read from the log.

import type { Clock } from '../clock.ts';
import { writeExactly } from '../http/exact-json.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import { type StoredEvent, toWire } from '../sessions/stored-event.ts';
import type { Hub, Preview } from './hub.ts';

const CATCH_UP_PAGE = 100;
/** What a reader may leave unread before the connection is closed; it then lists what it missed. */
const MAX_UNREAD_BYTES = 1024 * 1024;

export interface EventStreamOptions {
  sessionId: string;
  includeThinking: boolean;
  hasPreviews: boolean;
  keepAliveMs: number;
  /** How often to look into the log, where other processes write to it too; null: never. */
  pollMs: number | null;
  /** Time until the server closes the connection. */
  lifetimeMs: number;
  /** Aborted: the connection ends. */
  signal: AbortSignal;
  /** Asked at every keep-alive; false ends the connection. */
  isStillAllowed: () => Promise<boolean>;
}

export interface EventStreamParts {
  clock: Clock;
  hub: Hub;
  log: SessionLog;
}

/** Subscribed when this resolves: every event committed from now on will be delivered. */
export async function openEventStream(
  { clock, hub, log }: EventStreamParts,
  options: EventStreamOptions,
): Promise<ReadableStream<Uint8Array>> {
  const { sessionId } = options;
  const encoder = new TextEncoder();
  const begunPreviews = new Set<string>();
  const backlog: StoredEvent[] = [];
  let lastSeq: number | null = null;
  let isCatchingUp = false;
  let isOver = false;
  let keepAlive: number | undefined;
  let rotation: number | undefined;
  let poll: number | undefined;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  const stream = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
      },
      cancel: () => end(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: 64 * 1024 }),
  );
  // Written before anything happens, so that the head of the reply goes out and proxies see a stream.
  write(': open\n\n');
  const unsubscribe = hub.subscribe(sessionId, { onEvents, onPreview });
  options.signal.addEventListener('abort', end, { once: true });
  if (options.signal.aborted) end();
  try {
    const [newest] = await log.read(sessionId, 'desc', null, 1);
    lastSeq = newest?.seq ?? 0;
  } catch (error) {
    end();
    throw error;
  }
  // What came while the newest was being read is either known by now or follows it.
  await onEvents(backlog.splice(0));
  if (!isOver) {
    rotation = clock.setTimeout(end, options.lifetimeMs);
    scheduleKeepAlive();
    schedulePoll();
  }
  return stream;

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
    const data = writeExactly(toWire(event, options.includeThinking));
    write(`id: ${event.event_id}\nevent: ${event.type}\ndata: ${data}\n\n`);
  }

  function onPreview(preview: Preview): void {
    if (!options.hasPreviews || lastSeq === null) return;
    if (preview.type === 'event_start') begunPreviews.add(preview.event.id);
    // If this stream opened in the middle of a message, skip its deltas: the whole event follows at its end.
    else if (!begunPreviews.has(preview.event_id)) return;
    write(`event: ${preview.type}\ndata: ${JSON.stringify(preview)}\n\n`);
  }

  function scheduleKeepAlive(): void {
    keepAlive = clock.setTimeout(() => {
      write(': keep-alive\n\n');
      if (!isOver) scheduleKeepAlive();
      endUnlessAllowed();
    }, options.keepAliveMs);
  }

  async function endUnlessAllowed(): Promise<void> {
    // Where it can't be found out now, the next time will tell.
    const isAllowed = await options.isStillAllowed().catch(() => true);
    if (!isAllowed) end();
  }

  function schedulePoll(): void {
    if (options.pollMs === null) return;
    poll = clock.setTimeout(async () => {
      if (!isCatchingUp) await catchUp();
      if (!isOver) schedulePoll();
    }, options.pollMs);
  }

  function write(text: string): void {
    if (isOver || controller === undefined) return;
    try {
      controller.enqueue(encoder.encode(text));
    } catch {
      // The reader has closed the connection, and its cancel event hasn't arrived yet.
      end();
      return;
    }
    if ((controller.desiredSize ?? 0) < -MAX_UNREAD_BYTES) end();
  }

  function end(): void {
    if (isOver) return;
    isOver = true;
    unsubscribe();
    options.signal.removeEventListener('abort', end);
    if (keepAlive !== undefined) clock.clearTimeout(keepAlive);
    if (poll !== undefined) clock.clearTimeout(poll);
    if (rotation !== undefined) clock.clearTimeout(rotation);
    try {
      controller?.close();
    } catch {
      // The reader has gone already.
    }
  }
}
