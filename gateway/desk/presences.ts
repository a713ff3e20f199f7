// Who of the desk reads a conversation or answers in it right now. In memory alone: each desk says it again and again, the bus tells
// the other processes, and what isn't said again is forgotten.

import type { Clock } from '../kernel/clock.ts';
import type { Presence } from '../log/presence.ts';

export interface Presences {
  /** Here, or in another process. */
  note(presence: Presence): void;
  /** Who is there now, the newest last. */
  all(): Presence[];
  /** Called when somebody comes, goes, begins to answer or ends it. @returns a function that ends it */
  listen(listener: (all: readonly Presence[]) => void): () => void;
  close(): void;
}

/** Desks say every 20 seconds that somebody reads, and every three that somebody types. */
const READING_MS = 45_000;
const ANSWERING_MS = 7000;
/** The oldest is forgotten where there are more. */
const MOST = 2000;

interface Entry {
  presence: Presence;
  readsUntil: number;
  answersUntil: number;
}

export function createPresences(clock: Clock): Presences {
  const entries = new Map<string, Entry>();
  const listeners = new Set<(all: readonly Presence[]) => void>();
  let timer: number | undefined;

  const presences: Presences = {
    note({ ...presence }) {
      const { state } = presence;
      const key = `${presence.person_id} ${presence.session_id}`;
      const before = entries.get(key);
      entries.delete(key);
      if (state !== 'gone') {
        const now = clock.now();
        entries.set(key, {
          presence,
          readsUntil: now + READING_MS,
          answersUntil: state === 'answering' ? now + ANSWERING_MS : 0,
        });
        const [oldest] = entries.keys();
        if (entries.size > MOST && oldest !== undefined) entries.delete(oldest);
      }
      schedule();
      if ((before?.presence.state ?? 'gone') !== state) tell();
    },
    all: () => [...entries.values()].map(({ presence }) => presence),
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      listeners.clear();
      entries.clear();
      schedule();
    },
  };
  return presences;

  function tell(): void {
    const all = presences.all();
    for (const listener of listeners) listener(all);
  }

  /** Until the next of them ends. */
  function schedule(): void {
    if (timer !== undefined) clock.clearTimeout(timer);
    timer = undefined;
    if (entries.size === 0) return;
    const next = Math.min(...[...entries.values()].map(endOf));
    timer = clock.setTimeout(forget, Math.max(0, next - clock.now()));
  }

  function forget(): void {
    const now = clock.now();
    for (const [key, entry] of entries) {
      if (endOf(entry) > now) continue;
      if (entry.readsUntil <= now) entries.delete(key);
      else entry.presence.state = 'reading';
    }
    schedule();
    tell();
  }
}

const endOf = ({ presence, readsUntil, answersUntil }: Entry): number =>
  presence.state === 'answering' ? answersUntil : readsUntil;
