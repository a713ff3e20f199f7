// From what an owner types to an origin as browsers send it, and as the gateway keeps it. Pure.

/** What was done with the typed text, for words beside the field. */
export type OriginReading =
  | { kind: 'origin'; origin: string; isAsTyped: boolean; note: OriginNote | null }
  | { kind: 'wrong'; why: OriginFault };

/** `www`: the name without www is another website. `below`: the star includes no page of the name itself. `plain`: no encryption. */
export type OriginNote = 'www' | 'below' | 'plain';
/** `empty`: nothing was typed. `star`: it would mean all websites. `none`: it is no website's address. */
export type OriginFault = 'empty' | 'star' | 'none';

const STAR = '*.';
/** The hosts that the gateway takes. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[\da-f:.]+\])$/;

/** @param typed such as `shop.example`, `https://www.shop.example/cart`, `*.shop.example` */
export function readOrigin(typed: string): OriginReading {
  const text = typed.trim();
  if (text === '') return { kind: 'wrong', why: 'empty' };
  const [, scheme = '', rest = ''] = /^(?:(https?):)?(?:\/\/)?(.*)$/is.exec(text) ?? [];
  const hasStar = rest.startsWith(STAR);
  const named = hasStar ? rest.slice(STAR.length) : rest;
  const [host = ''] = named.split(/[/?#\\]/);
  if (host === '*' || host.includes('*')) return { kind: 'wrong', why: 'star' };
  // A mail address, another scheme, or words.
  if (!/^(?:\[[\da-f:.]+\]|[^\s@:[\]]+)(?::\d{1,5})?$/i.test(host)) return wrong();
  const isOwnMachine = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::|$)/i.test(host);
  const address = `${scheme.toLowerCase() || (isOwnMachine ? 'http' : 'https')}://${host}`;
  if (!URL.canParse(address)) return wrong();
  const { origin, hostname, protocol } = new URL(address);
  if (!HOST.test(hostname)) return wrong();
  const isNumber = /^[\d.]+$|^\[/.test(hostname);
  const isName = /[^.]\.[^.]/.test(hostname) || hostname === 'localhost';
  if (!isName && !isNumber) return hasStar ? { kind: 'wrong', why: 'star' } : wrong();
  if (hasStar && (isNumber || hostname === 'localhost')) return wrong();
  const made = hasStar ? origin.replace('://', `://${STAR}`) : origin;
  return { kind: 'origin', origin: made, isAsTyped: made === text, note: noteOf() };

  function noteOf(): OriginNote | null {
    if (hasStar) return 'below';
    if (protocol === 'http:' && !isOwnMachine) return 'plain';
    return hostname.startsWith('www.') ? 'www' : null;
  }
}

function wrong(): OriginReading {
  return { kind: 'wrong', why: 'none' };
}
