// Requests to servers of others, at addresses that an owner has written down: no redirect is followed, no private network is
// reached unless the operator allows it, and no reply is longer than it may be.

import { Agent, fetch as undiciFetch } from 'undici';
import { faultOfUrl, publicLookup } from './outside-address.ts';

/** Fetches from servers of others. @throws RefusedAddress where the address is one that the gateway doesn't go to */
export type OutsideFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

export interface OutsideOptions {
  /** Whether private networks and plain http are allowed. */
  mayBePrivate: boolean;
  /** Bytes of one reply's body; a longer one breaks off with an error. */
  maxBytes: number;
}

/** The gateway doesn't go to this address; the message says why. */
export class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';
}

export class ReplyTooLong extends Error {
  override readonly name = 'ReplyTooLong';
}

/** The names are looked up at each connection, and the connection goes to what was looked at. */
export function createOutsideFetch({ mayBePrivate, maxBytes }: OutsideOptions): OutsideFetch {
  // Limits of time are the callers' own.
  const limits = { headersTimeout: 0, bodyTimeout: 0 };
  const dispatcher = mayBePrivate
    ? new Agent(limits)
    : new Agent({ ...limits, connect: { lookup: publicLookup } });
  return async (url, init = {}) => {
    const fault = faultOfUrl(String(url), mayBePrivate);
    if (fault !== null) throw new RefusedAddress(`The address ${fault}.`);
    const reply = await undiciFetch(url, {
      ...(init as Parameters<typeof undiciFetch>[1]),
      redirect: 'manual',
      dispatcher,
    });
    return bounded(reply as unknown as Response, maxBytes);
  };
}

function bounded(reply: Response, maxBytes: number): Response {
  if (reply.body === null) return reply;
  let bytes = 0;
  const body = reply.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > maxBytes) throw new ReplyTooLong(`A reply had more than ${maxBytes} bytes.`);
        controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText } = reply;
  return new Response(body, { status, statusText, headers: [...reply.headers] });
}
