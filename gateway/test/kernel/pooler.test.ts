// Two gateways behind a real pgbouncer in transaction mode, which drops what LISTEN should hear.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../../../test/rings.ts';
import { createSystemClock } from '../../kernel/clock.ts';
import { openDatabase } from '../../kernel/db/open.ts';
import type { Db } from '../../kernel/db/types.ts';
import { openBus } from '../../log/bus/open-bus.ts';
import type { Bus } from '../../log/bus/types.ts';
import { createHarness, type Harness, message } from '../harness.ts';
import { findPooler, type Pooler, startPooler } from '../pooler.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';

const bin = findPostgres();
const program = findPooler();
const isHere = bin !== null && program !== null;
const LIMIT = { timeout: 120_000, interval: 50 };

describe(
  `behind a pgbouncer in transaction mode${isHere ? '' : ' (left out: PostgreSQL or pgbouncer is not installed)'}`,
  OUTER,
  () => {
    let server: PostgresServer;
    let pooler: Pooler;
    const opened: { db: Db; bus: Bus; harness: Harness }[] = [];
    const lines: string[] = [];

    beforeAll(async () => {
      if (!isHere) return;
      server = await startPostgres(bin);
      pooler = await startPooler(program, await server.newDatabase());
      for (const _ of [1, 2]) {
        const db = await openDatabase({ url: pooler.url });
        const bus = openBus({ databaseUrl: pooler.url });
        const harness = await createHarness({
          db,
          bus,
          // What the pooler does takes real time.
          clock: createSystemClock() as never,
          log: { write: (_level, event) => lines.push(event) },
        });
        opened.push({ db, bus, harness });
      }
    });
    afterAll(async () => {
      for (const { db, bus, harness } of opened) {
        await harness.close();
        await bus.close();
        await db.close();
      }
      await pooler?.close();
      await server?.close();
    });

    it.runIf(isHere)(
      'the deaf bus is told of, a stream of another process is a second late, and a pool in session mode mends it',
      async () => {
        const [one, two] = opened.map(({ harness }) => harness) as [Harness, Harness];
        const states = () => opened.map(({ bus }) => bus.state);
        await expect.poll(states, LIMIT).toEqual(['deaf', 'deaf']);
        expect(lines.filter((event) => event.startsWith('bus_'))).toEqual(['bus_deaf', 'bus_deaf']);

        const session = await one.session();
        const response = await two.gateway.request(
          `/v1beta1/sessions/${session.id}/events/stream`,
          { headers: { Authorization: `Bearer ${session.token}` } },
        );
        const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
        const until = async (word: string) => {
          for (let text = ''; !text.includes(word); ) text += (await reader?.read())?.value ?? '';
        };
        const began = performance.now();
        for (const word of ['word_a', 'word_b', 'word_c']) {
          await session.send([message(word, 'system.message')]);
          await until(word);
        }
        // A look each second; with looks of every five seconds it would take ten at least.
        expect(performance.now() - began).toBeLessThan(8000);

        await pooler.setMode('session');
        await expect.poll(states, LIMIT).toEqual(['up', 'up']);
        await session.send([message('word_d', 'system.message')]);
        await until('word_d');
        await reader?.cancel();
      },
    );
  },
);
