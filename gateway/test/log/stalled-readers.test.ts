// Readers of a stream that read nothing, over real sockets: what they may cost, and when they are cut off.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { serve } from '@hono/node-server';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ServerBindings } from '../../kernel/http/client-address.ts';
import { createHarness, type Harness, message, type SessionHandle } from '../harness.ts';

const ROTATION_MS = 300_000;
/** More than the system's buffers of a socket on one machine hold. */
const MANY = 60;

let harness: Harness;
let server: ReturnType<typeof serve>;
let port = 0;
/** What the gateway sees of each request of a reader, newest last. */
let replies: NonNullable<ServerBindings['outgoing']>[] = [];
let readers: Socket[] = [];

beforeAll(async () => {
  harness = await createHarness();
  server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve(
      {
        fetch: (request, env: ServerBindings) => {
          if (env.outgoing !== undefined) replies.push(env.outgoing);
          return harness.gateway.fetch(request, env);
        },
        port: 0,
        hostname: '127.0.0.1',
      },
      (info) => {
        port = info.port;
        resolve(listening);
      },
    );
  });
});
afterEach(() => {
  for (const reader of readers) reader.destroy();
  readers = [];
  replies = [];
});
afterAll(async () => {
  server.close();
  if ('closeAllConnections' in server) server.closeAllConnections();
  await harness.close();
});

/** Opens a stream and reads the head of the reply, then nothing more. @returns the reply's status. */
async function stall(session: SessionHandle): Promise<number> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  readers.push(socket);
  socket.write(
    `GET /v1beta1/sessions/${session.id}/events/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${session.token}\r\n\r\n`,
  );
  const [head] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  return Number(/^HTTP\/1\.1 (\d+)/.exec(head.toString())?.[1]);
}

const say = (session: SessionHandle) =>
  session.send([message('x'.repeat(250_000), 'system.message')]);

/** Until something waits in the gateway for the newest reader. */
async function fill(session: SessionHandle): Promise<void> {
  for (let sent = 0; (replies.at(-1) as unknown as Socket).writableLength === 0; sent += 1) {
    if (sent === MANY) throw new Error('The system has taken everything.');
    await say(session);
    await harness.clock.settle();
  }
}

describe('a reader that doesn’t read', () => {
  it('loses its socket when more than a megabyte waits for it', async () => {
    const session = await harness.session();
    await stall(session);
    for (let sent = 0; sent < MANY && replies[0]?.destroyed === false; sent += 1) {
      await say(session);
      await harness.clock.settle();
    }
    await harness.until(() => replies[0]?.destroyed === true);
    expect(harness.gateway.context.hub.count(session.id)).toBe(0);
  });

  it('loses its socket soon after its stream was rotated', async () => {
    const session = await harness.session();
    await stall(session);
    await fill(session);
    await harness.clock.advance(ROTATION_MS);
    await harness.clock.advance(2000);
    await harness.until(() => replies[0]?.destroyed === true);
  });

  it('loses its socket soon after its token was over', async () => {
    const session = await harness.session();
    const issued = await harness.admin('POST', `/admin/sessions/${session.id}/tokens`, {
      expires_in_s: 60,
    });
    await stall({ ...session, token: issued.body.token });
    await fill(session);
    await harness.clock.advance(60_000);
    await harness.clock.advance(2000);
    await harness.until(() => replies[0]?.destroyed === true);
  });

  it('counts among the streams of its session until its socket is closed', async () => {
    const session = await harness.session();
    for (let i = 0; i < 16; i += 1) expect(await stall(session)).toBe(200);
    await fill(session);
    await harness.clock.advance(ROTATION_MS);
    expect(harness.gateway.context.hub.count(session.id)).toBe(0);
    expect(await stall(session)).toBe(429);
    await harness.clock.advance(2000);
    await harness.until(() => replies.slice(0, 16).every((reply) => reply.destroyed));
    expect(await stall(session)).toBe(200);
  });
});

describe('a reader that reads', () => {
  it('gets everything of a stream that is rotated, and an orderly end', async () => {
    const session = await harness.session();
    const response = await fetch(
      `http://127.0.0.1:${port}/v1beta1/sessions/${session.id}/events/stream`,
      { headers: { Authorization: `Bearer ${session.token}` } },
    );
    await harness.until(() => harness.gateway.context.hub.count(session.id) === 1);
    for (let i = 0; i < 3; i += 1) await say(session);
    await harness.clock.advance(ROTATION_MS);
    const text = await response.text();
    expect(text.match(/^event: system\.message$/gm)).toHaveLength(3);
  });
});
