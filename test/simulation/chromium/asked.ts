// What the pages asked, told from the proxy's side, in the words of the referee. A page is known by its token.

import type { Asked } from '../network.ts';
import type { FaultName } from '../network-faults.ts';
import { callsOf } from '../sockets/asked.ts';
import type { Heard } from '../sockets/fault-proxy.ts';
import { SILENT } from '../sockets/faults.ts';

/** How long a reply that has left the proxy may take until the page knows it. */
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
      signal: null,
      isAborted: said === 0,
      doneAt: endedAt === 0 ? 0 : endedAt + UNDER_WAY_MS,
      // The page may have had the reply at once: its second counts from when it left the proxy.
      retryAfterMs: fault === 'http_429' ? 1_000 - UNDER_WAY_MS : 0,
      tab,
    };
  });
}
