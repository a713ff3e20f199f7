// API keys, service tokens and signing secrets: listed, rotated with two valid at a time, revoked. And the audit.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway } from '../../gateway.ts';
import {
  ADMIN_KEY,
  createHarness,
  type Harness,
  type SessionHandle,
  type Wire,
} from '../harness.ts';

const HOUR_MS = 3_600_000;
let harness: Harness;
let session: SessionHandle;

beforeAll(async () => {
  harness = await createHarness();
  session = await harness.session({ project_id: 'keys' });
});
afterAll(() => harness.close());

const status = async (token: string) => (await session.list('', token)).status;

async function newKey(name?: string) {
  const { body } = await harness.admin('POST', '/admin/api-keys', { project_id: 'keys', name });
  return { key: body.api_key, id: String(body.key_id) };
}

async function rotate(keyId: string, body: Wire = {}) {
  const reply = await harness.admin('POST', `/admin/keys/${keyId}/rotate`, body);
  return { ...reply, key: String(reply.body.secret), id: String(reply.body.key_id) };
}

async function keysOf(project: string) {
  const { body } = await harness.admin('GET', `/admin/keys?project_id=${project}`);
  return body.data as unknown as Wire[];
}

describe('a key', () => {
  it('is listed by its id and name, and nowhere by itself', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'listed' })).body;
    const reply = await harness.admin('POST', '/admin/api-keys', {
      project_id: 'listed',
      name: 'backend',
    });
    const listed = await keysOf('listed');
    expect(listed.map(({ kind, name, client_id }) => [kind, name, client_id])).toEqual(
      expect.arrayContaining([
        ['api_key', 'backend', null],
        ['service_token', null, site.client_id],
      ]),
    );
    const text = JSON.stringify(listed);
    expect(text).toContain(String(reply.body.key_id));
    for (const secret of [reply.body.api_key, site.service_token]) {
      expect(text).not.toContain(secret.slice(4));
    }
  });

  it('is refused from the moment it is revoked, and revoking it again changes nothing', async () => {
    const { key, id } = await newKey();
    expect(await status(key)).toBe(200);
    for (let times = 0; times < 2; times += 1) {
      expect((await harness.admin('DELETE', `/admin/keys/${id}`)).status).toBe(204);
      expect(await status(key)).toBe(401);
    }
  });

  it('that is rotated stays valid beside its successor for the overlap', async () => {
    const old = await newKey('app');
    const next = await rotate(old.id, { overlap_s: 3600 });
    expect(next.status).toBe(201);
    expect([await status(old.key), await status(next.key)]).toEqual([200, 200]);
    harness.clock.jump(HOUR_MS);
    expect([await status(old.key), await status(next.key)]).toEqual([401, 200]);
    const listed = (await keysOf('keys')).find(({ key_id }) => key_id === next.id);
    expect(listed).toMatchObject({ name: 'app', replaces: old.id, expires_at: null });
  });

  it('has no third beside it: rotating the successor ends the first', async () => {
    const first = await newKey();
    const second = await rotate(first.id);
    const third = await rotate(second.id);
    expect([await status(first.key), await status(second.key), await status(third.key)]).toEqual([
      401, 200, 200,
    ]);
  });

  it('that has a successor or has ended is not rotated', async () => {
    const first = await newKey();
    const second = await rotate(first.id);
    const again = await rotate(first.id);
    expect(again.status).toBe(409);
    expect(again.body.error.message).toContain(second.id);
    await harness.admin('DELETE', `/admin/keys/${second.id}`);
    expect((await rotate(second.id)).status).toBe(409);
    expect((await rotate('key_none')).status).toBe(404);
    expect((await harness.admin('DELETE', '/admin/keys/key_none')).status).toBe(404);
  });

  it('of a site is rotated like any other, and stays the site’s', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'keys' })).body;
    const [row] = (await harness.admin('GET', `/admin/keys?client_id=${site.client_id}`)).body
      .data as unknown as Wire[];
    const next = await rotate(String(row?.key_id), { overlap_s: 0 });
    expect(await status(site.service_token)).toBe(401);
    expect(next.key).toMatch(/^bhs_/);
    const beat = `/v1/sites/${site.client_id}/heartbeat`;
    expect((await harness.call('POST', beat, {}, next.key)).status).toBe(200);
  });

  it('ends an open stream when it is revoked', async () => {
    const { key, id } = await newKey();
    const response = await harness.gateway.request(
      `/v1beta1/sessions/${session.id}/events/stream`,
      { headers: { Authorization: `Bearer ${key}` } },
    );
    const reader = response.body?.getReader();
    let isOver = false;
    const read = async () => {
      while ((await reader?.read())?.done === false);
      isOver = true;
    };
    const reading = read();
    await harness.admin('DELETE', `/admin/keys/${id}`);
    await harness.clock.advance(16_000);
    await reading;
    expect(isOver).toBe(true);
  });
});

