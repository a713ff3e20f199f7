// Anthropic's managed agents on this machine: sessions, their events as list and stream, and an agent whose doings are written down in
// the test. Its shapes are the official client's types; what it doesn't accept it answers as the provider does.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type {
  BetaManagedAgentsEventParams,
  BetaManagedAgentsSessionEvent,
  BetaManagedAgentsSessionStatusIdleEvent,
  BetaManagedAgentsStreamSessionEvents,
} from '@anthropic-ai/sdk/resources/beta/sessions';
import type { Wire } from '../harness.ts';

/** An event without what the server adds. */
type Bare<T> = T extends { id: string } ? Omit<T, 'id' | 'processed_at'> & { id?: string } : never;
export type BareEvent = Bare<BetaManagedAgentsSessionEvent>;

/** What the agent does when something was sent. */
export type Play = (session: ServedSession, sent: BetaManagedAgentsEventParams[]) => unknown;

export interface ServedSession {
  readonly id: string;
  /** As it was begun. */
  readonly params: Wire;
  tools: Wire[];
  readonly events: BetaManagedAgentsSessionEvent[];
  /** Into the list, and to the streams. @returns its id */
  emit(event: BareEvent | Wire): string;
  /** To the streams that asked for it. */
  preview(id: string, ...texts: string[]): void;
  /** What a model request of the agent's looks like, with its usage. */
  say(text: string, ...deltas: string[]): void;
  idle(stop?: BetaManagedAgentsSessionStatusIdleEvent['stop_reason']): void;
  /** Breaks all streams. */
  cut(): void;
}

export interface ManagedAgentsServer {
  url: string;
  sessions: Map<string, ServedSession>;
  /** Each request: method, path, body. */
  heard: { method: string; path: string; body: Wire; headers: IncomingMessage['headers'] }[];
  /** Set by each test. */
  play: Play;
  /** Answers in the server's place; undefined: it does itself. */
  before: ((request: string, response: ServerResponse, body: Wire) => unknown) | null;
  reset(): void;
  close(): Promise<void>;
}

export const USAGE = {
  input_tokens: 100,
  output_tokens: 20,
  cache_read_input_tokens: 1000,
  cache_creation_input_tokens: 10,
};
const KEY = 'hush';
const BETA = 'managed-agents-2026-04-01';

