// The guest's cookie as text: reads it from a request, writes it for a reply. What stands in it is seal.ts's.

import type { CookieOptions } from './types.ts';

const DEFAULT_NAME = 'bellhop_visitor';
const DEFAULT_MAX_AGE_S = 180 * 86_400;

/** Every cookie of that name: a browser may send several, of other paths or domains. */
export function readCookies(request: Request, { name = DEFAULT_NAME }: CookieOptions): string[] {
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

export function writeCookie(request: Request, value: string, options: CookieOptions): string {
  const { name = DEFAULT_NAME, maxAgeS = DEFAULT_MAX_AGE_S, path = '/', domain } = options;
  const { sameSite = 'Lax', secure = isSecure(request) || sameSite === 'None' } = options;
  return [
    `${name}=${value}`,
    `Max-Age=${maxAgeS}`,
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
    ...(sameSite === 'None' ? ['Partitioned'] : []),
  ].join('; ');
}

/** A caller that lies about it gets a cookie that its own browser won't keep, and harms nobody else. */
function isSecure({ url, headers }: Request): boolean {
  return url.startsWith('https:') || /^\s*https\b/i.test(headers.get('x-forwarded-proto') ?? '');
}
