// The network between tabs and the model gateway, as a fetch: latency, and every fault that a schedule asks for, by
// step. It counts what it was asked and what it did; it knows no client.

import type { Clock } from '../../src/platform/types.ts';
import type { SeededRandom } from '../doubles/seeded-random.ts';
import type { ModelGateway, ModelReply, ModelRequest } from './model-gateway.ts';

export const STEPS = ['list', 'message', 'result', 'interrupt', 'stream'] as const;
export type StepName = (typeof STEPS)[number];

export const FAULTS = [
  'none',
  'request_lost',
  'response_lost',
  'late_commit',
  'delay',
  'duplicate',
  'body_cut',
  'http_500',
  'http_503',
  'http_429',
  'stale_token',
  'edge_html',
  'stream_cut',
  'stream_rotates',
  'stream_deaf',
  'stream_missing',
] as const;
export type FaultName = (typeof FAULTS)[number];

export interface Asked {
  at: number;
  step: StepName;
  fault: FaultName;
  method: string;
  url: string;
  token: string;
  status: number;
  /** The calls whose results it carried. */
  calls: string[];
  signal: AbortSignal | null;
  /** Its caller gave it up before the reply. */
  isAborted: boolean;
  /** When its reply was there; 0 while it isn't. */
  doneAt: number;
  /** Milliseconds of Retry-After that the reply carried. */
  retryAfterMs: number;
  tab: number;
}

export interface NetworkOptions {
  clock: Clock;
  random: SeededRandom;
  gateway: ModelGateway;
  /** Which fault strikes this request. */
  choose(step: StepName): FaultName;
  maxLateMs: number;
}

export interface Network {
  fetchFor(tab: number): typeof fetch;
  readonly asked: Asked[];
  /** Issues a token that the gateway takes. */
  issue(): string;
  /** The tokens handed out so far are refused from now on. */
  revoke(): void;
  isOnline: boolean;
}

const ENCODER = new TextEncoder();

