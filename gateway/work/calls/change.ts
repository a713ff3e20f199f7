// One change of a conversation by a colleague, in one transaction with what follows from it.

import { leave } from '../../desk/handover.ts';
import { findPerson } from '../../desk/people.ts';
import type { DeskCaller } from '../../kernel/auth/desk-caller.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { invalid } from '../../kernel/http-error.ts';
import type { Ids } from '../../kernel/ids.ts';
import type { SessionLog } from '../../log/session-log.ts';
import { askRating } from '../../runs/ask-rating.ts';
import { type TagChange, tagSession } from '../tags.ts';

export interface WorkChange extends TagChange {
  status?: 'open' | 'closed' | undefined;
  /** Unix milliseconds; null: not put off any more. */
  snoozed_until?: number | null | undefined;
  assigned_to?: string | null | undefined;
}

export interface ChangeParts {
  log: SessionLog;
  ids: Ids;
}

/** @throws HttpError 404 where the conversation is gone, 400 */
export function changeWork(
  { log, ids }: ChangeParts,
  sessionId: string,
  change: WorkChange,
): Promise<void> {
  return log.write(sessionId, async (write) => {
    const { tx, session, set, noteWork } = write;
    if (change.status === 'open') set({ closed_at: null, snoozed_until: null });
    if (change.assigned_to !== undefined) set({ assigned_to: change.assigned_to });
    if (change.snoozed_until !== undefined) {
      set({ snoozed_until: change.snoozed_until, closed_at: null });
    }
    if (change.status === 'closed') {
      // Nobody sits at a conversation that is done: the agent answers what comes next.
      const holder = session.held_by === null ? null : await findPerson(tx, session.held_by);
      if (holder !== null) await leave(write, ids, holder);
      set({ closed_at: write.now, snoozed_until: null, wanted_at: null, unanswered_since: null });
    }
    await tagSession(tx, sessionId, change);
    if (change.status === 'closed') await askRating(write, ids);
    noteWork();
  });
}

/** @throws HttpError 400 */
export async function checkAssignee(
  db: Queryable,
  caller: Pick<DeskCaller, 'person_id'>,
  personId: string | null | undefined,
): Promise<void> {
  if (personId === null || personId === undefined || personId === caller.person_id) return;
  const person = await findPerson(db, personId);
  if (person === null || person.disabled_at !== null) {
    throw invalid('assigned_to must be a person who may sign in to the desk.');
  }
  if (person.role === 'viewer') {
    throw invalid('assigned_to must be a person who may answer; a viewer only reads.');
  }
}
