// Records for the owner's view what crossed the wire: requests, events as they came, warnings. Never the token.

import type { GatewayTrace } from '../gateway/index.ts';
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

  const add = (entry: Omit<DebugEntry, 'key' | 'at'>): void => {
    if (!isOn()) return;
    count += 1;
    const next = { ...entry, key: String(count), at: clock.now() };
    entries.set([...entries.get().slice(-MAX_ENTRIES + 1), next]);
  };

  return {
    trace({ method, path, status, latencyMs, requestId }) {
      const title = `${method} ${path} ${status === 0 ? 'no reply' : status}`;
      add({ kind: 'request', title, latencyMs: Math.round(latencyMs), requestId, raw: null });
    },
    warn: (reason) =>
      add({ kind: 'warning', title: reason, latencyMs: null, requestId: null, raw: null }),
    event(event) {
      add({ kind: 'event', title: event.type, latencyMs: null, requestId: null, raw: event });
    },
  };
}
