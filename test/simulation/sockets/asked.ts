// Node's own fetch, with a record of each tab's requests and when their replies came.

import type { Clock } from '../../../src/platform/types.ts';
import { type Asked, isNamed } from '../network.ts';
import { type FaultName, stepOf } from '../network-faults.ts';
import type { Heard } from '../real-time/fault-proxy.ts';
import { SILENT, type SocketFault } from '../real-time/faults.ts';
import { callsOf, textOf } from '../real-time/request-body.ts';

export interface AskedLog {
  readonly asked: Asked[];
  fetchFor(tab: number): typeof fetch;
  /** Call it when the proxy has chosen the fault of a request. */
  note(heard: Heard): void;
}

export function createAskedLog(clock: Clock): AskedLog {
  const asked: Asked[] = [];

  async function ask(entry: Asked, input: string, init: RequestInit): Promise<Response> {
    const headers = { ...(init.headers as Record<string, string>) };
    headers['x-asked'] = String(asked.indexOf(entry));
    let response: Response;
    try {
      response = await fetch(input, { ...init, headers });
    } catch (error) {
      if (init.signal?.aborted) entry.isAborted = true;
      // No reply came, so the client can't tell whether the request arrived.
      else if (entry.fault === 'none') entry.fault = 'request_lost';
      throw error;
    }
    if (response.ok) {
      entry.status = response.status;
      entry.doneAt = clock.monotonic();
      return response;
    }
    const text = await response.text();
    entry.status = response.status;
    entry.doneAt = clock.monotonic();
    entry.retryAfterMs = Number(response.headers.get('retry-after') ?? 0) * 1_000;
    return new Response(text, { status: response.status, headers: response.headers });
  }

  return {
    asked,
    fetchFor:
      (tab) =>
      (input, init = {}) => {
        const url = String(input);
        const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
        const entry: Asked = {
          at: clock.monotonic(),
          step: stepOf(new URL(url), body),
          fault: 'none',
          method: init.method ?? 'GET',
          url,
          token: (init.headers as Record<string, string>).authorization?.slice(7) ?? '',
          status: 0,
          calls: callsOf(body),
          isNamed: isNamed(body),
          text: textOf(body),
          signal: init.signal ?? null,
          isAborted: false,
          doneAt: 0,
          retryAfterMs: 0,
          tab,
        };
        asked.push(entry);
        return ask(entry, url, init);
      },
    note({ asked: index, fault }) {
      const entry = index === null ? undefined : asked[Number(index)];
      if (entry !== undefined) entry.fault = inOtherWords(fault);
    },
  };
}

/** Translates into the fault names of the virtual schedules, which the referee knows. */
function inOtherWords(fault: SocketFault): FaultName {
  if (SILENT.includes(fault)) return 'response_lost';
  if (fault === 'duplicate') return 'duplicate';
  return 'none';
}
