// What tests of an owner's backend begin with: that backend on this machine, and a gateway that asks it. One for each test file.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import {
  createHarness,
  type Harness,
  type SessionHandle,
  type Wire,
  type WireEvent,
} from './harness.ts';
import type { Answer } from './remote-backends.ts';

const TOOLS = [{ name: 'add_to_cart', description: 'Adds.', input_schema: { type: 'object' } }];

export interface RemoteScene {
  readonly harness: Harness;
  /** The backend's address. */
  readonly url: string;
  /** What it was asked in this test. */
  readonly asked: readonly { headers: IncomingHttpHeaders; body: Wire }[];
  /** What it answers next. */
  next(...answers: Answer[]): void;
  /** An agent whose backend it is. */
  make(kind: string, fields?: Wire): Promise<string>;
  /** A session in which the agent has answered. */
  ask(agent: string, text?: string): Promise<SessionHandle>;
}

export function createRemoteScene(): RemoteScene {
  const answers: Answer[] = [];
  const asked: { headers: IncomingHttpHeaders; body: Wire }[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const body = text === '' ? {} : (JSON.parse(text) as Wire);
      asked.push({ headers: request.headers, body });
      const answer = answers.shift();
      if (answer === undefined) response.writeHead(500).end();
      else void answer(body, response);
    });
  });
  let url = '';
  let harness: Harness;
  let names = 0;

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/agent`;
    harness = await createHarness({ options: { agentsMayBePrivate: true } });
  });
  beforeEach(() => {
    answers.length = 0;
    asked.length = 0;
  });
  afterAll(async () => {
    await harness.close();
    server.closeAllConnections();
    server.close();
  });

  return {
    get harness() {
      return harness;
    },
    get url() {
      return url;
    },
    asked,
    next: (...more) => answers.push(...more),
    async make(kind, fields = {}) {
      names += 1;
      const { status, body } = await harness.admin('POST', '/admin/agents', {
        name: `Remote ${names}`,
        kind,
        backend: { url, headers: { Authorization: 'Bearer hush' } },
        ...fields,
      });
      expect([status, body.error]).toEqual([201, undefined]);
      return String(body.agent_id);
    },
    async ask(agent, text = 'hello') {
      const session = await harness.session({ agent, client_tools: TOOLS });
      await session.say(text);
      await harness.settled();
      return session;
    },
  };
}

export const textsOf = (events: readonly WireEvent[]) =>
  events.flatMap(({ type, content }) => (type === 'agent.message' ? [content[0]?.text] : []));
