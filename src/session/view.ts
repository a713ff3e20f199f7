// What the visitor is shown, made when it is asked for and kept until something changes; and who is told of it. A
// preview touches the last entry alone. Knows the log, the rows and where things stand; changes none of them.

import type { Platform } from '../platform/types.ts';
import type { ConversationState } from './conversation-state.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { buildTranscript, type Transcript } from './transcript.ts';
import { blockageOf } from './trouble.ts';
import type { Connection, RunView, SessionSnapshot, Trouble } from './types.ts';
import { withPreviews } from './unsettled.ts';

/** Where things stand beside the log and the rows. */
export interface Status {
  sessionId: string | null;
  connection: Connection;
  trouble: Trouble | null;
  isRestored: boolean;
  isUpToDate: boolean;
  isLoadingOlder: boolean;
}

export interface ViewPorts {
  page: Pick<Platform['page'], 'isOnline'>;
  conversation: ConversationState;
  /** This session's, in the order of sending; the same array where nothing has changed. */
  rows(): readonly OutboxRow[];
  /** When storage was asked for them, Unix milliseconds. */
  rowsReadAt(): number;
  /** The run that is being stopped. */
  stopping(): string | null;
  /** A run that doesn't show yet. */
  coming(): { isStopping: boolean } | null;
  /** The next message waits for the end of a pause. */
  isHeld(): boolean;
  isForgetful(): boolean;
  /** Called before the listeners, once for all that changed in one turn; not for previews. */
  onChange(): void;
}

export interface View {
  status(): Readonly<Status>;
  set(change: Partial<Status>): void;
  /** Something that is shown may have changed. */
  changed(): void;
  /** Only the text of a message that is being written has changed. */
  previewed(): void;
  getSnapshot(): SessionSnapshot;
  subscribe(listener: () => void): () => void;
  close(): void;
}

export function createView(sessionId: string | null, ports: ViewPorts): View {
  const { conversation } = ports;
  const listeners = new Set<() => void>();
  let status: Status = {
    sessionId,
    connection: 'off',
    trouble: null,
    isRestored: false,
    isUpToDate: false,
    isLoadingOlder: false,
  };
  let transcript: Transcript | null = null;
  /** All but previews. */
  let settled: SessionSnapshot | null = null;
  let snapshot: SessionSnapshot | null = null;
  let isTelling = false;
  let isMoreThanPreviews = false;
  let isClosed = false;

  function changed(): void {
    settled = null;
    isMoreThanPreviews = true;
    previewed();
  }

  function previewed(): void {
    snapshot = null;
    if (isTelling || isClosed) return;
    isTelling = true;
    queueMicrotask(() => {
      isTelling = false;
      if (isClosed) return;
      if (isMoreThanPreviews) {
        isMoreThanPreviews = false;
        ports.onChange();
      }
      for (const listener of [...listeners]) listener();
    });
  }

  function settle(): SessionSnapshot {
    const isOnline = ports.page.isOnline();
    const shown = conversation.shown();
    const { sessionId, connection, ...rest } = status;
    transcript = buildTranscript(transcript, {
      events: shown.events,
      fragments: conversation.previews.fragments(),
      rows: ports.rows(),
      rowsReadAt: ports.rowsReadAt(),
      run: conversation.run(),
      seenAt: conversation.seen.seenAt,
      arrivedAt: conversation.seen.arrivedAt,
      delivery: {
        isOnline,
        hasSession: sessionId !== null,
        blockage: blockageOf(status.trouble),
        isHeld: ports.isHeld(),
      },
    });
    return {
      ...rest,
      sessionId,
      connection: isOnline ? connection : 'offline',
      entries: transcript.entries,
      run: runView(),
      hasOlder: shown.hasOlder,
      isForgetful: ports.isForgetful(),
    };
  }

  const previewedEntries = (entries: SessionSnapshot['entries']): SessionSnapshot['entries'] =>
    withPreviews(entries, transcript?.end ?? 0, conversation.previews.texts());

  function runView(): RunView {
    const run = conversation.run();
    if (run.state === 'idle') {
      const coming = ports.coming();
      return coming === null ? { state: 'idle' } : { state: 'coming', ...coming };
    }
    const { runId, wentOnId, startedBy } = run;
    const isStopping = run.isInterrupted || ports.stopping() === runId;
    if (run.state === 'running') {
      return { state: 'running', startedAt: conversation.seen.seenAt(wentOnId), isStopping };
    }
    const isOurs = ports
      .rows()
      .some((row) => row.eventId === startedBy || row.copies?.includes(startedBy ?? '') === true);
    const calls = run.calls.map(({ use, eventId, traceparent }) => ({
      toolUseId: use.id,
      name: use.name,
      input: use.input,
      ...(traceparent === undefined ? {} : { traceparent }),
      firstSeenAt: conversation.seen.seenAt(eventId),
      isOurs,
    }));
    return { state: 'paused', calls, isStopping };
  }

  return {
    status: () => status,
    set(change) {
      status = { ...status, ...change };
      changed();
    },
    changed,
    previewed,
    getSnapshot() {
      settled ??= settle();
      snapshot ??= { ...settled, entries: previewedEntries(settled.entries) };
      return snapshot;
    },
    subscribe(listener) {
      // One wrapper a subscription: the same function may come twice.
      const entry = (): void => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    close() {
      isClosed = true;
      listeners.clear();
    },
  };
}
