import { beforeAll, describe, expect, it } from 'vitest';
import type { Conversation, Conversations } from '../../desk-types.ts';
import type { DeskView } from '../../work/views-schema.ts';
import type { Tag } from '../../work/work-schema.ts';
import { type Browser, createDeskScene, LOOPBACK, OWN_PAGE } from '../desk-people.ts';
import type { SessionHandle } from '../harness.ts';

const desk = createDeskScene();
let anna = '';
beforeAll(async () => {
  anna = (await desk.agent.call('GET', '/admin/desk/me')).body.person_id;
});

const ask = async <Body>(by: Browser, method: string, path: string, body?: unknown) => {
  const reply = await by.call(method, path, body);
  return { ...reply, body: reply.body as unknown as Body };
};
const listOf = async (query = '', by = desk.agent) =>
  (await ask<Conversations>(by, 'GET', `/admin/conversations?limit=100&${query}`)).body;
const idsOf = async (query = '', by = desk.agent) =>
  (await listOf(query, by)).data.map(({ session_id }) => session_id);
const entryOf = async ({ id }: SessionHandle) =>
  (await ask<Conversation>(desk.agent, 'GET', `/admin/conversations/${id}`)).body;
const change = (session: SessionHandle, body: object, by = desk.agent) =>
  by.call('PATCH', `/admin/conversations/${session.id}`, body);
const step = (session: SessionHandle, what: string, body: object = {}, by = desk.agent) =>
  by.call('POST', `/admin/sessions/${session.id}/${what}`, body);

