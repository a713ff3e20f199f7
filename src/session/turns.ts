// Which events belong together: a message of the visitor, and all that the agent does for it. Knows no entries and no rows.

import { personOf, type SessionEvent } from '../protocol/index.ts';

export interface Turns {
  /** A message and what was done for it, in the order in which the visitor sees the messages. */
  readonly turns: readonly (readonly SessionEvent[])[];
  /** The index of the turn into which the agent writes. */
  readonly writing: number;
}

/**
 * What the agent does belongs to the message that its run began with. A message that the gateway takes while a run is
 * under way stands behind that run's turn and has none of its own yet: the next run answers all that wait by then, so its
 * turn is that of the last of them. A run that goes on after a pause may answer them too, unless the gateway names its
 * runs (`run_id`) and it is the same one: such a gateway gives what waits to the next run. Where that isn't known the
 * message goes above what follows, so that no answer stands above its question.
 * @param copyIds second copies of a message; they begin nothing.
 */
export function splitTurns(events: readonly SessionEvent[], copyIds: ReadonlySet<string>): Turns {
  const turns: SessionEvent[][] = [];
  let writing = 0;
  let runId: string | undefined;
  let isRunning = false;
  /** All calls of a pause are answered, and nothing has shown yet that the run goes on. */
  let isResuming = false;
  let openCalls: readonly string[] = [];
  const toLast = (): void => {
    writing = Math.max(0, turns.length - 1);
  };
  for (const event of events) {
    const isMessage = event.type === 'user.message' && !copyIds.has(event.id);
    switch (event.type) {
      case 'session.status_running':
        // A run says so when it begins and after each pause. An end that never came counts as one.
        if (event.run_id === undefined || event.run_id !== runId) toLast();
        runId = event.run_id;
        isRunning = true;
        isResuming = false;
        break;
      case 'agent.message':
      case 'agent.tool_use':
        // What waits is looked at first: that costs less than the words of each answer.
        if (writing < turns.length - 1) {
          if ((isResuming && runId === undefined) || isSaidByPerson(event)) toLast();
        }
        isResuming = false;
        break;
      case 'user.tool_result': {
        // The answers are there, so the run goes on. Cancelled ones may be the gateway's own, for a message that comes
        // instead of them and begins another run.
        if (openCalls.length === 0) break;
        const given = event.content.filter(({ error_code }) => error_code !== 'cancelled');
        const answered = new Set(given.map((block) => block.tool_use_id));
        openCalls = openCalls.filter((id) => !answered.has(id));
        if (openCalls.length === 0) isRunning = isResuming = true;
        break;
      }
      default:
        break;
    }
    if (isMessage || turns.length === 0) turns.push([event]);
    else turns[writing]?.push(event);
    if (isMessage && !isRunning) {
      toLast();
      openCalls = [];
    }
    if (event.type !== 'session.status_idle' && event.type !== 'session.error') continue;
    isRunning = false;
    isResuming = false;
    if (event.type === 'session.status_idle' && event.content.stop_reason === 'client_tool_use') {
      openCalls = event.content.tool_use_ids ?? [];
    } else {
      runId = undefined;
      toLast();
    }
  }
  return { turns, writing };
}

/** A person of the site answers all that was written before. */
function isSaidByPerson(event: SessionEvent): boolean {
  return (
    event.type === 'agent.message' && event.content.some((block) => personOf(block)?.act === 'said')
  );
}
