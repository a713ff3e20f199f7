// Records what this version of the gateway stores, as the archive that gateway/test/stored.test.ts opens from then on:
//   node gateway/test/stored/record.ts NAME [--gateway gateway/main.ts]
// Starts that gateway on a new folder, plays a shop's day over HTTP, stops it, and writes its rows as they are to NAME.jsonl,
// and to NAME.json what visitor and shop held in their hands then.
// Calls that a gateway of that time doesn't have are left out.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { writeArchive } from '../../archive/write-archive.ts';
import { openUnmigrated } from '../../kernel/db/open.ts';
import { startManagedAgents } from '../agents/managed-agents-server.ts';

const ADMIN_KEY = 'a-key-of-the-recorder-alone';
const GATEWAY = join(import.meta.dirname, '../../main.ts');

interface Reply {
  status: number;
  body: Record<string, unknown>;
}
export interface Papers {
  /** When, Unix milliseconds. */
  at: number;
  session_id: string;
  /** The visitor's. */
  token: string;
  service_token: string;
}
type Call = (method: string, path: string, body?: unknown, token?: string) => Promise<Reply>;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { gateway: { type: 'string', default: GATEWAY } },
  });
  const [name] = positionals;
  if (name === undefined)
    throw new Error('Name the version: node gateway/test/stored/record.ts 1.2.3');
  const data = mkdtempSync(join(tmpdir(), 'bellhop-record-'));
  try {
    const papers = await withGateway(resolve(values.gateway), data, play);
    const db = await openUnmigrated({ directory: data });
    let text = '';
    await writeArchive(db, async (more) => {
      text += more;
    });
    await db.close();
    const file = join(import.meta.dirname, name);
    writeFileSync(`${file}.jsonl`, text);
    writeFileSync(`${file}.json`, `${JSON.stringify(papers, null, 2)}\n`);
    console.log(`${file}: ${text.split('\n').length} lines`);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
}

async function withGateway(
  script: string,
  data: string,
  act: (call: Call) => Promise<Papers>,
): Promise<Papers> {
  const child = spawn(process.execPath, [script, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BELLHOP_ADMIN_KEY: ADMIN_KEY, BELLHOP_AGENTS_PRIVATE: '1' },
  });
  const ended = once(child, 'exit');
  try {
    let url = '';
    for await (const line of createInterface({ input: child.stdout })) {
      [url = ''] = /http:\/\/localhost:\d+/.exec(line) ?? [];
      if (url !== '') break;
    }
    if (url === '') throw new Error('The gateway did not start.');
    child.stdout.resume();
    return await act(async (method, path, body, token = ADMIN_KEY) => {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

/** What stored.test.ts looks for. */
async function play(call: Call): Promise<Papers> {
  await call('PATCH', '/admin/projects/default', { credits_nano: 9_000_000_000 });
  const site = await call('POST', '/admin/sites', { name: 'Fernway' });
  await call('POST', '/admin/webhooks', { url: 'https://shop.example/hook' });
  await call('POST', '/admin/agents', {
    name: 'Porter',
    instructions: 'Speak of mugs alone.',
  });
  await call('POST', '/admin/collections', {
    name: 'Shipping',
    documents: [
      {
        uri: 'https://shop.example/shipping',
        title: 'Shipping',
        text: 'A parcel takes three days.',
      },
    ],
  });

  const made = await call('POST', '/admin/sessions', {
    agent: 'scripted',
    client_id: site.body.client_id,
    owner_id: 'a-visitor',
    script: [
      [{ say: 'A parcel takes three days.' }],
      [{ call: [{ name: 'add_to_cart', input: { id: 'mug' } }] }, { say: 'It is in your cart.' }],
    ],
  });
  const id = String(made.body.session_id);
  const issued = await call('POST', `/admin/sessions/${id}/tokens`, {});
  const token = String(issued.body.token);
  const path = `/v1/sessions/${id}/events`;
  const say = async (text: string) => {
    await call(
      'POST',
      path,
      { events: [{ type: 'user.message', content: [{ type: 'text', text }] }] },
      token,
    );
    for (;;) {
      const { body } = await call('GET', `${path}?limit=100`, undefined, token);
      const events = body.data as { id: string; type: string }[];
      if (events.at(-1)?.type === 'session.status_idle') return events;
      await new Promise((go) => setTimeout(go, 50));
    }
  };
  const first = await say('How long does delivery take?');
  const answer = first.find(({ type }) => type === 'agent.message');
  await call('POST', `/admin/sessions/${id}/feedback`, { event_id: answer?.id, value: 'up' });
  await say('Put a mug into my cart');
  await askManagedAgent(call);
  return {
    at: Date.now(),
    session_id: id,
    token,
    service_token: String(site.body.service_token),
  };
}

/** A conversation that is kept at a backend, too. */
async function askManagedAgent(call: Call): Promise<void> {
  const provider = await startManagedAgents();
  try {
    const agent = await call('POST', '/admin/agents', {
      name: 'Elsewhere',
      kind: 'managed_agents',
      backend: {
        url: provider.url,
        headers: { 'X-Api-Key': 'hush' },
        body: { agent: 'agent_1', environment_id: 'env_1' },
      },
    });
    if (agent.status !== 201) return;
    const made = await call('POST', '/admin/sessions', { agent: agent.body.agent_id });
    const id = String(made.body.session_id);
    const token = String((await call('POST', `/admin/sessions/${id}/tokens`, {})).body.token);
    const path = `/v1/sessions/${id}/events`;
    const events = [{ type: 'user.message', content: [{ type: 'text', text: 'Hello?' }] }];
    await call('POST', path, { events }, token);
    for (;;) {
      const { body } = await call('GET', `${path}?limit=100`, undefined, token);
      const last = (body.data as { type: string }[]).at(-1)?.type;
      if (last === 'session.status_idle') return;
      if (last === 'session.error') throw new Error('The managed agent did not answer.');
      await new Promise((go) => setTimeout(go, 50));
    }
  } finally {
    await provider.close();
  }
}

await main();
