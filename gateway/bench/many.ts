// Several processes on one PostgreSQL server: how much later the others know, how much more they do together, what
// streams cost.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createProcess, type GatewayProcess } from '../test/faults/processes.ts';
import type { PostgresServer } from '../test/postgres-server.ts';
import { list, note, openStream, openVisitor, send, type Visitor } from './client.ts';
import { median, ms, quantile, type Row, row, times } from './rows.ts';

const TRIES = 60;
const STOPS = 15;
const LOAD_MS = 4000;
const AT_A_TIME = 24;
const SETTLED_WITHIN_S = 15;

export async function startProcesses(
  count: number,
  env: Readonly<Record<string, string>>,
): Promise<GatewayProcess[]> {
  const processes = Array.from({ length: count }, () => createProcess({ env }));
  await Promise.all(processes.map((each) => each.start()));
  return processes;
}

const basesOf = (processes: readonly GatewayProcess[]) => processes.map(({ base }) => base ?? '');

/** An event, and a Stop, from one process to another. */
export async function benchReach(
  server: PostgresServer,
  count: number,
  env: Readonly<Record<string, string>> = {},
  by = 'PostgreSQL',
): Promise<Row[]> {
  const processes = await startProcesses(count, {
    DATABASE_URL: await server.newDatabase(),
    ...env,
  });
  const bases = basesOf(processes);
  const [here = ''] = bases;
  const there = bases.at(-1) ?? '';
  try {
    // The bus is connected soon after the start.
    await sleep(1500);
    const visitor = await openVisitor(here);
    const streams = await Promise.all([openStream(here, visitor), openStream(there, visitor)]);
    const same: number[] = [];
    const later: number[] = [];
    for (let i = 0; i < TRIES; i += 1) {
      const text = `event ${i} of many`;
      const startedAt = performance.now();
      const seen = Promise.all(streams.map((stream) => stream.saw(text)));
      await send(here, visitor, note(text));
      const [mine = 0, theirs = 0] = await seen;
      same.push(mine - startedAt);
      later.push(theirs - mine);
    }
    for (const stream of streams) stream.close();
    const stops = await stopsOf(here, there);
    const name = `${count} processes, bus by ${by}`;
    return [
      row(
        `${name}: event on another's stream, later than on its own`,
        ms(median(later)),
        median(later),
        { value: 20, text: '20 ms' },
        {
          reference: `send → own stream ${ms(median(same))}, p99 later ${ms(quantile(later, 0.99))}`,
        },
      ),
      row(`${name}: Stop taken by another → idle`, ms(median(stops)), median(stops), {
        value: 150,
        text: '150 ms',
      }),
    ];
  } finally {
    for (const each of processes) await each.kill();
  }
}

async function stopsOf(here: string, there: string): Promise<number[]> {
  const took: number[] = [];
  for (let i = 0; i < STOPS; i += 1) {
    const visitor = await openVisitor(here, { script: [[{ wait_ms: 60_000 }]] });
    const stream = await openStream(here, visitor);
    await send(here, visitor, note('go', 'user.message'));
    await stream.saw('session.status_running');
    const startedAt = performance.now();
    await send(there, visitor, { type: 'user.interrupt' });
    took.push((await stream.saw('session.status_idle')) - startedAt);
    stream.close();
  }
  return took;
}

/** A worker dies in the middle of a run: seconds until the run has its end. */
export async function benchTakeOver(server: PostgresServer): Promise<Row[]> {
  const processes = await startProcesses(2, { DATABASE_URL: await server.newDatabase() });
  const [here = '', there = ''] = basesOf(processes);
  try {
    await sleep(12_000);
    const visitor = await openVisitor(here, { script: [[{ wait_ms: 600_000 }]] });
    const stream = await openStream(there, visitor);
    await send(here, visitor, note('go', 'user.message'));
    await stream.saw('session.status_running');
    const startedAt = performance.now();
    await processes[0]?.kill();
    const seconds = ((await stream.saw('session.error')) - startedAt) / 1000;
    stream.close();
    return [
      row('a killed worker’s run is settled after', `${seconds.toFixed(1)} s`, seconds, {
        value: SETTLED_WITHIN_S,
        text: `${SETTLED_WITHIN_S} s`,
      }),
    ];
  } finally {
    for (const each of processes) await each.kill();
  }
}

