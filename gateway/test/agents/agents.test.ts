// Agents as records: an owner writes down who answers, with which model, tools, knowledge and limits.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { matchesAny } from '../../agents/limit-tools.ts';
import { createModelFactory } from '../../agents/model/open-model-agent.ts';
import { createHarness, type Harness, type ReplyBody, type Wire } from '../harness.ts';
import { ANTHROPIC, OPENAI } from './model/protocols.ts';
import { createProviderServer, type ProviderServer } from './model/provider-server.ts';

const TOOLS = ['cart/add', 'cart/remove', 'checkout'].map((name) => ({ name, description: name }));
const DAY_MS = 86_400_000;

let server: ProviderServer;
let harness: Harness;
let names = 0;

beforeAll(async () => {
  server = await createProviderServer();
  const models = createModelFactory({
    ANTHROPIC_API_KEY: 'key',
    ANTHROPIC_BASE_URL: server.url,
  });
  harness = await createHarness({ models });
});
beforeEach(() => server.reset());
afterAll(async () => {
  await harness.close();
  await server.close();
});

interface AgentBody extends ReplyBody {
  agent_id: string;
  version: number;
  latest_version: number;
  settings: Wire;
  problems: string[];
}

async function make(fields: Wire = {}): Promise<AgentBody> {
  names += 1;
  const { status, body } = await harness.admin('POST', '/admin/agents', {
    name: `Agent ${names}`,
    ...fields,
  });
  expect([status, body.error]).toEqual([201, undefined]);
  return body as AgentBody;
}

const patch = async (id: string, change: Wire) =>
  (await harness.admin('PATCH', `/admin/agents/${id}`, change)).body as AgentBody;

async function ask(fields: Wire, text = 'hello') {
  const session = await harness.session(fields);
  await session.say(text);
  await harness.settled();
  return { session, events: await session.events() };
}

const textsOf = (events: Awaited<ReturnType<typeof ask>>['events']) =>
  events.flatMap(({ type, content }) => (type === 'agent.message' ? [content[0]?.text] : []));

