// The network between tabs and the model gateways, as a `fetch`: adds latency and the faults of the schedule. It
// records each request and what became of it; it knows no client.

import type { Clock } from '../../src/platform/types.ts';
import type { SeededRandom } from '../doubles/seeded-random.ts';
import type { ModelGateway, ModelReply, ModelRequest } from './model-gateway.ts';
import { type FaultName, type StepName, stepOf } from './network-faults.ts';
import { openStream } from './stream-reply.ts';

export { FAULTS, type FaultName, STEPS, type StepName, stepOf } from './network-faults.ts';

export interface Asked {
  at: number;
  step: StepName;
  fault: FaultName;
  method: string;
  url: string;
  token: string;
  status: number;
  /** The calls whose results the request carried. */
  calls: string[];
  /** The calls whose answers a list has shown. Without it, that isn't judged. */
  answered?: readonly string[];
  /** Its first event carries a name, which the gateway stores once. */
  isNamed: boolean;
  /** The text of the message that the request carried. */
  text?: string;
  /** Bytes of its body. */
  bytes?: number;
  signal: AbortSignal | null;
  /** The caller aborted it before the reply. */
  isAborted: boolean;
  /** When the reply arrived; 0: not yet. */
  doneAt: number;
  /** Milliseconds of Retry-After that the reply carried. */
  retryAfterMs: number;
  tab: number;
  /** Which client of the tab asked: each conversation that is entered makes its own. */
  client?: number;
}

/** The options of `fetch`, and which client of the tab asks. */
export interface AskedBy extends RequestInit {
  client?: number;
}

export interface NetworkOptions {
  clock: Clock;
  random: SeededRandom;
  gateway: ModelGateway;
  /** The gateways of other sessions, by session id. */
  others?: ReadonlyMap<string, ModelGateway>;
  /** Chooses the fault for the next request of a step. */
  choose(step: StepName): FaultName;
  maxLateMs: number;
  /** How often an open stream says that it is there, a deaf one too; 0 or absent: never. */
  keepAliveMs?: number;
}

export interface Network {
  fetchFor(tab: number): typeof fetch;
  readonly asked: Asked[];
  /** Issues a token that the gateways accept. */
  issue(): string;
  /** From now on the gateways refuse all tokens issued so far. */
  revoke(): void;
  isOnline: boolean;
}

/** The beginning of every token: anything outside the header that contains it has leaked a token. */
export const TOKEN_PREFIX = 'secret-token-';
const LOOP = 'a-cursor-that-leads-to-itself';