export interface Throughput {
  sends: number;
  lists: number;
}

/** Calls a second over all processes together. */
export async function benchThroughput(bases: readonly string[]): Promise<Throughput> {
  const visitors = await Promise.all(
    Array.from({ length: AT_A_TIME }, (_, i) => openVisitor(bases[i % bases.length] ?? '')),
  );
  const rate = async (call: (base: string, visitor: Visitor) => Promise<unknown>) => {
    let count = 0;
    const startedAt = performance.now();
    await Promise.all(
      visitors.map(async (visitor, index) => {
        for (let i = index; performance.now() - startedAt < LOAD_MS; i += 1) {
          await call(bases[i % bases.length] ?? '', visitor);
          count += 1;
        }
      }),
    );
    return count / ((performance.now() - startedAt) / 1000);
  };
  const sends = await rate((base, visitor) =>
    send(base, visitor, note('A message of some length.')),
  );
  const lists = await rate((base, visitor) => list(base, visitor, 'limit=20&order=desc'));
  return { sends, lists };
}

export function throughputRows(what: string, found: Throughput, one: Throughput): Row[] {
  return (['sends', 'lists'] as const).map((kind) =>
    row(`${what}: ${kind} a second`, found[kind].toFixed(0), 0, null, {
      reference: `1 process on PostgreSQL ${one[kind].toFixed(0)}`,
      ratio: times(found[kind] / one[kind]),
    }),
  );
}

/** KB for each of as many open replies of Node's own server. */
export async function bareStreams(count: number): Promise<number> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [port] = await once(child.stdout, 'data');
    const base = `http://127.0.0.1:${String(port).trim()}`;
    const kilobytes = async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    };
    const visitor = { id: 'nobody', token: 'x'.repeat(300) };
    const before = await kilobytes();
    for (let i = 0; i < count; i += 50) {
      await Promise.all(Array.from({ length: 50 }, () => openStream(base, visitor)));
    }
    await sleep(1000);
    return ((await kilobytes()) - before) / count;
  } finally {
    child.kill('SIGKILL');
  }
}

/** Many open streams: what each holds, and how soon one of them shows an event of its session. */
export async function benchStreams(
  what: string,
  processes: readonly GatewayProcess[],
  count: number,
  bareKb: number,
): Promise<Row[]> {
  const bases = basesOf(processes);
  const memory = async () =>
    (await Promise.all(processes.map((each) => each.memory()))).reduce((sum, mb) => sum + mb, 0);
  const visitors: Visitor[] = [];
  for (let i = 0; i < count / 10; i += 1) visitors.push(await openVisitor(bases[0] ?? ''));
  await sleep(500);
  const before = await memory();
  const streams: Awaited<ReturnType<typeof openStream>>[] = [];
  for (let i = 0; i < count; i += 50) {
    streams.push(
      ...(await Promise.all(
        Array.from({ length: 50 }, (_, k) => {
          const visitor = visitors[(i + k) % visitors.length] as Visitor;
          return openStream(bases[(i + k) % bases.length] ?? '', visitor);
        }),
      )),
    );
  }
  await sleep(1000);
  const perStream = ((await memory()) - before) * (1024 / count);
  const took: number[] = [];
  for (let i = 0; i < TRIES * 2; i += 1) {
    const index = (i * 7) % visitors.length;
    const text = `to all of session ${i}.`;
    const startedAt = performance.now();
    const seen = Promise.all(
      streams
        .filter((_, k) => k % visitors.length === index)
        .map(async (stream) => (await stream.saw(text)) - startedAt),
    );
    await send(bases[i % bases.length] ?? '', visitors[index] as Visitor, note(text));
    took.push(...(await seen));
  }
  for (const stream of streams) stream.close();
  return [
    row(`${what}, ${count} streams: send → stream, p50`, ms(median(took)), 0, null, {
      reference: `p99 ${ms(quantile(took, 0.99))}`,
    }),
    row(`${what}, ${count} streams: memory for each`, `${perStream.toFixed(0)} KB`, 0, null, {
      reference: `Node's own server ${bareKb.toFixed(0)} KB`,
      ratio: times(perStream / bareKb),
    }),
  ];
}
