import { describe, expect, it } from 'vitest';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();

describe('the roles', () => {
  /** What everybody at the desk may do: read, and change their own account. */
  const VIEWERS_MAY = [
    'GET /admin/desk/me',
    'PATCH /admin/desk/me',
    'POST /admin/desk/me/second-factor',
    'POST /admin/desk/me/second-factor/confirm',
    'POST /admin/desk/me/second-factor/recovery-codes',
    'POST /admin/desk/me/second-factor/end',
    'GET /admin/desk/me/passkeys',
    'POST /admin/desk/me/passkeys',
    'POST /admin/desk/me/passkeys/options',
    'PATCH /admin/desk/me/passkeys/{passkey_id}',
    'DELETE /admin/desk/me/passkeys/{passkey_id}',
    'GET /admin/desk/mail',
    'GET /admin/desk/push',
    'POST /admin/desk/push',
    'POST /admin/desk/push/end',
    'POST /admin/desk/mail/trial',
    'GET /admin/desk/sessions',
    'DELETE /admin/desk/sessions/{desk_session_id}',
    'GET /admin/desk/filters',
    'GET /admin/conversations',
    'GET /admin/conversations/{session_id}',
    'GET /admin/conversations/{session_id}/visitor',
    'GET /admin/conversations/{session_id}/apps/{tool_use_id}',
    'GET /admin/desk/colleagues',
    'GET /admin/conversations/{session_id}/notes',
    'GET /admin/desk/replies',
    'GET /admin/conversations/{session_id}/colleague',
    'GET /admin/desk/tags',
    'GET /admin/desk/views',
    'GET /admin/conversations/{session_id}/events',
    'POST /admin/conversations/{session_id}/read',
    'PUT /admin/conversations/{session_id}/presence',
  ];
  const AGENTS_MAY = [
    ...VIEWERS_MAY,
    'DELETE /admin/desk/views/{view_id}',
    'PATCH /admin/desk/views/{view_id}',
    'POST /admin/desk/views',
    'PATCH /admin/desk/tags/{tag_id}',
    'POST /admin/desk/tags',
    'POST /admin/conversations/changes',
    'PUT /admin/desk/presence',
    'POST /admin/conversations/{session_id}/notes',
    'DELETE /admin/conversations/{session_id}/notes/{note_id}',
    'POST /admin/desk/replies',
    'POST /admin/conversations/{session_id}/colleague/draft',
    'POST /admin/conversations/{session_id}/colleague/summary',
    'POST /admin/conversations/{session_id}/colleague/questions',
    'POST /admin/conversations/{session_id}/colleague/suggestion',
    'DELETE /admin/conversations/{session_id}/colleague/{text_id}',
    'PATCH /admin/desk/replies/{reply_id}',
    'DELETE /admin/desk/replies/{reply_id}',
    'PATCH /admin/conversations/{session_id}',
    'POST /admin/sessions/{session_id}/takeover',
    'POST /admin/sessions/{session_id}/messages',
    'POST /admin/sessions/{session_id}/typing',
    'POST /admin/sessions/{session_id}/handback',
  ];
  /** Every other call of /admin is an owner's. */
  const LEADS_MAY = [
    ...AGENTS_MAY,
    'GET /admin/desk/people',
    'GET /admin/numbers/unanswered',
    'POST /admin/conversations/{session_id}/learned',
    'GET /admin/conversations/{session_id}/learned/{learned_id}',
    'GET /admin/desk/rules',
    'POST /admin/desk/rules',
    'PATCH /admin/desk/rules/{rule_id}',
    'DELETE /admin/desk/rules/{rule_id}',
  ];
  /** These end or begin a desk session, are everybody's, or have a reply without an end; they have tests of their own. */
  const APART = new Set([
    'POST /admin/connections/exchange',
    'GET /admin/desk/sign-in',
    'POST /admin/desk/sign-in',
    'POST /admin/desk/sign-in/passkey',
    'POST /admin/desk/sign-out',
    'POST /admin/desk/invitations/look',
    'POST /admin/desk/invitations/accept',
    'GET /admin/desk/stream',
  ]);

  it('decide of each documented call of /admin who may make it', async () => {
    const reply = await desk.harness.gateway.request('/openapi.json');
    const { paths } = (await reply.json()) as { paths: Record<string, object> };
    const calls = Object.entries(paths)
      .filter(([path]) => path.startsWith('/admin/'))
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      .filter((call) => !APART.has(call));
    expect(calls.length).toBeGreaterThan(40);
    expect(LEADS_MAY.filter((call) => !calls.includes(call))).toEqual([]);
    const lead = await desk.signedInAs('lead');
    const viewer = await desk.signedInAs('viewer');
    for (const call of calls) {
      const [method = '', template = ''] = call.split(' ');
      const path = template.replace(/\{\w+\}/g, 'nothing_here');
      const body = method === 'GET' ? undefined : {};
      const statuses = {
        key: (await desk.harness.admin(method, path, body)).status,
        owner: (await desk.owner.call(method, path, body)).status,
        lead: (await lead.call(method, path, body)).status,
        agent: (await desk.agent.call(method, path, body)).status,
        viewer: (await viewer.call(method, path, body)).status,
        nobody: (await desk.harness.call(method, path, body, null)).status,
      };
      // Who is let in may be told that there is nothing here, or that the body lacks something.
      const isLetIn = (status: number) => status !== 401 && status !== 403;
      expect([call, isLetIn(statuses.key), isLetIn(statuses.owner)]).toEqual([call, true, true]);
      for (const [role, may] of [
        ['lead', LEADS_MAY],
        ['agent', AGENTS_MAY],
        ['viewer', VIEWERS_MAY],
      ] as const) {
        const theirs = isLetIn(statuses[role]) ? 'may' : statuses[role];
        expect([call, role, theirs]).toEqual([call, role, may.includes(call) ? 'may' : 403]);
      }
      expect([call, statuses.nobody]).toEqual([call, 401]);
    }
  });

  it('are all that a person’s cookie opens: it is no token for /v1', async () => {
    const session = await desk.harness.session();
    expect((await desk.owner.call('GET', session.path)).status).toBe(401);
  });
});