describe('an agent that an owner has written down', () => {
  it('answers by its instructions, model and limits', async () => {
    const { agent_id } = await make({
      name: 'Anna',
      instructions: 'You sell tea.',
      model: 'claude-of-tea',
      limits: { output_tokens: 77 },
    });
    server.next(ANTHROPIC.answer({ text: ['Tea?'] }));
    const { session, events } = await ask({ agent: 'Anna' });
    expect(textsOf(events)).toEqual(['Tea?']);
    const [asked = {}] = server.asked;
    expect(asked).toMatchObject({ model: 'claude-of-tea', max_tokens: 77 });
    expect(ANTHROPIC.system(asked)).toContain('You sell tea.');
    const { body } = await harness.admin('GET', `/admin/sessions/${session.id}`);
    expect(body.agent).toBe(agent_id);
  });

  it('is listed, read, renamed and deleted', async () => {
    const { agent_id } = await make({ project_id: 'tea', name: 'Bo' });
    const list = (await harness.admin('GET', '/admin/agents?project_id=tea')).body;
    expect(list).toMatchObject({
      data: [{ agent_id, name: 'Bo', version: 1, problems: [] }],
      built_in: [{ name: 'librarian' }, { name: 'scripted' }],
      default_agent: 'librarian',
    });
    expect(await patch(agent_id, { name: 'Bea' })).toMatchObject({ name: 'Bea', version: 1 });
    const gone = await harness.admin('DELETE', `/admin/agents/${agent_id}`);
    expect(gone.status).toBe(204);
    for (const [method, path] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['GET', '/versions'],
      ['POST', '/publish'],
    ] as const) {
      const body = path === '/publish' ? { version: 1 } : method === 'PATCH' ? {} : undefined;
      const reply = await harness.admin(method, `/admin/agents/${agent_id}${path}`, body);
      expect([method, path, reply.status]).toEqual([method, path, 404]);
    }
  });

  it('that is deleted under a session ends its runs as toolset_incomplete', async () => {
    const { agent_id } = await make();
    const session = await harness.session({ agent: agent_id });
    await harness.admin('DELETE', `/admin/agents/${agent_id}`);
    await session.say('hello');
    await harness.settled();
    expect(await session.last()).toMatchObject({ error_code: 'toolset_incomplete' });
  });

  it.each([
    [{ name: '' }, 'name must be'],
    [{ name: 'a\u0000b' }, 'name must be'],
    [{ instructions: 7 }, 'instructions must be a string'],
    [{ instructions: 'x'.repeat(64_001) }, 'instructions must be a string of at most 64000'],
    [{ provider: 'acme' }, 'provider must be one of: anthropic, openai'],
    [{ reasoning_effort: 'max' }, 'reasoning_effort must be one of'],
    [
      { web_search: { domains: ['https://shop.example'] } },
      'web_search.domains[0] must be a host’s name',
    ],
    [{ web_search: { max_uses: 9 } }, 'web_search.max_uses must be an integer from 1 to 8'],
    [{ limits: { turns: 0 } }, 'limits.turns must be an integer from 1 to 200'],
    [{ tools: ['ok', ''] }, 'tools[1] must be a tool’s name'],
    [{ collections: ['col_none'] }, 'collections[0] is not a collection of this project'],
    [{ fallback: 'nobody' }, 'fallback is not an agent of this project'],
    [{ prices: { m: { input: 1.5, output: 1 } } }, 'prices.m.input must be an integer'],
    [{ prices: { m: { output: 1 } } }, 'prices.m.input must be an integer'],
    [{ prices: [] }, 'prices must be an object'],
  ])('isn’t made of %j: %s', async (fields, words) => {
    const reply = await harness.admin('POST', '/admin/agents', { name: 'Wrong', ...fields });
    expect(reply.status).toBe(400);
    expect(reply.body.error.message).toContain(words);
  });

  it('has a name of its own in its project', async () => {
    await make({ name: 'Only' });
    for (const name of ['Only', 'scripted']) {
      const reply = await harness.admin('POST', '/admin/agents', { name });
      expect([name, reply.status]).toEqual([name, 409]);
    }
    await make({ name: 'Only', project_id: 'elsewhere' });
  });

  it('is for the admin key alone, and for its own project', async () => {
    const { agent_id } = await make({ project_id: 'ours' });
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'ours' })).body;
    for (const token of [null, site.service_token]) {
      const reply = await harness.call('GET', '/admin/agents', undefined, token);
      expect(reply.status).toBe(401);
    }
    const elsewhere = await harness.admin('POST', '/admin/sessions', { agent: agent_id });
    expect(elsewhere.status).toBe(400);
    const theirs = { agent: agent_id };
    const own = await harness.call('POST', '/admin/sessions', theirs, site.service_token);
    expect(own.status).toBe(201);
  });
});

