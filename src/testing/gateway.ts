// A gateway for tests of a page: the interface on arrays in memory, whose agent plays a script. A function of requests, so that it
// runs in a test's own process, in a server of its own or behind a browser's routing.

import { createBrowserRandom } from '../platform/random.ts';
import type { Script, Step } from './script.ts';

/** An event as the list gives it. */
export interface TestEvent {
  id: string;
  type: string;
  content: unknown;
  [field: string]: unknown;
}

export interface TestGateway {
  /** Answers a request to the gateway, or a POST to its `/session`, which hands out sessions. */
  (request: Request): Promise<Response>;
  /** Gets a session as the page's endpoint would. */
  issue(request?: { session_id?: string | undefined; new?: boolean | undefined }): {
    session_id: string;
    token: string;
  };
  /** The log of a session, or of the newest, oldest event first. */
  events(sessionId?: string): readonly TestEvent[];
}

interface Session {
  id: string;
  events: TestEvent[];
  /** Which turn of the script comes next. */
  turn: number;
  run: { steps: Step[]; pending: string[]; isStopped: boolean } | null;
}

const USAGE = {
  input_tokens: 3,
  output_tokens: 5,
  cache_read_input_tokens: 0,
  cache_creation_input_tokens: 0,
  credits_nano: 1000,
};
const STEP_MS = 20;
const LOOK_MS = 10;
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, content-type, accept',
  'access-control-expose-headers': 'x-request-id',
};

/**
 * @param script what its agent does for each message of a conversation
 * @example
 * const gateway = createTestGateway([[{ say: 'Hello.' }]]);
 * const { session_id } = gateway.issue();
 */
