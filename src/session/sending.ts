// What this tab sends: messages, results and Stops, each through its own gate, and what they know of each other: a message
// waits for results and Stops, a Stop takes back messages. Knows no tab but by what it is to be told.

import type { InputBlock } from '../protocol/index.ts';
import type { Backoff, Lane } from './backoff.ts';
import { type Busy, createBusy } from './busy.ts';
import { createComing } from './coming.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Gate } from './gate.ts';
import { createInterrupts, type Interrupts } from './interrupts.ts';
import { indexOfId } from './log.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { rowOf } from './outbox-moves.ts';
import type { OutboxRow } from './outbox-rows.ts';
import { createResults, type Results } from './results.ts';
import type { RowStore } from './row-store.ts';
import type { SessionContext } from './settings.ts';
import { createStopNotes, type Target } from './stop-notes.ts';
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
  /** A list has reached the end behind an open stream, which has told what came since. */
  isLive(): boolean;
  tell(what: Told): void;
  /** Another tab's tools are at work. */
  isBusyElsewhere(): boolean;
  /** A Stop takes this message off the disk once the draft has its words there; the function says whether it did. */
  onTakingBack(
    localId: string,
    content: readonly InputBlock[],
  ): Promise<(isTaken: boolean) => void>;
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
  /** A request of another tab's Stop was answered, and has brought these interrupts. */
  stoppedElsewhere(request: string, events: readonly string[]): void;
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
  let wasBusyTold = false;

  const results = createResults({
    context,
    gate: ports.gate('result'),
    events,
    onChange: toolsChanged,
  });

  const coming = createComing({
    clock,
    rows: ports.rows,
    events,
    run: conversation.run,
    onChange,
  });

  const notes = createStopNotes({
    context,
    events,
    isOver,
    onStored: () => tell({ type: 'rows' }),
    onSettled: (request, events) => tell({ type: 'stopped', request, events }),
  });

  const busy = createBusy({
    clock,
    settings,
    conversation,
    rows: ports.rows,
    allRows: store.rows,
    isBlocked: () => backoff.isBlocked('message'),
    isPosting: results.isPosting,
    isBusyElsewhere: ports.isBusyElsewhere,
    isStopOpen: notes.isOpen,
  });

  const outbox = createOutbox({
    context,
    gate: ports.gate('message'),
    conversation,
    store,
    listedAt: ports.listedAt,
    isLive: ports.isLive,
    isHeld: busy.isHeld,
    readHolds: notes.read,
    onPost() {
      skipQuestions();
      tell({ type: 'skip' });
    },
    // The results of a pause go out together. If some are there while another call still asks the visitor, the message
    // waits for the results and they wait for the answer: the message takes its place.
    onHold() {
      const isHere = settings.areHandlersRunning();
      if (isHere) skipQuestions();
      if (isHere || ports.isBusyElsewhere()) tell({ type: 'skip' });
    },
    onChange,
  });

  const interrupts = createInterrupts({
    context,
    gate: ports.gate('stop'),
    notes,
    conversation,
    coming,
    async takeBack(localId) {
      const row = rowOf(store, localId);
      if (row === undefined) return null;
      const settle = await ports.onTakingBack(localId, row.content);
      const content = await outbox.takeBack(localId).catch(() => null);
      settle(content !== null);
      return content;
    },
    onChange() {
      outbox.wake();
      onChange();
    },
  });

  /** Whether lists have shown the end of every run that a Stop means. A run that no list has shown here isn't over. */
  function isOver({ runId, messages }: Target): boolean {
    if (conversation.isPartial()) return false;
    if (runId === null) return messages.every((id) => coming.fateOf(id) === 'over');
    const run = conversation.run();
    const isNow = run.state !== 'idle' && run.runId === runId;
    return !isNow && indexOfId(conversation.log().listed, runId) >= 0;
  }

  function skipQuestions(): void {
    if (settings.hasOpenQuestions()) settings.onQuestionsSkipped();
  }

  function toolsChanged(): void {
    const isBusy = busy.areToolsBusy();
    if (isBusy !== wasBusyTold) {
      wasBusyTold = isBusy;
      tell({ type: 'busy', isBusy });
      // Only on a change: the runner hears of each change here, and answers with one of its own.
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
    readHolds: notes.read,
    stoppedElsewhere: notes.settle,
    toolsChanged,
    skipQuestions,
  };
}
