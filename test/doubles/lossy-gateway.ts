// The reference gateway in this process, behind a network that loses what a test names; and the client on virtual time, which
// stands still while a request is on its way.

import { createGateway } from '../../gateway/index.ts';
import { createGatewayClient } from '../../src/client/gateway-client.ts';
import { createPatientClient } from '../../src/client/patient-client.ts';
import type { GatewayClient } from '../../src/client/types.ts';
import type { SendInput } from '../../src/protocol/index.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { refusal } from './scripted-fetch.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

const ADMIN_KEY = 'admin-key-of-this-test';
const BASE = 'http://gateway.test';

/** What becomes of one request. A number: that status instead of an answer, with this Retry-After. */
export type Fate =
  | 'passes'
  | 'request lost'
  | 'reply lost'
  | 'reply cut'
  | readonly [status: number, retryAfterS?: number];

export interface Asked {
  method: string;
  /** Milliseconds of virtual time. */
  at: number;
  body: { events?: { intent_id?: string }[] } | undefined;
}

export interface LossyGateway {
  session(body?: object): Promise<LossySession>;
  close(): Promise<void>;
}

export interface LossySession {
  id: string;
  clock: VirtualClock;
  client: GatewayClient;
  /** Every request of the client's, in order. */
  asked: Asked[];
  /** Of the next requests with this method, one after the other; then all pass. */
  meet(method: 'GET' | 'POST', ...fates: Fate[]): void;
  /** Lets virtual time pass until a call of the client's has ended. */
  ended<T>(call: Promise<T>): Promise<PromiseSettledResult<T>>;
  /** Texts of the visitor's messages that the gateway has. */
  stored(): Promise<string[]>;
}

export interface SessionOptions {
  tries?: number;
  /** A gateway of before: it says nothing of names, knows none, and refuses a field that it doesn't know. */
  isOlder?: boolean;
  /** Tokens by turn; a refused one is followed by the next. Default: one that opens the session. */
  badTokens?: number;
  agent?: object;
}

export const say = (text: string, intent_id?: string): SendInput => [
  {
    type: 'user.message',
    content: [{ type: 'text', text }],
    ...(intent_id === undefined ? {} : { intent_id }),
  },
];

export async function openLossyGateway(): Promise<LossyGateway> {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({ db, options: { adminKey: ADMIN_KEY } });
  const reach = async (path: string, method: string, token: string, body?: object) =>
    gateway.fetch(
      new Request(BASE + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const admin = async (path: string, body: object) =>
    (await (await reach(`/admin${path}`, 'POST', ADMIN_KEY, body)).json()) as Record<
      string,
      string
    >;

  return {
    async session({ tries, isOlder = false, badTokens = 0, agent }: SessionOptions = {}) {
      const { session_id: id = '' } = await admin('/sessions', {
        agent: 'scripted',
        script: [],
        ...agent,
      });
      const { token = '' } = await admin(`/sessions/${id}/tokens`, {});
      const inFlight = new Set<Promise<unknown>>();
      const clock = createVirtualClock({
        async settle() {
          do {
            await Promise.allSettled(inFlight);
            await new Promise((done) => setImmediate(done));
          } while (inFlight.size > 0);
        },
      });
      const asked: Asked[] = [];
      const fates = { GET: [] as Fate[], POST: [] as Fate[] };
      let refusals = badTokens;

      async function pass(url: string, { referrerPolicy: _, ...init }: RequestInit, body: Asked) {
        if (isOlder && JSON.stringify(body.body ?? {}).includes('intent_id')) return refusal(400);
        const answer = await gateway.fetch(new Request(url, init));
        if (!isOlder) return answer;
        const headers = new Headers(answer.headers);
        headers.delete('bellhop-intents');
        return new Response(answer.body, { status: answer.status, headers });
      }

      async function travel(url: string, init: RequestInit): Promise<Response> {
        const method = init.method === 'POST' ? 'POST' : 'GET';
        const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
        const request: Asked = { method, at: clock.monotonic(), body };
        asked.push(request);
        const fate = fates[method].shift() ?? 'passes';
        if (fate === 'request lost') throw new TypeError('fetch failed');
        if (typeof fate === 'object') {
          const [status, after] = fate;
          const more = after === undefined ? undefined : { 'retry-after': String(after) };
          return refusal(status, 'service_unavailable', 'Not now.', more);
        }
        const answer = await pass(url, init, request);
        if (fate === 'reply lost') throw new TypeError('fetch failed');
        if (fate === 'passes') return answer;
        const text = await answer.text();
        const cut = new ReadableStream({
          start(body) {
            body.enqueue(new TextEncoder().encode(text.slice(0, 20)));
            body.error(new TypeError('terminated'));
          },
        });
        return new Response(cut, { status: answer.status, headers: answer.headers });
      }

      const fetch = (url: string, init: RequestInit) => {
        const travelling = travel(url, init);
        inFlight.add(travelling);
        const arrived = () => inFlight.delete(travelling);
        travelling.then(arrived, arrived);
        return travelling;
      };
      const named = () => (refusals > 0 ? `old-${refusals}` : token);
      const random = { next: () => 0.5, id: () => crypto.randomUUID() };
      const client = createPatientClient(
        createGatewayClient({
          baseUrl: BASE,
          fetch: fetch as typeof globalThis.fetch,
          clock,
          random,
          credentials: {
            token: async () => named(),
            async refresh() {
              refusals = Math.max(0, refusals - 1);
              return named();
            },
          },
        }),
        { clock, random, ...(tries === undefined ? {} : { tries }) },
      );
      return {
        id,
        clock,
        client,
        asked,
        meet: (method, ...more) => fates[method].push(...more),
        async ended(call) {
          let settled = false;
          const [result] = await Promise.all([
            Promise.allSettled([call]).then(([end]) => {
              settled = true;
              return end;
            }),
            clock.advanceUntil(() => settled),
          ]);
          return result;
        },
        async stored() {
          const reply = await reach(`/v1/sessions/${id}/events?limit=100`, 'GET', token);
          const { data } = (await reply.json()) as {
            data: { type: string; content: { text: string }[] }[];
          };
          return data
            .filter(({ type }) => type === 'user.message')
            .map(({ content }) => content[0]?.text ?? '');
        },
      };
    },
    async close() {
      await gateway.close();
      await db.close();
    },
  };
}
