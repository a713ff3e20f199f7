// How a page comes into its conversation: what earlier pages have left is read, a session is found where none is given,
// and what storage that opens late brings is caught up with. Knows what to read, and nothing of what it says.

import type { SessionContext } from './context.ts';
import type { Draft } from './draft.ts';
import { findSession } from './find-session.ts';
import type { Outbox } from './outbox.ts';
import type { TabChannel } from './tab-channel.ts';
import type { TranscriptCache } from './transcript-cache.ts';

export interface BeginningPorts {
  context: SessionContext;
  draft: Pick<Draft, 'load' | 'move' | 'settle' | 'add'>;
  outbox: Pick<Outbox, 'adopt'>;
  cache: Pick<TranscriptCache, 'restore' | 'save'>;
  channel: Pick<TabChannel, 'hello' | 'tell'>;
  /** The site's answer to which session this is. */
  ask(): Promise<string>;
  /** Takes off the disk what the visitor has cleared meanwhile. */
  clearTo(floor: string): Promise<void>;
}

/** Resolves when the page has read all that it begins with, and has its session, or is closed. */
export async function begin(ports: BeginningPorts): Promise<void> {
  const { context, draft, outbox, cache, channel } = ports;
  const { sessionId } = context;
  const { log, rows, status } = context.facts;
  const { storage } = context.platform;

  /** Slow storage has opened, or is refused: read what earlier pages left, and store what this page has changed. */
  async function catchUp(wasFound: boolean): Promise<void> {
    await Promise.all([rows.update((all) => all), draft.settle()]);
    const id = sessionId();
    if (id !== null) {
      if (wasFound) draft.add(await outbox.adopt(id));
      const { floor } = log.shown();
      if (floor === null) await cache.restore(id);
      else await ports.clearTo(floor);
      cache.save();
    }
    channel.tell({ type: 'rows' });
    channel.hello();
    // That this page outlives itself from now on is no fact of its own: whoever shows it looks again.
    status.value = { ...status.peek() };
  }

  async function find(): Promise<void> {
    const id = await findSession(ports);
    if (id === null) return;
    status.value = { ...status.peek(), sessionId: id, trouble: null };
    const back = await outbox.adopt(id);
    await draft.move(id);
    draft.add(back);
    await cache.restore(id);
  }

  await Promise.all([rows.read(), draft.load()]);
  const given = sessionId();
  const wasLate = !storage.isDurable;
  if (given !== null) await cache.restore(given);
  rows.readUnsettled();
  status.value = { ...status.peek(), isRestored: true };
  if (wasLate) void storage.settled().then(() => catchUp(given === null));
  if (given === null) await find();
}
