// A field or a parameter that a call of /admin doesn't have: refused in words, before anything is done.

import { describe, expect, it } from 'vitest';
import { createDeskScene } from '../desk-people.ts';
import type { Wire } from '../harness.ts';

const desk = createDeskScene();
const wordsOf = (body: unknown) => (body as { error?: { message: string } }).error?.message;

/** Open to everybody, or ending what asks: the same reading, tried one by one below. */
const APART = [
  'POST /admin/desk/sign-in',
  'POST /admin/desk/sign-in/passkey',
  'POST /admin/desk/sign-out',
  'POST /admin/connections/exchange',
  'POST /admin/desk/invitations/look',
  'POST /admin/desk/invitations/accept',
];

async function calls(): Promise<{ method: string; path: string; name: string }[]> {
  const reply = await desk.harness.gateway.request('/openapi.json');
  const { paths } = (await reply.json()) as { paths: Record<string, object> };
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/admin/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        path: path.replace(/\{\w+\}/g, 'nothing_here'),
        name: `${method.toUpperCase()} ${path}`,
      })),
    );
}

describe('a call of /admin', () => {
  it('refuses each unknown parameter', async () => {
    for (const { method, path, name } of await calls()) {
      if (APART.includes(name)) continue;
      const asked = `${path}?no_such_name=1`;
      const body = method === 'GET' ? undefined : {};
      const reply = await desk.harness.admin(method, asked, body);
      expect([name, reply.status, wordsOf(reply.body)]).toEqual([
        name,
        400,
        expect.stringContaining('There is no parameter "no_such_name"'),
      ]);
    }
  });

  it('refuses each unknown field, where it takes a body and where it takes none', async () => {
    for (const { method, path, name } of await calls()) {
      if (APART.includes(name) || method === 'GET') continue;
      const reply = await desk.harness.admin(method, path, { no_such_name: 1 });
      // Where the thing in the path is looked for first, there is nothing to change.
      if (reply.status === 404) continue;
      expect([name, reply.status, wordsOf(reply.body)]).toEqual([
        name,
        400,
        expect.stringContaining('There is no field "no_such_name"'),
      ]);
    }
  });

  it.each<[string, string, Wire | undefined, string]>([
    [
      'PATCH',
      '/admin/projects/default',
      { defalt_agent: 'scripted' },
      'There is no field "defalt_agent"; did you mean default_agent?',
    ],
    [
      'PATCH',
      '/admin/projects/default',
      { creditsNano: 5 },
      'There is no field "creditsNano"; did you mean credits_nano?',
    ],
    [
      'GET',
      '/admin/sessions?owner=anna',
      undefined,
      'There is no parameter "owner"; did you mean owner_id?',
    ],
    [
      'GET',
      '/admin/webhooks?url=x',
      undefined,
      'There is no parameter "url"; the parameters here are: page, limit.',
    ],
    ['GET', '/admin/desk/me?x=1', undefined, 'There is no parameter "x": this call takes none.'],
    [
      'POST',
      '/admin/agents',
      { name: 'Bo', limits: { turn: 3 } },
      'There is no field "limits.turn"; did you mean turns?',
    ],
    [
      'POST',
      '/admin/agents',
      { name: 'Bo', prices: { 'some-model': { inputs: 3 } } },
      'There is no field "prices.some-model.inputs"; did you mean input?',
    ],
    [
      'POST',
      '/admin/collections',
      { documents: [{ uri: 'u', titel: 't', text: 'x' }] },
      'There is no field "documents[0].titel"; did you mean title?',
    ],
    [
      'POST',
      '/admin/webhooks/nothing_here/rotate',
      { keep: true },
      'There is no field "keep": this call takes none.',
    ],
    [
      'PATCH',
      '/admin/projects/default',
      JSON.parse('{"__proto__": 1}'),
      'There is no field "__proto__"',
    ],
  ])('%s %s with %j says: %s', async (method, path, body, words) => {
    const reply = await desk.harness.admin(method, path, body);
    expect(reply.status).toBe(400);
    expect(wordsOf(reply.body)).toContain(words);
  });

  it('refuses it at signing in, too', async () => {
    const reply = await desk
      .browser()
      .call('POST', '/admin/desk/sign-in', { login: 'anna', pasword: 'x' });
    expect([reply.status, reply.body.error.message]).toEqual([
      400,
      'There is no field "pasword"; did you mean password?',
    ]);
  });

  it('does nothing of what stands beside an unknown field', async () => {
    const path = '/admin/projects/beside';
    await desk.harness.admin('PATCH', path, { retention_days: 30 });
    await desk.harness.admin('PATCH', path, { retention_days: 5, retentiondays: 5 });
    expect((await desk.harness.admin('PATCH', path, {})).body.retention_days).toBe(30);
  });

  it('takes a page’s tools with more than it keeps, and a tool’s schema as it is', async () => {
    const tool = {
      name: 'look',
      annotations: { readOnlyHint: true },
      input_schema: { type: 'object', properties: { anything: {} } },
    };
    const reply = await desk.harness.admin('POST', '/admin/sessions', { client_tools: [tool] });
    expect(reply.status).toBe(201);
  });

  it('leaves alone what visitors’ clients say besides', async () => {
    const session = await desk.harness.session();
    expect(
      (await desk.harness.call('GET', `${session.path}?newer=1`, undefined, session.token)).status,
    ).toBe(200);
  });
});
