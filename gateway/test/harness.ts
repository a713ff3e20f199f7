// A whole gateway in memory, on virtual time, with the few verbs that its tests speak in.
// One for each test file (starting the database takes seconds); every test makes its own sessions.

import type { VirtualClock } from '../../test/doubles/virtual-clock.ts';
import type { ModelFactory } from '../agents/model/open-model-agent.ts';
import { createAgentRegistry } from '../agents/registry.ts';
import type { Agent } from '../agents/types.ts';
import type { DeskFiles } from '../desk/desk.ts';
import { createGateway, type Gateway } from '../gateway.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Counts } from '../kernel/limits/counts.ts';
import type { Log } from '../kernel/observability/log.ts';
import type { SpanSink } from '../kernel/observability/trace.ts';
import type { Bus } from '../log/bus/types.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { GatewayOptions } from '../options.ts';
import type { PostWebhook } from '../webhooks/post.ts';
import librarian from './librarian.ts';
import { createTestClock, openTestDatabase } from './test-database.ts';

export const ADMIN_KEY = 'test-admin-key';

const ANY = { perSecond: 1e12, burst: 1e12 };
/** For tests of anything but the limits. */
export const WITHOUT_LIMITS = {
  rateLimit: ANY,
  adminRateLimit: ANY,
  messageLimit: ANY,
  byteLimit: ANY,
  strangerLimit: ANY,
  publicMessages: ANY,
  publicSessions: {
    perAddress: ANY,
    perNetwork: ANY,
    easyPerAddress: ANY,
    easyPerSite: ANY,
    proofNumbers: 200,
  },
};

/** scrypt's N in tests, which try hundreds of passwords. */
const CHEAP_PASSWORDS = 16;

export type Wire = Record<string, unknown>;

export interface WireEvent {
  id: string;
  type: string;
  content: Wire & Wire[];
  created_at: string;
  processed_at: string | null;
  usage?: Record<string, number>;
  error_code?: string;
}

export interface Reply {
  status: number;
  headers: Headers;
  body: ReplyBody;
}

/** The fields that replies have, each where its address gives it; tests read no others. */
export interface ReplyBody {
  data: WireEvent[];
  next_page: string | null;
  error: { message: string; type: string; code: number; request_id: string };
  session_id: string;
  token: string;
  expires_at: string;
  client_id: string;
  site_id: string;
  service_token: string;
  api_key: string;
  collection_id: string;
  [field: string]: unknown;
}

export interface SessionOptions {
  script?: unknown;
  [field: string]: unknown;
}

export interface SessionHandle {
  id: string;
  token: string;
  path: string;
  /** POST of events. */
  send(events: unknown, token?: string): Promise<Reply>;
  /** One user.message. */
  say(text: string): Promise<Reply>;
  /** Results of the pending calls of the latest idle, by content. */
  answer(...contents: string[]): Promise<Reply>;
  list(query?: string, token?: string): Promise<Reply>;
  /** Every event, oldest first. */
  events(query?: string): Promise<WireEvent[]>;
  types(): Promise<string[]>;
  last(): Promise<WireEvent>;
  /** The tool_use_ids of the latest idle. */
  pending(): Promise<string[]>;
  stream(query?: string, init?: RequestInit): Promise<OpenStream>;
}

export interface OpenStream {
  response: Response;
  /** Everything that has come so far. */
  text(): string;
  /** The data of the frames of this kind so far. */
  frames(event?: string): WireEvent[];
  isOver(): boolean;
  close(): Promise<void>;
}

export interface Harness {
  gateway: Gateway;
  db: Db;
  clock: VirtualClock;
  /** Errors that the gateway reported as its own fault. */
  reported: unknown[];
  call(method: string, path: string, body?: unknown, token?: string | null): Promise<Reply>;
  admin(method: string, path: string, body?: unknown): Promise<Reply>;
  session(options?: SessionOptions): Promise<SessionHandle>;
  /** Until no run is in flight. */
  settled(): Promise<void>;
  /** Lets everything run that needs no time, until `isDone`. */
  until(isDone: () => boolean | Promise<boolean>): Promise<void>;
  close(): Promise<void>;
}

export interface HarnessOptions {
  db?: Db;
  clock?: VirtualClock;
  bus?: Bus;
  counts?: Counts;
  agents?: Record<string, Agent>;
  models?: ModelFactory;
  options?: Partial<GatewayOptions>;
  postWebhook?: PostWebhook;
  mailer?: Mailer;
  log?: Log;
  spans?: SpanSink;
  console?: DeskFiles;
  widget?: DeskFiles;
}

