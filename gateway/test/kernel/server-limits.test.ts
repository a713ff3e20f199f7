import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { serve } from '@hono/node-server';
import { expect, it } from 'vitest';
import { endStalledBodies, SERVER_LIMITS, STALL_MS } from '../../kernel/http/server-limits.ts';

const FASTER = 5;

/** The same server, so many times as fast: what is tried is that these settings end such a request at all. */
async function ask(parts: readonly string[], pauseMs: number): Promise<string> {
  const fast = Object.fromEntries(
    Object.entries(SERVER_LIMITS).map(([name, ms]) => [name, ms / FASTER]),
  );
  const fetch = async (request: Request) => new Response(await request.text());
  const server = serve({ fetch, port: 0, serverOptions: fast });
  endStalledBodies(server, STALL_MS / FASTER);
  await new Promise<void>((resolve) => server.once('listening', () => resolve()));
  const address = server.address();
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, 'localhost');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  for (const part of parts) {
    socket.write(part);
    await sleep(pauseMs);
  }
  await closed;
  await new Promise((resolve) => server.close(resolve));
  return answer;
}

it('a request that is never finished ends after 10 s of silence, headers or body', () => {
  expect(SERVER_LIMITS.headersTimeout).toBe(10_000);
  expect(STALL_MS).toBe(10_000);
});

it('one that stops in its headers is answered with 408 and its socket closed', async () => {
  expect(await ask(['POST / HTTP/1.1\r\nHost: a\r\n'], 0)).toMatch(/^HTTP\/1\.1 408 /);
});

it('one that stops in its body loses its socket', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nhalf';
  expect(await ask([head], 0)).not.toMatch(/ 200 /);
});

it('a body that comes slowly is taken, however long it takes beyond that', async () => {
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 6\r\n\r\n';
  const answer = await ask([head, 'a', 'b', 'c', 'd', 'e', 'f'], STALL_MS / FASTER / 6);
  expect(answer).toMatch(/ 200 .*abcdef$/s);
});
