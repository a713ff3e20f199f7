// An app that a visitor has seen, at the desk: the same for whoever may read the conversation, and nothing that it could ask.

import { describe, expect, it } from 'vitest';
import { keepApp } from '../../apps/app-rows.ts';
import { NO_TERMS } from '../../apps/frame-policy.ts';
import { createDeskScene } from '../desk-people.ts';
import { createHarness } from '../harness.ts';

const DIGEST = 'a'.repeat(64);
const desk = createDeskScene({ options: { publicUrl: 'https://chat.shop.example' } });

async function conversation(): Promise<{ id: string; app: string; clientId: string }> {
  const { harness } = desk;
  const { client_id: clientId, service_token } = (await harness.admin('POST', '/admin/sites', {}))
    .body;
  const made = await harness.call('POST', '/admin/sessions', {}, String(service_token));
  const id = String(made.body.session_id);
  await keepApp(
    harness.db,
    { session_id: id, tool_use_id: 'toolu_1', input: { item: 'mug' } },
    {
      agentId: 'a',
      server: 'shop',
      url: 'https://shop.example/mcp',
      uri: 'ui://shop/price',
      title: 'Price',
      tool: { name: 'price' },
      result: { content: [], _meta: { cents: 1200 } },
      resource: { ...NO_TERMS, html: '<h1>Price</h1>', digest: DIGEST },
    },
  );
  return { id, app: `/admin/conversations/${id}/apps/toolu_1`, clientId: String(clientId) };
}

describe('an app at the desk', () => {
  it('is the one that the visitor saw, for a person who only reads, in a frame that the desk’s page lets in', async () => {
    const { app } = await conversation();
    const { status, body } = await (await desk.signedInAs('viewer')).call('GET', app);
    expect([status, body]).toEqual([
      200,
      {
        digest: DIGEST,
        html: '<h1>Price</h1>',
        policy: NO_TERMS.policy,
        permissions: {},
        sandbox: `http://localhost/app-frame/${DIGEST}`,
        tool: { name: 'price' },
        input: { item: 'mug' },
        result: { content: [], _meta: { cents: 1200 } },
      },
    ]);
    const page = await desk.harness.gateway.request('/desk/');
    expect(page.headers.get('content-security-policy')).toContain("; frame-src 'self';");
  });

  it('comes from the host of its own, where there is one', async () => {
    const sandboxOrigin = 'https://apps.example';
    const other = await createHarness({ options: { sandboxOrigin } });
    const page = await other.gateway.request('/desk/');
    expect(page.headers.get('content-security-policy')).toContain(
      `; frame-src 'self' ${sandboxOrigin};`,
    );
    await other.close();
  });

  it('is shown to nobody who may not read the conversation', async () => {
    const { id, app, clientId } = await conversation();
    const elsewhere = await conversation();
    const theirs = await desk.signedInAs('agent', [clientId]);
    expect((await theirs.call('GET', app)).status).toBe(200);
    expect((await theirs.call('GET', elsewhere.app)).status).toBe(404);
    const { token } = (await desk.harness.admin('POST', `/admin/sessions/${id}/tokens`, {})).body;
    expect((await desk.harness.call('GET', app, undefined, String(token))).status).toBe(401);
    expect((await desk.owner.call('GET', `${app}2`)).status).toBe(404);
  });

  it('has nothing by which it could call or read, not even for an owner', async () => {
    const { app } = await conversation();
    for (const act of ['call', 'read']) {
      const { status } = await desk.owner.call('POST', `${app}/${act}`, { digest: DIGEST });
      expect([act, status]).toEqual([act, 404]);
    }
  });
});
