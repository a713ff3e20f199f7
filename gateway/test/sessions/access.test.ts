import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readRows } from '../../kernel/db/rows.ts';
import { createHarness, type Harness, message, type Reply } from '../harness.ts';

const tokenHashRow = z.object({
  token_hash: z.string(),
});

let harness: Harness;

beforeAll(async () => {
  harness = await createHarness();
});
afterAll(() => harness.close());

async function tokenFor(sessionId: string, fields: Record<string, unknown> = {}) {
  const { body } = await harness.admin('POST', `/admin/sessions/${sessionId}/tokens`, fields);
  return body.token;
}

/** List, send and stream of a session with this token. */
async function tryAll(sessionId: string, token: string | null): Promise<Reply[]> {
  const path = `/v1/sessions/${sessionId}/events`;
  return [
    await harness.call('GET', path, undefined, token),
    await harness.call('POST', path, { events: [message('x', 'system.message')] }, token),
    await harness.call('GET', `/v1beta1/sessions/${sessionId}/events/stream`, undefined, token),
  ];
}

async function expectAll(sessionId: string, token: string | null, status: number, type: string) {
  for (const reply of await tryAll(sessionId, token)) {
    expect(reply.status).toBe(status);
    expect(reply.body.error).toMatchObject({ type, code: status });
  }
}

async function expectLetIn(sessionId: string, token: string) {
  const path = `/v1/sessions/${sessionId}/events`;
  expect((await harness.call('GET', path, undefined, token)).status).toBe(200);
  const events = [message('x', 'system.message')];
  expect((await harness.call('POST', path, { events }, token)).status).toBe(200);
  const stream = await harness.gateway.request(`/v1beta1/sessions/${sessionId}/events/stream`, {
    headers: { Authorization: `bearer ${token}` },
  });
  expect(stream.status).toBe(200);
  await stream.body?.cancel();
}

describe('401, with the challenge', () => {
  it.each([
    ['no token', null],
    ['an unknown key', 'bhk_unknown'],
    ['text that only looks like a token', 'a.b.c'],
    ['the admin key, which is for the operator’s calls', 'test-admin-key'],
  ])('for %s', async (_, token) => {
    const session = await harness.session();
    for (const reply of await tryAll(session.id, token)) {
      expect(reply.status).toBe(401);
      expect(reply.headers.get('www-authenticate')).toBe('Bearer realm="ai-services"');
      expect(reply.body.error.type).toBe('authentication_error');
    }
  });

  it('for a token that is over', async () => {
    const session = await harness.session();
    const token = await tokenFor(session.id, { expires_in_s: 60 });
    await expectLetIn(session.id, token);
    harness.clock.jump(60_000);
    await expectAll(session.id, token, 401, 'authentication_error');
    harness.clock.jump(-60_000);
  });

  it('for a token that was changed, signed by somebody else, or not signed', async () => {
    const session = await harness.session();
    const [head, claims, signature] = session.token.split('.');
    const payload = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString());
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const changed = `${head}.${encode({ ...payload, owner_id: 'other' })}.${signature}`;
    const unsigned = `${encode({ alg: 'none' })}.${claims}.`;
    const foreign = await new SignJWT(payload)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from('not the key of this gateway at all'));
    for (const token of [changed, unsigned, foreign]) {
      await expectAll(session.id, token, 401, 'authentication_error');
    }
  });

  it('for the service token of a revoked site', async () => {
    const site = (await harness.admin('POST', '/admin/sites')).body;
    const session = await harness.session();
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'revoked' });
    await expectAll(session.id, site.service_token, 401, 'authentication_error');
  });
});

describe('403', () => {
  it('for a token without the scope', async () => {
    const session = await harness.session();
    const token = await tokenFor(session.id, { scopes: ['something_else'] });
    await expectAll(session.id, token, 403, 'permission_error');
  });

  it('for a token that was issued for another agent', async () => {
    const session = await harness.session();
    await harness.db.query(`UPDATE sessions SET agent = 'other' WHERE session_id = $1`, [
      session.id,
    ]);
    await expectAll(session.id, session.token, 403, 'permission_error');
  });

  it('for the service token of a suspended site, until it is active again', async () => {
    const site = (await harness.admin('POST', '/admin/sites')).body;
    const session = await harness.session();
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'suspended' });
    await expectAll(session.id, site.service_token, 403, 'permission_error');
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { status: 'active' });
    await expectLetIn(session.id, site.service_token);
  });
});

