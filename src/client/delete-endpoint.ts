// Calls the site's endpoint that deletes a session.

import { createSiteCall, type SessionEndpointOptions } from './session-endpoint.ts';

/** Asks the site to delete a session, here the whole conversation at the gateway. Any 2xx says that it is gone. */
export function createDeleteEndpoint(
  options: SessionEndpointOptions,
): (sessionId: string) => Promise<true> {
  const call = createSiteCall(options, 'Expected: 2xx.', () => true as const);
  return (sessionId) => call({ session_id: sessionId });
}
