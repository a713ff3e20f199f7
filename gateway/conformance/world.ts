// What a check acts with: HTTP calls, the operator's calls that set the scene, and sessions that can be waited for.
// Written from the interface alone: nothing here imports the widget or the gateway.

import { Broken, cut, ensure, get, isInteger, Skipped } from './expect.ts';

export interface CallOptions {
  /** Null: no Authorization header. */
  token?: string | null;
  body?: unknown;
  /** Sent as it is, instead of `body`. */
  text?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export interface Reply {
  /** `GET /path`, for messages. */
  what: string;
  status: number;
  headers: Headers;
  text: string;
  /** Undefined where the text is no JSON. */
  body: unknown;
}

export interface WireEvent {
  id: string;
  type: string;
  processed_at: unknown;
  content: unknown;
  usage?: unknown;
  error_code?: unknown;
}

export type Script = readonly (readonly Record<string, unknown>[])[];

export interface SessionOptions {
  project_id?: string;
  client_id?: string;
  owner_id?: string;
  script?: Script;
  client_tools?: unknown[];
  agent?: string;
  collection_id?: string;
}

export interface TestSession {
  id: string;
  token: string;
  project: string;
  /** Path of the session's events. */
  path: string;
  call(method: string, query?: string, options?: CallOptions): Promise<Reply>;
  list(query?: string): Promise<WireEvent[]>;
  /** Every event, oldest first, page by page. */
  all(query?: string): Promise<WireEvent[]>;
  post(...events: unknown[]): Promise<Reply>;
  /** Posts and requires success; resolves to the persisted events. */
  send(...events: unknown[]): Promise<WireEvent[]>;
  say(text: string): Promise<WireEvent>;
  /** Waits until `count` run cycles have ended; resolves to all events. */
  ended(count?: number, query?: string): Promise<WireEvent[]>;
  /** Waits until an event fulfils `is`. */
  sees(what: string, is: (event: WireEvent) => boolean): Promise<WireEvent[]>;
}

export interface WorldOptions {
  baseUrl: string;
  adminKey: string;
  /** A choice that the interface leaves open, as this gateway made it. */
  note: (text: string) => void;
  fetch?: typeof fetch;
  timeoutMs?: number;
}

export type World = ReturnType<typeof createWorld>;

const POLL_MS = 25;
let unique = 0;

export function createWorld(options: WorldOptions) {
  const { baseUrl, adminKey, note, timeoutMs = 20_000 } = options;
  const request: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');

  async function call(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    const response = await open(method, path, options);
    const text = await response.text();
    return {
      what: `${method} ${path}`,
      status: response.status,
      headers: response.headers,
      text,
      body: readJson(text),
    };
  }

  /** The head of the reply only: for streams. */
  function open(method: string, path: string, options: CallOptions = {}): Promise<Response> {
    const { token = null, body, text, headers = {}, signal } = options;
    const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
    return request(base + path, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: signal ?? AbortSignal.timeout(timeoutMs),
      ...(content === undefined ? {} : { body: content }),
    });
  }

  /** An operator's call. Where it fails the rule can't be tried, which is no fault of the interface. */
  async function admin(method: string, path: string, body: unknown = {}): Promise<unknown> {
    const reply = await call(method, `/admin${path}`, { token: adminKey, body });
    if (reply.status >= 300) {
      throw new Skipped(
        `setting the scene failed: ${reply.what} answered ${reply.status} ${cut(reply.text, 120)}`,
      );
    }
    return reply.body;
  }

  async function issue(
    method: string,
    path: string,
    body: unknown,
    field: string,
  ): Promise<string> {
    const value = get(await admin(method, path, body), field);
    if (typeof value !== 'string') throw new Skipped(`${method} /admin${path} gave no ${field}`);
    return value;
  }

  /** A project of its own keeps a check from meeting another's events, credits and sites. */
  function newProject(): string {
    unique += 1;
    return `conformance-${Date.now().toString(36)}-${unique}-${Math.random().toString(36).slice(2, 8)}`;
  }

  async function session(options: SessionOptions = {}): Promise<TestSession> {
    const project = options.project_id ?? newProject();
    const id = await issue(
      'POST',
      '/sessions',
      { agent: 'scripted', script: [], ...options, project_id: project },
      'session_id',
    );
    return enter(id, project, await newToken(id, { owner_id: options.owner_id }));
  }

  function newToken(sessionId: string, body: Record<string, unknown> = {}): Promise<string> {
    return issue('POST', `/sessions/${sessionId}/tokens`, body, 'token');
  }

  /** A session in which nothing happens but what is posted. */
  async function quiet(options: SessionOptions = {}): Promise<TestSession> {
    const made = await session(options);
    await admin('PATCH', `/projects/${made.project}`, { agent_execution: false });
    return made;
  }

