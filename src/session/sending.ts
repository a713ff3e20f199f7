// What this tab sends: messages, results and Stops, each through its own gate, and what they know of each other: a message
// waits for results and Stops, a Stop takes back messages. Knows no tab but by what it is to be told.

import type { Backoff, Lane } from './backoff.ts';
import { type Busy, createBusy } from './busy.ts';
import { createComing } from './coming.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Gate } from './gate.ts';
import { createInterrupts, type Interrupts } from './interrupts.ts';
import { createOpenInterrupts } from './open-interrupts.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { createResults, type Results } from './results.ts';
import type { RowStore } from './row-store.ts';
import type { SessionContext } from './settings.ts';
import type { Told } from './tab-channel.ts';

export interface SendingPorts {
  context: SessionContext;
  conversation: ConversationState;
  backoff: Backoff;
  gate(lane: Lane): Gate;
  /** The messages of all conversations. */
  store: RowStore;
  /** Those of this one. */
  rows(): readonly OutboxRow[];
  /** When the last list that reached the end began, by the monotonic clock. */
  listedAt(): number;
  tell(what: Told): void;
  /** Another tab's tools are at work. */
  isBusyElsewhere(): boolean;
  onChange(): void;
}

export interface Sending {
  outbox: Outbox;
  results: Results;
  interrupts: Interrupts;
  busy: Busy;
  /** Rows have changed, here or on disk. */
  rowsChanged(): void;
  /** Reads what other tabs have noted of their Stops. */
  readHolds(): Promise<void>;
  /** The runner's state has changed: what waits for it may go on, here and in the tab that sends. */
  toolsChanged(): void;
  /** A message goes out instead of an answer to a question. */
  skipQuestions(): void;
}

export function createSending(ports: SendingPorts): Sending {
  const { context, conversation, store, backoff, tell, onChange } = ports;
  const { settings } = context;
  const { clock } = context.platform;
  const { events } = conversation;
  const tellOthers = (): void => tell({ type: 'rows' });
  let wasBusyTold = false;

  const results = createResults({
    context,
    gate: ports.gate('result'),
    events,
    onChange: toolsChanged,
  });

  const openInterrupts = createOpenInterrupts({ context, events, tellOthers });

  const busy = createBusy({
    clock,
    settings,
    conversation,
    rows: ports.rows,
    allRows: store.rows,
    isBlocked: () => backoff.isBlocked('message'),
    isPosting: results.isPosting,
    isBusyElsewhere: ports.isBusyElsewhere,
    isStopOpen: openInterrupts.isOpen,
  });

  const outbox = createOutbox({
    context,
    gate: ports.gate('message'),
    conversation,
    store,
    listedAt: ports.listedAt,
    isHeld: busy.isHeld,
    readHolds: openInterrupts.read,
    onPost() {
      skipQuestions();
      tell({ type: 'skip' });
    },
    tellOthers,
    onChange,
  });

  const coming = createComing({
    clock,
    rows: ports.rows,
    events,
    run: conversation.run,
    onChange,
  });

  const interrupts = createInterrupts({
    context,
    gate: ports.gate('stop'),
    open: openInterrupts,
    conversation,
    coming,
    takeBack: (localId) => outbox.takeBack(localId).catch(() => null),
    onChange() {
      outbox.wake();
      onChange();
    },
  });

  function skipQuestions(): void {
    if (settings.hasOpenQuestions()) settings.onQuestionsSkipped();
  }

  function toolsChanged(): void {
    const isBusy = busy.areToolsBusy();
    if (isBusy !== wasBusyTold) {
      wasBusyTold = isBusy;
      tell({ type: 'busy', isBusy });
      // Only then: the runner is told of each change here, and answers with one of its own.
      onChange();
    }
    outbox.wake();
  }

  return {
    outbox,
    results,
    interrupts,
    busy,
    rowsChanged: coming.rowsChanged,
    readHolds: openInterrupts.read,
    toolsChanged,
    skipQuestions,
  };
}
