// Solves the gateway's proof of work, in slices: between two of them the page does its own work. In the page and not in a
// worker, since many policies forbid a worker from a blob or of another origin. Fetched only if a gateway asks for work.

import type { Digester } from '../platform/digest.ts';
import type { Clock } from '../platform/types.ts';
import type { Challenge } from '../protocol/public-session.ts';

/** A slice that has taken longer is followed by a shorter one, from the making of its texts to the last hash. */
const SLICE_MS = 5;
const FIRST_SLICE = 16;
const MAX_SLICE = 1_024;

export interface WorkParts {
  digester: Digester;
  clock: Pick<Clock, 'monotonic'>;
  /** Ends the work after the slice under way. */
  signal: AbortSignal;
}

/**
 * Resolves to `proof` of the next request: JSON with the number, as base64. Null: no number fits, or the signal has
 * ended the work.
 */
export async function proveWork(
  { challenge, maxnumber, salt, signature }: Challenge,
  { digester, clock, signal }: WorkParts,
): Promise<string | null> {
  const wanted = bytesOf(challenge);
  const encoder = new TextEncoder();
  const isFound = async (number: number): Promise<boolean> => {
    const hash = new Uint8Array(await digester.digest(encoder.encode(salt + number)));
    return wanted.every((byte, at) => byte === hash[at]);
  };
  let size = FIRST_SLICE;
  for (let first = 0; first <= maxnumber && !signal.aborted; ) {
    const beganAt = clock.monotonic();
    const numbers = Array.from(
      { length: Math.min(size, maxnumber - first + 1) },
      (_, i) => first + i,
    );
    const found = await Promise.all(numbers.map(isFound));
    const number = numbers[found.indexOf(true)];
    if (number !== undefined) {
      const proof = { algorithm: 'SHA-256', challenge, number, salt, signature };
      return toBase64(encoder.encode(JSON.stringify(proof)));
    }
    first += numbers.length;
    const tookMs = clock.monotonic() - beganAt;
    // Hashes of short texts come back in the same task (seen in Chromium): without this the page would stand still.
    await digester.nextTask();
    if (tookMs > SLICE_MS) size = Math.max(1, Math.floor(size / 2));
    else if (tookMs < SLICE_MS / 2) size = Math.min(MAX_SLICE, size * 2);
  }
  return null;
}

function bytesOf(hex: string): number[] {
  return (hex.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
}

/** Of any text: `btoa` takes Latin letters alone. */
function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
