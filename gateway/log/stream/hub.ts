// Tells the open streams of a session what happened. Knows no HTTP, no database and no other process.

import type { Preview } from '../preview.ts';
import type { StoredEvent } from '../stored-event.ts';

/** Messages being written of which the text so far is kept, and how much of each: what is more is shown when it is whole. */
const MAX_WRITING = 1_000;
const MAX_WRITING_CHARS = 100_000;

export interface HubListener {
  onEvents(events: readonly StoredEvent[]): void;
  onPreview(preview: Preview): void;
  /** The log has events up to `seq`, which another process wrote. @returns the newest that this listener has, if it knows. */
  onNotice(seq: number): number | null;
}

/** Passes events and previews on to the open streams of this process. */
export interface Hub {
  publish(sessionId: string, events: readonly StoredEvent[]): void;
  preview(sessionId: string, preview: Preview): void;
  /** The message that is being written, with its text so far, for a stream that opens now; empty where none is. */
  soFar(sessionId: string): Preview[];
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

/** Made once for each gateway. */
export function createHub(): Hub {
  const listeners = new Map<string, Set<HubListener>>();
  const watchers = new Set<(sessionId: string) => void>();
  const writing = new Map<string, { id: string; text: string }>();
  const tell = (sessionId: string) => {
    for (const watcher of watchers) watcher(sessionId);
  };
  const of = (sessionId: string) => listeners.get(sessionId) ?? [];
  return {
    publish(sessionId, events) {
      const id = writing.get(sessionId)?.id;
      const isOver = events.some(
        ({ event_id, type }) =>
          event_id === id || type === 'session.status_idle' || type === 'session.error',
      );
      if (isOver) writing.delete(sessionId);
      for (const listener of of(sessionId)) listener.onEvents(events);
      tell(sessionId);
    },
    preview(sessionId, preview) {
      note(sessionId, preview);
      for (const listener of of(sessionId)) listener.onPreview(preview);
    },
    soFar(sessionId) {
      const message = writing.get(sessionId);
      if (message === undefined) return [];
      const { id, text } = message;
      const delta = { type: 'content_delta', index: 0, content: { type: 'text', text } } as const;
      return [
        { type: 'event_start', event: { type: 'agent.message', id } },
        { type: 'event_delta', event_id: id, delta },
      ];
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
    tell(sessionId) {
      // Which events they are isn't known here, and one may be the whole message.
      writing.delete(sessionId);
      tell(sessionId);
    },
  };

  function note(sessionId: string, preview: Preview): void {
    if (preview.type === 'event_start') {
      if (preview.event.type !== 'agent.message') return;
      writing.delete(sessionId);
      writing.set(sessionId, { id: preview.event.id, text: '' });
      const [oldest] = writing.keys();
      if (writing.size > MAX_WRITING && oldest !== undefined) writing.delete(oldest);
      return;
    }
    const message = writing.get(sessionId);
    if (message?.id !== preview.event_id) return;
    message.text += preview.delta.content.text;
    if (message.text.length > MAX_WRITING_CHARS) writing.delete(sessionId);
  }
}