export async function createHarness(given: HarnessOptions = {}): Promise<Harness> {
  const db = given.db ?? (await openTestDatabase());
  const clock = given.clock ?? createTestClock();
  const reported: unknown[] = [];
  const gateway = await createGateway({
    db,
    clock,
    ...(given.bus === undefined ? {} : { bus: given.bus }),
    ...(given.counts === undefined ? {} : { counts: given.counts }),
    agents: new Map([...createAgentRegistry([librarian]), ...Object.entries(given.agents ?? {})]),
    options: {
      adminKey: ADMIN_KEY,
      ...WITHOUT_LIMITS,
      passwordCost: CHEAP_PASSWORDS,
      ...given.options,
    },
    ...(given.models === undefined ? {} : { models: given.models }),
    ...(given.postWebhook === undefined ? {} : { postWebhook: given.postWebhook }),
    ...(given.mailer === undefined ? {} : { mailer: given.mailer }),
    ...(given.log === undefined ? {} : { log: given.log }),
    ...(given.spans === undefined ? {} : { spans: given.spans }),
    ...(given.console === undefined ? {} : { console: given.console }),
    ...(given.widget === undefined ? {} : { widget: given.widget }),
    report: (error) => reported.push(error),
  });

  const harness: Harness = {
    gateway,
    db,
    clock,
    reported,
    async call(method, path, body, token = null) {
      const response = await gateway.request(path, {
        method,
        headers: {
          ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
          'Content-Type': 'application/json',
        },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: JSON.parse(text === '' ? '{}' : text) as ReplyBody,
      };
    },
    admin: (method, path, body) => harness.call(method, path, body, ADMIN_KEY),
    async session(options = {}) {
      const created = await harness.admin('POST', '/admin/sessions', {
        agent: 'scripted',
        ...options,
      });
      if (created.status !== 201) throw new Error(JSON.stringify(created.body));
      const id = created.body.session_id;
      const issued = await harness.admin('POST', `/admin/sessions/${id}/tokens`, {
        expires_in_s: 86_400,
      });
      return sessionHandle(harness, id, issued.body.token);
    },
    settled: () => gateway.context.runs.settled(),
    async until(isDone) {
      for (let turns = 0; turns < 5000; turns += 1) {
        if (await isDone()) return;
        await clock.settle();
      }
      throw new Error('It never came to be.');
    },
    async close() {
      await gateway.close();
      if (given.db === undefined) await db.close();
    },
  };
  return harness;
}

function sessionHandle(harness: Harness, id: string, token: string): SessionHandle {
  const path = `/v1/sessions/${id}/events`;
  const handle: SessionHandle = {
    id,
    token,
    path,
    send: (events, by = token) => harness.call('POST', path, { events }, by),
    say: (text) => handle.send([message(text)]),
    async answer(...contents) {
      const ids = await handle.pending();
      return handle.send([
        {
          type: 'user.tool_result',
          content: contents.map((content, index) => result(ids[index], { content })),
        },
      ]);
    },
    list: (query = '', by = token) => harness.call('GET', `${path}?${query}`, undefined, by),
    async events(query = '') {
      const all: WireEvent[] = [];
      let page = '';
      do {
        const { body } = await handle.list(`limit=100&${query}${page}`);
        all.push(...body.data);
        page = body.next_page === null ? '' : `&page=${body.next_page}`;
      } while (page !== '');
      return all;
    },
    types: async () => (await handle.events()).map((event) => event.type),
    async last() {
      const [event] = (await handle.list('order=desc&limit=1')).body.data;
      if (event === undefined) throw new Error('The session has no event.');
      return event;
    },
    async pending() {
      const idles = (await handle.events()).filter((event) => event.type === 'session.status_idle');
      return (idles.at(-1)?.content.tool_use_ids as string[] | undefined) ?? [];
    },
    async stream(query = '', init = {}) {
      const response = await harness.gateway.request(
        `/v1beta1/sessions/${id}/events/stream?${query}`,
        { headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' }, ...init },
      );
      return readStream(response);
    },
  };
  return handle;
}

function readStream(response: Response): OpenStream {
  let text = '';
  let isOver = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const pump = async () => {
    for (;;) {
      const next = await reader?.read();
      if (next === undefined || next.done) break;
      text += next.value;
    }
    isOver = true;
  };
  pump().catch(() => {
    isOver = true;
  });
  return {
    response,
    text: () => text,
    frames: (event) =>
      text
        .split('\n\n')
        .filter((frame) => event === undefined || frame.includes(`event: ${event}\n`))
        .flatMap((frame) => {
          const data = /^data: (.*)$/m.exec(frame)?.[1];
          return data === undefined ? [] : [JSON.parse(data)];
        }),
    isOver: () => isOver,
    close: async () => reader?.cancel(),
  };
}

export function message(text: string, type = 'user.message') {
  return { type, content: [{ type: 'text', text }] };
}

export function result(toolUseId: string | undefined, fields: Wire = {}) {
  return { type: 'tool_result', tool_use_id: toolUseId, ...fields };
}

export function results(...blocks: Wire[]) {
  return { type: 'user.tool_result', content: blocks };
}
