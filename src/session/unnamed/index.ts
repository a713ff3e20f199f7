// What only a gateway needs that takes no names for what is sent: there a message is told by its words, and an interrupt
// hits whatever runs. So a lost request has to be looked for until it can't arrive any more, a second copy of a message has
// to be told as one, messages have to wait for a Stop that may still arrive, and a Stop for the run that it means. Where
// the gateway takes names, hardly anything of this is asked for: a reader can leave this folder closed.
//
//   lost         when to look for a request whose reply was lost, and from when on it can't arrive
//   duplicates   second copies of a message
//   stop-notes   Stops under way, for every tab and for the next page
//   coming       runs that don't show yet, and which message begins which run

import type { SessionEvent } from '../../protocol/index.ts';
import type { SessionContext } from '../context.ts';
import { indexOfId } from '../log.ts';
import type { TabChannel } from '../tab-channel.ts';
import { createComing, type Fate } from './coming.ts';
import { createDuplicates } from './duplicates.ts';
import { createStopNotes, type Target } from './stop-notes.ts';

export { type Lost, searchFor } from './lost.ts';

export interface Unnamed {
  /** Local ids of the messages whose run may show any moment, in the order of sending. A fact. */
  coming(): string[];
  /** What has become of a message: it waits, is on its way, has arrived, or its run shows or is over. A fact. */
  fateOf(localId: string): Fate;
  /** A Stop is under way; it is noted, and holds up messages until `endStop`. Its name. */
  openStop(target: Target): string;
  /**
   * Before a request of this Stop: the name of the request. Null: another tab has seen that the run is over.
   * @param isBound it names its run, so no message waits for it and nothing need be noted.
   */
  beginRequest(stop: string, isBound: boolean): Promise<string | null>;
  /** A Stop is done, or a request has ended: by a reply (with these events), a refusal (none), or without a word (null). */
  endStop(name: string, reply: readonly SessionEvent[] | null): Promise<void>;
  /** A request was answered in another tab, and has brought these interrupts. */
  settleStop(request: string, events: readonly string[]): Promise<void>;
  /** Reads what other tabs and earlier pages have noted of their Stops, and ends those whose run is over. */
  readStops(): Promise<void>;
  /** No message may go out: a Stop is under way, or an interrupt may still arrive. A fact. */
  isStopOpen(): boolean;
  /** The visitor clears this device: the text of what is sent goes at once. */
  forget(): Promise<void>;
}

export function createUnnamed(context: SessionContext, tell: TabChannel['tell']): Unnamed {
  const { log } = context.facts;
  const coming = createComing(context);
  const notes = createStopNotes({ context, isOver, tell });
  const duplicates = createDuplicates(context);

  /** Whether lists have shown the end of every run that a Stop means. A run that no list has shown here isn't over. */
  function isOver({ runId, messages }: Target): boolean {
    if (log.isPartial()) return false;
    if (runId === null) return messages.every((id) => coming.fateOf(id) === 'over');
    const run = log.run();
    const isNow = run.state !== 'idle' && run.runId === runId;
    return !isNow && indexOfId(log.log().listed, runId) >= 0;
  }

  return {
    coming: coming.messages,
    fateOf: coming.fateOf,
    openStop: notes.open,
    beginRequest: notes.begin,
    endStop: notes.end,
    settleStop: notes.settle,
    readStops: notes.read,
    isStopOpen: notes.isOpen,
    forget: duplicates.forget,
  };
}
