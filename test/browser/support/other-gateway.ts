// A second gateway, written from the interface alone: node:http, arrays in memory. Where the interface leaves room
// it decides otherwise than the reference gateway: no stream, no created_at, ids of another form, the content of
// session.status_idle as an array of one, error envelopes as strings, no traceparents, other statuses on success.

import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listen, readBody } from './listen.ts';
import type { Step, TestGateway, WireEvent } from './test-gateway.ts';

interface OtherSession {
  id: string;
  events: WireEvent[];
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

export async function startOtherGateway(script: Step[][]): Promise<TestGateway> {
  const sessions = new Map<string, OtherSession>();
  const tokens = new Map<string, OtherSession>();

  const add = (session: OtherSession, type: string, content: unknown, more: object = {}) => {
    const event: WireEvent = {
      id: `e.${session.events.length}.${randomUUID().slice(0, 4)}`,
      type,
      content,
      processed_at: type.startsWith('user.') ? null : new Date().toISOString(),
      ...more,
    };
    session.events.push(event);
    return event;
  };

  const idle = (session: OtherSession, stop_reason: string, more: object = {}): void => {
    add(session, 'session.status_idle', [{ stop_reason, context_tokens: 8, ...more }], {
      usage: USAGE,
    });
  };

  async function play(session: OtherSession): Promise<void> {
    const { run } = session;
    if (run === null) return;
    for (let step = run.steps.shift(); step !== undefined; step = run.steps.shift()) {
      const waitMs = 'wait_ms' in step ? step.wait_ms : ('ms' in step && step.ms) || 20;
      const until = Date.now() + waitMs;
      while (Date.now() < until && !run.isStopped) await new Promise((go) => setTimeout(go, 10));
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
        const uses = step.call.map((call) => ({ type: 'tool_use', id: randomUUID(), ...call }));
        for (const use of uses) add(session, 'agent.tool_use', [use]);
        run.pending = uses.map((use) => use.id);
        return idle(session, 'client_tool_use', { tool_use_ids: run.pending });
      }
    }
    session.run = null;
    idle(session, 'end_turn');
  }

  function send(session: OtherSession, events: WireEvent[]): [number, unknown] {
    const kinds = new Set(events.map((event) => event.type));
    const data: WireEvent[] = [];
    if (kinds.has('user.interrupt')) {
      if (events.length > 1) return [400, 'A user.interrupt must be alone.'];
      data.push(add(session, 'user.interrupt', []));
      if (session.run !== null) session.run.isStopped = true;
    } else if (kinds.has('user.tool_result')) {
      if (kinds.size > 1) return [400, 'Results and messages do not mix.'];
      for (const { content } of events) {
        const [block] = content as { tool_use_id: string; is_error?: boolean; content?: string }[];
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

  function list(session: OtherSession, query: URLSearchParams): [number, unknown] {
    const all = query.get('order') === 'desc' ? session.events.toReversed() : session.events;
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

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const requestId = randomUUID();
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'authorization, content-type, accept');
    response.setHeader('access-control-expose-headers', 'x-request-id');
    response.setHeader('x-request-id', requestId);
    if (request.method === 'OPTIONS') return void response.writeHead(200).end();
    const url = new URL(request.url ?? '/', 'http://other.test');
    const session = tokens.get((request.headers.authorization ?? '').replace(/^Bearer /i, ''));
    const [, id, rest] = /^\/v1\/sessions\/([^/]+)\/events(\/.*)?$/.exec(url.pathname) ?? [];
    let reply: [number, unknown] = [404, 'Not found.'];
    if (session === undefined) reply = [401, 'Invalid bearer token.'];
    else if (id === session.id && rest === undefined) {
      reply =
        request.method === 'POST'
          ? send(session, JSON.parse(await readBody(request)).events)
          : list(session, url.searchParams);
    }
    const [status, said] = reply;
    const body =
      typeof said === 'string'
        ? { error: { message: said, type: 'request_error', code: status, request_id: requestId } }
        : said;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  const { url, close } = await listen(handle);
  return {
    url,
    close,
    async issue({ session_id, new: isNew }) {
      const known = isNew ? undefined : sessions.get(session_id ?? '');
      const session = known ?? { id: `s-${randomUUID()}`, events: [], turn: 0, run: null };
      const token = randomUUID();
      sessions.set(session.id, session);
      tokens.set(token, session);
      return { session_id: session.id, token };
    },
    events: async (sessionId) => sessions.get(sessionId)?.events ?? [],
  };
}
