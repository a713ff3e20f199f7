// What a visitor's send takes while one token floods the gateway as fast as it is answered, beside the same sends to the quiet
// gateway. A real process with the limits that a gateway has by itself; the flood comes from another thread.

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createProcess } from '../test/faults/processes.ts';
import { note, openVisitor, send, type Visitor } from './client.ts';
import { median, ms, type Row, row, times } from './rows.ts';

const RUNS = 3;
const SAMPLES = 60;
const PAUSE_MS = 30;
const FLOOD_AT_ONCE = 25;
const MESSAGES_PER_REQUEST = 100;
const MOST = 2;
const TEXT = 'x'.repeat(100);

export interface FairnessPlace {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export async function benchFairness(name: string, { args, env }: FairnessPlace): Promise<Row> {
  const gateway = createProcess({
    ...(args === undefined ? {} : { args }),
    // As an operator has it who sets nothing.
    env: { BELLHOP_RATE_LIMIT: '50', BELLHOP_RATE_BURST: '200', ...env },
  });
  await gateway.start();
  const base = gateway.base ?? '';
  const quiet: number[] = [];
  const flooded: number[] = [];
  try {
    const visitor = await openVisitor(base);
    await sample(base, visitor, SAMPLES);
    for (let run = 0; run < RUNS; run += 1) {
      quiet.push(...(await sample(base, visitor, SAMPLES)));
      // A session of its own each time: its token has its whole burst.
      const flood = await beginFlood(base, await openVisitor(base));
      flooded.push(...(await sample(base, visitor, SAMPLES)));
      await flood.stop();
    }
  } finally {
    await gateway.kill();
  }
  const ratio = median(flooded) / median(quiet);
  return row(
    `${name}: another visitor’s send while one token floods`,
    ms(median(flooded)),
    ratio,
    { value: MOST, text: `${MOST} ×` },
    { reference: `quiet ${ms(median(quiet))}`, ratio: times(ratio) },
  );
}

async function sample(base: string, visitor: Visitor, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    await send(base, visitor, note(TEXT));
    found.push(performance.now() - began);
    await sleep(PAUSE_MS);
  }
  return found;
}

/** Requests of 100 messages, as fast as they are answered, from a thread of their own. */
function beginFlood(base: string, { id, token }: Visitor): Promise<{ stop(): Promise<unknown> }> {
  const events = Array(MESSAGES_PER_REQUEST).fill(note(TEXT));
  const workerData = {
    url: `${base}/v1/sessions/${id}/events`,
    token,
    body: JSON.stringify({ events }),
    atOnce: FLOOD_AT_ONCE,
  };
  const worker = new Worker(FLOOD, { eval: true, workerData });
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('message', () => resolve({ stop: () => worker.terminate() }));
  });
}

const FLOOD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { url, token, body, atOnce } = workerData;
  const headers = { Authorization: 'Bearer ' + token, 'Content-Type': 'application/json' };
  const sender = async () => {
    for (;;) {
      const response = await fetch(url, { method: 'POST', headers, body });
      await response.arrayBuffer();
      parentPort.postMessage(response.status);
    }
  };
  for (let n = 0; n < atOnce; n += 1) sender();
`;