async function talk(text: string, options: object = {}): Promise<SessionHandle> {
  const session = await desk.harness.session({
    script: [[{ say: 'The agent answers.' }], [{ say: 'Again.' }], [{ say: 'And again.' }]],
    ...options,
  });
  await say(session, text);
  return session;
}
async function say(session: SessionHandle, text: string): Promise<void> {
  await desk.harness.clock.advance(1000);
  await session.say(text);
  await desk.harness.settled();
}
const WANTS_PERSON = {
  script: [[{ call: [{ name: 'request_human', input: {} }] }, { say: 'I have told the team.' }]],
};
const later = (ms: number) => new Date(desk.harness.clock.now() + ms).toISOString();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('the state of a conversation', () => {
  it('is the agent’s until a person is wanted or has it, then whose turn it is', async () => {
    const session = await talk('Hello?');
    expect(await entryOf(session)).toMatchObject({ status: 'open', waiting_since: null });
    const wanted = await talk('A person, please', WANTS_PERSON);
    expect(await entryOf(wanted)).toMatchObject({ status: 'waiting_us' });
    await step(wanted, 'takeover');
    await step(wanted, 'messages', { text: 'Anna here.' });
    expect(await entryOf(wanted)).toMatchObject({
      status: 'waiting_visitor',
      assigned_to: { person_id: anna, name: 'Anna' },
    });
    await say(wanted, 'My lamp is broken');
    const since = (await entryOf(wanted)).waiting_since;
    expect(Date.parse(since ?? '')).toBe(desk.harness.clock.now());
    await say(wanted, 'Are you there?');
    expect(await entryOf(wanted)).toMatchObject({ status: 'waiting_us', waiting_since: since });
    await step(wanted, 'messages', { text: 'Yes, I am.' });
    expect(await entryOf(wanted)).toMatchObject({ status: 'waiting_visitor', waiting_since: null });
    await step(wanted, 'handback');
    expect(await entryOf(wanted)).toMatchObject({ status: 'open', assigned_to: null });
  });

  it('waits for the first word of the person who took it over, since a person was wanted', async () => {
    const wanted = await talk('A person, please', WANTS_PERSON);
    const since = (await entryOf(wanted)).waiting_since;
    await desk.harness.clock.advance(MINUTE);
    await step(wanted, 'takeover');
    expect(await entryOf(wanted)).toMatchObject({
      status: 'waiting_us',
      state: 'held',
      waiting_since: since,
    });
    expect(await idsOf('status=waiting_us')).toContain(wanted.id);
    await step(wanted, 'messages', { text: 'Hello, Anna here.' });
    expect(await entryOf(wanted)).toMatchObject({ status: 'waiting_visitor' });
    const served = await talk('Hello?');
    await step(served, 'takeover');
    expect(await entryOf(served)).toMatchObject({ status: 'waiting_us' });
    await step(served, 'takeover', {}, desk.owner);
    expect(await entryOf(served)).toMatchObject({ status: 'waiting_us' });
    await step(served, 'handback', {}, desk.owner);
    await change(served, { assigned_to: anna });
    expect(await entryOf(served)).toMatchObject({ status: 'waiting_visitor' });
  });

  it('waits for the team where the visitor’s newest message got a failed answer alone', async () => {
    const fine = await talk('All is well');
    const failed = await talk('Hello?', {
      script: [[{ say: 'Let me see.' }, { fail: 'upstream_error' }], [{ say: 'Here I am.' }]],
    });
    expect(await entryOf(failed)).toMatchObject({ status: 'waiting_us' });
    const ids = await idsOf();
    expect(ids.indexOf(failed.id)).toBeLessThan(ids.indexOf(fine.id));
    expect(await idsOf('status=waiting_us')).toContain(failed.id);
    expect(await idsOf('status=open')).not.toContain(failed.id);
    await say(failed, 'Once more?');
    expect(await entryOf(failed)).toMatchObject({ status: 'open', waiting_since: null });
  });

  it('shows the visitor’s last words, whoever has written since', async () => {
    const session = await talk('Is the lamp bright?');
    expect(await entryOf(session)).toMatchObject({
      visitor_words: 'Is the lamp bright?',
      last_words: 'The agent answers.',
    });
  });

  it('is closed until the visitor writes again', async () => {
    const session = await talk('Thanks, all is well');
    expect((await change(session, { status: 'closed' })).status).toBe(204);
    expect(await entryOf(session)).toMatchObject({ status: 'closed' });
    expect(await idsOf()).not.toContain(session.id);
    expect(await idsOf('status=closed')).toContain(session.id);
    await say(session, 'One more thing');
    expect(await entryOf(session)).toMatchObject({ status: 'open', closed_at: null });
    expect(await idsOf()).toContain(session.id);
    await change(session, { status: 'closed' });
    await change(session, { status: 'open' });
    expect(await entryOf(session)).toMatchObject({ status: 'open' });
  });

  it('ends with the person who had it: they leave, and the agent answers what comes next', async () => {
    const session = await talk('Hello?');
    await step(session, 'takeover');
    await session.say('Thank you!');
    await change(session, { status: 'closed' });
    await desk.harness.settled();
    expect(await entryOf(session)).toMatchObject({ held_by: null, status: 'closed' });
    const texts = (await session.events()).flatMap(({ type, content }) =>
      type.endsWith('message') ? [(content as unknown as { text: string }[])[0]?.text] : [],
    );
    expect(texts.slice(-2)).toEqual(['Thank you!', 'Anna has left the conversation.']);
    await say(session, 'Another question');
    expect((await entryOf(session)).last_words).toBe('And again.');
  });

  it('is put off until a time, comes up by itself then, and open desks are told', async () => {
    const session = await talk('Do you have it in June?');
    const told = await listen();
    await change(session, { snoozed_until: later(MINUTE) });
    expect(await entryOf(session)).toMatchObject({ status: 'snoozed' });
    expect(await idsOf()).not.toContain(session.id);
    expect(await idsOf('status=snoozed')).toContain(session.id);
    await desk.harness.clock.advance(1000);
    const before = told().length;
    await desk.harness.clock.advance(2 * MINUTE);
    await desk.harness.until(() => told().slice(before).includes(session.id));
    expect(await entryOf(session)).toMatchObject({ status: 'waiting_us' });
    expect((await idsOf('status=waiting_us')).at(-1)).toBe(session.id);
    await change(session, { status: 'open' });
    expect(await entryOf(session)).toMatchObject({ status: 'open', snoozed_until: null });
  });

  it('is put off no more when the visitor writes; no time that is over is taken', async () => {
    const session = await talk('Later');
    await change(session, { snoozed_until: later(HOUR) });
    await say(session, 'I have changed my mind');
    expect(await entryOf(session)).toMatchObject({ status: 'open', snoozed_until: null });
    expect((await change(session, { snoozed_until: later(-1) })).status).toBe(400);
    expect((await change(session, { snoozed_until: 'tomorrow' })).status).toBe(400);
  });
});

