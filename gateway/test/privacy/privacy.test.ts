// Deletion, export and retention of what the gateway has of a visitor.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import { startRetention } from '../../privacy/retention.ts';
import { ADMIN_KEY, createHarness, type Harness, message, type Wire } from '../harness.ts';

const sumRow = z.object({
  sum: z.string(),
});

const nameRow = z.object({
  name: z.string(),
});

const DAY_MS = 86_400_000;
const PHRASE = 'my cat is called Ottoline';
let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function spoken(options: Wire = {}) {
  const session = await harness.session({ script: [[{ say: `So ${PHRASE}?` }]], ...options });
  await session.say(PHRASE);
  await harness.settled();
  return session;
}

/** Every text of every table. */
async function everything(): Promise<string> {
  const tables = await readRows(
    harness.db,
    nameRow,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const texts = [];
  for (const { name } of tables) {
    const rows = await harness.db.query(`SELECT row_to_json(t)::text AS row FROM ${name} t`);
    texts.push(JSON.stringify(rows));
  }
  return texts.join('\n');
}

describe('the deletion of a session', () => {
  it('leaves nothing of what was said, and the sums of what it cost', async () => {
    const session = await spoken({ project_id: 'cats' });
    const charged = () =>
      readRows(
        harness.db,
        sumRow,
        `SELECT sum(credits_nano)::text AS sum FROM usage_ledger WHERE project_id = 'cats'`,
      );
    const before = await charged();
    expect(await everything()).toContain(PHRASE);
    const reply = await harness.admin('DELETE', `/admin/sessions/${session.id}`);
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ sessions: 1 });
    expect(Number(reply.body.events)).toBeGreaterThan(2);
    expect(await everything()).not.toContain(PHRASE);
    expect(await charged()).toEqual(before);
    const links = await harness.db.query('SELECT 1 FROM usage_ledger WHERE session_id = $1', [
      session.id,
    ]);
    expect(links).toEqual([]);
    expect((await session.list()).status).toBe(404);
    expect((await session.say('hello?')).status).toBe(404);
  });

  it('may be asked for twice', async () => {
    const session = await spoken();
    await harness.admin('DELETE', `/admin/sessions/${session.id}`);
    const again = await harness.admin('DELETE', `/admin/sessions/${session.id}`);
    expect([again.status, again.body]).toEqual([200, { sessions: 0, events: 0 }]);
  });

  it('stops a run first, which is charged for what it has used', async () => {
    const session = await harness.session({
      project_id: 'stopped',
      script: [[{ say: 'one' }, { wait_ms: 600_000 }]],
    });
    await session.say('go');
    await harness.until(async () => (await session.types()).includes('agent.message'));
    const deleting = harness.admin('DELETE', `/admin/sessions/${session.id}`);
    let isDone = false;
    deleting.then(() => {
      isDone = true;
    });
    while (!isDone) await harness.clock.advance(250);
    expect((await deleting).body).toMatchObject({ sessions: 1 });
    await harness.settled();
    expect(harness.reported).toEqual([]);
    expect(
      await harness.db.query(`SELECT 1 AS is FROM usage_ledger WHERE project_id = 'stopped'`),
    ).toHaveLength(1);
  });

  it('is for the site’s own sessions, where a site asks', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'mine' })).body;
    const [mine, theirs] = [
      await spoken({ project_id: 'mine', client_id: site.client_id }),
      await spoken({ project_id: 'mine' }),
    ];
    const del = (id: string) =>
      harness.call('DELETE', `/admin/sessions/${id}`, undefined, site.service_token);
    expect((await del(mine.id)).body).toMatchObject({ sessions: 1 });
    expect((await del(theirs.id)).body).toEqual({ sessions: 0, events: 0 });
    expect((await theirs.list()).status).toBe(200);
    expect(
      (await harness.call('DELETE', `/admin/sessions/${theirs.id}`, undefined, theirs.token))
        .status,
    ).toBe(403);
  });
});

describe('the deletion of an owner', () => {
  it('takes all sessions of the owner_id, a hundred at a call, and no others', async () => {
    for (let n = 0; n < 101; n += 1) {
      await harness.admin('POST', '/admin/sessions', { agent: 'scripted', owner_id: 'ann' });
    }
    const bob = await spoken({ owner_id: 'bob' });
    const erase = () => harness.admin('POST', '/admin/erasures', { owner_id: 'ann' });
    expect((await erase()).body).toEqual({ sessions: 100, events: 0, is_done: false });
    expect((await erase()).body).toEqual({ sessions: 1, events: 0, is_done: true });
    expect((await erase()).body).toEqual({ sessions: 0, events: 0, is_done: true });
    expect((await bob.list()).status).toBe(200);
  });
});