describe('404, the same for what is not there and what is not theirs', () => {
  it('for another session than the token’s', async () => {
    const [mine, theirs] = [await harness.session(), await harness.session()];
    const foreign = await tryAll(theirs.id, mine.token);
    const missing = await tryAll('ses_not_there', mine.token);
    for (const [index, reply] of foreign.entries()) {
      expect(reply.status).toBe(404);
      const withoutId = (r: Reply | undefined) => ({ ...r?.body.error, request_id: '' });
      expect(withoutId(reply)).toEqual(withoutId(missing[index]));
    }
    expect(await theirs.events()).toEqual([]);
  });

  it('for another visitor of a session that has an owner', async () => {
    const session = await harness.session({ owner_id: 'ann' });
    const bob = await tokenFor(session.id, { owner_id: 'bob' });
    await expectAll(session.id, bob, 404, 'not_found_error');
    await expectLetIn(session.id, await tokenFor(session.id, { owner_id: 'ann' }));
    await expectLetIn(session.id, await tokenFor(session.id));
  });

  it('for a key of another project', async () => {
    const session = await harness.session({ project_id: 'one' });
    const key = (await harness.admin('POST', '/admin/api-keys', { project_id: 'two' })).body;
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'two' })).body;
    await expectAll(session.id, key.api_key, 404, 'not_found_error');
    await expectAll(session.id, site.service_token, 404, 'not_found_error');
  });

  it.each(['%00', 'a%2Fb', "'; DROP TABLE sessions; --", '%', '🛎️'])(
    'for the strange session id %s',
    async (id) => {
      const key = (await harness.admin('POST', '/admin/api-keys')).body.api_key;
      const { status } = await harness.call('GET', `/v1/sessions/${id}/events`, undefined, key);
      expect(status).toBe(404);
    },
  );
});

describe('let in', () => {
  it('is an API key of the session’s project', async () => {
    const session = await harness.session({ project_id: 'one' });
    const key = (await harness.admin('POST', '/admin/api-keys', { project_id: 'one' })).body;
    await expectLetIn(session.id, key.api_key);
  });

  it('is the service token of a site of the session’s project', async () => {
    const session = await harness.session({ project_id: 'one' });
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'one' })).body;
    await expectLetIn(session.id, site.service_token);
  });

  it('is nobody by a key that the database could give away', async () => {
    await harness.admin('POST', '/admin/api-keys', { project_id: 'hashed' });
    const rows = await readRows(
      harness.db,
      tokenHashRow,
      `SELECT * FROM credentials WHERE project_id = 'hashed'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain('bhk_');
    const session = await harness.session({ project_id: 'hashed' });
    await expectAll(session.id, rows[0]?.token_hash ?? '', 401, 'authentication_error');
  });
});

describe('who is charged', () => {
  const script = [[{ say: 'hi' }]];

  async function ledgerOf(sessionId: string) {
    await harness.settled();
    return harness.db.query(
      `SELECT client_id, auth_method, actor_type, application FROM usage_ledger WHERE session_id = $1`,
      [sessionId],
    );
  }

  it('an owner is authenticated, and a site’s visitor counts for the site', async () => {
    const site = (await harness.admin('POST', '/admin/sites')).body;
    const session = await harness.session({ script, owner_id: 'ann', client_id: site.client_id });
    await session.say('hi');
    expect(await ledgerOf(session.id)).toEqual([
      {
        client_id: site.client_id,
        auth_method: 'browser_session',
        actor_type: 'authenticated',
        application: 'svc-ai-chatbot',
      },
    ]);
  });

  it.each([
    [{ 'User-Agent': 'svc-coworker/2.1' }, 'svc-coworker'],
    [{ 'X-Client-Application': 'svc-kb-sync', 'User-Agent': 'curl/8' }, 'svc-kb-sync'],
    [{ 'User-Agent': 'curl/8' }, 'third_party'],
    [{}, 'unknown'],
  ])('an API key is a service without a site, named by %j', async (headers, application) => {
    const session = await harness.session({ script });
    const key = (await harness.admin('POST', '/admin/api-keys')).body.api_key;
    await harness.gateway.request(session.path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({ events: [message('hi')] }),
    });
    expect(await ledgerOf(session.id)).toEqual([
      { client_id: '', auth_method: 'api_key', actor_type: 'service', application },
    ]);
  });
});
