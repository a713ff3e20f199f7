// The interface as a WordPress without a gateway serves it, by the checks that any gateway is held to. What can't be asked of it
// stands in one table, each row with its reason; everything else has to pass.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GROUPS, runChecks } from '../../gateway/conformance/index.ts';
import { type Adapter, startAdapter } from '../run/interface-adapter.ts';
import { ensureMariaDb, type MariaDb, startMariaDb } from '../run/mariadb.ts';
import { Missing } from '../run/missing.ts';
import { ensureNginx } from '../run/nginx.ts';
import { LOCAL_EXCEPTIONS } from './local-exceptions.ts';
import { type LocalSite, OPERATOR_KEY, putOperator, says, startLocalSite } from './local-site.ts';
import { reasonToSkip } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('a WordPress that answers itself', () => {
  for (const database of ['SQLite', 'MariaDB'] as const) {
    describe.skipIf(database === 'MariaDB' && !has('MariaDB', ensureMariaDb))(
      `on ${database}`,
      () => tries(database, has('nginx', ensureNginx)),
    );
  }
});

/** Why one of them is missing is printed: SQLite and PHP's own server have to do then. */
function has(what: string, ensure: () => unknown): boolean {
  try {
    ensure();
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`Not tried with ${what}: ${error.message}`);
    return false;
  }
}

function tries(database: 'SQLite' | 'MariaDB', isNginx: boolean): void {
  let mariaDb: MariaDb | null = null;
  let site: LocalSite;
  let adapter: Adapter;

  beforeAll(async () => {
    if (database === 'MariaDB') mariaDb = await startMariaDb();
    // A stream holds a process, and the checks open several at a time. Behind nginx where it is there: a process of PHP's own
    // server may take a request in while it is busy with a stream, and answer it once that stream is over.
    site = await startLocalSite({
      workers: 20,
      ...(isNginx ? { nginx: {} } : {}),
      ...(mariaDb === null ? {} : { databaseHost: mariaDb.host }),
    });
    await site.settle({ streams: 14 });
    await putOperator(site);
    adapter = await startAdapter({ site: site.url, key: OPERATOR_KEY, provider: site.provider });
  });
  afterAll(async () => {
    await adapter?.close();
    await site?.close();
    await mariaDb?.close();
  });

  it('keeps every rule of the interface but those that the table of exceptions names', async () => {
    const results = await runChecks(GROUPS, {
      baseUrl: adapter.url,
      adminKey: OPERATOR_KEY,
      concurrency: 2,
    });
    const kept = results.filter(({ verdict }) => verdict === 'pass').map(({ check }) => check.id);
    const others = results
      .filter(({ verdict }) => verdict !== 'pass')
      .map(({ check, verdict, reason }) => ({ id: check.id, verdict, reason }));
    expect(others.filter(({ id }) => !isException(id))).toEqual([]);
    // A row whose rule is kept by now has to go.
    expect(kept.filter(isException)).toEqual([]);
    expect(kept.length).toBeGreaterThan(80);
    expect(site.debugLog()).toBe('');
  });

  it('loses and doubles none of 200 messages that come at once, in four sessions', async () => {
    site.provider.scripts.set('', [[{ say: 'All right.' }]]);
    const chats = await Promise.all(Array.from({ length: 4 }, () => site.open()));
    await Promise.all(
      chats.flatMap((chat) =>
        Array.from({ length: 50 }, async (_, n) => {
          const { status } = await chat.send(says(`n ${n}`));
          expect(status).toBe(200);
        }),
      ),
    );
    for (const chat of chats) {
      const first = await chat.list('?limit=100');
      const rest = await chat.list(`?limit=100&after_id=${first.data.at(-1)?.id}`);
      const events = [...first.data, ...rest.data];
      const texts = events
        .filter(({ type }) => type === 'user.message')
        .map(({ content }) => (content as { text: string }[])[0]?.text);
      expect(texts.length).toBe(50);
      expect(new Set(texts).size).toBe(50);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    }
    expect(site.debugLog()).toBe('');
  });
}

function isException(id: string): boolean {
  const [group = ''] = id.split('.');
  return id in LOCAL_EXCEPTIONS || `${group}.*` in LOCAL_EXCEPTIONS;
}
