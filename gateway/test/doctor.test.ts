// `bellhop-gateway doctor`: what it finds of real things that are well or wrong, and what it says to do.

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Listening, listen } from '../../test/browser/support/listen.ts';
import { checkAddress } from '../cli/doctor/check-access.ts';
import { runDoctor } from '../cli/doctor/doctor.ts';
import type { Finding } from '../cli/doctor/finding.ts';
import { readSettings } from '../cli.ts';
import { lockDirectory } from '../kernel/db/lock-directory.ts';
import { ANTHROPIC } from './agents/model/protocols.ts';
import { createProviderServer, type ProviderServer } from './agents/model/provider-server.ts';
import { createHarness, type Harness } from './harness.ts';
import { freePort } from './postgres-server.ts';

const KEY = 'Zk3vQ9xT5mB1wR7pH2sLd8Ya';
const PASSWORD = 'Zk3vQ9xT5mB1wR7p';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bellhop-doctor-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function examine(env: Record<string, string> = {}, ...args: string[]) {
  const lines: string[] = [];
  const data = args.includes('--data') ? [] : ['--data', join(directory, 'new')];
  const code = await runDoctor([...data, ...args, '--json'], env, (line) => lines.push(line));
  const said = lines.join('\n');
  const { healthy, findings } = JSON.parse(said) as { healthy: boolean; findings: Finding[] };
  expect(code).toBe(healthy ? 0 : 1);
  return { code, said, of: (check: string) => findings.find((one) => one.check === check) };
}

describe('the doctor', () => {
  it('finds nothing wrong with a gateway for this machine alone, and says what it lacks', async () => {
    const { code, of } = await examine();
    expect(code).toBe(0);
    expect(of('key')).toMatchObject({
      health: 'warning',
      advice: expect.stringContaining('openssl'),
    });
    expect(of('data folder')).toMatchObject({ health: 'ok' });
    expect(of('disk')?.says).toMatch(/free\.$/);
    expect(of('agent')).toMatchObject({ health: 'warning', says: 'Nobody answers yet.' });
  });

  it('writes a line for each, and one for what to do, plainly where it is no terminal', async () => {
    const lines: string[] = [];
    const env = { BELLHOP_ALLOWED_ORIGINS: 'http://shop.example' };
    await runDoctor(['--data', join(directory, 'new')], env, (line) => lines.push(line));
    const at = lines.findIndex((line) => line.includes('origins'));
    expect(lines[at]).toBe('warning  origins         http://shop.example has no TLS.');
    expect(lines[at + 1]?.trim()).toBe('Serve that site by https.');
  });

  it('names a setting that no gateway would start with', async () => {
    const { code, of } = await examine({ BELLHOP_ADMIN_KEY: 'short' });
    expect(code).toBe(1);
    expect(of('settings')?.says).toContain('BELLHOP_ADMIN_KEY');
  });

  it('says that a database is not there, and never its password', async () => {
    const port = await freePort();
    const { code, said, of } = await examine({
      DATABASE_URL: `postgres://shop:${PASSWORD}@127.0.0.1:${port}/shop`,
      REDIS_URL: `redis://:${PASSWORD}@127.0.0.1:${port}`,
    });
    expect(code).toBe(1);
    expect(of('database')).toMatchObject({
      health: 'problem',
      says: expect.stringContaining(`The database at 127.0.0.1:${port} refused the connection`),
    });
    expect(of('redis')).toMatchObject({ health: 'problem' });
    expect(said).not.toContain(PASSWORD);
  });

  it('tells a folder that a gateway uses from one that can’t be used', async () => {
    const data = join(directory, 'used');
    await mkdir(data);
    const unlock = lockDirectory(data);
    expect((await examine({}, '--data', data)).of('data folder')).toMatchObject({
      health: 'ok',
      says: expect.stringContaining('in use by a gateway that runs'),
    });
    unlock();
    await writeFile(join(directory, 'file'), '');
    const { code, of } = await examine({}, '--data', join(directory, 'file'));
    expect(code).toBe(1);
    expect(of('data folder')?.says).toContain('a file stands at that path');
  });
});

