// The npm entry `./server`: the session endpoint that a site needs, for servers that speak Fetch's Request and Response
// (Next, Hono, Workers, Bun, Deno) and for Node's http and Express.

import { createGatewayClient } from './client/gateway-client.ts';
import type { Credentials, FeedbackInput } from './client/types.ts';
import { createHandler } from './endpoint/handler.ts';
import { createLimiter } from './endpoint/limits.ts';
import { createSeal } from './endpoint/seal.ts';
import { createVisitorSessions } from './endpoint/sessions.ts';
import type { SessionHandler, SessionHandlerOptions } from './endpoint/types.ts';
import { createBrowserClock } from './platform/clock.ts';
import { createBrowserRandom } from './platform/random.ts';

/**
 * The endpoint that `data-session` names: finds the visitor's session or makes one, and hands out a token for it.
 * @example
 * const chat = createSessionHandler({
 *   gateway: 'https://gateway.example',
 *   key: process.env.BELLHOP_KEY ?? '',
 *   visitor: async (request) => {
 *     const user = await userOf(request);
 *     return user && { id: user.id, attributes: { name: user.name, plan: user.plan } };
 *   },
 * });
 * export const POST = (request: Request) => chat(request); // Next: app/api/chat-session/route.ts
 * hono.post('/chat/session', (c) => chat(c.req.raw, { native: c })); // Hono
 * app.post('/chat/session', toNodeHandler(chat)); // Express, Node's http
 * @throws TypeError if the gateway's address, the key or the secret can't be used.
 */
export function createSessionHandler<Native = unknown>(
  options: SessionHandlerOptions<Native>,
): SessionHandler<Native> {
  const { gateway: baseUrl, key, secret = key, limits = {}, tokenExpiresInS } = options;
  if (typeof key !== 'string' || key === '') {
    throw new TypeError(
      'createSessionHandler needs key: a site’s service token, or the gateway’s admin key.',
    );
  }
  const clock = createBrowserClock();
  const as = (token: string) =>
    createGatewayClient({
      baseUrl,
      clock,
      random: createBrowserRandom(),
      fetch: plainFetch(options),
      credentials: fixed(token),
    });
  const gateway = as(key);
  return createHandler({
    options,
    seal: createSeal(secret, globalThis.crypto),
    limiter: createLimiter(limits, clock),
    sessions: createVisitorSessions({ gateway, asVisitor: as, clock, tokenExpiresInS }),
    giveFeedback: (sessionId, feedback) =>
      gateway.giveFeedback(sessionId, feedback as FeedbackInput),
    onError: options.onError ?? ((error) => console.error('[bellhop] No session:', error)),
  });
}

/** Without what only a browser's fetch knows: some servers refuse these members instead of leaving them out. */
function plainFetch({ fetch }: SessionHandlerOptions<never>): typeof globalThis.fetch {
  return (input, init = {}) => {
    const { method = 'GET', headers = {}, body, signal } = init;
    // A gateway answers at its own address: what leads elsewhere must not get the key.
    const plain: RequestInit = { method, headers, redirect: 'manual' };
    if (body != null) plain.body = body;
    if (signal != null) plain.signal = signal;
    return fetch === undefined ? globalThis.fetch(input, plain) : fetch(String(input), plain);
  };
}

/** A key has no replacement: the gateway's refusal reaches the caller. */
function fixed(token: string): Credentials {
  return { token: async () => token, refresh: async () => token };
}

export { GatewayError } from './client/gateway-error.ts';
export type { NodeRequest, NodeResponse } from './endpoint/node.ts';
export { toNodeHandler } from './endpoint/node.ts';
export type * from './endpoint/types.ts';
