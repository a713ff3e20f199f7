// Records for the owner's view what crossed the wire: requests, events as they came, warnings. Never the token.

import type { GatewayTrace } from '../client/index.ts';
import type { Clock } from '../platform/index.ts';
import type { SessionEvent } from '../protocol/index.ts';
import type { DebugEntry } from '../ui/types.ts';
import type { Value } from './value.ts';

const MAX_ENTRIES = 300;

export interface DebugLog {
  trace(trace: GatewayTrace): void;
  warn(reason: string): void;
  event(event: SessionEvent): void;
}

/** Records nothing while `isOn` returns false. */
export function createDebugLog(
  clock: Clock,
  isOn: () => boolean,
  entries: Value<readonly DebugEntry[]>,
): DebugLog {
  let count = 0;

  const add = (
    kind: DebugEntry['kind'],
    title: string,
    raw: DebugEntry['raw'] = null,
    latencyMs: number | null = null,
    requestId: string | null = null,
  ): void => {
    if (!isOn()) return;
    count += 1;
    const entry = { kind, title, latencyMs, requestId, raw, key: String(count), at: clock.now() };
    entries.set([...entries.get().slice(-MAX_ENTRIES + 1), entry]);
  };

  return {
    trace({ method, path, status, latencyMs, requestId }) {
      const title = `${method} ${path} ${status === 0 ? 'no reply' : status}`;
      add('request', title, null, Math.round(latencyMs), requestId);
    },
    warn: (reason) => add('warning', reason),
    event: (event) => add('event', event.type, event),
  };
}
