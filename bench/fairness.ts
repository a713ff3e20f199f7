// What a visitor's send takes while another token floods the gateway as fast as it can, against a quiet gateway. Over HTTP,
// the flood from another thread, with the limits that a gateway has by itself; on PGlite, and on the server that
// BELLHOP_TEST_DATABASE_URL names.

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { serve } from '@hono/node-server';
import { createGateway, openDatabase } from '../gateway/index.ts';
import { type BenchRow, growthRow, median } from './row.ts';

const ADMIN_KEY = 'bench-admin-key';
const SAMPLES = 60;
const PAUSE_MS = 30;
const FLOOD_AT_ONCE = 25;
const MESSAGES_PER_REQUEST = 100;
const MOST = 2;

export async function benchFairness(runs: number): Promise<BenchRow[]> {
  const rows = [await measure('PGlite', undefined, runs)];
  const url = process.env.BELLHOP_TEST_DATABASE_URL;
  if (url !== undefined) rows.push(await measure('PostgreSQL', url, runs));
  return rows;
}

async function measure(name: string, url: string | undefined, runs: number): Promise<BenchRow> {
  const db = await openDatabase(url === undefined ? {} : { url });
  const gateway = await createGateway({ db, options: { adminKey: ADMIN_KEY } });
  const { server, base } = await listen(gateway.fetch);
  const quiet: number[] = [];
  const flooded: number[] = [];
  try {
    const visitor = await openSession(base);
    await sample(visitor, 10);
    for (let run = 0; run < runs; run += 1) {
      quiet.push(...(await sample(visitor, SAMPLES)));
      // A session of its own each time: its token has its whole burst.
      const flood = await beginFlood(await openSession(base));
      flooded.push(...(await sample(visitor, SAMPLES)));
      await flood.stop();
    }
  } finally {
    server.close();
    await gateway.close();
    await db.close();
  }
  const what = `another visitor’s send while one token floods (${name})`;
  return growthRow(what, median(flooded), median(quiet), MOST);
}

interface Session {
  url: string;
  token: string;
}

function listen(answer: Parameters<typeof serve>[0]['fetch']) {
  return new Promise<{ server: ReturnType<typeof serve>; base: string }>((resolve) => {
    const server = serve({ fetch: answer, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({ server, base: `http://127.0.0.1:${port}` }),
    );
  });
}

async function openSession(base: string): Promise<Session> {
  const post = async (path: string, body: unknown) => {
    const response = await fetch(`${base}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ADMIN_KEY}` },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { session_id: string; token: string };
  };
  const { session_id } = await post('/admin/sessions', { agent: 'scripted' });
  const { token } = await post(`/admin/sessions/${session_id}/tokens`, {});
  return { url: `${base}/v1/sessions/${session_id}/events`, token };
}

const event = { type: 'system.message', content: [{ type: 'text', text: 'x'.repeat(100) }] };

async function send({ url, token }: Session, body: string): Promise<number> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

async function sample(session: Session, count: number): Promise<number[]> {
  const body = JSON.stringify({ events: [event] });
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    const status = await send(session, body);
    if (status !== 200) throw new Error(`A visitor’s send was answered with ${status}.`);
    found.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return found;
}

/** Requests of 100 messages, as fast as they are answered, from a thread of their own. */
function beginFlood({ url, token }: Session): Promise<{ stop(): Promise<unknown> }> {
  const body = JSON.stringify({ events: Array(MESSAGES_PER_REQUEST).fill(event) });
  const worker = new Worker(FLOOD, { eval: true, workerData: { url, token, body, FLOOD_AT_ONCE } });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => resolve({ stop: () => worker.terminate() }));
  });
}

const FLOOD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { url, token, body, FLOOD_AT_ONCE } = workerData;
  const headers = { Authorization: 'Bearer ' + token };
  const sender = async () => {
    for (;;) {
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.arrayBuffer();
      parentPort.postMessage(response.status);
    }
  };
  for (let n = 0; n < FLOOD_AT_ONCE; n += 1) sender();
`;
