// The guest's cookie as text: reads it from a request, writes it for a reply. What stands in it is seal.ts's.
//
// Any host of a domain can set a cookie for its neighbours, but none whose name begins with `__Host-`: a browser takes that only
// from the host itself, by https, for the whole site and without a domain. So that is the name wherever it can be.

import type { CookieOptions } from './types.ts';

const DEFAULT_NAME = 'bellhop_visitor';
const DEFAULT_MAX_AGE_S = 180 * 86_400;
const HOST = '__Host-';

export interface SentCookies {
  /** Values under the name that a reply would set: a browser may send several, of other paths or domains. */
  current: string[];
  /** Values under the name of earlier releases, where that is another. A neighbour may have set them. */
  old: string[];
}

export function readCookies(request: Request, options: CookieOptions): SentCookies {
  const { name, oldName } = namesFor(request, options);
  return {
    current: valuesOf(request, name),
    old: oldName === null ? [] : valuesOf(request, oldName),
  };
}

/** The lines that set the cookie, and take away one that the browser has sent under the old name. */
export function writeCookies(request: Request, value: string, options: CookieOptions): string[] {
  const { maxAgeS = DEFAULT_MAX_AGE_S, path = '/', domain, sameSite = 'Lax' } = options;
  const { name, oldName } = namesFor(request, options);
  const line = [
    `${name}=${value}`,
    `Max-Age=${maxAgeS}`,
    `Path=${path}`,
    ...(domain === undefined ? [] : [`Domain=${domain}`]),
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(isSecure(request, options) ? ['Secure'] : []),
    ...(sameSite === 'None' ? ['Partitioned'] : []),
  ].join('; ');
  const isOld = oldName !== null && valuesOf(request, oldName).length > 0;
  return isOld ? [line, `${oldName}=; Max-Age=0; Path=/`] : [line];
}

function namesFor(
  request: Request,
  options: CookieOptions,
): { name: string; oldName: string | null } {
  const { name = DEFAULT_NAME, path = '/', domain } = options;
  const isOwnChoice = /^__(host|secure)-/i.test(name);
  const mayBeHost = path === '/' && domain === undefined && isSecure(request, options);
  return mayBeHost && !isOwnChoice ? { name: HOST + name, oldName: name } : { name, oldName: null };
}

function valuesOf(request: Request, name: string): string[] {
  return (request.headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/**
 * A caller that lies about it gets a cookie that its own browser won't keep, and harms nobody else. A browser that sends the
 * cookie with the prefix came by https, whatever the proxy says.
 */
function isSecure(request: Request, options: CookieOptions): boolean {
  const { name = DEFAULT_NAME, sameSite, secure } = options;
  if (secure !== undefined) return secure;
  const { url, headers } = request;
  return (
    sameSite === 'None' ||
    url.startsWith('https:') ||
    /^\s*https\b/i.test(headers.get('x-forwarded-proto') ?? '') ||
    valuesOf(request, HOST + name).length > 0
  );
}
