// How a page comes into its conversation: what earlier pages have left is read, a session is found where none is given,
// and what storage that opens late brings is caught up with. Knows what to read, and nothing of what it says.

import type { Platform } from '../platform/types.ts';
import type { Draft } from './draft.ts';
import { findSession } from './find-session.ts';
import type { Outbox } from './outbox.ts';
import type { RowStore } from './row-store.ts';
import type { TranscriptCache } from './transcript-cache.ts';
import type { View } from './view.ts';
import type { Waker } from './wait.ts';

export interface BeginningPorts {
  platform: Pick<Platform, 'clock' | 'random' | 'page' | 'storage'>;
  view: Pick<View, 'status' | 'set' | 'changed'>;
  waker: Waker;
  rows: Pick<RowStore, 'rows' | 'read' | 'update'>;
  draft: Pick<Draft, 'load' | 'move' | 'settle' | 'add'>;
  outbox: Pick<Outbox, 'adopt' | 'isOurs'>;
  cache: Pick<TranscriptCache, 'restore' | 'save'>;
  /** The site's answer to which session this is. */
  ask(): Promise<string>;
  /** Takes off the disk what the visitor has cleared meanwhile. False: nothing was cleared. */
  clearAgain(): Promise<boolean>;
  readUnsettled(): void;
  /** Takes its place among the tabs. */
  join(): void;
  /** Tells the other tabs what is here. */
  remind(): void;
}

/** Resolves when the page has its place, or `end` has aborted. */
export async function begin(ports: BeginningPorts, end: AbortSignal): Promise<void> {
  const { view, rows, draft, outbox, cache } = ports;
  const { storage } = ports.platform;
  const sessionId = (): string | null => view.status().sessionId;

  /** Slow storage has opened, or is refused: read what earlier pages left, and store what this page has changed. */
  async function catchUp(wasFound: boolean): Promise<void> {
    await Promise.all([rows.update((all) => all), draft.settle()]);
    const id = sessionId();
    if (id !== null) {
      if (wasFound) draft.add(await outbox.adopt(id));
      if (!(await ports.clearAgain())) await cache.restore(id);
      cache.save();
    }
    ports.remind();
    view.changed();
  }

  async function find(): Promise<void> {
    const isWanted = (): boolean =>
      rows.rows().some((row) => row.sessionId === null && outbox.isOurs(row));
    const id = await findSession({ ...ports, isWanted }, end);
    if (id === null) return;
    view.set({ sessionId: id, trouble: null });
    const back = await outbox.adopt(id);
    await draft.move(id);
    draft.add(back);
    await cache.restore(id);
  }

  await Promise.all([rows.read(), draft.load()]);
  const given = sessionId();
  const wasLate = !storage.isDurable;
  if (given !== null) await cache.restore(given);
  ports.readUnsettled();
  view.set({ isRestored: true });
  if (wasLate) void storage.settled().then(() => catchUp(given === null));
  if (given === null) await find();
  if (!end.aborted) ports.join();
}
