// Tells the open streams of a session what happened, in this process. Knows no HTTP and no database.

import type { StoredEvent } from '../sessions/stored-event.ts';

/** A piece of an agent.message that is still being written; best effort, never stored. */
export type Preview =
  | { type: 'event_start'; event: { type: 'agent.message'; id: string } }
  | {
      type: 'event_delta';
      event_id: string;
      delta: { type: 'content_delta'; index: number; content: { type: 'text'; text: string } };
    };

export interface HubListener {
  onEvents(events: readonly StoredEvent[]): void;
  onPreview(preview: Preview): void;
}

export interface Hub {
  publish(sessionId: string, events: readonly StoredEvent[]): void;
  preview(sessionId: string, preview: Preview): void;
  subscribe(sessionId: string, listener: HubListener): () => void;
  /** How many listen to this session. */
  count(sessionId: string): number;
}

export function createHub(): Hub {
  const listeners = new Map<string, Set<HubListener>>();
  const of = (sessionId: string) => listeners.get(sessionId) ?? [];
  return {
    publish(sessionId, events) {
      for (const listener of of(sessionId)) listener.onEvents(events);
    },
    preview(sessionId, preview) {
      for (const listener of of(sessionId)) listener.onPreview(preview);
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
  };
}