describe('of a model it says', () => {
  let server: ProviderServer;
  beforeAll(async () => {
    server = await createProviderServer();
  });
  beforeEach(() => server.reset());
  afterAll(() => server.close());

  const ask = async () => {
    const env = { ANTHROPIC_API_KEY: `sk-ant-${PASSWORD}`, ANTHROPIC_BASE_URL: server.url };
    const { of, said } = await examine(env);
    expect(said).not.toContain(PASSWORD);
    return of('model');
  };

  it('that it answers, after a real request for a word', async () => {
    server.next((response) =>
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(
        JSON.stringify({
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          model: 'claude',
          content: [{ type: 'text', text: 'ok' }],
          stop_reason: 'end_turn',
          stop_sequence: null,
          usage: { input_tokens: 5, output_tokens: 1 },
        }),
      ),
    );
    expect(await ask()).toMatchObject({
      health: 'ok',
      says: expect.stringMatching(/answered in \d+ ms/),
    });
    expect(server.asked).toMatchObject([{ max_tokens: 64 }]);
  });

  it.each([
    [401, 'authentication_error', 'refused the key', 'Correct ANTHROPIC_API_KEY.'],
    [404, 'not_found_error', 'knows no model', 'Correct BELLHOP_MODEL'],
    [429, 'rate_limit_error', 'too often', 'Try again'],
  ])('why it does not: %i', async (status, kind, says, advice) => {
    server.next(ANTHROPIC.refuse(status, `Bad key sk-ant-${PASSWORD}`, kind));
    expect(await ask()).toMatchObject({
      health: status === 429 ? 'warning' : 'problem',
      says: expect.stringContaining(says),
      advice: expect.stringContaining(advice),
    });
  });
});

describe('of the public address it says', () => {
  let harness: Harness;
  let other: Harness;
  let local: Listening;
  let stranger: Listening;

  beforeAll(async () => {
    [harness, other] = (await Promise.all(
      [KEY, KEY].map((adminKey) => createHarness({ options: { adminKey } })),
    )) as [Harness, Harness];
    [local, stranger] = (await Promise.all(
      [harness, other].map(({ gateway }) => {
        const answer = getRequestListener((request) => gateway.fetch(request));
        return listen((request, response) => answer(request, response));
      }),
    )) as [Listening, Listening];
  });
  afterAll(async () => {
    await local?.close();
    await stranger?.close();
    await harness?.close();
    await other?.close();
  });

  const at = async (
    address: string,
    fetching: typeof fetch = fetch,
    port = new URL(local.url).port,
  ) => {
    const env = { BELLHOP_PUBLIC_URL: address, BELLHOP_ADMIN_KEY: KEY, GATEWAY_HOST: '127.0.0.1' };
    const [found] = await checkAddress(readSettings(['--port', port], env), env, fetching);
    return found;
  };

  it('that it leads to this gateway, or to another one', async () => {
    expect(await at(local.url)).toMatchObject({
      health: 'ok',
      says: `${local.url} reaches this gateway.`,
    });
    expect(await at(stranger.url)).toMatchObject({
      health: 'problem',
      says: expect.stringContaining('another gateway'),
    });
  });

  it('that it could not try that while the gateway is stopped', async () => {
    expect(await at(local.url, fetch, String(await freePort()))).toMatchObject({
      health: 'warning',
      advice: 'Start the gateway, then run this again.',
    });
  });

  it.each([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is not trusted', 'certificate of a public authority'],
    ['ENOTFOUND', 'leads to no address', 'DNS'],
    ['ECONNREFUSED', 'no proxy listens', 'Start the proxy'],
  ])('why it can’t be reached: %s', async (code, says, advice) => {
    const failing = async () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) });
    };
    expect(await at('https://chat.example', failing)).toMatchObject({
      health: 'problem',
      says: expect.stringContaining(says),
      advice: expect.stringContaining(advice),
    });
  });

  it('that it has no TLS, or that something else answers there', async () => {
    expect((await at('http://chat.example'))?.says).toContain('has no TLS');
    const page = async () => new Response('<h1>Welcome to nginx</h1>');
    expect((await at('https://chat.example', page))?.says).toContain('it is no gateway');
  });
});
