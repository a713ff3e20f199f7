// The record of a managed agent: what it needs, what its provider never sees, what is exported.

import { describe, expect, it, vi } from 'vitest';
import type { Wire } from '../../harness.ts';
import { BODY, createManagedAgentsStage } from './stage.ts';

const stage = createManagedAgentsStage();
const { scene, backend, make, newest } = stage;

describe('a record of the kind', () => {
  it.each(['agent', 'environment_id'])('needs %s in its body', async (field) => {
    const { [field as 'agent']: _, ...body } = BODY;
    const reply = await scene.harness.admin('POST', '/admin/agents', {
      name: `Without ${field}`,
      kind: 'managed_agents',
      backend: backend(body as Wire),
    });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(`backend.body.${field}`);
  });

  it('shows the provider nothing of the gateway’s environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'operator');
    vi.stubEnv('ANTHROPIC_CUSTOM_HEADERS', 'X-Secret: operator');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'http://127.0.0.1:1');
    await scene.ask(await make());
    vi.unstubAllEnvs();
    expect(stage.server.heard.length).toBeGreaterThan(2);
    for (const { headers } of stage.server.heard) {
      expect(headers['x-api-key']).toBe('hush');
      expect(JSON.stringify(headers)).not.toContain('operator');
    }
  });

  it('keeps where a conversation is: it is in its export, and goes with it', async () => {
    const session = await scene.ask(await make());
    const count = async () =>
      (
        await scene.harness.db.query('SELECT 1 FROM backend_sessions WHERE session_id = $1', [
          session.id,
        ])
      ).length;
    const exported = await scene.harness.admin('GET', `/admin/sessions/${session.id}/export`);
    expect(exported.body.backends).toMatchObject([
      { backend: expect.stringContaining(stage.server.url), state: { session: newest().id } },
    ]);
    expect(await count()).toBe(1);
    await scene.harness.admin('DELETE', `/admin/sessions/${session.id}`);
    expect(await count()).toBe(0);
  });
});