export function createTestGateway(script: Script): TestGateway {
  const random = createBrowserRandom();
  const sessions = new Map<string, Session>();
  const tokens = new Map<string, Session>();

  const add = (session: Session, type: string, content: unknown, more: object = {}) => {
    const event: TestEvent = {
      id: `e.${session.events.length}.${random.id().slice(0, 4)}`,
      type,
      content,
      processed_at: type.startsWith('user.') ? null : new Date().toISOString(),
      ...more,
    };
    session.events.push(event);
    return event;
  };

  const idle = (session: Session, stop_reason: string, more: object = {}): void => {
    add(session, 'session.status_idle', [{ stop_reason, context_tokens: 8, ...more }], {
      usage: USAGE,
    });
  };

  async function play(session: Session): Promise<void> {
    const { run } = session;
    if (run === null) return;
    for (let step = run.steps.shift(); step !== undefined; step = run.steps.shift()) {
      const waitMs = 'wait_ms' in step ? step.wait_ms : ('ms' in step && step.ms) || STEP_MS;
      const until = Date.now() + waitMs;
      while (Date.now() < until && !run.isStopped)
        await new Promise((go) => setTimeout(go, LOOK_MS));
      if (run.isStopped) {
        session.run = null;
        return idle(session, 'user_cancelled');
      }
      if ('think' in step) {
        const next = run.steps.shift();
        const text = next !== undefined && 'say' in next ? next : { say: '' };
        add(session, 'agent.message', [
          {
            type: 'thought',
            text: step.think,
            extra_content: { gateway: { thinking_ms: waitMs } },
          },
          { type: 'text', text: text.say, citations: text.citations },
        ]);
      } else if ('say' in step) {
        add(session, 'agent.message', [
          { type: 'text', text: step.say, citations: step.citations },
        ]);
      } else if ('call' in step) {
        const uses = step.call.map((call) => ({ type: 'tool_use', id: random.id(), ...call }));
        for (const use of uses) add(session, 'agent.tool_use', [use]);
        run.pending = uses.map((use) => use.id);
        return idle(session, 'client_tool_use', { tool_use_ids: run.pending });
      }
    }
    session.run = null;
    idle(session, 'end_turn');
  }

  function send(session: Session, events: readonly TestEvent[]): [number, unknown] {
    const kinds = new Set(events.map((event) => event.type));
    const data: TestEvent[] = [];
    if (kinds.has('user.interrupt')) {
      if (events.length > 1) return [400, 'A user.interrupt must be alone.'];
      data.push(add(session, 'user.interrupt', []));
      if (session.run !== null) session.run.isStopped = true;
    } else if (kinds.has('user.tool_result')) {
      if (kinds.size > 1) return [400, 'Results and messages do not mix.'];
      for (const { content } of events) {
        const [block] = content as { tool_use_id: string }[];
        const { run } = session;
        if (block === undefined || run === null || !run.pending.includes(block.tool_use_id)) {
          return [409, 'Nobody waits for this result.'];
        }
        run.pending = run.pending.filter((id) => id !== block.tool_use_id);
        data.push(add(session, 'user.tool_result', content));
        if (run.pending.length === 0) void play(session);
      }
    } else {
      if (session.run !== null && session.run.pending.length === 0) {
        return [400, 'A run is in flight.'];
      }
      for (const { content } of events) data.push(add(session, 'user.message', content));
      add(session, 'session.status_running', []);
      session.run = { steps: [...(script[session.turn++] ?? [])], pending: [], isStopped: false };
      void play(session);
    }
    return [201, { data }];
  }

  function list(session: Session, query: URLSearchParams): [number, unknown] {
    const all = query.get('order') === 'desc' ? [...session.events].reverse() : [...session.events];
    const limit = Math.min(100, Number(query.get('limit') ?? 20));
    const after = query.get('after_id');
    const page = query.get('page');
    if (after !== null && page !== null) return [400, 'page and after_id exclude each other.'];
    const index = after === null ? -1 : all.findIndex((event) => event.id === after);
    if (after !== null && index < 0) return [400, 'after_id is unknown.'];
    const start = page === null ? index + 1 : Number(page);
    const data = all.slice(start, start + limit).map((event) => {
      if (query.get('include_thinking') === 'true' || event.type !== 'agent.message') return event;
      const blocks = event.content as { type: string }[];
      return { ...event, content: blocks.filter((block) => block.type !== 'thought') };
    });
    const end = start + limit;
    return [200, { data, ...(end < all.length ? { next_page: String(end) } : {}) }];
  }

  const issue: TestGateway['issue'] = ({ session_id, new: isNew } = {}) => {
    const known = isNew ? undefined : sessions.get(session_id ?? '');
    const session = known ?? { id: `s-${random.id()}`, events: [], turn: 0, run: null };
    const token = random.id();
    sessions.set(session.id, session);
    tokens.set(token, session);
    return { session_id: session.id, token };
  };

  async function answer(request: Request): Promise<[number, unknown]> {
    const { pathname, searchParams } = new URL(request.url);
    const isPost = request.method === 'POST';
    if (pathname === '/session' && isPost) return [200, issue(await request.json())];
    const session = tokens.get(
      (request.headers.get('authorization') ?? '').replace(/^Bearer /i, ''),
    );
    if (session === undefined) return [401, 'Invalid bearer token.'];
    if (pathname !== `/v1/sessions/${session.id}/events`) return [404, 'Not found.'];
    return isPost ? send(session, (await request.json()).events) : list(session, searchParams);
  }

  async function handle(request: Request): Promise<Response> {
    const requestId = random.id();
    const headers = { ...CORS, 'x-request-id': requestId };
    if (request.method === 'OPTIONS') return new Response(null, { headers });
    const [status, said] = await answer(request);
    const body =
      typeof said === 'string'
        ? { error: { message: said, type: 'request_error', code: status, request_id: requestId } }
        : said;
    return Response.json(body, { status, headers });
  }

  return Object.assign(handle, {
    issue,
    events: (id = [...sessions.keys()].at(-1) ?? '') => sessions.get(id)?.events ?? [],
  });
}

/** What is used of a page of Playwright's. */
export interface Page {
  route(address: string, answer: (route: Route) => Promise<void>): Promise<unknown>;
}

/** What is used of a route of Playwright's. */
export interface Route {
  request(): {
    url(): string;
    method(): string;
    headers(): Record<string, string>;
    postData(): string | null;
  };
  fulfill(reply: { status: number; headers: Record<string, string>; body: string }): Promise<void>;
}

/**
 * Answers a browser's requests with a gateway, in Playwright and what resembles it.
 * @example await page.route('https://gateway.test/**', toRoute(createTestGateway(script)));
 */
export function toRoute(gateway: TestGateway): (route: Route) => Promise<void> {
  return async (route) => {
    const request = route.request();
    const body = request.postData();
    const { authorization = '' } = request.headers();
    const reply = await gateway(
      new Request(request.url(), {
        method: request.method(),
        headers: { authorization },
        ...(body !== null && { body }),
      }),
    );
    await route.fulfill({
      status: reply.status,
      headers: Object.fromEntries(reply.headers),
      body: await reply.text(),
    });
  };
}