export function createNetwork(options: NetworkOptions): Network {
  const { clock, random, gateway } = options;
  const asked: Asked[] = [];
  let tokens = 1;

  const after = <T>(ms: number, value: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      clock.setTimeout(() => {
        try {
          resolve(value());
        } catch (error) {
          reject(error);
        }
      }, ms);
    });

  const lost = (): never => {
    throw new TypeError('fetch failed');
  };

  function toResponse(reply: ModelReply, isCut = false): Response {
    const text = JSON.stringify(reply.body);
    return {
      ok: reply.status >= 200 && reply.status < 300,
      status: reply.status,
      headers: new Headers(reply.headers),
      body: null,
      text: async () => (isCut ? lost() : text),
    } as unknown as Response;
  }

  function failure(status: number, headers: Record<string, string> = {}): ModelReply {
    return {
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: {
        error: { message: 'sorry', type: 'api_error', code: status, request_id: 'r' },
      },
    };
  }

  function openStream(fault: FaultName, signal: AbortSignal | null): Response {
    let close: () => void = () => {};
    let isOver = false;
    const nextAt = 0;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const off =
          fault === 'stream_deaf'
            ? () => {}
            : gateway.subscribe((event) => {
                const text = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
                const bytes = ENCODER.encode(text);
                clock.setTimeout(() => {
                  if (isOver) return;
                  if (fault === 'stream_cut' && random.chance(0.3)) {
                    controller.enqueue(bytes.slice(0, random.int(bytes.length)));
                    finish(true);
                  } else controller.enqueue(bytes);
                }, nextAt - clock.monotonic());
              });
        const finish = (isError: boolean): void => {
          if (isOver) return;
          isOver = true;
          off();
          if (isError) controller.error(new TypeError('network'));
          else controller.close();
        };
        close = () => finish(true);
        signal?.addEventListener('abort', close, { once: true });
        if (fault === 'stream_rotates') {
          clock.setTimeout(() => finish(false), 200 + random.int(4_000));
        } else clock.setTimeout(() => finish(false), 120_000);
      },
      cancel: () => {
        isOver = true;
      },
    });
    return {
      ok: true,
      status: 200,
      headers: new Headers({ 'content-type': 'text/event-stream' }),
      body,
      text: async () => '',
    } as unknown as Response;
  }

  async function ask(tab: number, url: string, init: RequestInit): Promise<Response> {
    const parsed = new URL(url);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const step = stepOf(parsed, body);
    const fault = network.isOnline ? options.choose(step) : 'request_lost';
    const token = (init.headers as Record<string, string>).authorization?.slice(7) ?? '';
    const entry: Asked = {
      at: clock.monotonic(),
      step,
      fault,
      method,
      url,
      token,
      status: 0,
      doneAt: 0,
      calls: callsOf(body),
      signal: init.signal ?? null,
      isAborted: false,
      retryAfterMs: 0,
      tab,
    };
    asked.push(entry);
    const request: ModelRequest = {
      method,
      path: parsed.pathname,
      query: parsed.searchParams,
      token,
      body,
    };
    const there = 4 + random.int(30);
    const back = 4 + random.int(30);
    const answer = (reply: ModelReply): Response => {
      entry.status = reply.status;
      entry.doneAt = clock.monotonic();
      return toResponse(reply);
    };
    const handle = (): ModelReply => gateway.handle(request);
    switch (fault) {
      case 'request_lost':
        return after(there + random.int(3_000), lost);
      case 'response_lost':
        if (step === 'stream') return after(there + back, lost);
        await after(there, handle);
        return after(back + random.int(3_000), lost);
      case 'late_commit':
        if (step === 'list' || step === 'stream') break;
        gateway.commitLate(request, random.int(options.maxLateMs));
        return after(there + random.int(2_000), lost);
      case 'delay': {
        const ms = random.int(45_000);
        await after(ms, () => {});
        if (step === 'stream') break;
        return answer(handle());
      }
      case 'duplicate':
        if (step === 'stream') break;
        await after(there, handle);
        return after(back, () => answer(handle()));
      case 'body_cut': {
        if (step === 'stream') break;
        const reply = await after(there, handle);
        return after(back, () => {
          entry.status = reply.status;
          return toResponse(reply, true);
        });
      }
      case 'http_500':
        return after(there + back, () => answer(failure(500)));
      case 'http_503':
        return after(there + back, () => answer(failure(503)));
      case 'http_429': {
        const seconds = 1 + random.int(4);
        entry.retryAfterMs = seconds * 1000;
        return after(there + back, () => answer(failure(429, { 'retry-after': String(seconds) })));
      }
      case 'stale_token':
        network.revoke();
        break;
      case 'edge_html':
        return after(there + back, () => {
          entry.status = 502;
          return {
            ok: false,
            status: 502,
            headers: new Headers({ 'content-type': 'text/html' }),
            body: null,
            text: async () => '<html>bad gateway</html>',
          } as unknown as Response;
        });
      case 'stream_missing':
        if (step === 'stream') return after(there + back, () => answer(failure(404)));
        break;
      default:
        break;
    }
    if (step === 'stream') {
      return after(there, () => {
        if (!gateway.tokens.has(token)) return answer(handle());
        entry.status = 200;
        return openStream(fault, init.signal ?? null);
      });
    }
    const reply = await after(there, handle);
    return after(back, () => answer(reply));
  }

  const network: Network = {
    asked,
    isOnline: true,
    fetchFor:
      (tab) =>
      (input, init = {}) => {
        const { signal } = init;
        return new Promise((resolve, reject) => {
          const abort = (): void => {
            const mine = asked.find((entry) => entry.signal === signal && entry.doneAt === 0);
            if (mine !== undefined) mine.isAborted = true;
            reject(new DOMException('aborted', 'AbortError'));
          };
          if (signal?.aborted) {
            abort();
            return;
          }
          signal?.addEventListener('abort', abort, { once: true });
          ask(tab, String(input), init).then(resolve, reject);
        });
      },
    issue() {
      tokens += 1;
      const token = `t${tokens}`;
      gateway.tokens.add(token);
      return token;
    },
    revoke() {
      gateway.tokens.clear();
    },
  };
  return network;
}

export function stepOf(url: URL, body: unknown): StepName {
  if (url.pathname.endsWith('/stream')) return 'stream';
  if (body === null) return 'list';
  const type = (body as { events: { type: string }[] }).events[0]?.type;
  if (type === 'user.interrupt') return 'interrupt';
  return type === 'user.tool_result' ? 'result' : 'message';
}

function callsOf(body: unknown): string[] {
  const events = (body as { events?: { content?: { tool_use_id?: string }[] }[] } | null)?.events;
  return (events ?? []).flatMap((event) =>
    (event.content ?? []).flatMap((block) => block.tool_use_id ?? []),
  );
}
