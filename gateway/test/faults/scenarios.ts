// The faults, each under traffic: what is broken, how often, and what is left to prove afterwards.

import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PostgresServer } from '../postgres-server.ts';
import type { RedisServer } from '../redis-server.ts';
import { createProcess, type GatewayProcess, type ProcessOptions } from './processes.ts';
import { admin, type Pick, startTraffic } from './traffic.ts';
import { isClean, judge, type Verdict } from './verdict.ts';

export interface World {
  pick: Pick;
  /** How much of it: 1 is the whole, less a slice. */
  share: number;
  postgres: PostgresServer | null;
  redis: RedisServer | null;
  /** An empty directory. */
  folder(): Promise<string>;
}

export interface Result {
  what: string;
  verdict: Verdict;
  /** What else was seen. */
  notes: string;
  isClean: boolean;
}

export interface Scenario {
  name: string;
  needs: 'nothing' | 'postgres' | 'redis';
  run(world: World): Promise<Result>;
}

const CONVERSATIONS = 6;
const PAUSE_MS = 60;
/** Sockets that read nothing, and what is written meanwhile. */
const STALLED = 48;
const FLOOD_MESSAGES = 40;
const MESSAGE_LENGTH = 200_000;
/** Kills of the whole. */
const KILLS_ON_POSTGRES = 80;
const KILLS_ON_FOLDER = 20;
/** How long a process lives at most before its next kill; alone on a folder it has nobody who writes while it starts. */
const LIFE_MS = 400;
const LIFE_ALONE_MS = 4000;

const atLeastOne = (count: number) => Math.max(1, Math.round(count));

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'kills',
    needs: 'postgres',
    async run(world) {
      const kills = atLeastOne(KILLS_ON_POSTGRES * world.share);
      const processes = await startOnPostgres(world, 3);
      return underTraffic(world, `${kills} kills of three processes`, processes, () =>
        killInTurn(processes, kills, world.pick, LIFE_MS),
      );
    },
  },
  {
    name: 'folder',
    needs: 'nothing',
    async run(world) {
      const kills = atLeastOne(KILLS_ON_FOLDER * world.share);
      const processes = [createProcess({ args: ['--data', await world.folder()] })];
      await startAll(processes);
      return underTraffic(world, `${kills} kills on one folder`, processes, () =>
        killInTurn(processes, kills, world.pick, LIFE_ALONE_MS),
      );
    },
  },
  {
    name: 'two-writers',
    needs: 'nothing',
    async run(world) {
      const tries = atLeastOne(10 * world.share);
      const args = ['--data', await world.folder()];
      const [owner, second] = [createProcess({ args }), createProcess({ args })];
      await owner.start();
      let refused = 0;
      const result = await underTraffic(world, 'two writers on one folder', [owner], async () => {
        for (let i = 0; i < tries; i += 1) {
          // Also one that seems dead keeps what is its own.
          if (i % 2 === 1) owner.signal('SIGSTOP');
          refused += await second.start().then(
            () => 0,
            (error) => (/in use by another gateway/.test(String(error)) ? 1 : 0),
          );
          await second.kill();
          owner.signal('SIGCONT');
          await sleep(300);
        }
      });
      return {
        ...result,
        notes: `${refused} of ${tries} refused`,
        isClean: result.isClean && refused === tries,
      };
    },
  },
  {
    name: 'bus',
    needs: 'redis',
    async run(world) {
      const { redis } = world;
      const processes = await startOnPostgres(world, 2, { REDIS_URL: redis?.url ?? '' });
      return underTraffic(world, 'outages of the bus', processes, async () => {
        for (let i = 0; i < atLeastOne(6 * world.share); i += 1) {
          await redis?.stop();
          await sleep(2000 + 4000 * world.pick());
          await redis?.start();
          await sleep(3000);
        }
      });
    },
  },
  {
    name: 'database',
    needs: 'postgres',
    async run(world) {
      const processes = await startOnPostgres(world, 2);
      return underTraffic(world, 'outages of the database', processes, async () => {
        for (let i = 0; i < atLeastOne(6 * world.share); i += 1) {
          await world.postgres?.stop();
          // Every other one is longer than a lease.
          await sleep(i % 2 === 0 ? 12_000 : 2000);
          await world.postgres?.start();
          await sleep(4000);
        }
      });
    },
  },
  {
    name: 'clocks',
    needs: 'postgres',
    async run(world) {
      const url = (await world.postgres?.newDatabase()) ?? '';
      const processes = [0, 40_000, -40_000].map((skewMs) =>
        createProcess({ env: { DATABASE_URL: url }, skewMs }),
      );
      await startAll(processes);
      return underTraffic(world, 'clocks 40 s ahead and behind', processes, () =>
        sleep(30_000 * Math.max(0.5, world.share)),
      );
    },
  },
  { name: 'stalled', needs: 'nothing', run: runStalled },
];

