// What only a gateway needs that takes no names for what is sent: there a message is told by its words, and an interrupt
// hits whatever runs. So a lost request has to be looked for until it can't arrive any more, a second copy of a message has
// to be told as one, messages have to wait for a Stop that may still arrive, and a Stop for the run that it means. Where
// the gateway takes names, hardly anything of this is asked for: a reader can leave this folder closed.
//
//   lost         when to look for a request whose reply was lost, and from when on it can't arrive
//   duplicates   second copies of a message
//   stop-notes   Stops under way, for every tab and for the next page
//   coming       runs that don't show yet, and which message begins which run

import type { SessionContext } from '../context.ts';
import { indexOfId } from '../log.ts';
import type { TabChannel } from '../tab-channel.ts';
import { type Coming, createComing } from './coming.ts';
import { createDuplicates, type Duplicates } from './duplicates.ts';
import { createStopNotes, type StopNotes, type Target } from './stop-notes.ts';

export { type Lost, searchFor } from './lost.ts';

export interface Unnamed extends Coming, Duplicates {
  /** Stops under way, here and in other tabs, and interrupts that may still arrive: no message goes out meanwhile. */
  readonly stops: StopNotes;
}

export function createUnnamed(context: SessionContext, tell: TabChannel['tell']): Unnamed {
  const { log } = context.facts;
  const coming = createComing(context);

  /** Whether lists have shown the end of every run that a Stop means. A run that no list has shown here isn't over. */
  function isOver({ runId, messages }: Target): boolean {
    if (log.isPartial()) return false;
    if (runId === null) return messages.every((id) => coming.fateOf(id) === 'over');
    const run = log.run();
    const isNow = run.state !== 'idle' && run.runId === runId;
    return !isNow && indexOfId(log.log().listed, runId) >= 0;
  }

  return {
    ...coming,
    ...createDuplicates(context),
    stops: createStopNotes({ context, isOver, tell }),
  };
}
