// What the visitor is shown, computed from the facts; and who is told when it is another. A preview touches the last entry
// alone. Changes nothing.

import { computed } from '@preact/signals-core';
import type { SessionContext } from './context.ts';
import { watch } from './facts.ts';
import type { Interrupts } from './interrupts.ts';
import type { Outbox } from './outbox.ts';
import { buildTranscript, type Transcript } from './transcript.ts';
import { blockageOf } from './trouble.ts';
import type { RunView, SessionSnapshot } from './types.ts';
import { withPreviews } from './unsettled.ts';

export interface ViewPorts {
  context: SessionContext;
  outbox: Pick<Outbox, 'isHeld'>;
  interrupts: Pick<Interrupts, 'stopping' | 'coming'>;
}

export interface View {
  /** The same object while nothing has changed. Whoever asks, also an effect of the page's own signals, follows nothing. */
  getSnapshot(): SessionSnapshot;
  /** Called after each change, at most once a microtask, until the session is closed. Returns how to end it. */
  subscribe(listener: () => void): () => void;
}

export function createView({ context, outbox, interrupts }: ViewPorts): View {
  const { page, log: conversation, rows, status } = context.facts;
  const { storage } = context.platform;
  const listeners = new Set<() => void>();
  let transcript: Transcript | null = null;

  /** All but previews. */
  const settled = computed((): SessionSnapshot => {
    const isOnline = page.isOnline();
    const shown = conversation.shown();
    const { sessionId, connection, ...rest } = status.value;
    transcript = buildTranscript(transcript, {
      events: shown.events,
      fragments: conversation.previews.fragments(),
      rows: rows.own(),
      rowsReadAt: rows.readAt(),
      run: conversation.run(),
      seenAt: conversation.seen.seenAt,
      arrivedAt: conversation.seen.arrivedAt,
      delivery: {
        isOnline,
        hasSession: sessionId !== null,
        blockage: blockageOf(rest.trouble),
        isHeld: outbox.isHeld(),
      },
    });
    return {
      ...rest,
      sessionId,
      connection: isOnline ? connection : 'offline',
      entries: transcript.entries,
      run: runView(),
      hasOlder: shown.hasOlder,
      isForgetful: !storage.isDurable || rows.hasUnstored(),
    };
  });

  const snapshot = computed((): SessionSnapshot => {
    const { entries } = settled.value;
    const texts = conversation.previews.texts();
    return {
      ...settled.value,
      entries: withPreviews(entries, transcript?.end ?? 0, texts),
      progress: conversation.previews.progress.value,
    };
  });

  function runView(): RunView {
    const run = conversation.run();
    if (run.state === 'idle') {
      const coming = interrupts.coming();
      return coming === null ? { state: 'idle' } : { state: 'coming', ...coming };
    }
    const { runId, wentOnId, startedBy } = run;
    const isStopping = run.isInterrupted || interrupts.stopping() === runId;
    if (run.state === 'running') {
      return { state: 'running', startedAt: conversation.seen.seenAt(wentOnId), isStopping };
    }
    const isOurs = rows
      .own()
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

  watch(
    () => snapshot.value,
    () => {
      for (const listener of [...listeners]) listener();
    },
    page.end,
  );

  return {
    getSnapshot: () => snapshot.peek(),
    subscribe(listener) {
      // One wrapper a subscription: the same function may come twice.
      const entry = (): void => listener();
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
  };
}
