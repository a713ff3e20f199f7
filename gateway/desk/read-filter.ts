// The parameters of the list, as callers and saved views write them, as the filter that the list's statements take.

import type { DeskCaller } from '../kernel/auth/desk-caller.ts';
import type { ViewFilter } from '../work/views-schema.ts';
import { CONVERSATION_STATES } from './conversation-row.ts';
import type { ConversationFilter } from './conversations.ts';

/** @param given `status` left out: what is neither done nor put off; all of a visitor's, and all that words are looked for in */
export function readFilter(
  given: ViewFilter & { owner_id?: string | undefined },
  { person_id: me }: Pick<DeskCaller, 'person_id'>,
  now: number,
): Omit<ConversationFilter, 'limit' | 'page'> {
  const isFinding = given.owner_id !== undefined || (given.q?.trim() ?? '') !== '';
  return {
    personId: me,
    now,
    status: given.status ?? (isFinding ? 'all' : undefined),
    assignedTo: given.assigned_to === 'me' ? me : given.assigned_to,
    tagId: given.tag,
    state: CONVERSATION_STATES.find((state) => state === given.state),
    isUnread: given.unread === true,
    feedback: given.feedback,
    clientId: given.client_id,
    agent: given.agent,
    ownerId: given.owner_id,
    search: given.q,
  };
}
