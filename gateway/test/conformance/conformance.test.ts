// The reference gateway keeps every rule of the interface: over real HTTP, on a free port, with the same checks
// that `npm run conformance` runs against any gateway.

import { serve } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAgentRegistry } from '../../agents/registry.ts';
import { GROUPS } from '../../conformance/checks/index.ts';
import { formatReport } from '../../conformance/report.ts';
import { runChecks } from '../../conformance/runner.ts';
import { createGateway } from '../../gateway.ts';
import librarian from '../librarian.ts';
import { openTestDatabase } from '../test-database.ts';

const ADMIN_KEY = 'conformance-admin-key';
let baseUrl = '';
let stop: () => Promise<void> = async () => {};

beforeAll(async () => {
  const db = await openTestDatabase();
  const gateway = await createGateway({
    db,
    // A check asks for the agent that answers from the knowledge base by this name.
    agents: createAgentRegistry([{ ...librarian, name: 'concierge' }]),
    options: { adminKey: ADMIN_KEY },
  });
  const server = await new Promise<ReturnType<typeof serve>>((resolve) => {
    const listening = serve({ fetch: gateway.fetch, port: 0 }, ({ port }) => {
      baseUrl = `http://localhost:${port}`;
      resolve(listening);
    });
  });
  stop = async () => {
    server.close();
    await gateway.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
    await db.close();
  };
});

afterAll(() => stop());

describe('the reference gateway keeps the interface’s rules', () => {
  it.each(GROUPS.map((group) => [group.name, group] as const))('%s', async (_, group) => {
    const results = await runChecks([group], { baseUrl, adminKey: ADMIN_KEY });
    // Its scenes can all be set here, so a check that is skipped has lost its point.
    const broken = results.filter(({ verdict }) => verdict !== 'pass');
    expect(broken.length, formatReport([group], broken)).toBe(0);
  });
});
