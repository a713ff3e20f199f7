// Which events belong together: a message of the visitor, and all that the agent does for it. Knows no entries and no rows.

import type { SessionEvent } from '../protocol/index.ts';

export interface Turns {
  /** A message and what was done for it, in the order in which the visitor sees the messages. */
  readonly turns: readonly (readonly SessionEvent[])[];
  /** The index of the turn into which the agent writes. */
  readonly writing: number;
}

/**
 * What the agent does belongs to the message that its run began with. A message that the gateway takes while a run is
 * under way stands behind that run's turn and has none of its own yet: the next run answers all that wait by then, so its
 * turn is that of the last of them.
 * @param copyIds second copies of a message; they begin nothing.
 */
export function splitTurns(events: readonly SessionEvent[], copyIds: ReadonlySet<string>): Turns {
  const turns: SessionEvent[][] = [];
  let writing = 0;
  let isRunning = false;
  let hasSaidRunning = false;
  let openCalls: readonly string[] = [];
  for (const event of events) {
    const isMessage = event.type === 'user.message' && !copyIds.has(event.id);
    if (isMessage || turns.length === 0) turns.push([event]);
    else turns[writing]?.push(event);
    if (isMessage && !isRunning) {
      writing = turns.length - 1;
      openCalls = [];
    }
    switch (event.type) {
      case 'session.status_running':
        // A run says so when it begins and after each pause: this is another one, and the end of the last never came.
        if (hasSaidRunning) writing = turns.length - 1;
        hasSaidRunning = true;
        isRunning = true;
        break;
      case 'user.tool_result': {
        // The answers are there, so the run goes on. Cancelled ones may be the gateway's own, for a message that comes
        // instead of them and begins another run.
        if (openCalls.length === 0) break;
        const given = event.content.filter(({ error_code }) => error_code !== 'cancelled');
        const answered = new Set(given.map((block) => block.tool_use_id));
        openCalls = openCalls.filter((id) => !answered.has(id));
        if (openCalls.length === 0) isRunning = true;
        break;
      }
      case 'session.status_idle':
        isRunning = false;
        hasSaidRunning = false;
        if (event.content.stop_reason === 'client_tool_use') {
          openCalls = event.content.tool_use_ids ?? [];
          break;
        }
        writing = turns.length - 1;
        break;
      case 'session.error':
        isRunning = false;
        hasSaidRunning = false;
        writing = turns.length - 1;
        break;
      default:
        break;
    }
  }
  return { turns, writing };
}
