// May this caller say something about the page? An agent can refuse it from a visitor's token altogether.

import type { Agent } from '../agents/types.ts';
import type { Principal } from '../auth/principal.ts';
import { invalid } from '../http/http-error.ts';
import type { Submission } from './sort-send.ts';

/** @throws HttpError 400 */
export function checkPageContext(
  principal: Principal,
  submission: Submission,
  agent: Agent | undefined,
): void {
  if (principal.kind !== 'browser_session' || agent?.pageContext !== 'refused') return;
  if (submission.kind !== 'messages') return;
  if (submission.events.some(({ type }) => type === 'system.message')) {
    throw invalid(
      'This agent takes no system.message from a visitor’s token. Send it from your server, with an API key or a service token.',
    );
  }
}
