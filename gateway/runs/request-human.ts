// The tool by which an agent asks for a person. The gateway runs it itself: it marks the conversation, tells webhooks and open
// desks, and answers the agent honestly, whether somebody is there or not.

import type { Queryable } from '../kernel/db/types.ts';
import type { ToolDefinition } from '../wire.ts';

export const REQUEST_HUMAN = 'request_human';

/** Of somebody whose desk was heard of this recently it can be said that they are there. */
const THERE_MS = 150_000;

export const REQUEST_HUMAN_TOOL: ToolDefinition = {
  name: REQUEST_HUMAN,
  description:
    'Asks a person of the team to take over this conversation. Use it when the visitor asks for a person, is upset, or needs something that you can’t do. The result says whether somebody is there: tell the visitor exactly that, and promise nothing else.',
  input_schema: {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'In one sentence, for the person who takes over.' },
    },
  },
};

export interface DeskPresence {
  /** Whether anybody may sign in to the desk: without, no agent is offered the tool. */
  hasDesk: boolean;
  isSomebodyThere: boolean;
}

export async function findPresence(db: Queryable, now: number): Promise<DeskPresence> {
  const [row] = await db.query<{ has_desk: boolean; is_there: boolean }>(
    `SELECT EXISTS (SELECT 1 FROM desk_people WHERE disabled_at IS NULL) AS has_desk,
            EXISTS (SELECT 1 FROM desk_sessions s JOIN desk_people p ON p.person_id = s.person_id
                     WHERE p.disabled_at IS NULL AND s.seen_at > $1 AND s.expires_at > $2) AS is_there`,
    [now - THERE_MS, now],
  );
  return { hasDesk: row?.has_desk === true, isSomebodyThere: row?.is_there === true };
}

/** By which the page asks visitors for something in fields, where its owner lets it (`data-cards`). */
const FORM_TOOL = 'ask_form';

/** @param clientTools JSON: those of the page */
export function canAskByForm(clientTools: string): boolean {
  return (JSON.parse(clientTools) as ToolDefinition[]).some(({ name }) => name === FORM_TOOL);
}

/** What the agent is told. */
export function requestResult(isSomebodyThere: boolean, hasForm: boolean): string {
  return JSON.stringify(
    isSomebodyThere
      ? {
          somebody_is_there: true,
          message:
            'The team was told and can step in at any moment. Tell the visitor so, and go on helping until then.',
        }
      : {
          somebody_is_there: false,
          message: `Nobody is at the desk now. Tell the visitor honestly that no person is there at the moment, that the team will see this conversation, and ${
            hasForm
              ? `ask by the tool ${FORM_TOOL} for an address at which they can be reached, if they want an answer later.`
              : 'ask how they can be reached if they want an answer later.'
          }`,
        },
  );
}
