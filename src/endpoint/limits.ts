// Counts what comes from one visitor and one address within a time, in this process. It knows neither requests nor sessions.

import type { Clock } from '../platform/types.ts';
import type { Limits } from './types.ts';

export interface Caller {
  /** The account's or the cookie's owner; null for a stranger, who has no cookie of ours. */
  owner: string | null;
  /** Null where it isn't known. */
  address: string | null;
}

export interface Limiter {
  /** Counts a call. Seconds to wait, 0 if it is fine; what isn't is not counted. */
  call(caller: Caller): number;
  /** The same for a session that is about to be made. */
  newSession(caller: Caller): number;
}

const DEFAULTS: Limits = { perVisitor: 30, perAddress: 120, newPerAddress: 240 };
/** Where no address is known, all callers count as one place, which is a ceiling for the whole site. */
const UNKNOWN_FACTOR = 20;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const MAX_COUNTS = 50_000;

interface Count {
  used: number;
  endsAt: number;
}

export function createLimiter(given: Partial<Limits> | false, clock: Pick<Clock, 'now'>): Limiter {
  if (given === false) return { call: () => 0, newSession: () => 0 };
  const limits = { ...DEFAULTS, ...given };
  const counts = new Map<string, Count>();

  /** Each: what is counted, how many are fine, within how many milliseconds. */
  function take(...wanted: readonly (readonly [key: string, most: number, ms: number])[]): number {
    const now = clock.now();
    const found = wanted.map(([key, most, ms]) => {
      const known = counts.get(key);
      const count = known && known.endsAt > now ? known : { used: 0, endsAt: now + ms };
      return { key, most, count };
    });
    const full = found.filter(({ most, count }) => count.used >= most);
    if (full.length > 0) {
      return Math.ceil(Math.max(...full.map(({ count }) => count.endsAt - now)) / 1000);
    }
    for (const { key, count } of found) {
      counts.delete(key);
      counts.set(key, { ...count, used: count.used + 1 });
    }
    if (counts.size > MAX_COUNTS) sweep(now);
    return 0;
  }

  function sweep(now: number): void {
    for (const [key, { endsAt }] of counts) if (endsAt <= now) counts.delete(key);
    // Still too many: the longest unused go first.
    for (const key of counts.keys()) {
      if (counts.size <= MAX_COUNTS / 2) break;
      counts.delete(key);
    }
  }

  /** Strangers may make up any cookie they like; they use up nothing of what the visitors of their address have. */
  function place({ owner, address }: Caller, most: number): [string, number] {
    const kind = owner === null ? 'stranger' : 'visitor';
    return address === null
      ? [`${kind}|somewhere`, most * UNKNOWN_FACTOR]
      : [`${kind}|${networkOf(address)}`, most];
  }

  return {
    call(caller) {
      const own =
        caller.owner === null ? [] : ([[`own|${caller.owner}`, limits.perVisitor]] as const);
      const places = [...own, place(caller, limits.perAddress)] as const;
      return take(...places.map(([key, most]) => [`call|${key}`, most, MINUTE_MS] as const));
    },
    newSession(caller) {
      const [key, most] = place(caller, limits.newPerAddress);
      return take([`new|${key}`, most, HOUR_MS]);
    },
  };
}

/** Of IPv6 a /64, the smallest network that a customer gets; of IPv4 the address, however it is written. */
export function networkOf(address: string): string {
  const plain = address.trim().toLowerCase().replace(/%.*/s, '');
  const mapped = /^(?:::ffff:)(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(':')) return plain;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros =
    tail === undefined ? [] : Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`;
}

/** An address of a local network is a proxy's, and says nothing about the visitor. */
export function isLocal(address: string): boolean {
  return /^(127\.|10\.|192\.168\.|169\.254\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1$|f[cd]|fe[89ab])/.test(
    address
      .trim()
      .toLowerCase()
      .replace(/^::ffff:/, ''),
  );
}
