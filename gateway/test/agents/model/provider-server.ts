// A provider on this machine: answers each request with the next scripted reply, and keeps what it was asked.

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Reply = (response: ServerResponse) => void;

export interface ProviderServer {
  url: string;
  asked: Record<string, unknown>[];
  /** Of each request. */
  headers: IncomingHttpHeaders[];
  next(...replies: Reply[]): void;
  /** Forgets what was asked, and what was to be answered. */
  reset(): void;
  close(): Promise<void>;
}

export async function createProviderServer(): Promise<ProviderServer> {
  const asked: Record<string, unknown>[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      headers.push(request.headers);
      asked.push(JSON.parse(body) as Record<string, unknown>);
      const reply = replies.shift();
      if (reply === undefined) response.writeHead(500).end('nothing scripted');
      else reply(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    headers,
    next: (...more) => replies.push(...more),
    reset() {
      asked.length = 0;
      headers.length = 0;
      replies.length = 0;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Chat-completions chunks, as server-sent events. */
export function chunks(...deltas: Record<string, unknown>[]): Reply {
  return (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const delta of deltas) {
      const { finish_reason = null, usage, ...rest } = delta;
      const choices = usage === undefined ? [{ index: 0, delta: rest, finish_reason }] : [];
      const chunk = {
        id: 'c1',
        object: 'chat.completion.chunk',
        created: 1,
        model: 'm',
        choices,
        usage,
      };
      response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    }
    response.end('data: [DONE]\n\n');
  };
}

export const USAGE = {
  usage: {
    prompt_tokens: 120,
    completion_tokens: 30,
    total_tokens: 150,
    prompt_tokens_details: { cached_tokens: 20 },
    completion_tokens_details: { reasoning_tokens: 5 },
  },
};

export function refusal(status: number, message: string): Reply {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ error: { message, type: 'invalid_request_error', code: null } }));
  };
}
