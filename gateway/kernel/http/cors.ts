// Cross-origin headers, on every reply: a browser can't read a refusal that lacks them.
// No credentials: the token in the header is all that counts, so any origin may be let in.

import type { MiddlewareHandler } from 'hono';

const METHODS = 'GET, POST, PATCH, DELETE, OPTIONS';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Accept, traceparent, X-Client-Application, X-Request-ID';
const EXPOSED_HEADERS = 'Retry-After, X-Request-ID, WWW-Authenticate, Bellhop-Intents';
/**
 * As long as Chromium remembers one. A page whose origin is taken off the list can read nothing at once, but with a good
 * token its requests may still be applied for so long.
 */
const PREFLIGHT_MAX_AGE_S = '7200';

/** @param allowed exact origins; null: any. */
export function cors(allowed: readonly string[] | null): MiddlewareHandler {
  return async (c, next) => {
    const { isPreflight, headers } = crossOrigin(c.req.raw, allowed);
    if (isPreflight) c.res = new Response(null, { status: 204 });
    else await next();
    c.res.headers.append('Vary', 'Origin');
    for (const [name, value] of Object.entries(headers)) c.res.headers.set(name, value);
  };
}

/** What a reply to this request says to its browser, beside `Vary`; nothing to an origin that isn't let in. */
export function crossOrigin(
  request: Request,
  allowed: readonly string[] | null,
): { isPreflight: boolean; headers: Readonly<Record<string, string>> } {
  const origin = request.headers.get('origin');
  const isListed = origin !== null && (allowed === null || allowed.includes(origin));
  // The desk's preview, a frame without an origin, which is answered in trials alone.
  const isPreview =
    origin === 'null' && new URL(request.url).pathname.startsWith('/console/trial/');
  const isPreflight =
    request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
  if (origin === null || !(isListed || isPreview)) return { isPreflight, headers: {} };
  return {
    isPreflight,
    headers: {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Expose-Headers': EXPOSED_HEADERS,
      ...(isPreflight
        ? {
            'Access-Control-Allow-Methods': METHODS,
            'Access-Control-Allow-Headers': REQUEST_HEADERS,
            'Access-Control-Max-Age': PREFLIGHT_MAX_AGE_S,
          }
        : {}),
    },
  };
}