describe('its versions', () => {
  it('are kept: a draft is tried out in a session, published, and rolled back', async () => {
    const { agent_id } = await make({ instructions: 'Say one.', tools: ['*'] });
    const draft = await patch(agent_id, { instructions: 'Say two.', publish: false });
    expect(draft).toMatchObject({ version: 1, latest_version: 2 });
    expect(draft.settings).toMatchObject({ instructions: 'Say one.' });

    const systems = async (fields: Wire) => {
      server.next(ANTHROPIC.answer({ text: ['ok'] }));
      const { session } = await ask({ agent: agent_id, ...fields });
      const runs = (await harness.admin('GET', `/admin/sessions/${session.id}/runs`)).body;
      const [run] = runs.data as unknown as Wire[];
      const said = /Say \w+\./.exec(ANTHROPIC.system(server.asked.at(-1) ?? {}))?.[0];
      return [said, run?.agent_version];
    };
    expect(await systems({})).toEqual(['Say one.', 1]);
    expect(await systems({ agent_version: 2 })).toEqual(['Say two.', 2]);
    const publish = (version: number) =>
      harness.admin('POST', `/admin/agents/${agent_id}/publish`, { version });
    await publish(2);
    expect(await systems({})).toEqual(['Say two.', 2]);
    await publish(1);
    expect(await systems({})).toEqual(['Say one.', 1]);
    expect((await publish(3)).status).toBe(400);

    const versions = (await harness.admin('GET', `/admin/agents/${agent_id}/versions`)).body;
    expect(versions.data).toMatchObject([
      { version: 2, is_published: false, author: 'admin', settings: { tools: ['*'] } },
      { version: 1, is_published: true, author: 'admin' },
    ]);
  });

  it('start from the one that answers: a draft goes out only by being named', async () => {
    const { agent_id } = await make({ instructions: 'Say one.', model: 'm' });
    await patch(agent_id, { instructions: 'Not yet.', publish: false });
    const renamed = await patch(agent_id, { model: 'n' });
    expect(renamed).toMatchObject({ version: 3, latest_version: 3 });
    expect(renamed.settings).toMatchObject({ instructions: 'Say one.', model: 'n' });
    const again = await patch(agent_id, { instructions: 'Say one.', publish: true });
    expect(again.version).toBe(3);

    const draft = await patch(agent_id, { from_version: 2, model: 'o', publish: false });
    expect(draft).toMatchObject({ version: 3, latest_version: 4 });
    const out = await patch(agent_id, { from_version: 4, publish: true });
    expect(out).toMatchObject({ version: 4, latest_version: 4 });
    expect(out.settings).toMatchObject({ instructions: 'Not yet.', model: 'o' });
    const nowhere = await harness.admin('PATCH', `/admin/agents/${agent_id}`, { from_version: 9 });
    expect([nowhere.status, nowhere.body.error.message]).toEqual([
      400,
      'from_version: this agent has no version 9.',
    ]);
  });

  it('are written by a change of what is said, and change nothing else', async () => {
    const { agent_id } = await make({ model: 'm', limits: { turns: 3, output_tokens: 50 } });
    const after = await patch(agent_id, { limits: { turns: null } });
    expect(after).toMatchObject({ version: 2, latest_version: 2 });
    expect(after.settings).toMatchObject({
      model: 'm',
      limits: { turns: null, output_tokens: 50 },
    });
    expect(await patch(agent_id, { limits: { turns: null } })).toMatchObject({ version: 2 });
    const all = await patch(agent_id, { limits: null, model: null });
    expect(all.settings).toMatchObject({ model: null, limits: { output_tokens: null } });
  });

  it('are numbered in turn where two changes come at once', async () => {
    const { agent_id } = await make();
    await Promise.all([
      patch(agent_id, { instructions: 'a' }),
      patch(agent_id, { model: 'b' }),
      patch(agent_id, { tools: ['c'] }),
    ]);
    const { body } = await harness.admin('GET', `/admin/agents/${agent_id}`);
    expect(body).toMatchObject({
      version: 4,
      settings: { instructions: 'a', model: 'b', tools: ['c'] },
    });
  });
});

describe('who answers where a session names nobody', () => {
  it('is the agent of its site, else of its project, else the gateway’s own', async () => {
    const inProject = await make({ project_id: 'chain' });
    const onSite = await make({ project_id: 'chain' });
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'chain' })).body;
    const agentOf = async (fields: Wire) => {
      const made = await harness.admin('POST', '/admin/sessions', fields);
      return (await harness.admin('GET', `/admin/sessions/${made.body.session_id}`)).body.agent;
    };
    const anywhere = { project_id: 'chain' };
    const there = { client_id: site.client_id };
    expect([await agentOf(anywhere), await agentOf(there)]).toEqual(['librarian', 'librarian']);

    const named = { default_agent: inProject.name };
    const project = await harness.admin('PATCH', '/admin/projects/chain', named);
    expect(project.body.default_agent).toBe(inProject.agent_id);
    expect([await agentOf(anywhere), await agentOf(there)]).toEqual([
      inProject.agent_id,
      inProject.agent_id,
    ]);
    const change = await harness.admin('PATCH', `/admin/sites/${site.client_id}`, {
      agent: onSite.agent_id,
    });
    expect(change.body).toMatchObject({ agent: onSite.agent_id, status: 'active' });
    expect([await agentOf(anywhere), await agentOf(there)]).toEqual([
      inProject.agent_id,
      onSite.agent_id,
    ]);
    expect(await agentOf({ ...there, script: [[{ say: 'hi' }]] })).toBe('scripted');

    for (const { agent_id } of [inProject, onSite]) {
      const refused = await harness.admin('DELETE', `/admin/agents/${agent_id}`);
      expect(refused.status).toBe(409);
      expect(refused.body.error.message).toMatch(/project chain|site client_/);
    }
    await harness.admin('PATCH', `/admin/sites/${site.client_id}`, { agent: null });
    await harness.admin('PATCH', '/admin/projects/chain', { default_agent: null });
    expect(await agentOf(there)).toBe('librarian');
    const wrong = { default_agent: 'nobody' };
    expect((await harness.admin('PATCH', '/admin/projects/chain', wrong)).status).toBe(400);
  });
});

