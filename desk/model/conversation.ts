// The conversation that is open: its entry of the list, its events, and what they cost.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ConversationEntry, ConversationEvents, Note } from '../../gateway/desk-types.ts';
import { parseEvent, type SessionEvent } from '../../src/protocol/index.ts';
import type { Api, ApiError } from '../edge/api.ts';

export type DeskEvent = SessionEvent & { run_id?: string };

export interface OpenConversation {
  /** Null: none is open. */
  readonly sessionId: ReadonlySignal<string | null>;
  /** As the list has it, with what the visitor said of answers. */
  readonly entry: ReadonlySignal<ConversationEntry | null>;
  readonly events: ReadonlySignal<readonly DeskEvent[]>;
  readonly runs: ReadonlySignal<ConversationEvents['runs']>;
  /** Of colleagues; the oldest first. */
  readonly notes: ReadonlySignal<readonly Note[]>;
  readonly hasOlder: ReadonlySignal<boolean>;
  readonly isLoading: ReadonlySignal<boolean>;
  readonly error: ReadonlySignal<ApiError | null>;
  open(sessionId: string | null): Promise<void>;
  loadOlder(): Promise<void>;
  /** The app that a call has shown, as the gateway gives it. @throws ApiError */
  readApp(toolUseId: string): Promise<unknown>;
  /** Reads what has come since. */
  refresh(): Promise<void>;
  /** From now on the person answers, and the agent is silent. @throws ApiError */
  takeOver(): Promise<void>;
  /** A note that only colleagues see. @throws ApiError */
  note(text: string, mentions: readonly string[]): Promise<void>;
  /** @throws ApiError */
  removeNote(noteId: string): Promise<void>;
  /** The person has typed: the visitor sees it, for some seconds. Never throws. */
  noteTyping(): void;
  /** The agent goes on. @throws ApiError */
  handBack(): Promise<void>;
}

/** How often typing is told of. The visitor's chat shows it for twice as long. */
const TYPING_MS = 3000;

export interface OpenConversationParts {
  api: Api;
  after: (ms: number, work: () => void) => () => void;
  /** The last event was shown to the person. */
  onRead: (sessionId: string) => void;
  /** Whether somebody can see the page: what a hidden one shows isn't read. */
  isVisible: () => boolean;
}

