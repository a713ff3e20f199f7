// Requests to a backend that take more than one address: each goes to the record's own server alone, since what opens one server is not
// shown to another.

import { type OutsideFetch, RefusedAddress } from '../../kernel/outside-fetch.ts';
import { Refused } from './refused.ts';

/** @throws Refused, RefusedAddress */
export function createOwnFetch(
  { url: own, headers }: { url: string; headers: Readonly<Record<string, string>> },
  { fetch, signal, onReply }: OwnFetchParts,
): OutsideFetch {
  const { origin } = new URL(own);
  return async (url, init = {}) => {
    if (new URL(url).origin !== origin) {
      throw new RefusedAddress('The backend names another server than its record.');
    }
    const all = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) all.set(name, value);
    const reply = await fetch(url, { ...init, headers: all, signal: init.signal ?? signal });
    onReply(reply.status);
    if (reply.status < 400) return reply;
    await reply.body?.cancel().catch(() => {});
    throw new Refused(reply.status);
  };
}

interface OwnFetchParts {
  fetch: OutsideFetch;
  signal: AbortSignal;
  onReply(status: number): void;
}
