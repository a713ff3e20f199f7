// The tool by which an agent asks for a person. The gateway runs it itself: it marks the conversation, tells webhooks and open
// desks, and answers the agent honestly, whether somebody is there or not.

import type { ToolDefinition } from '../wire.ts';

/** The tool's name. */
export const REQUEST_HUMAN = 'request_human';

export const REQUEST_HUMAN_TOOL: ToolDefinition = {
  name: REQUEST_HUMAN,
  description:
    'Asks a person of the team to take over this conversation. Use it when the visitor asks for a person, is upset, or needs something that you can’t do. The result says whether somebody is there: tell the visitor exactly that, and promise nothing else.',
  input_schema: {
    type: 'object',
    properties: {
      reason: { type: 'string', description: 'In one sentence, for the person who takes over.' },
      email: {
        type: 'string',
        description: 'The visitor’s e-mail address, once they have given it for an answer later.',
      },
    },
  },
};

/** Whether there are people who can take over. */
export interface DeskPresence {
  /** Whether anybody may sign in to the desk: without, no agent is offered the tool. */
  hasDesk: boolean;
  isSomebodyThere: boolean;
  /** When the team is there again, in words, where its hours say so and it isn't there now; null: nothing is known. */
  opensAt: string | null;
  /** Whether the team's answer can go to a visitor by mail. */
  sendsMail: boolean;
  /** Whether visitors of the site are asked how a conversation went. */
  asksRating: boolean;
}

const EMAIL = /^[^\s@<>"(),:;\\[\]]{1,64}@[^\s@<>"(),:;\\[\]]+\.[^\s@<>"(),:;\\[\].]+$/;
const MAX_EMAIL = 254;

/** The address that an agent was given; null where it is none. */
export function emailIn({ email }: Record<string, unknown>): string | null {
  if (typeof email !== 'string') return null;
  const address = email.trim();
  return address.length <= MAX_EMAIL && EMAIL.test(address) ? address : null;
}

/** By which the page asks visitors for something in fields, where its owner lets it (`data-cards`). */
export const FORM_TOOL = 'ask_form';

/** @param clientTools JSON: those of the page */
export function canAskByForm(clientTools: string): boolean {
  return (JSON.parse(clientTools) as ToolDefinition[]).some(({ name }) => name === FORM_TOOL);
}

/** The tool's result, as the agent reads it: JSON. @param hasForm whether the page can ask the visitor by a form */
export function requestResult(
  { isSomebodyThere, opensAt, sendsMail }: Omit<DeskPresence, 'hasDesk' | 'asksRating'>,
  hasForm: boolean,
  email: string | null = null,
): string {
  if (email !== null && !isSomebodyThere) {
    return JSON.stringify({
      somebody_is_there: false,
      ...(opensAt === null ? {} : { back_at: opensAt }),
      message: sendsMail
        ? `The team’s answer goes to ${email} by mail, too, with a link to this conversation. Tell the visitor so.`
        : `The team sees ${email} beside this conversation. Tell the visitor so, and promise no time.`,
    });
  }
  if (!isSomebodyThere && (opensAt !== null || sendsMail)) {
    const back = opensAt === null ? '' : ` that somebody is back at ${opensAt},`;
    const ask = hasForm ? `ask by the tool ${FORM_TOOL}` : 'ask';
    return JSON.stringify({
      somebody_is_there: false,
      ...(opensAt === null ? {} : { back_at: opensAt }),
      message: `Nobody is at the desk now. Tell the visitor honestly that no person is there at the moment,${back} that the team will see this conversation, and ${ask} for their e-mail address, if they want an answer later. Then call ${REQUEST_HUMAN} again with it.`,
    });
  }
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
