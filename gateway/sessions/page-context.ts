// May this caller say something about the page? An agent can refuse it from a visitor's token altogether.

import type { Agent } from '../agents/types.ts';
import type { Principal } from '../kernel/auth/principal.ts';
import { invalid } from '../kernel/http-error.ts';
import type { Submission } from '../log/sort-send.ts';

/** @throws HttpError 400 */
export async function checkPageContext(
  principal: Principal,
  submission: Submission,
  findAgent: () => Promise<Pick<Agent, 'pageContext'> | undefined>,
): Promise<void> {
  if (principal.kind !== 'browser_session' || submission.kind !== 'messages') return;
  if (!submission.events.some(({ type }) => type === 'system.message')) return;
  if ((await findAgent())?.pageContext === 'refused') {
    throw invalid(
      'This agent takes no system.message from a visitor’s token. Send it from your server, with an API key or a service token.',
    );
  }
}