describe('its tools', () => {
  it('are those of the session that its patterns name; a call of another one is answered here', async () => {
    const { agent_id } = await make({ tools: ['cart/*'] });
    server.next(
      ANTHROPIC.answer({ calls: [{ id: 'c', name: 'checkout', input: '{}' }], end: 'calls' }),
      ANTHROPIC.answer({ text: ['I may not.'] }),
    );
    const { events } = await ask({ agent: agent_id, client_tools: TOOLS });
    expect(ANTHROPIC.toolNames(server.asked[0] ?? {})).toEqual(['cart_add', 'cart_remove']);
    const result = events.find(({ type }) => type === 'user.tool_result');
    expect(result).toMatchObject({ error_code: 'permission_denied' });
    expect(textsOf(events)).toEqual(['I may not.']);
    expect(events.at(-1)).toMatchObject({ content: { stop_reason: 'end_turn' } });
  });

  it.each([
    ['cart/*', 'cart/add', true],
    ['cart/*', 'shop/cart/add', false],
    ['*', 'anything', true],
    ['*add*', 'cart/add', true],
    ['a*b*c', 'abc', true],
    ['a*b*c', 'acb', false],
    ['ab*ba', 'aba', false],
    ['a.c', 'abc', false],
    ['a.c', 'a.c', true],
  ])('the pattern %s and the name %s: %s', (pattern, name, expected) => {
    expect(matchesAny([pattern], name)).toBe(expected);
  });
});

describe('its limits', () => {
  it('end a run after so many turns', async () => {
    const { agent_id } = await make({ limits: { turns: 2 }, tools: [] });
    const again = ANTHROPIC.answer({ calls: [{ id: 'c', name: 'x', input: '{}' }], end: 'calls' });
    server.next(again, again, again);
    const { events } = await ask({ agent: agent_id });
    expect(events.at(-1)).toMatchObject({ error_code: 'max_iterations' });
    expect(server.asked).toHaveLength(2);
  });

  it('of a visitor’s credits and day end in the owner’s words, without asking a model', async () => {
    const { agent_id } = await make({
      model: 'm',
      prices: { m: { input: 1000, output: 0, cache_read: 10 } },
      limits: { credits_nano_per_visitor_day: 60_000, reached_text: 'Call us: 555.' },
    });
    const answer = ANTHROPIC.answer({ text: ['Yes.'] });
    server.next(answer, answer);
    const first = await ask({ agent: agent_id, owner_id: 'vera' });
    // 60 tokens read, 40 more from the cache.
    expect(first.events.at(-1)?.usage?.credits_nano).toBe(60_400);
    const second = await ask({ agent: agent_id, owner_id: 'vera' });
    expect(textsOf(second.events)).toEqual(['Call us: 555.']);
    expect(second.events.at(-1)).toMatchObject({
      content: { stop_reason: 'end_turn' },
      usage: { credits_nano: 0 },
    });
    expect(server.asked).toHaveLength(1);
    expect(textsOf((await ask({ agent: agent_id, owner_id: 'otto' })).events)).toEqual(['Yes.']);
    harness.clock.jump(DAY_MS);
    server.next(answer);
    expect(textsOf((await ask({ agent: agent_id, owner_id: 'vera' })).events)).toEqual(['Yes.']);
  });
});