describe('the list', () => {
  it('has who waits longest first, then the rest by newest message, page by page', async () => {
    const site = (await desk.harness.admin('POST', '/admin/sites', {})).body.client_id;
    const of = { client_id: site };
    const oldest = await talk('first', of);
    const second = await talk('second', { ...WANTS_PERSON, ...of });
    const third = await talk('third', { ...WANTS_PERSON, ...of });
    const newest = await talk('fourth', of);
    const ids = [second.id, third.id, newest.id, oldest.id];
    expect(await idsOf(`client_id=${site}`)).toEqual(ids);
    const paged: string[] = [];
    let page = '';
    do {
      const path = `/admin/conversations?client_id=${site}&limit=1${page}`;
      const { body } = await ask<Conversations>(desk.agent, 'GET', path);
      paged.push(...body.data.map(({ session_id }) => session_id));
      page = body.next_page === null ? '' : `&page=${body.next_page}`;
    } while (page !== '');
    expect(paged).toEqual(ids);
    await change(third, { status: 'closed' });
    expect(await idsOf(`client_id=${site}`)).toEqual([second.id, newest.id, oldest.id]);
    expect(await idsOf(`client_id=${site}&status=all`)).toHaveLength(4);
    expect(await idsOf(`client_id=${site}&status=waiting_us`)).toEqual([second.id]);
    expect(await idsOf(`client_id=${site}&status=open`)).toEqual([newest.id, oldest.id]);
    // Who looks for something finds it, done or not.
    expect(await idsOf(`client_id=${site}&q=third`)).toEqual([third.id]);
  });

  it('counts what is to be done, and for whom', async () => {
    const before = (await listOf()).counts;
    const wanted = await talk('A person', WANTS_PERSON);
    const mine = await talk('Mine');
    await change(mine, { assigned_to: anna });
    const { counts } = await listOf();
    expect(counts.waiting_us).toBe(before.waiting_us + 1);
    expect(counts.waiting_visitor).toBe(before.waiting_visitor + 1);
    expect(counts.mine).toBe(before.mine + 1);
    await change(wanted, { status: 'closed' });
    await change(mine, { snoozed_until: later(HOUR) });
    const after = (await listOf()).counts;
    expect(after.waiting_us).toBe(before.waiting_us);
    expect(after.mine).toBe(before.mine);
    expect(after.snoozed).toBe(before.snoozed + 1);
  });

  it('filters by who has it', async () => {
    const annas = await talk('For Anna');
    const nobodys = await talk('For nobody');
    expect((await change(annas, { assigned_to: anna }, desk.owner)).status).toBe(204);
    expect(await idsOf('assigned_to=me')).toContain(annas.id);
    expect(await idsOf('assigned_to=me', desk.owner)).not.toContain(annas.id);
    expect(await idsOf(`assigned_to=${anna}`, desk.owner)).toContain(annas.id);
    const free = await idsOf('assigned_to=none');
    expect([free.includes(annas.id), free.includes(nobodys.id)]).toEqual([false, true]);
    expect((await change(annas, { assigned_to: 'person_gone' })).status).toBe(400);
    await change(annas, { assigned_to: null });
    expect((await entryOf(annas)).assigned_to).toBe(null);
  });

  it('is given to nobody who only reads, neither one nor many, nor by a rule', async () => {
    const reader = await desk.signedInAs('viewer');
    const viewer = (await reader.call('GET', '/admin/desk/me')).body.person_id;
    const session = await talk('For whom?');
    const refused = await change(session, { assigned_to: viewer });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('viewer');
    const many = await desk.agent.call('POST', '/admin/conversations/changes', {
      session_ids: [session.id],
      assigned_to: viewer,
    });
    expect(many.status).toBe(400);
    expect((await entryOf(session)).assigned_to).toBe(null);
    const { body } = await ask<{ data: { person_id: string; may_answer: boolean }[] }>(
      desk.agent,
      'GET',
      '/admin/desk/colleagues',
    );
    const mayAnswer = new Map(body.data.map((one) => [one.person_id, one.may_answer]));
    expect([mayAnswer.get(viewer), mayAnswer.get(anna)]).toEqual([false, true]);
    // One who answered when the rule was made.
    const was = await desk.signedInAs('agent');
    const id = (await was.call('GET', '/admin/desk/me')).body.person_id;
    const rule = await desk.owner.call('POST', '/admin/desk/rules', { person_id: id });
    expect(rule.status).toBe(201);
    const role = await desk.owner.call('PATCH', `/admin/desk/people/${id}`, { role: 'viewer' });
    expect(role.status).toBe(200);
    const wanted = await talk('A person, please', WANTS_PERSON);
    expect((await entryOf(wanted)).assigned_to).toBe(null);
    const made = rule.body as unknown as { rule_id: string };
    await desk.owner.call('DELETE', `/admin/desk/rules/${made.rule_id}`);
  });

  it('changes many at once, and leaves out what is gone', async () => {
    const some = [await talk('one'), await talk('two')];
    const { body } = await ask<{ changed: number }>(
      desk.agent,
      'POST',
      '/admin/conversations/changes',
      { session_ids: [...some.map(({ id }) => id), 'ses_gone'], status: 'closed' },
    );
    expect(body.changed).toBe(2);
    for (const session of some) expect((await entryOf(session)).status).toBe('closed');
    const many = Array.from({ length: 101 }, (_, index) => `s${index}`);
    const refused = await desk.agent.call('POST', '/admin/conversations/changes', {
      session_ids: many,
      status: 'closed',
    });
    expect(refused.status).toBe(400);
  });

  it('tells open desks of what colleagues change', async () => {
    const session = await talk('Watch me');
    const told = await listen();
    await change(session, { assigned_to: anna });
    await desk.harness.clock.advance(1000);
    expect(told()).toContain(session.id);
  });
});

