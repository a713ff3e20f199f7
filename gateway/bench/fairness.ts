// What a visitor's send and a balancer's probe take while one token floods the gateway as fast as it is answered, beside the same
// at the quiet gateway. A real process with the limits that a gateway has by itself; the flood comes from another thread.

import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createProcess } from '../test/faults/processes.ts';
import { note, openVisitor, send, type Visitor } from './client.ts';
import { median, ms, type Row, row, times } from './rows.ts';

const RUNS = 3;
const SAMPLES = 60;
const PAUSE_MS = 30;
/** A burst of big requests, and many senders of small ones, each of which asks for an answer. */
const FLOODS = [
  { what: 'one token floods', atOnce: 25, events: Array(100).fill(note('x'.repeat(100))) },
  { what: 'ten senders of one token ask', atOnce: 10, events: [note('hi', 'user.message')] },
];
const MOST = 2;
const TEXT = 'x'.repeat(100);

export interface FairnessPlace {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
}

export async function benchFairness(name: string, { args, env }: FairnessPlace): Promise<Row[]> {
  const gateway = createProcess({
    ...(args === undefined ? {} : { args }),
    // As an operator has it who sets nothing.
    env: { BELLHOP_RATE_LIMIT: '50', BELLHOP_RATE_BURST: '200', ...env },
  });
  await gateway.start();
  const base = gateway.base ?? '';
  try {
    const visitor = await openVisitor(base);
    await sample(base, visitor);
    const rows: Row[] = [];
    for (const flood of FLOODS) {
      const quiet: Sample = { sends: [], probes: [] };
      const flooded: Sample = { sends: [], probes: [] };
      for (let run = 0; run < RUNS; run += 1) {
        add(quiet, await sample(base, visitor));
        // A session of its own each time: its token has its whole burst.
        const script = [[{ say: 'hello' }]];
        const begun = await beginFlood(base, await openVisitor(base, { script }), flood);
        add(flooded, await sample(base, visitor));
        await begun.stop();
      }
      rows.push(
        compared(`${name}: another visitor’s send while ${flood.what}`, quiet.sends, flooded.sends),
        compared(`${name}: /readyz while ${flood.what}`, quiet.probes, flooded.probes),
      );
    }
    return rows;
  } finally {
    await gateway.kill();
  }
}

function compared(what: string, quiet: readonly number[], flooded: readonly number[]): Row {
  const ratio = median(flooded) / median(quiet);
  const reference = `quiet ${ms(median(quiet))}, most ${ms(Math.max(...flooded))}`;
  const must = { value: MOST, text: `${MOST} ×` };
  return row(what, ms(median(flooded)), ratio, must, { reference, ratio: times(ratio) });
}

/** Milliseconds. */
interface Sample {
  sends: number[];
  probes: number[];
}

function add(to: Sample, { sends, probes }: Sample): void {
  to.sends.push(...sends);
  to.probes.push(...probes);
}

async function sample(base: string, visitor: Visitor): Promise<Sample> {
  const found: Sample = { sends: [], probes: [] };
  for (let n = 0; n < SAMPLES; n += 1) {
    found.sends.push(await timed(() => send(base, visitor, note(TEXT))));
    found.probes.push(
      await timed(async () => {
        await (await fetch(`${base}/readyz`)).arrayBuffer();
      }),
    );
    await sleep(PAUSE_MS);
  }
  return found;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Requests as fast as they are answered, from a thread of their own. */
function beginFlood(
  base: string,
  { id, token }: Visitor,
  { events, atOnce }: (typeof FLOODS)[number],
): Promise<{ stop(): Promise<unknown> }> {
  const workerData = {
    url: `${base}/v1/sessions/${id}/events`,
    token,
    body: JSON.stringify({ events }),
    atOnce,
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