describe('a signing secret', () => {
  const rotateSecret = (purpose: string) =>
    harness.admin('POST', `/admin/signing-secrets/${purpose}/rotate`);
  /** Lets so much time pass that a new secret signs. */
  const signs = () => harness.clock.advance(20_000);
  const issue = async () =>
    (await harness.admin('POST', `/admin/sessions/${session.id}/tokens`)).body.token;

  it('that is rotated is still taken, and ends with the rotation after that', async () => {
    const old = await issue();
    await rotateSecret('session_tokens');
    await signs();
    const fresh = await issue();
    expect([await status(old), await status(fresh)]).toEqual([200, 200]);
    const listed = await rotateSecret('session_tokens');
    expect([await status(old), await status(fresh)]).toEqual([401, 200]);
    await signs();
    const secrets = (
      (await harness.admin('GET', '/admin/signing-secrets')).body.data as unknown as Wire[]
    ).filter(({ purpose }) => purpose === 'session_tokens');
    expect(secrets.map(({ signs }) => signs)).toEqual([true, false]);
    expect(JSON.stringify(listed.body)).not.toContain('value');
  });

  it('that was rotated ends before its time where an operator says so', async () => {
    const old = await issue();
    await rotateSecret('session_tokens');
    const previous = '/admin/signing-secrets/session_tokens/previous';
    expect((await harness.admin('DELETE', previous)).status).toBe(204);
    expect(await status(old)).toBe(401);
    expect(await status(await issue())).toBe(200);
    expect((await harness.admin('DELETE', previous)).status).toBe(204);
    expect((await rotateSecret('nothing')).status).toBe(404);
  });

  it('of cursors goes on with the pages that were begun', async () => {
    const key = (await newKey()).key;
    await session.send(
      Array.from({ length: 3 }, () => ({
        type: 'system.message',
        content: [{ type: 'text', text: 'x' }],
      })),
      key,
    );
    const { next_page } = (await session.list('limit=1', key)).body;
    await rotateSecret('cursors');
    expect((await session.list(`limit=1&page=${next_page}`, key)).status).toBe(200);
    await rotateSecret('cursors');
    expect((await session.list(`limit=1&page=${next_page}`, key)).status).toBe(400);
  });

  it('of account tokens shows both its public keys', async () => {
    const account = (await harness.admin('POST', '/admin/account-tokens')).body.token;
    await rotateSecret('account_tokens');
    const { body } = await harness.call('GET', '/admin/.well-known/jwks.json');
    expect(body.keys).toHaveLength(2);
    const query = 'project_id=p&start_time=1772409600&end_time=1772409660';
    expect((await harness.call('GET', `/v1/analytics?${query}`, undefined, account)).status).toBe(
      200,
    );
  });

  it('that was just rotated signs as soon as every other process has heard of it', async () => {
    const other = await createGateway({
      db: harness.db,
      clock: harness.clock,
      options: { adminKey: ADMIN_KEY },
    });
    await rotateSecret('session_tokens');
    for (let seconds = 0; seconds <= 30; seconds += 5) {
      const headers = { Authorization: `Bearer ${await issue()}` };
      expect((await other.request(session.path, { headers })).status).toBe(200);
      await harness.clock.advance(5000);
    }
    const secrets = (await harness.admin('GET', '/admin/signing-secrets')).body;
    expect(JSON.stringify(secrets)).toMatch(/"purpose":"session_tokens"[^}]*"signs":true/);
    await other.close();
  });
});

describe('the audit of the operator’s calls', () => {
  const entries = async () =>
    (await harness.admin('GET', '/admin/audit?limit=10')).body.data as unknown as Wire[];

  it('says who called what, when and with which result, reads and refusals too', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'keys' })).body;
    const token = site.service_token;
    const own = (await harness.call('POST', '/admin/sessions', {}, token)).body.session_id;
    await harness.call('GET', `/admin/sessions/${own}`, undefined, token);
    const refused = await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: '?' });
    const [last, read, , made] = await entries();
    expect(last).toMatchObject({
      actor: 'admin',
      method: 'PATCH',
      path: `/admin/sites/${site.client_id}`,
      status: 400,
      request_id: refused.headers.get('x-request-id'),
    });
    expect(read).toMatchObject({ actor: site.client_id, method: 'GET', status: 200 });
    expect(made).toMatchObject({ actor: 'admin', path: '/admin/sites', status: 201 });
  });

  it('has no row of callers whom nobody knows', async () => {
    const [before] = await entries();
    for (const token of [null, 'wrong', session.token]) {
      await harness.call('GET', '/admin/sites', undefined, token);
      await harness.call('GET', '/admin/nothing', undefined, token);
    }
    const [asked, newest] = await entries();
    expect(asked?.path).toBe('/admin/audit');
    expect(newest?.entry).toBe(before?.entry);
  });

  it('has no key, also where somebody writes one into the address', async () => {
    const { key } = await newKey();
    await harness.admin('DELETE', `/admin/keys/${key}`);
    await harness.admin('GET', `/admin/sessions/${session.token}`);
    await harness.admin('PATCH', '/admin/sites/a%00b', { status: 'active' });
    const text = JSON.stringify(await entries());
    expect(text).toContain('/admin/keys/bhk_…');
    expect(text).not.toContain(key);
    expect(text).not.toContain(session.token.slice(0, 20));
  });

  it('is read page by page', async () => {
    const [, second] = await entries();
    const older = await harness.admin('GET', `/admin/audit?limit=1&before=${second?.entry}`);
    expect((older.body.data as unknown as Wire[])[0]?.entry).toBe(Number(second?.entry) - 1);
  });
});