describe('an export', () => {
  it('has the session, its events and its files apart', async () => {
    const session = await harness.session({ owner_id: 'eva' });
    const file = Buffer.from([0, 255, 7]).toString('base64');
    await session.send([
      message('before', 'system.message'),
      {
        type: 'system.message',
        content: [
          { type: 'text', text: 'see' },
          {
            type: 'document',
            title: 'pic',
            source: { type: 'base64', media_type: 'image/png', data: file },
          },
        ],
      },
    ]);
    const { status, body } = await harness.admin('GET', `/admin/sessions/${session.id}/export`);
    expect(status).toBe(200);
    expect(body.session).toMatchObject({ session_id: session.id, owner_id: 'eva' });
    expect(body.events).toHaveLength(2);
    const [{ file_id = '' } = {}] = body.files as { file_id?: string }[];
    expect(body.files).toEqual([{ file_id, media_type: 'image/png', title: 'pic' }]);
    expect(JSON.stringify(body)).not.toContain(file);
    const response = await harness.gateway.request(
      `/admin/sessions/${session.id}/files/${file_id}`,
      { headers: { Authorization: `Bearer ${ADMIN_KEY}` } },
    );
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([0, 255, 7]);
    const none = await harness.admin('GET', `/admin/sessions/${session.id}/files/evt_x.0`);
    expect(none.status).toBe(404);
  });

  it('of an owner has each session, and goes on where a reading broke off', async () => {
    const ids = [
      (await spoken({ owner_id: 'flo' })).id,
      (await spoken({ owner_id: 'flo' })).id,
    ].toSorted();
    const read = async (query: string) => {
      const { body } = await harness.admin('GET', `/admin/exports?owner_id=flo${query}`);
      return (body.sessions as { session: { session_id: string }; events: unknown[] }[]).map(
        ({ session, events }) => [session.session_id, events.length > 2],
      );
    };
    expect(await read('')).toEqual(ids.map((id) => [id, true]));
    expect(await read(`&after=${ids[0]}`)).toEqual([[ids[1], true]]);
  });
});

describe('retention', () => {
  it('deletes what has been quiet for longer than the project keeps it, and says how much', async () => {
    const patch = await harness.admin('PATCH', '/admin/projects/brief', { retention_days: 30 });
    expect(patch.body).toMatchObject({ retention_days: 30 });
    const [old, other] = [
      await spoken({ project_id: 'brief' }),
      await spoken({ project_id: 'kept-for-good' }),
    ];
    harness.clock.jump(20 * DAY_MS);
    const young = await spoken({ project_id: 'brief' });
    const told: unknown[] = [];
    const retention = startRetention({ ...harness.gateway.context, tell: (sum) => told.push(sum) });
    await retention.sweep();
    expect(told).toEqual([]);
    harness.clock.jump(11 * DAY_MS);
    await retention.sweep();
    expect(told).toEqual([{ sessions: 1, events: expect.any(Number), audit_rows: 0 }]);
    await retention.sweep();
    expect(told).toHaveLength(1);
    retention.close();
    const left = (await harness.admin('GET', '/admin/sessions')).body.data as unknown as Wire[];
    const ids = left.map(({ session_id }) => session_id);
    expect(ids).not.toContain(old.id);
    expect(ids).toEqual(expect.arrayContaining([young.id, other.id]));
  });

  it('deletes rows of the audit that are older than the operator keeps them', async () => {
    const { context } = harness.gateway;
    await harness.admin('GET', '/admin/sites');
    harness.clock.jump(31 * DAY_MS);
    await harness.admin('GET', '/admin/keys');
    const swept = async (auditDays: number) => {
      const options = { ...context.options, auditDays };
      const retention = startRetention({ ...context, options, tell: () => {} });
      const { audit_rows } = await retention.sweep();
      retention.close();
      return audit_rows;
    };
    expect(await swept(0)).toBe(0);
    expect(await swept(32 + 400)).toBe(0);
    expect(await swept(30)).toBeGreaterThan(0);
    const { data } = (await harness.admin('GET', '/admin/audit?limit=500')).body;
    const paths = (data as unknown as Wire[]).map(({ path }) => path);
    expect(paths).toEqual(['/admin/keys']);
  });
});
