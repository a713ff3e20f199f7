// The replies of a session endpoint, and which requests it refuses unread: those of other sites' pages, and what is no POST
// of JSON. A refusal has the form that the widget shows in the console: JSON with `code` and `message`.

/** Never in a cache: a ticket holds a token, and a refusal is one visitor's. */
const NO_STORE = { 'cache-control': 'no-store' };

export type RefusalCode =
  | 'bad_request'
  | 'forbidden'
  | 'method_not_allowed'
  | 'not_found'
  | 'rate_limited'
  | 'too_large'
  | 'unavailable'
  | 'wrong_type';

const STATUS: Readonly<Record<RefusalCode, number>> = {
  bad_request: 400,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  wrong_type: 415,
  rate_limited: 429,
  unavailable: 503,
};

/** @param retryAfterS seconds after which it may work */
export function refuse(code: RefusalCode, message: string, retryAfterS?: number): Response {
  const headers: Record<string, string> = { ...NO_STORE };
  if (retryAfterS !== undefined)
    headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfterS)));
  if (code === 'method_not_allowed') headers.allow = 'POST';
  return Response.json({ code, message }, { status: STATUS[code], headers });
}

/** @param cookies lines of Set-Cookie */
export function reply(body: unknown, cookies: readonly string[] = []): Response {
  const headers = new Headers(NO_STORE);
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  return Response.json(body, { headers });
}

export const done = (): Response => new Response(null, { status: 204, headers: NO_STORE });

/**
 * Cookies say who the caller is, and a browser sends them for whatever page asks. So only this site's own pages may.
 * @param origins further origins that are this site's
 * @returns null if the request may be answered
 */
export function refuseStrangers(request: Request, origins: readonly string[]): Response | null {
  if (request.method !== 'POST') return refuse('method_not_allowed', 'Send a POST.');
  if (!isOwnPage(request, origins)) {
    return refuse('forbidden', 'Call this address from the site’s own pages.');
  }
  // No form of another page can send this type; old browsers that name no origin are covered by it.
  return /^application\/json\b/i.test(request.headers.get('content-type') ?? '')
    ? null
    : refuse('wrong_type', 'Send JSON, with Content-Type: application/json.');
}

function isOwnPage({ headers, url }: Request, origins: readonly string[]): boolean {
  const origin = headers.get('origin');
  if (origin !== null && origins.includes(origin)) return true;
  // A page can't write this header. Behind a proxy that changes the host's name it is the only one that tells.
  const site = headers.get('sec-fetch-site');
  if (site !== null) return site === 'same-origin';
  // Neither header: no browser's page.
  if (origin === null) return true;
  const host = hostOf(origin);
  return host !== null && (host === headers.get('host') || host === hostOf(url));
}

/** Null for what is no address: a sandboxed frame's origin reads "null". */
function hostOf(address: string): string | null {
  try {
    return new URL(address).host || null;
  } catch {
    return null;
  }
}
