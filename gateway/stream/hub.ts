// Tells the open streams of a session what happened. Knows no HTTP, no database and no other process.

import type { StoredEvent } from '../sessions/stored-event.ts';

/**
 * A piece of an agent.message that is still being written, or that a person of the desk is typing one, which no event
 * follows; best effort, never stored.
 */
export type Preview =
  | { type: 'event_start'; event: { type: 'agent.message' | 'person.typing'; id: string } }
  | {
      type: 'event_delta';
      event_id: string;
      delta: { type: 'content_delta'; index: number; content: { type: 'text'; text: string } };
    };

export interface HubListener {
  onEvents(events: readonly StoredEvent[]): void;
  onPreview(preview: Preview): void;
  /** The log has events up to `seq`, which another process wrote. @returns the newest that this listener has, if it knows. */
  onNotice(seq: number): number | null;
}

export interface Hub {
  publish(sessionId: string, events: readonly StoredEvent[]): void;
  preview(sessionId: string, preview: Preview): void;
  /** @returns after which number to read, for the listener that is furthest behind `seq`; null where none is. */
  notice(sessionId: string, seq: number): number | null;
  subscribe(sessionId: string, listener: HubListener): () => void;
  /** How many listen to this session. */
  count(sessionId: string): number;
  /** The sessions that somebody listens to. */
  sessions(): string[];
  /** Hears of every session in which something happened, here or in another process. */
  watch(watcher: (sessionId: string) => void): () => void;
  /** Something happened in this session: in another process, or beside its events. */
  tell(sessionId: string): void;
}

export function createHub(): Hub {
  const listeners = new Map<string, Set<HubListener>>();
  const watchers = new Set<(sessionId: string) => void>();
  const tell = (sessionId: string) => {
    for (const watcher of watchers) watcher(sessionId);
  };
  const of = (sessionId: string) => listeners.get(sessionId) ?? [];
  return {
    publish(sessionId, events) {
      for (const listener of of(sessionId)) listener.onEvents(events);
      tell(sessionId);
    },
    preview(sessionId, preview) {
      for (const listener of of(sessionId)) listener.onPreview(preview);
    },
    notice(sessionId, seq) {
      let furthest: number | null = null;
      for (const listener of of(sessionId)) {
        const position = listener.onNotice(seq);
        if (position !== null && position < seq) furthest = Math.min(furthest ?? seq, position);
      }
      return furthest;
    },
    subscribe(sessionId, listener) {
      const set = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, set.add(listener));
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(sessionId) === set) listeners.delete(sessionId);
      };
    },
    count: (sessionId) => listeners.get(sessionId)?.size ?? 0,
    sessions: () => [...listeners.keys()],
    watch(watcher) {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    tell,
  };
}
