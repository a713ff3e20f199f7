// The documented ways to mount the session endpoint, each in the server that it is for.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  type EchoGateway,
  openEchoGateway,
} from '../../../test/doubles/echo-gateway.ts';
import { createSessionHandler, type NodeRequest, toNodeHandler } from '../../server.ts';

let gateway: EchoGateway;
beforeAll(async () => {
  gateway = await openEchoGateway();
});
afterAll(() => gateway.close());

const handler = <Native = unknown>(
  visitor?: (request: Request, native?: Native) => string | null,
) =>
  createSessionHandler<Native>({
    gateway: 'http://gateway.test',
    key: ADMIN_KEY,
    fetch: (url, init) => gateway.fetch(url, init),
    ...(visitor === undefined ? {} : { visitor }),
  });

const POST = { method: 'POST', headers: { 'content-type': 'application/json' } };

describe('the session endpoint', () => {
  it('stands in Hono, which can tell it who is signed in', async () => {
    const app = new Hono<{ Variables: { user: string } }>();
    app.use(async (c, next) => {
      c.set('user', 'ada');
      await next();
    });
    const chat = handler<{ get(name: 'user'): string }>((_request, c) => c?.get('user') ?? null);
    app.post('/chat/session', (c) => chat(c.req.raw, { native: c }));
    app.post('/chat/session/delete', (c) => chat.remove(c.req.raw, { native: c }));
    const reply = await app.request('http://shop.test/chat/session', { ...POST, body: '{}' });
    const ticket = (await reply.json()) as { session_id: string; owner: string };
    expect(reply.status).toBe(200);
    expect(ticket.owner).toMatch(/^[\w-]{32}$/);
    const gone = await app.request('http://shop.test/chat/session/delete', {
      ...POST,
      body: JSON.stringify({ session_id: ticket.session_id }),
    });
    expect(gone.status).toBe(204);
  });

  it('stands in a server of Node’s http', async () => {
    const chat = handler();
    const server = createServer(toNodeHandler(chat));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/chat/session`;
    try {
      const first = await fetch(url, { ...POST, body: '{}' });
      expect(first.status).toBe(200);
      expect(first.headers.get('cache-control')).toBe('no-store');
      const [cookie = ''] = first.headers.getSetCookie();
      expect(cookie).not.toContain('Secure');
      const { session_id } = (await first.json()) as { session_id: string };
      const again = await fetch(url, {
        ...POST,
        headers: {
          ...POST.headers,
          cookie: cookie.split(';')[0] ?? '',
          origin: new URL(url).origin,
        },
        body: JSON.stringify({ session_id }),
      });
      expect(((await again.json()) as { session_id: string }).session_id).toBe(session_id);
      const long = await fetch(url, { ...POST, body: `"${'x'.repeat(2_000_000)}"` });
      expect(long.status).toBe(413);
      expect((await fetch(url)).status).toBe(405);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });

  it('stands in Express behind its body parser, and gets its request', async () => {
    type ExpressRequest = NodeRequest & { user: string };
    const chat = handler<ExpressRequest>((_request, req) => req?.user ?? null);
    const sent: { status: number; headers: Record<string, unknown>; body: string } = {
      status: 0,
      headers: {},
      body: '',
    };
    const request: ExpressRequest = {
      method: 'POST',
      url: '/session',
      originalUrl: '/chat/session',
      headers: { host: 'shop.test', 'content-type': 'application/json', 'content-length': '17' },
      ip: '203.0.113.9',
      user: 'ada',
      // What `express.json()` leaves: the body is read, and its object stands here.
      body: { tools: [{ name: 'read_cart' }] },
      // biome-ignore lint/correctness/useYield: a body that was read already gives nothing.
      async *[Symbol.asyncIterator]() {
        throw new Error('the body was read already');
      },
    };
    await toNodeHandler<ExpressRequest>(chat)(request, {
      set statusCode(status: number) {
        sent.status = status;
      },
      setHeader: (name, value) => {
        sent.headers[name] = value;
      },
      end: (body = '') => {
        sent.body = body;
      },
    });
    expect(sent.status).toBe(200);
    expect(JSON.parse(sent.body).owner).toMatch(/^[\w-]{32}$/);
    expect(sent.headers).not.toHaveProperty('set-cookie');
  });
});
