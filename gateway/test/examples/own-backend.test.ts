// The example of an agent by code, as the command line loads it, before a backend that listens.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadAgent } from '../../agents/load-agent.ts';
import { createHarness, type Harness } from '../harness.ts';

let status = 200;
const asked: string[] = [];
const backend = createServer((request, response) => {
  request.on('data', (chunk) => asked.push(String(chunk)));
  request.on('end', () => response.writeHead(status).end('{"answer":"Yes, in green."}'));
});
const { env } = process;
const before = env.BACKEND_URL;
let harness: Harness;

beforeAll(async () => {
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  env.BACKEND_URL = `http://127.0.0.1:${(backend.address() as AddressInfo).port}/`;
  const { name, agent } = await loadAgent('../../examples/own-backend.ts', import.meta.dirname);
  harness = await createHarness({ agents: { [name]: agent } });
});
afterAll(async () => {
  if (before === undefined) delete env.BACKEND_URL;
  else env.BACKEND_URL = before;
  await harness.close();
  backend.close();
});

describe('the example of an agent by code', () => {
  it('answers with what its backend says, and ends in an error where that fails', async () => {
    const session = await harness.session({ agent: 'own-backend' });
    await session.say('Do you have mugs?');
    await harness.settled();
    expect(asked).toEqual(['{"question":"Do you have mugs?"}']);
    const message = (await session.events()).find(({ type }) => type === 'agent.message');
    expect(message?.content).toEqual([{ type: 'text', text: 'Yes, in green.' }]);

    status = 502;
    await session.say('And plates?');
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'upstream_error' });
  });
});
