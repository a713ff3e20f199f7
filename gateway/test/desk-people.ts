// A gateway with people at its desk, each with a browser: a cookie, and the headers that a browser adds.

import { afterAll, beforeAll, expect } from 'vitest';
import { ADMIN_KEY, createHarness, type Harness, type HarnessOptions } from './harness.ts';

export interface Browser {
  cookie: string;
  /** What tells it from strangers' at the next sign-in; '' before the first with a password. */
  device: string;
  call(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<DeskReply>;
}

export interface DeskReply {
  status: number;
  headers: Headers;
  body: DeskBody;
}

/** The fields that the desk's replies have, each where its address gives it. */
export interface DeskBody {
  error: { message: string };
  name: string;
  role: string;
  person_id: string;
  desk_session_id: string;
  state: string;
  is_unread: boolean;
  /** Of a link that lets somebody in. */
  invitation_id: string;
  token: string;
  is_signed_in: boolean;
  login: string | null;
  is_named: boolean;
  /** Of a second factor. */
  secret: string;
  uri: string;
  recovery_codes: string[];
  second_factor?: boolean;
  sessions: number;
  next_page: string | null;
  counts: { unread: number; waiting: number };
  runs: Record<string, { trace_id: string }>;
  has_more: boolean;
  data: DeskRow[];
  /** Of filters. */
  sites: { client_id: string; name: string | null }[];
  agents: { agent: string; name: string }[];
}

/** Of a list: a conversation, an event, a row of the audit. */
export interface DeskRow {
  id: string;
  session_id: string;
  type: string;
  state: string;
  match: string | null;
  content: Record<string, unknown>[];
  run_id: string;
  actor: string;
  path: string;
}

export const OWN_PAGE = {
  'x-bellhop-desk': '1',
  'sec-fetch-site': 'same-origin',
  host: 'localhost',
};
export const LOOPBACK = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
export const ELSEWHERE = { incoming: { socket: { remoteAddress: '203.0.113.7' } } };

export interface DeskPeople {
  harness: Harness;
  owner: Browser;
  agent: Browser;
  browser(server?: object): Browser;
  signedIn(as: 'owner' | 'agent'): Promise<Browser>;
  /** Somebody new in this role, of these sites. */
  signedInAs(role: string, sites?: readonly string[]): Promise<Browser>;
}

/** The same for a whole test file. */
export function createDeskScene(options: HarnessOptions = {}): DeskPeople {
  let people: DeskPeople;
  beforeAll(async () => {
    people = await createDeskPeople(options);
  });
  afterAll(() => people.harness.close());
  return {
    get harness() {
      return people.harness;
    },
    get owner() {
      return people.owner;
    },
    get agent() {
      return people.agent;
    },
    browser: (server) => people.browser(server),
    signedIn: (as) => people.signedIn(as),
    signedInAs: (role, sites) => people.signedInAs(role, sites),
  };
}

/** An owner, and Anna, who may read conversations and step in. */
export async function createDeskPeople(options: HarnessOptions = {}): Promise<DeskPeople> {
  const harness = await createHarness({
    ...options,
    options: { strangerLimit: { perSecond: 1e9, burst: 1e9 }, ...options.options },
  });
  const owner = await signedIn('owner');
  const added = await owner.call('POST', '/admin/desk/people', {
    login: 'Anna@shop.example',
    name: 'Anna',
    role: 'agent',
    password: 'correct horse',
  });
  expect(added.status).toBe(201);
  let newcomers = 0;
  return { harness, owner, agent: await signedIn('agent'), browser, signedIn, signedInAs };

  async function signedInAs(role: string, sites?: readonly string[]): Promise<Browser> {
    newcomers += 1;
    const login = `${role}${newcomers}`;
    const password = 'correct horse';
    const person = { login, name: login, role, sites, password };
    const boss = await signedIn('owner');
    expect((await boss.call('POST', '/admin/desk/people', person)).status).toBe(201);
    const made = browser();
    const reply = await made.call('POST', '/admin/desk/sign-in', { login, password });
    expect(reply.status).toBe(200);
    return made;
  }

  function browser(server: object = LOOPBACK): Browser {
    const made: Browser = {
      cookie: '',
      device: '',
      async call(method, path, body, headers = OWN_PAGE) {
        const response = await harness.gateway.fetch(
          new Request(`http://localhost${path}`, {
            method,
            headers: {
              ...headers,
              ...(made.cookie === '' ? {} : { cookie: made.cookie }),
              'content-type': 'application/json',
            },
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          }),
          server,
        );
        for (const set of response.headers.getSetCookie()) {
          const value = set.split(';')[0]?.replace(/=$/, '') ?? '';
          if (value.startsWith('bellhop_desk_device=')) made.device = value;
          else made.cookie = value;
        }
        const text = await response.text();
        return {
          status: response.status,
          headers: response.headers,
          body: JSON.parse(text === '' ? '{}' : text) as DeskBody,
        };
      },
    };
    return made;
  }

  async function signedIn(as: 'owner' | 'agent'): Promise<Browser> {
    const made = browser();
    const reply =
      as === 'owner'
        ? await made.call('POST', '/admin/desk/sign-in', { key: ADMIN_KEY })
        : await made.call('POST', '/admin/desk/sign-in', {
            login: 'anna@shop.example',
            password: 'correct horse',
          });
    expect(reply.status).toBe(200);
    return made;
  }
}
