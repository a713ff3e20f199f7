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
    },
  },
};

/** Whether there are people who can take over. */
export interface DeskPresence {
  /** Whether anybody may sign in to the desk: without, no agent is offered the tool. */
  hasDesk: boolean;
  isSomebodyThere: boolean;
}

/** By which the page asks visitors for something in fields, where its owner lets it (`data-cards`). */
const FORM_TOOL = 'ask_form';

/** @param clientTools JSON: those of the page */
export function canAskByForm(clientTools: string): boolean {
  return (JSON.parse(clientTools) as ToolDefinition[]).some(({ name }) => name === FORM_TOOL);
}

/** The tool's result, as the agent reads it: JSON. @param hasForm whether the page can ask the visitor by a form */
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
