// A gateway that means harm: its log is whatever the attack says, at any moment, also of events that it has told before.

import { listen, readBody } from '../../browser/support/listen.ts';
import type { WireEvent } from '../../browser/support/test-gateway.ts';

export interface HostileGateway {
  url: string;
  /** The whole log, to be changed at will. */
  log: WireEvent[];
  /** Adds an event, and says it on the stream. */
  add(type: string, content?: unknown, more?: object): WireEvent;
  /** Says an event again, as it is by now. */
  say(event: WireEvent): void;
  /** Called for each message of the visitor's. */
  onMessage: () => void;
  /** Results of tools, by tool_use_id. */
  results: Map<string, { error_code?: string }>;
  close(): Promise<void>;
}

export async function startHostileGateway(): Promise<HostileGateway> {
  const streams = new Set<(text: string) => void>();
  let count = 0;
  const { url, close } = await listen(async (request, response) => {
    for (const [name, value] of [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-headers', 'authorization, content-type, accept'],
    ] as const) {
      response.setHeader(name, value);
    }
    if (request.method === 'OPTIONS') return void response.writeHead(200).end();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://hostile.test');
    if (pathname.endsWith('/stream')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
      const write = (text: string) => response.write(text);
      streams.add(write);
      return void request.on('close', () => streams.delete(write));
    }
    const json = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method !== 'POST') {
      const events = searchParams.get('order') === 'desc' ? gateway.log.toReversed() : gateway.log;
      const after = events.findIndex(({ id }) => id === searchParams.get('after_id'));
      return void json(200, { data: events.slice(after + 1) });
    }
    const data: WireEvent[] = [];
    const { events } = JSON.parse(await readBody(request)) as { events: WireEvent[] };
    for (const { type, content } of events) {
      data.push(gateway.add(type, content));
      if (type !== 'user.tool_result') continue;
      for (const block of content as { tool_use_id: string; error_code?: string }[]) {
        gateway.results.set(block.tool_use_id, block);
      }
    }
    json(200, { data });
    if (events.some(({ type }) => type === 'user.message')) gateway.onMessage();
  });

  const gateway: HostileGateway = {
    url,
    log: [],
    results: new Map(),
    onMessage: () => {},
    add(type, content = [], more = {}) {
      count += 1;
      const at = new Date().toISOString();
      const event = { id: `e${count}`, type, content, created_at: at, processed_at: at, ...more };
      gateway.log.push(event);
      gateway.say(event);
      return event;
    },
    say(event) {
      const text = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
      for (const write of streams) write(text);
    },
    close,
  };
  return gateway;
}