  function enter(id: string, project: string, token: string): TestSession {
    const path = `/v1/sessions/${encodeURIComponent(id)}/events`;
    const made: TestSession = {
      id,
      token,
      project,
      path,
      call: (method, query = '', options = {}) => call(method, path + query, { token, ...options }),
      async list(query = '?limit=100') {
        return eventsOf(await made.call('GET', query));
      },
      async all(query = '?limit=100') {
        const events: WireEvent[] = [];
        let next = query;
        for (;;) {
          const reply = await made.call('GET', next);
          events.push(...eventsOf(reply));
          const cursor = get(reply.body, 'next_page');
          if (typeof cursor !== 'string' || cursor === '') return events;
          const params = new URLSearchParams(query);
          params.delete('after_id');
          params.set('page', cursor);
          next = `?${params}`;
        }
      },
      post: (...events) => made.call('POST', '', { body: { events } }),
      async send(...events) {
        return eventsOf(await made.post(...events));
      },
      async say(text) {
        const [event] = await made.send(message(text));
        ensure(event !== undefined, 'POST events gave back no event');
        return event;
      },
      async ended(count = 1, query) {
        let events: WireEvent[] = [];
        await until(`${count} run cycle(s) to end`, async () => {
          events = await made.all(query);
          return events.filter(isEnd).length >= count;
        });
        return events;
      },
      async sees(what, is) {
        let events: WireEvent[] = [];
        await until(what, async () => {
          events = await made.all();
          return events.some(is);
        });
        return events;
      },
    };
    return made;
  }

  async function until(what: string, isDone: () => Promise<boolean>): Promise<void> {
    const limit = Date.now() + timeoutMs;
    while (!(await isDone())) {
      if (Date.now() > limit) throw new Broken(`waited ${timeoutMs} ms in vain for ${what}`);
      await sleep(POLL_MS);
    }
  }

  return {
    baseUrl: base,
    note,
    skip: (reason: string): never => {
      throw new Skipped(reason);
    },
    call,
    open,
    admin,
    newProject,
    session,
    quiet,
    enter,
    newToken,
    newApiKey: (project_id: string) => issue('POST', '/api-keys', { project_id }, 'api_key'),
    newAccountToken: () => issue('POST', '/account-tokens', {}, 'token'),
    async newSite(project_id: string) {
      const site = await admin('POST', '/sites', { project_id, name: 'Conformance' });
      return {
        siteId: String(get(site, 'site_id')),
        clientId: String(get(site, 'client_id')),
        token: String(get(site, 'service_token')),
      };
    },
    newCollection: (project_id: string) =>
      issue(
        'POST',
        '/collections',
        { project_id, documents: [{ uri: 'https://a.example/', title: 'A', text: 'Alpha.' }] },
        'collection_id',
      ),
    until,
    sleep,
  };
}

export function sleep(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms));
}

export const message = (text: string) => ({
  type: 'user.message',
  content: [{ type: 'text', text }],
});
export const system = (text: string) => ({
  type: 'system.message',
  content: [{ type: 'text', text }],
});
export const interrupt = () => ({ type: 'user.interrupt' });
export const result = (tool_use_id: string, more: Record<string, unknown> = {}) => ({
  type: 'user.tool_result',
  content: [{ type: 'tool_result', tool_use_id, content: 'done', ...more }],
});

export const isEnd = ({ type }: WireEvent) =>
  type === 'session.status_idle' || type === 'session.error';

export const ofType = (events: readonly WireEvent[], type: string) =>
  events.filter((event) => event.type === type);

/** The one block of an event whose content is a single one, described as an object and as an array. */
export function only(event: WireEvent | undefined): unknown {
  return Array.isArray(event?.content) ? event.content[0] : event?.content;
}

export function toolUseIds(events: readonly WireEvent[]): string[] {
  const ids = get(only(ofType(events, 'session.status_idle').at(-1)), 'tool_use_ids');
  return Array.isArray(ids) ? ids.map(String) : [];
}

export function expectStatus(reply: Reply, ...allowed: number[]): void {
  ensure(
    allowed.includes(reply.status),
    `${reply.what}: expected HTTP ${allowed.join(' or ')}, got ${reply.status} ${cut(reply.text, 160)}`,
  );
}

export function expectSuccess(reply: Reply): void {
  ensure(
    reply.status >= 200 && reply.status < 300,
    `${reply.what}: expected success, got HTTP ${reply.status} ${cut(reply.text, 160)}`,
  );
}

/** A refusal with this status, in the standard shape. Resolves to `error.type`. */
export function expectError(reply: Reply, ...allowed: number[]): string {
  expectStatus(reply, ...allowed);
  const error = get(reply.body, 'error');
  const { message: text, type, code, request_id } = (error ?? {}) as Record<string, unknown>;
  ensure(
    typeof text === 'string' && text !== '' && typeof type === 'string' && isInteger(code),
    `${reply.what}: HTTP ${reply.status} without the standard error body: ${cut(reply.text, 160)}`,
  );
  ensure(
    typeof request_id === 'string' && request_id === reply.headers.get('x-request-id'),
    `${reply.what}: error.request_id (${request_id}) is not the X-Request-ID header (${reply.headers.get('x-request-id')})`,
  );
  return type;
}

/** The events of a list or a send, each with what every event has. */
export function eventsOf(reply: Reply): WireEvent[] {
  expectSuccess(reply);
  const data = get(reply.body, 'data');
  ensure(Array.isArray(data), `${reply.what}: no array "data" in ${cut(reply.text, 160)}`);
  for (const event of data as unknown[]) {
    const { id, type, processed_at } = (event ?? {}) as Partial<WireEvent>;
    ensure(
      typeof id === 'string' && id !== '' && typeof type === 'string',
      `${reply.what}: an event without id or type: ${cut(JSON.stringify(event))}`,
    );
    ensure(
      processed_at === null ||
        (typeof processed_at === 'string' && !Number.isNaN(Date.parse(processed_at))),
      `${reply.what}: processed_at of ${type} is neither null nor a date-time: ${String(processed_at)}`,
    );
  }
  return data as WireEvent[];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