describe('tags', () => {
  const add = (name: string, color = 'red') =>
    ask<Tag>(desk.agent, 'POST', '/admin/desk/tags', { name, color });

  it('stand on conversations, which are filtered by them', async () => {
    const { body: refund, status } = await add('Refund');
    expect([status, refund.color]).toEqual([201, 'red']);
    const { body: vip } = await add('VIP', 'blue');
    const session = await talk('My money back');
    await change(session, { tags: [refund.tag_id] });
    await change(session, { add_tags: [vip.tag_id] });
    expect((await entryOf(session)).tags.map(({ name }) => name)).toEqual(['Refund', 'VIP']);
    expect(await idsOf(`tag=${vip.tag_id}`)).toEqual([session.id]);
    await change(session, { remove_tags: [refund.tag_id] });
    expect((await entryOf(session)).tags).toEqual([vip]);
    await ask(desk.agent, 'PATCH', `/admin/desk/tags/${vip.tag_id}`, { name: 'Important' });
    expect((await entryOf(session)).tags.map(({ name }) => name)).toEqual(['Important']);
    expect((await desk.agent.call('DELETE', `/admin/desk/tags/${vip.tag_id}`)).status).toBe(403);
    expect((await desk.owner.call('DELETE', `/admin/desk/tags/${vip.tag_id}`)).status).toBe(204);
    expect((await entryOf(session)).tags).toEqual([]);
  });

  it('have a name that no other has, and are there', async () => {
    await add('Shipping');
    expect((await add('shipping')).status).toBe(409);
    expect((await add('')).status).toBe(400);
    const session = await talk('x');
    expect((await change(session, { add_tags: ['tag_gone'] })).status).toBe(400);
    expect((await entryOf(session)).tags).toEqual([]);
  });
});

describe('saved views', () => {
  it('count what they have for who looks, and are one’s own or everybody’s', async () => {
    const session = await talk('For the view');
    await change(session, { assigned_to: anna });
    const views = async (by: Browser) =>
      (await ask<{ data: DeskView[] }>(by, 'GET', '/admin/desk/views')).body.data;
    const save = (body: object) => ask<DeskView>(desk.agent, 'POST', '/admin/desk/views', body);
    const { body: own } = await save({ name: 'Mine', filter: { assigned_to: 'me' } });
    const { body: shared } = await save({
      name: 'Team’s',
      is_shared: true,
      filter: { assigned_to: 'me' },
    });
    expect(own.count).toBe((await idsOf('assigned_to=me')).length);
    expect((await views(desk.agent)).map(({ name }) => name)).toEqual(['Team’s', 'Mine']);
    expect(await views(desk.owner)).toMatchObject([{ name: 'Team’s', count: 0 }]);
    const path = `/admin/desk/views/${own.view_id}`;
    expect((await desk.owner.call('PATCH', path, { name: 'x' })).status).toBe(404);
    expect((await desk.owner.call('DELETE', path)).status).toBe(404);
    const renamed = await ask<DeskView>(
      desk.owner,
      'PATCH',
      `/admin/desk/views/${shared.view_id}`,
      {
        name: 'Ours',
        filter: { status: 'closed' },
      },
    );
    expect(renamed.body).toMatchObject({ name: 'Ours', filter: { status: 'closed' } });
    expect((await desk.agent.call('DELETE', path)).status).toBe(204);
    expect(await views(desk.agent)).toHaveLength(1);
  });
});

/** @returns the ids that the desk's stream has told so far. */
async function listen(): Promise<() => string[]> {
  const response = await desk.harness.gateway.fetch(
    new Request('http://localhost/admin/desk/stream', {
      headers: { ...OWN_PAGE, cookie: desk.agent.cookie },
    }),
    LOOPBACK,
  );
  let text = '';
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const pump = async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { value: '', done: true };
      if (done) return;
      text += value;
    }
  };
  pump();
  return () =>
    [...text.matchAll(/^data: (\{"session_ids".*)$/gm)].flatMap(
      ([, data = '']) => (JSON.parse(data) as { session_ids: string[] }).session_ids,
    );
}
