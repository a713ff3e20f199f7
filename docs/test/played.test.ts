// Snippets of the documents that are programs, run as they stand there: a receiver of webhooks, and agents as modules.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AgentModule } from '../../gateway/agent.ts';
import { createAgentRegistry, createGateway, type Gateway } from '../../gateway/index.ts';
import { openMemoryDatabase } from '../../test/doubles/memory-database.ts';
import { snippetsOf } from '../tools/snippets.ts';

const DOCS = join(import.meta.dirname, '..');
const KEY = 'admin-key-of-this-test';
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bellhop-played-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(() => vi.unstubAllEnvs());

/** The one snippet of this language on a page, as a module. */
async function load(page: string, language: string): Promise<Record<string, unknown>> {
  const found = snippetsOf(page, readFileSync(join(DOCS, page), 'utf8'));
  const [snippet, ...others] = found.filter((one) => one.language === language);
  if (snippet === undefined || others.length > 0) {
    throw new Error(`${page} must have one snippet of ${language}.`);
  }
  const file = join(folder, `${page.replaceAll('/', '-')}.${language === 'ts' ? 'ts' : 'mjs'}`);
  writeFileSync(file, snippet.code);
  return import(pathToFileURL(file).href);
}

/** A gateway on a database in memory, with this agent. */
async function withGateway(
  agents: readonly AgentModule[],
  act: (
    gateway: Gateway,
    ask: (path: string, body?: unknown, token?: string) => Promise<Record<string, unknown>>,
  ) => Promise<void>,
): Promise<void> {
  const db = await openMemoryDatabase();
  const gateway = await createGateway({
    db,
    agents: createAgentRegistry(agents),
    options: { adminKey: KEY, webhooksMayBePrivate: true },
  });
  const ask = async (path: string, body?: unknown, token = KEY) => {
    const reply = await gateway.request(path, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await reply.json()) as Record<string, unknown>;
  };
  try {
    await act(gateway, ask);
  } finally {
    await gateway.close();
    await db.close();
  }
}

/** What this agent answers to a visitor. */
async function answerOf(
  agent: AgentModule,
  words: string,
): Promise<{ answer: string; sessionId: string }> {
  let answer = '';
  let id = '';
  await withGateway([agent], async (_gateway, ask) => {
    const { session_id } = await ask('/admin/sessions', { agent: agent.name });
    id = String(session_id);
    const { token } = await ask(`/admin/sessions/${id}/tokens`, {});
    const events = `/v1/sessions/${id}/events`;
    await ask(
      events,
      { events: [{ type: 'user.message', content: [{ type: 'text', text: words }] }] },
      String(token),
    );
    await vi.waitFor(
      async () => {
        const { data } = (await ask(`${events}?limit=100`, undefined, String(token))) as {
          data: { type: string; content: { text: string }[] }[];
        };
        const said = data.find(({ type }) => type === 'agent.message');
        expect(said).toBeDefined();
        answer = said?.content[0]?.text ?? '';
      },
      { timeout: 300_000 },
    );
  });
  return { answer, sessionId: id };
}

describe('the receiver of webhooks', () => {
  it('takes what the gateway has signed, once, and nothing else', async () => {
    await withGateway([], async (_gateway, ask) => {
      const deliveries: { headers: Record<string, string>; body: string }[] = [];
      const backend = createServer(async (request, response) => {
        let body = '';
        for await (const piece of request) body += piece;
        deliveries.push({ headers: request.headers as Record<string, string>, body });
        response.writeHead(204).end();
      });
      await new Promise<void>((resolve) => {
        backend.listen(0, '127.0.0.1', resolve);
      });
      const { port } = backend.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/hooks`;
      const { secret } = await ask('/admin/webhooks', { url, events: ['session.begun'] });
      await ask('/admin/sessions', {});
      await vi.waitFor(() => expect(deliveries).toHaveLength(1), { timeout: 300_000 });
      backend.close();

      vi.stubEnv('WEBHOOK_SECRET', String(secret));
      const { isSigned, server } = (await load('how-to/webhooks.md', 'js')) as {
        isSigned(headers: object, body: string): boolean;
        server: ReturnType<typeof createServer>;
      };
      const [{ headers, body } = { headers: {}, body: '' }] = deliveries;
      expect(isSigned(headers, body)).toBe(true);
      expect(isSigned(headers, `${body} `)).toBe(false);
      expect(isSigned({ ...headers, 'webhook-signature': 'v1,AAAA' }, body)).toBe(false);
      expect(isSigned({ ...headers, 'webhook-timestamp': '1700000000' }, body)).toBe(false);

      const told = vi.spyOn(console, 'log').mockImplementation(() => {});
      await new Promise<void>((resolve) => {
        server.listen(0, '127.0.0.1', resolve);
      });
      const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
      const sent = Object.fromEntries(
        Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
      );
      const post = async (text: string) =>
        (await fetch(own, { method: 'POST', headers: sent, body: text })).status;
      expect([await post(body), await post(body), await post('{}')]).toEqual([204, 204, 401]);
      expect(told.mock.calls).toEqual([['session.begun', expect.stringMatching(/^ses_/)]]);
      told.mockRestore();
      server.close();
    });
  });
});

describe('an agent as a module', () => {
  it('repeats what was said, as the page about agents has it', async () => {
    const { default: agent } = await load('start/your-agent.md', 'ts');
    expect((await answerOf(agent as AgentModule, 'Good evening')).answer).toBe(
      'You said: Good evening',
    );
  });

  it('asks a workflow of n8n, as the page about moving has it', async () => {
    const asked: unknown[] = [];
    const workflow = createServer(async (request, response) => {
      let body = '';
      for await (const piece of request) body += piece;
      asked.push(JSON.parse(body));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ output: 'From the workflow.' }));
    });
    await new Promise<void>((resolve) => {
      workflow.listen(0, '127.0.0.1', resolve);
    });
    vi.stubEnv('N8N_WEBHOOK_URL', `http://127.0.0.1:${(workflow.address() as AddressInfo).port}/`);
    const { default: agent } = await load('how-to/moving.md', 'ts');
    const { answer, sessionId } = await answerOf(agent as AgentModule, 'Hello');
    workflow.close();
    expect(answer).toBe('From the workflow.');
    expect(asked).toEqual([{ action: 'sendMessage', sessionId, chatInput: 'Hello' }]);
  });
});