/** Readers that read nothing, while much is written: what they cost, and whether the others notice. */
async function runStalled(world: World): Promise<Result> {
  const gateway = createProcess({ args: ['--data', await world.folder()] });
  await gateway.start();
  const before = await gateway.memory();
  let open = 0;
  let after = 0;
  const result = await underTraffic(world, 'readers that read nothing', [gateway], async () => {
    const sockets: Socket[] = [];
    for (let i = 0; i < STALLED / 16; i += 1) {
      sockets.push(...(await flood(gateway.base ?? '')));
    }
    await sleep(1000);
    after = await gateway.memory();
    // Reading tells whether the other end is still there.
    for (const socket of sockets) socket.resume();
    await sleep(3000);
    open = sockets.filter((socket) => !socket.closed).length;
    for (const socket of sockets) socket.destroy();
  });
  const megabytes = (value: number) => `${value.toFixed(0)} MB`;
  return {
    ...result,
    notes: `${megabytes(before)} before, ${megabytes(after)} with ${STALLED} sockets; ${open} not cut off`,
    isClean: result.isClean && open === 0,
  };
}

/** Sixteen streams of a session that nobody reads, and more than they may leave unread. */
async function flood(base: string): Promise<Socket[]> {
  const { session_id } = await admin(base, '/admin/sessions', { agent: 'scripted' });
  const { token } = await admin(base, `/admin/sessions/${session_id}/tokens`, {});
  const sockets = Array.from({ length: 16 }, () => {
    const socket = connect(Number(new URL(base).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET /v1beta1/sessions/${session_id}/events/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`,
    );
    return socket;
  });
  await sleep(500);
  const content = [{ type: 'text', text: 'x'.repeat(MESSAGE_LENGTH) }];
  for (let i = 0; i < FLOOD_MESSAGES; i += 1) {
    await fetch(`${base}/v1/sessions/${session_id}/events`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ events: [{ type: 'system.message', content }] }),
    });
  }
  return sockets;
}

async function startOnPostgres(
  { postgres }: World,
  count: number,
  env: ProcessOptions['env'] = {},
): Promise<GatewayProcess[]> {
  const url = (await postgres?.newDatabase()) ?? '';
  const processes = Array.from({ length: count }, () =>
    createProcess({ env: { DATABASE_URL: url, ...env } }),
  );
  await startAll(processes);
  return processes;
}

async function startAll(processes: readonly GatewayProcess[]): Promise<void> {
  await Promise.all(processes.map((each) => each.start()));
}

async function killInTurn(
  processes: readonly GatewayProcess[],
  kills: number,
  pick: Pick,
  lifeMs: number,
): Promise<void> {
  for (let i = 0; i < kills; i += 1) {
    const victim = processes[Math.floor(pick() * processes.length)];
    await sleep(lifeMs * pick());
    await victim?.kill();
    await victim?.start();
  }
}

async function underTraffic(
  { pick }: World,
  what: string,
  processes: readonly GatewayProcess[],
  breakThings: () => Promise<void>,
): Promise<Result> {
  try {
    const traffic = await startTraffic({
      processes,
      conversations: CONVERSATIONS,
      pick,
      pauseMs: PAUSE_MS,
    });
    await sleep(500);
    await breakThings();
    await traffic.stop();
    const verdict = await judge(processes, traffic.conversations);
    return {
      what,
      verdict,
      notes: `${traffic.failures()} sends without an answer`,
      isClean: isClean(verdict),
    };
  } finally {
    for (const each of processes) await each.kill();
  }
}