describe('the audit', () => {
  it('names the person who did something at the desk, and leaves out what the desk asks by itself', async () => {
    const session = await desk.harness.session({ script: [[{ say: 'Yes.' }]] });
    await session.say('Anybody there?');
    await desk.harness.settled();
    const path = `/admin/conversations/${session.id}/events`;
    const { body } = await desk.agent.call('GET', path);
    await desk.agent.call('GET', `${path}?after=${body.data[0]?.id}`);
    await desk.agent.call('GET', '/admin/conversations');
    const me = await desk.agent.call('GET', '/admin/desk/me');
    const audit = await desk.owner.call('GET', '/admin/audit?limit=100');
    const mine = audit.body.data.filter(
      (row: { actor: string; path: string }) =>
        row.actor === me.body.person_id && row.path.includes('conversations'),
    );
    expect(mine.filter((row: { path: string }) => row.path === path)).toHaveLength(1);
    expect(mine.some((row: { path: string }) => row.path === '/admin/conversations')).toBe(false);
  });
});

describe('a version of an agent', () => {
  it('names the person who wrote it, as does a comparison', async () => {
    await desk.owner.call('PATCH', '/admin/desk/me', { name: 'Olga' });
    const made = await desk.owner.call('POST', '/admin/agents', { name: 'Of Olga' });
    const path = `/admin/agents/${(made.body as unknown as { agent_id: string }).agent_id}`;
    const versions = await desk.owner.call('GET', `${path}/versions`);
    expect(versions.body.data).toMatchObject([{ version: 1, author: 'Olga' }]);
    await desk.owner.call('PUT', `${path}/questions`, { questions: ['Is it blue?'] });
    const begun = await desk.owner.call('POST', `${path}/comparison`, {
      version_a: 1,
      version_b: 1,
    });
    expect(begun.body).toMatchObject({ comparison: { author: 'Olga' } });
    await desk.harness.settled();
  });
});

describe('the console’s page', () => {
  it('says how to build it where it isn’t built', async () => {
    const response = await desk.harness.gateway.request('/desk');
    expect(response.status).toBe(503);
    expect(await response.text()).toContain('npm run build');
  });
});
