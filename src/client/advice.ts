// What a program that talks to the gateway may do about each error. The widget tells its visitors in words of its own, and
// so leaves this to the client.

import type { GatewayErrorCode } from './types.ts';

/** Sentences by code. A code that has none is explained by its own message. */
export type Advice = { readonly [code in GatewayErrorCode]?: string };

export const ADVICE: Advice = {
  invalid_request: 'The gateway refused the request as invalid.',
  unauthenticated: 'The gateway refused the token. Get a new one.',
  forbidden: 'The token does not permit this.',
  content_policy: 'Content moderation blocked the request.',
  site_not_active: 'The site is registered but not active. Keep its credentials and try later.',
  not_found: 'There is nothing at this address, or the caller may not see it.',
  revoked: "The site's authorization was revoked. Register it again.",
  conflict: 'The state has changed meanwhile. Read it again; do not retry.',
  too_large: 'The body is larger than the gateway takes. Send less.',
  rate_limited: 'Too many requests. Wait, then try again.',
  insufficient_credits: 'The credits are used up. Top up, then try again.',
  server_error: 'The gateway failed. It is safe to try once more.',
  unavailable: 'The gateway is unavailable for now. Try again with back-off.',
};
