// Asks the agent of a trial something in the gateway's own name: for comparisons, and for answers that the team has taught it.

import { HttpError } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Origin } from '../log/origin.ts';
import type { Runs } from './runs.ts';
import { type SendParts, send } from './send.ts';

export interface AskParts extends SendParts {
  runs: Pick<Runs, 'start'>;
}

/** Begins the answer; it comes into the trial's events. @throws HttpError where the question can't be asked now. */
export async function askTrial(
  parts: AskParts,
  sessionId: string,
  question: string,
): Promise<void> {
  const content = [{ type: 'text' as const, text: question }];
  const { after } = await send(
    parts,
    sessionId,
    { kind: 'messages', events: [{ type: 'user.message', content }] },
    ownOrigin(parts.ids),
  );
  if (after.kind !== 'start') throw new HttpError(409, 'This project’s agents don’t run now.');
  parts.runs.start(sessionId, after.runId);
}

/** Of what the gateway asks by itself. @param clientId the site that it is for; '': none. */
export function ownOrigin(ids: Ids, clientId = ''): Origin {
  return {
    auth_method: 'service_token',
    actor_type: 'service',
    application: 'unknown',
    client_id: clientId,
    request_id: ids.uuid(),
    trace_id: ids.hex(16),
    span_id: ids.hex(8),
    is_sampled: true,
  };
}
