// The work that a WordPress asks of strangers where many come at once, in the gateway's own format. Loaded once one asks for it.

import { proveWork } from '../client/proof-of-work.ts';
import { browserDigester } from '../platform/digest.ts';
import type { Clock } from '../platform/types.ts';
import { parseChallenge } from '../protocol/public-session.ts';

/** @returns the proof; null where there is no such challenge, or it can't be solved here, as on pages without https. */
export async function workFor(
  said: unknown,
  clock: Pick<Clock, 'monotonic'>,
  signal: AbortSignal,
): Promise<string | null> {
  const challenge = parseChallenge(said);
  const digester = browserDigester();
  if (challenge === null || digester === null) return null;
  return proveWork(challenge, { digester, clock, signal });
}