export function createOpenConversation(parts: OpenConversationParts): OpenConversation {
  const { api, after, onRead, isVisible } = parts;
  const sessionId: Signal<string | null> = signal(null);
  const entry: Signal<ConversationEntry | null> = signal(null);
  const events: Signal<readonly DeskEvent[]> = signal([]);
  const runs: Signal<ConversationEvents['runs']> = signal({});
  const notes: Signal<readonly Note[]> = signal([]);
  const hasOlder = signal(false);
  const isLoading = signal(false);
  const error: Signal<ApiError | null> = signal(null);
  let refreshing: Promise<void> | null = null;
  let isStale = false;
  let lastRead = '';
  let hasToldTyping = false;

  const conversation: OpenConversation = {
    sessionId,
    entry,
    events,
    runs,
    notes,
    hasOlder,
    isLoading,
    error,
    async open(id) {
      if (id === sessionId.peek()) return;
      sessionId.value = id;
      entry.value = null;
      events.value = [];
      runs.value = {};
      notes.value = [];
      hasOlder.value = false;
      error.value = null;
      // News of the one before; what is read now is newer than all of it.
      isStale = false;
      if (id === null) return;
      isLoading.value = true;
      try {
        const [found, page] = await Promise.all([
          api.call<ConversationEntry>('GET', `/admin/conversations/${id}`),
          api.call<ConversationEvents>('GET', `/admin/conversations/${id}/events`),
          readNotes(id),
        ]);
        if (id !== sessionId.peek()) return;
        entry.value = found;
        hasOlder.value = page.has_more;
        add(page, 'start');
        noteRead(id);
      } catch (failure) {
        if (id === sessionId.peek()) error.value = failure as ApiError;
      } finally {
        endLoading(id);
      }
    },
    async loadOlder() {
      const id = sessionId.peek();
      const first = events.peek()[0]?.id;
      if (id === null || first === undefined || isLoading.peek()) return;
      isLoading.value = true;
      try {
        const path = `/admin/conversations/${id}/events?before=${encodeURIComponent(first)}`;
        const page = await api.call<ConversationEvents>('GET', path);
        if (id !== sessionId.peek()) return;
        hasOlder.value = page.has_more;
        add(page, 'start');
      } catch (failure) {
        if (id === sessionId.peek()) error.value = failure as ApiError;
      } finally {
        endLoading(id);
      }
    },
    readApp: (toolUseId) =>
      api.call(
        'GET',
        `/admin/conversations/${sessionId.peek()}/apps/${encodeURIComponent(toolUseId)}`,
      ),
    refresh() {
      isStale = true;
      // While something loads the news waits: the loading's end reads on.
      if (sessionId.peek() === null || isLoading.peek()) return Promise.resolve();
      refreshing ??= follow();
      return refreshing;
    },
    takeOver: () => act('takeover'),
    async note(text, mentions) {
      const id = sessionId.peek();
      if (id === null) return;
      await api.call('POST', `/admin/conversations/${id}/notes`, { text, mentions });
      await readNotes(id);
    },
    async removeNote(noteId) {
      const id = sessionId.peek();
      if (id === null) return;
      await api.call('DELETE', `/admin/conversations/${id}/notes/${noteId}`);
      await readNotes(id);
    },
    noteTyping() {
      const id = sessionId.peek();
      if (id === null || hasToldTyping) return;
      hasToldTyping = true;
      after(TYPING_MS, () => {
        hasToldTyping = false;
      });
      // Nothing depends on it.
      api.call('POST', `/admin/sessions/${id}/typing`).catch(() => {});
    },
    handBack: () => act('handback'),
  };
  return conversation;

  async function act(what: string, body: object = {}): Promise<void> {
    const id = sessionId.peek();
    if (id === null) return;
    await api.call('POST', `/admin/sessions/${id}/${what}`, body);
    await conversation.refresh();
  }

  function endLoading(id: string): void {
    if (id !== sessionId.peek()) return;
    isLoading.value = false;
    if (isStale) conversation.refresh();
  }

  /** Until nothing has been told since the last reading began, or a loading takes over. */
  async function follow(): Promise<void> {
    try {
      while (isStale && !isLoading.peek()) {
        isStale = false;
        const id = sessionId.peek();
        if (id === null) return;
        try {
          await readNewer(id);
          if (id === sessionId.peek()) error.value = null;
        } catch (failure) {
          if (id === sessionId.peek()) error.value = failure as ApiError;
        }
      }
    } finally {
      // In the same step as the loop's end: news told after it begins another.
      refreshing = null;
    }
  }

  async function readNewer(id: string): Promise<void> {
    for (;;) {
      const last = events.peek().at(-1)?.id;
      const query = last === undefined ? '' : `?after=${encodeURIComponent(last)}`;
      const [found, page] = await Promise.all([
        api.call<ConversationEntry>('GET', `/admin/conversations/${id}`),
        api.call<ConversationEvents>('GET', `/admin/conversations/${id}/events${query}`),
        readNotes(id),
      ]);
      if (id !== sessionId.peek()) return;
      entry.value = found;
      add(page, 'end');
      // The newest page, where none could be read before.
      if (last === undefined) hasOlder.value = page.has_more;
      if (!page.has_more || last === undefined) break;
    }
    noteRead(id);
  }

  /** Never throws: what can't be read stays as it was. */
  async function readNotes(id: string): Promise<void> {
    const path = `/admin/conversations/${id}/notes`;
    const found = await api.call<{ data: Note[] }>('GET', path).catch(() => null);
    if (id === sessionId.peek() && Array.isArray(found?.data)) notes.value = found.data;
  }

  function add(page: ConversationEvents, where: 'start' | 'end'): void {
    const known = new Set(events.peek().map(({ id }) => id));
    const fresh = page.data.flatMap((wire) => {
      const event = parseEvent(wire);
      if (event === null || known.has(event.id)) return [];
      return [typeof wire.run_id === 'string' ? { ...event, run_id: wire.run_id } : event];
    });
    runs.value = { ...runs.peek(), ...page.runs };
    if (fresh.length === 0) return;
    events.value = where === 'start' ? [...fresh, ...events.peek()] : [...events.peek(), ...fresh];
  }

  function noteRead(id: string): void {
    const last = events.peek().at(-1)?.id;
    const isCalled = entry.peek()?.is_mentioned === true;
    if (last === undefined || (last === lastRead && !isCalled) || !isVisible()) return;
    lastRead = last;
    onRead(id);
    api.call('POST', `/admin/conversations/${id}/read`, { event_id: last }).catch(() => {
      lastRead = '';
    });
  }
}