export async function startManagedAgents(): Promise<ManagedAgentsServer> {
  const sessions = new Map<string, ServedSession>();
  let count = 0;
  const streams = new Map<ServerResponse, { session: string; hasDeltas: boolean }>();
  const own: ManagedAgentsServer = {
    url: '',
    sessions,
    heard: [],
    play: () => {},
    before: null,
    reset() {
      own.heard.length = 0;
      own.before = null;
      own.play = (session, sent) => {
        const [first] = sent;
        if (first === undefined) return;
        session.say(`You said: ${textOf(first)}`);
        session.idle();
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  own.reset();

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => answer(request, response, text === '' ? {} : JSON.parse(text)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  own.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return own;

  function answer(request: IncomingMessage, response: ServerResponse, body: Wire): unknown {
    const { method = '', headers } = request;
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', own.url);
    own.heard.push({ method, path, body, headers });
    if (own.before !== null && own.before(`${method} ${path}`, response, body) !== undefined)
      return;
    if (headers['x-api-key'] !== KEY) return fail(response, 401, 'authentication_error', 'Who?');
    if (!String(headers['anthropic-beta']).includes(BETA)) {
      return fail(response, 404, 'not_found_error', 'There is no such path without its beta.');
    }
    const [, , , id = '', part, last] = path.split('/');
    if (id === '') return json(response, resource(begin(body)));
    const session = sessions.get(id);
    if (session === undefined) return fail(response, 404, 'not_found_error', 'No such session.');
    if (part === undefined && method === 'GET') return json(response, resource(session));
    if (part === undefined) {
      const { tools } = (body.agent ?? {}) as { tools?: Wire[] };
      if (tools !== undefined) session.tools = tools;
      return json(response, resource(session));
    }
    if (last === 'stream')
      return stream(session, response, query.has('event_deltas[]', 'agent.message'));
    if (method === 'GET') return list(session, response, query);
    return take(session, response, body.events as BetaManagedAgentsEventParams[]);
  }

  function begin(params: Wire): ServedSession {
    count += 1;
    const id = `sesn_${count}`;
    const events: BetaManagedAgentsSessionEvent[] = [];
    const session: ServedSession = {
      id,
      params,
      tools: [{ type: 'agent_toolset_20260401', configs: [] }],
      events,
      emit(event) {
        const whole = {
          id: `sevt_${id}_${events.length + 1}`,
          processed_at: new Date(events.length).toISOString(),
          ...event,
        } as BetaManagedAgentsSessionEvent;
        events.push(whole);
        write(id, whole);
        return whole.id;
      },
      preview(event_id, ...texts) {
        write(id, { type: 'event_start', event: { type: 'agent.message', id: event_id } });
        for (const text of texts) {
          const delta = { type: 'content_delta' as const, index: 0, content: block(text) };
          write(id, { type: 'event_delta', event_id, delta });
        }
      },
      say(text, ...deltas) {
        session.emit({ type: 'session.status_running' });
        const model_request_start_id = session.emit({ type: 'span.model_request_start' });
        const message = `${model_request_start_id}_m`;
        if (deltas.length > 0) session.preview(message, ...deltas);
        session.emit({ type: 'agent.message', id: message, content: [block(text)] });
        session.emit({
          type: 'span.model_request_end',
          is_error: false,
          model_request_start_id,
          model_usage: USAGE,
        });
      },
      idle: (stop_reason = { type: 'end_turn' }) => {
        session.emit({ type: 'session.status_idle', stop_reason, stop_details: null });
      },
      cut() {
        for (const [response, of] of streams) if (of.session === id) response.destroy();
      },
    };
    sessions.set(id, session);
    return session;
  }

  function write(id: string, event: BetaManagedAgentsStreamSessionEvents): void {
    const isPreview = event.type === 'event_start' || event.type === 'event_delta';
    for (const [response, { session, hasDeltas }] of streams) {
      if (session !== id || (isPreview && !hasDeltas)) continue;
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    }
  }

  function stream({ id }: ServedSession, response: ServerResponse, hasDeltas: boolean): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write('event: ping\ndata: {}\n\n');
    streams.set(response, { session: id, hasDeltas });
    response.on('close', () => streams.delete(response));
  }

  function list({ events }: ServedSession, response: ServerResponse, query: URLSearchParams): void {
    const limit = Number(query.get('limit') ?? 1000);
    const from = Number(query.get('page') ?? 0);
    const all = query.get('order') === 'desc' ? events.toReversed() : events;
    const next = from + limit < all.length ? String(from + limit) : null;
    json(response, { data: all.slice(from, from + limit), next_page: next });
  }

  function take(
    session: ServedSession,
    response: ServerResponse,
    sent: BetaManagedAgentsEventParams[],
  ): void {
    const data = sent.map((event) => {
      const id = session.emit({ ...event });
      return session.events.find((one) => one.id === id);
    });
    json(response, { data });
    setImmediate(() => own.play(session, sent));
  }
}

const block = (text: string) => ({ type: 'text' as const, text });

/** The words of a message that was sent. */
export const textOf = (event: BetaManagedAgentsEventParams): string =>
  'content' in event
    ? (event.content ?? [])
        .map((one) => (one.type === 'text' ? one.text : `(${one.type})`))
        .join('')
    : '';

const json = (response: ServerResponse, body: unknown) => {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
};

export const fail = (response: ServerResponse, status: number, type: string, message: string) => {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify({ type: 'error', error: { type, message } }));
};

const resource = ({ id, params, tools }: ServedSession) => ({
  id,
  type: 'session',
  status: 'idle',
  environment_id: params.environment_id,
  metadata: params.metadata ?? {},
  agent: {
    type: 'agent',
    id: params.agent,
    model: { id: 'claude-sonnet-5' },
    tools,
    mcp_servers: [],
  },
});
