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
    const origin = c.req.header('origin');
    const isListed = origin !== undefined && (allowed === null || allowed.includes(origin));
    // The desk's preview, a frame without an origin, which is answered in trials alone.
    const isPreview = origin === 'null' && c.req.path.startsWith('/console/trial/');
    const isAllowed = isListed || isPreview;
    const isPreflight =
      c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined;
    if (isPreflight) c.res = new Response(null, { status: 204 });
    else await next();
    c.res.headers.append('Vary', 'Origin');
    if (!isAllowed) return;
    c.res.headers.set('Access-Control-Allow-Origin', origin);
    c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (!isPreflight) return;
    c.res.headers.set('Access-Control-Allow-Methods', METHODS);
    c.res.headers.set('Access-Control-Allow-Headers', REQUEST_HEADERS);
    c.res.headers.set('Access-Control-Max-Age', PREFLIGHT_MAX_AGE_S);
  };
}