export function createNetwork(options: NetworkOptions): Network {
  const { clock, random, keepAliveMs = 0 } = options;
  const others = options.others ?? new Map<string, ModelGateway>();
  const asked: Asked[] = [];
  let tokens = 1;

  const gatewayOf = (path: string): ModelGateway =>
    others.get(decodeURIComponent(path.split('/')[3] ?? '')) ?? options.gateway;
  const all = (): ModelGateway[] => [options.gateway, ...others.values()];

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

  async function ask(tab: number, url: string, init: RequestInit): Promise<Response> {
    const parsed = new URL(url);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    const step = stepOf(parsed, body);
    const fault = network.isOnline ? options.choose(step) : 'request_lost';
    const token = (init.headers as Record<string, string>).authorization?.slice(7) ?? '';
    const gateway = gatewayOf(parsed.pathname);
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
      text: textOf(body),
      isNamed: isNamed(body),
      bytes: typeof init.body === 'string' ? init.body.length : 0,
      signal: init.signal ?? null,
      isAborted: false,
      retryAfterMs: 0,
      tab,
      client: (init as AskedBy).client ?? 0,
    };
    asked.push(entry);
    const query = parsed.searchParams;
    const request: ModelRequest = { method, path: parsed.pathname, query, token, body };
    const there = 4 + random.int(30);
    const back = 4 + random.int(30);
    const answer = (reply: Reply): Response => {
      entry.status = reply.status;
      entry.doneAt = clock.monotonic();
      return toResponse(reply);
    };
    const handle = (): Reply => {
      const reply = gateway.handle(request);
      if (step === 'list') entry.answered = answeredIn(reply.body);
      return toReply(reply);
    };
    const status = (code: number, headers: Record<string, string> = {}): Promise<Response> =>
      after(there + back, () => answer(failure(code, headers)));

    if (query.get('page') === LOOP) {
      const empty = { data: [], next_page: LOOP };
      const reply = toReply({ status: 200, headers: JSON_TYPE, body: empty });
      return after(there + back, () => answer(reply));
    }
    switch (fault) {
      case 'request_lost':
        return after(there + random.int(3_000), lost);
      case 'response_lost':
        if (step === 'stream') return after(there + back, lost);
        await after(there, handle);
        return after(back + random.int(3_000), lost);
      case 'late_commit':
        gateway.commitLate(request, random.int(options.maxLateMs));
        return after(there + random.int(2_000), lost);
      case 'delay': {
        await after(random.int(45_000), () => {});
        if (step === 'stream') break;
        return answer(handle());
      }
      case 'duplicate':
        await after(there, handle);
        return after(back, () => answer(handle()));
      case 'body_cut': {
        const reply = await after(there, handle);
        return after(back, () => {
          entry.status = reply.status;
          return toResponse(reply, true);
        });
      }
      case 'http_500':
        return status(500);
      case 'http_503':
        return status(503);
      case 'http_403':
        return status(403);
      case 'http_402':
        return status(402);
      case 'http_429': {
        const seconds = 1 + random.int(4);
        entry.retryAfterMs = seconds * 1000;
        return status(429, { 'retry-after': String(seconds) });
      }
      case 'stale_token':
        network.revoke();
        break;
      case 'edge_html':
        // An edge may give up on a request that has arrived all the same.
        if (method === 'POST' && random.chance(0.5)) await after(there, handle);
        return after(there + back, () => {
          entry.status = 502;
          const headers = { 'content-type': 'text/html' };
          return toResponse({ status: 502, headers, text: '<html>bad gateway</html>' });
        });
      case 'anchor_refused':
        if (query.has('after_id')) return status(400);
        break;
      case 'cursor_loops': {
        const reply = await after(there, handle);
        const text =
          reply.status === 200
            ? JSON.stringify({ ...JSON.parse(reply.text), next_page: LOOP })
            : reply.text;
        return after(back, () => answer({ ...reply, text }));
      }
      case 'stream_missing':
        return status(404);
      default:
        break;
    }
    if (step === 'stream') {
      return after(there, () => {
        if (!gateway.tokens.has(token)) return answer(handle());
        entry.status = 200;
        return openStream({ clock, random, keepAliveMs }, gateway, fault, init.signal ?? null);
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
      const token = `${TOKEN_PREFIX}${tokens}`;
      for (const gateway of all()) gateway.tokens.add(token);
      return token;
    },
    revoke() {
      for (const gateway of all()) gateway.tokens.clear();
    },
  };
  return network;
}

const JSON_TYPE = { 'content-type': 'application/json' };

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  402: 'insufficient_credits',
  403: 'permission_error',
};

interface Reply {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Copies the reply as it is now, without what the gateway changes later. */
function toReply({ status, headers, body }: ModelReply): Reply {
  return { status, headers, text: JSON.stringify(body) };
}

function failure(status: number, headers: Record<string, string>): Reply {
  const type = TYPES[status] ?? 'api_error';
  return toReply({
    status,
    headers: { ...JSON_TYPE, ...headers },
    body: { error: { message: 'sorry', type, code: status, request_id: 'r' } },
  });
}

/** The members of a Response that a client reads. Real ones would take most of a schedule's time. */
function toResponse({ status, headers, text }: Reply, isCut = false): Response {
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => headers[name.toLowerCase()] ?? null },
    body: null,
    text: async () => {
      if (isCut) throw new TypeError('terminated');
      return text;
    },
  } as unknown as Response;
}

/** The calls that a page of a list shows as answered. A test may have put anything into the page. */
function answeredIn(body: unknown): readonly string[] {
  const { data = [] } = (body ?? {}) as { data?: readonly unknown[] };
  return data.flatMap((event) => {
    const { type, content } = (event ?? {}) as { type?: string; content?: unknown };
    if (type !== 'user.tool_result') return [];
    return (content as readonly { tool_use_id: string }[]).map((block) => block.tool_use_id);
  });
}

interface SentBody {
  events?: { type: string; content?: { tool_use_id?: string; text?: string }[] }[];
}

function callsOf(body: unknown): string[] {
  return ((body as SentBody | null)?.events ?? []).flatMap((event) =>
    (event.content ?? []).flatMap((block) => block.tool_use_id ?? []),
  );
}

/** Whether its first event carries a name. */
export function isNamed(body: unknown): boolean {
  const [event] = (body as { events?: { intent_id?: string }[] } | null)?.events ?? [];
  return event?.intent_id !== undefined;
}

function textOf(body: unknown): string {
  const [event] = (body as SentBody | null)?.events ?? [];
  return event?.type === 'user.message' ? (event.content?.[0]?.text ?? '') : '';
}