describe('its fallback', () => {
  it('answers where the provider fails before a word was said', async () => {
    const { agent_id } = await make({ fallback: 'librarian' });
    server.next(ANTHROPIC.refuse(400, 'no'));
    const { events } = await ask({ agent: agent_id });
    expect(textsOf(events)).toEqual(['No book of mine speaks of that.']);
    expect(events.at(-1)).toMatchObject({ content: { stop_reason: 'end_turn' } });
  });

  it('doesn’t answer a second time what was answered in part', async () => {
    const { agent_id } = await make({ fallback: 'librarian' });
    server.next(ANTHROPIC.breakOff('I thi', 'overloaded_error'));
    const { events } = await ask({ agent: agent_id });
    expect(textsOf(events)).toEqual(['I thi']);
    expect(events.at(-1)).toMatchObject({ error_code: 'rate_limit_error' });
  });

  it('answers for an agent whose provider has no key here, which its problems say', async () => {
    const alone = await make({ provider: 'openai' });
    expect(alone.problems).toEqual([expect.stringContaining('OPENAI_API_KEY is not set')]);
    const { events } = await ask({ agent: alone.agent_id });
    expect(events.at(-1)).toMatchObject({ error_code: 'upstream_error' });
    const helped = await make({ provider: 'openai', fallback: alone.name, name: 'Chain' });
    await patch(alone.agent_id, { fallback: helped.agent_id });
    const looped = await ask({ agent: helped.agent_id });
    expect(looped.events.at(-1)).toMatchObject({ error_code: 'upstream_error' });
    await patch(alone.agent_id, { fallback: 'librarian' });
    const { events: found } = await ask({ agent: helped.agent_id });
    expect(textsOf(found)).toEqual(['No book of mine speaks of that.']);
    const refused = await harness.admin('DELETE', `/admin/agents/${alone.agent_id}`);
    expect(refused.body.error.message).toContain('the fallback of the agent Chain');
  });

  it('can be of the other provider', async () => {
    const both = await createHarness({
      models: createModelFactory({
        ANTHROPIC_API_KEY: 'key',
        ANTHROPIC_BASE_URL: server.url,
        OPENAI_API_KEY: 'key',
        OPENAI_BASE_URL: server.url,
      }),
    });
    const second = await both.admin('POST', '/admin/agents', { name: 'B', provider: 'openai' });
    const fields = { name: 'A', provider: 'anthropic', fallback: second.body.agent_id };
    const first = await both.admin('POST', '/admin/agents', fields);
    server.next(ANTHROPIC.refuse(400, 'no'), OPENAI.answer({ text: ['From the other.'] }));
    const session = await both.session({ agent: first.body.agent_id });
    await session.say('hello');
    await both.settled();
    expect(textsOf(await session.events())).toEqual(['From the other.']);
    await both.close();
  });
});

describe('what it knows', () => {
  it('is its collections and the session’s own', async () => {
    const collection = async (word: string) => {
      const documents = [{ uri: `https://x.example/${word}`, title: word, text: `On ${word}.` }];
      return (await harness.admin('POST', '/admin/collections', { documents })).body.collection_id;
    };
    const [tea, pots, own] = [
      await collection('tea'),
      await collection('teapots'),
      await collection('tealights'),
    ];
    const { agent_id } = await make({ collections: [tea, pots] });
    server.next(ANTHROPIC.answer({ text: ['ok'] }));
    await ask({ agent: agent_id, collection_id: own }, 'tea teapots tealights?');
    const said = JSON.stringify(ANTHROPIC.said(server.asked[0] ?? {}));
    for (const word of ['tea', 'teapots', 'tealights']) expect(said).toContain(`On ${word}.`);

    await harness.admin('DELETE', `/admin/collections/${pots}`);
    const { events } = await ask({ agent: agent_id });
    expect(events.at(-1)).toMatchObject({ error_code: 'toolset_incomplete' });
  });
});

describe('`system` of a session', () => {
  it('is an instruction besides the agent’s own, which the visitor never sees', async () => {
    const { agent_id } = await make({ instructions: 'You sell tea.' });
    const site = (await harness.admin('POST', '/admin/sites')).body;
    server.next(ANTHROPIC.answer({ text: ['ok'] }), ANTHROPIC.answer({ text: ['ok'] }));
    const fields = { agent: agent_id, system: 'The visitor is a member.' };
    const made = await harness.call('POST', '/admin/sessions', fields, site.service_token);
    expect(made.status).toBe(201);
    const { events } = await ask({ agent: agent_id, system: 'The visitor is a member.' });
    const system = ANTHROPIC.system(server.asked[0] ?? {});
    expect(system).toContain('You sell tea.');
    expect(system).toContain('The visitor is a member.');
    expect(JSON.stringify(events)).not.toContain('member');
  });

  it('changes, and is nothing that a visitor’s token could set', async () => {
    const session = await harness.session({ system: 'a' });
    const path = `/admin/sessions/${session.id}`;
    expect((await harness.admin('PATCH', path, { system: 'b' })).body.system).toBe('b');
    expect((await harness.admin('PATCH', path, { system: null })).body.system).toBeNull();
    expect((await harness.call('PATCH', path, { system: 'c' }, session.token)).status).toBe(403);
  });
});

describe('an agent that refuses a page’s context', () => {
  it('answers it with 400, whatever the gateway’s setting is', async () => {
    const { agent_id } = await make({ page_context: 'refuse' });
    const session = await harness.session({ agent: agent_id });
    const note = [{ type: 'system.message', content: [{ type: 'text', text: 'x' }] }];
    expect((await session.send(note)).status).toBe(400);
  });
});
