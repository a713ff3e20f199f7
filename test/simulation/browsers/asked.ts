// Translates what the proxy has recorded of the pages' requests into the referee's words. A token identifies a page.

import { type Asked, isNamed } from '../network.ts';
import type { FaultName } from '../network-faults.ts';
import type { Heard } from '../real-time/fault-proxy.ts';
import { SILENT } from '../real-time/faults.ts';
import { callsOf } from '../real-time/request-body.ts';

/** How long a reply may take from the proxy until the page has read it. */
const UNDER_WAY_MS = 250;

export function askedOf(heard: readonly Heard[]): Asked[] {
  const tokens = new Map<string, number>();
  return heard.flatMap((one) => {
    const { step, token, at, endedAt, said, method, target, body, fault } = one;
    if (step === 'preflight') return [];
    const tab = tokens.get(token) ?? tokens.size;
    tokens.set(token, tab);
    const isSilent = SILENT.includes(fault) || (said === 0 && step !== 'stream');
    const name: FaultName = fault === 'duplicate' ? fault : isSilent ? 'response_lost' : 'none';
    return {
      at,
      step,
      fault: name,
      method,
      url: target,
      token,
      status: said,
      calls: callsOf(body === '' ? null : JSON.parse(body)),
      isNamed: isNamed(body === '' ? null : JSON.parse(body)),
      signal: null,
      isAborted: said === 0,
      doneAt: endedAt === 0 ? 0 : endedAt + UNDER_WAY_MS,
      // The page may have got the reply at once, so count its second from the moment when the reply left the proxy.
      retryAfterMs: fault === 'http_429' ? 1_000 - UNDER_WAY_MS : 0,
      tab,
    };
  });
}
