// "Was this helpful?": what a site's server passes on of its visitor, and where the owner meets it again.

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type SessionHandle, type Wire } from '../harness.ts';

let harness: Harness;
const posts: { type: string; data: Wire }[] = [];

beforeAll(async () => {
  harness = await createHarness({
    postWebhook: async ({ body }) => {
      posts.push(JSON.parse(body));
      return 200;
    },
  });
});
beforeEach(() => {
  posts.length = 0;
});
afterAll(() => harness.close());

interface Answered {
  session: SessionHandle;
  question: string;
  answer: string;
}

/** A session with one question and its answer. */
async function answered(options: Wire = {}): Promise<Answered> {
  const session = await harness.session({ script: [[{ say: 'In 30 days.' }]], ...options });
  await session.say('When can I send it back?');
  await harness.settled();
  const events = await session.events();
  const idOf = (type: string) => events.find((event) => event.type === type)?.id ?? '';
  return { session, question: idOf('user.message'), answer: idOf('agent.message') };
}

const pathOf = ({ session }: Answered) => `/admin/sessions/${session.id}/feedback`;
const give = (of: Answered, body: Wire, token?: string) =>
  token === undefined
    ? harness.admin('POST', pathOf(of), { event_id: of.answer, ...body })
    : harness.call('POST', pathOf(of), { event_id: of.answer, ...body }, token);

/** What the desk's transcript has on the answer. */
async function transcript({ session, answer }: Answered): Promise<Wire | undefined> {
  const path = `/admin/conversations/${session.id}/events`;
  const { data } = (await harness.admin('GET', path)).body;
  const event = data.find(({ id }) => id === answer) as { feedback?: Wire } | undefined;
  return event?.feedback;
}

describe('feedback on an answer', () => {
  it('is stored, and stands on that event of the desk’s transcript alone', async () => {
    const one = await answered();
    expect(await transcript(one)).toBeUndefined();
    const { status, body } = await give(one, { value: 'up', comment: '  Quick! ' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ event_id: one.answer, value: 'up', comment: 'Quick!' });
    expect(await transcript(one)).toEqual({
      value: 'up',
      comment: 'Quick!',
      given_at: body.given_at,
    });
    const { data } = (await harness.admin('GET', `/admin/conversations/${one.session.id}/events`))
      .body;
    expect(data.filter((event) => 'feedback' in event)).toHaveLength(1);
    expect(JSON.stringify(await one.session.events())).not.toContain('feedback');
  });

  it('can be changed, and taken back as often as one likes', async () => {
    const one = await answered();
    await give(one, { value: 'up' });
    expect((await give(one, { value: 'down' })).body).toMatchObject({ value: 'down' });
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await give(one, { value: null });
      expect(status).toBe(200);
      expect(body).toEqual({ event_id: one.answer, value: null, comment: null, given_at: null });
    }
    expect(await transcript(one)).toBeUndefined();
  });

  it('that comes twice is one, of the time of the first', async () => {
    const one = await answered();
    const first = await give(one, { value: 'down', comment: 'Too long.' });
    await harness.clock.advance(1000);
    const second = await give(one, { value: 'down', comment: 'Too long.' });
    expect(second.body).toEqual(first.body);
  });

  it('keeps its comment as long as its value, also where the press itself comes late', async () => {
    const one = await answered();
    await give(one, { value: 'down', comment: 'Wrong.' });
    expect((await give(one, { value: 'down' })).body.comment).toBe('Wrong.');
    expect((await give(one, { value: 'down', comment: ' ' })).body.comment).toBeNull();
    await give(one, { value: 'down', comment: 'Wrong.' });
    expect((await give(one, { value: 'up' })).body.comment).toBeNull();
  });

  it.each([
    ['without a value', {}, 'value must be up, down, or null, which takes the feedback back.'],
    [
      'of another value',
      { value: 1 },
      'value must be up, down, or null, which takes the feedback back.',
    ],
    [
      'with too long a comment',
      { value: 'up', comment: 'x'.repeat(2001) },
      'comment must be a string of at most 2000 characters, without NUL.',
    ],
    [
      'with NUL in its comment',
      { value: 'up', comment: 'a\0b' },
      'comment must be a string of at most 2000 characters, without NUL.',
    ],
    [
      'with a comment alone',
      { value: null, comment: 'x' },
      'comment needs a value of up or down; leave it out to take the feedback back.',
    ],
    [
      'on no id',
      { value: 'up', event_id: 'a b' },
      'event_id must be an id: 1 to 200 letters, digits and _ . : -.',
    ],
    [
      'on an event that isn’t there',
      { value: 'up', event_id: 'evt_none' },
      'event_id: this session has no event "evt_none".',
    ],
  ])('%s is refused in words, and leaves what was said', async (_, body, words) => {
    const one = await answered();
    await give(one, { value: 'down' });
    const reply = await give(one, body);
    expect([reply.status, reply.body.error.message]).toEqual([400, words]);
    expect(await transcript(one)).toMatchObject({ value: 'down' });
  });

  it('is for answers: not for what the visitor wrote, nor for another session’s', async () => {
    const [one, other] = [await answered(), await answered()];
    const own = await give(one, { event_id: one.question, value: 'up' });
    expect(own.body.error.message).toBe(
      'event_id must be that of an agent.message; this one is a user.message.',
    );
    expect((await give(one, { event_id: other.answer, value: 'up' })).status).toBe(400);
  });

  it('takes 30 calls of a session at once, then one a second; other sessions go on', async () => {
    const [one, other] = [await answered(), await answered()];
    for (let times = 0; times < 30; times += 1) await give(one, { value: 'up' });
    const refused = await give(one, { value: 'down' });
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([429, '1']);
    expect(refused.body.error.message).toContain('1 a second are allowed for a session');
    expect((await give(other, { value: 'down' })).status).toBe(200);
    await harness.clock.advance(1000);
    expect((await give(one, { value: 'down' })).status).toBe(200);
  });
});

describe('who passes feedback on', () => {
  it('is a site for its own sessions, never a visitor’s token', async () => {
    const site = (await harness.admin('POST', '/admin/sites', { project_id: 'rated' })).body;
    const [mine, theirs] = [
      await answered({ project_id: 'rated', client_id: site.client_id }),
      await answered({ project_id: 'rated' }),
    ];
    const statuses = [
      await give(mine, { value: 'up' }, site.service_token),
      await give(theirs, { value: 'up' }, site.service_token),
      await give(mine, { value: 'up' }, mine.session.token),
      await harness.call('POST', pathOf(mine), { event_id: mine.answer, value: 'up' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 404, 403, 401]);
    expect(await transcript(theirs)).toBeUndefined();
  });

  it('may name the owner whose session it must be', async () => {
    const one = await answered({ owner_id: 'ann' });
    expect((await give(one, { value: 'up', owner_id: 'bob' })).status).toBe(404);
    expect(await transcript(one)).toBeUndefined();
    expect((await give(one, { value: 'up', owner_id: 'ann' })).status).toBe(200);
  });
});

describe('the owner hears of feedback', () => {
  it('by feedback.given, once for each change', async () => {
    const project_id = 'told';
    await harness.admin('POST', '/admin/webhooks', {
      project_id,
      url: 'https://shop.example/hook',
      events: ['feedback.given'],
    });
    const one = await answered({ project_id, owner_id: 'eva' });
    await give(one, { value: null });
    await give(one, { value: 'down' });
    await give(one, { value: 'down' });
    await give(one, { value: 'down', comment: 'No.' });
    await give(one, { value: null });
    await give(one, { value: 'sideways' });
    await harness.until(() => posts.length === 3);
    // Deliveries may come in any order.
    const told = posts.map(({ data: { value, comment } }) => `${value} ${comment}`);
    expect(told.toSorted()).toEqual(['down No.', 'down null', 'null null']);
    for (const { type, data } of posts) {
      expect(type).toBe('feedback.given');
      expect(data).toMatchObject({
        session_id: one.session.id,
        project_id,
        owner_id: 'eva',
        event_id: one.answer,
      });
    }
  });

  it('in the numbers, on the side of the answers that it is about', async () => {
    const project_id = 'thumbs';
    const [one, two] = [await answered({ project_id }), await answered({ project_id })];
    const three = await answered({ project_id });
    await give(one, { value: 'up' });
    await give(two, { value: 'up' });
    await give(two, { value: 'down' });
    await give(three, { value: 'down' });
    await give(three, { value: null });
    const { body } = await harness.admin('GET', `/admin/numbers?project_id=${project_id}&days=1`);
    expect(body.totals).toMatchObject({ agent_messages: 3, thumbs_up: 1, thumbs_down: 1 });
    const buckets = body.buckets as { thumbs_up: number; thumbs_down: number }[];
    expect(buckets.at(-1)).toMatchObject({ thumbs_up: 1, thumbs_down: 1 });
  });

  it('in the numbers of the model that answered, and of the site', async () => {
    const project_id = 'shared-thumbs';
    const { client_id } = (
      await harness.admin('POST', '/admin/sites', { project_id, name: 'Lamps' })
    ).body;
    const [one, two] = [
      await answered({ project_id, client_id }),
      await answered({ project_id, client_id }),
    ];
    const three = await answered({ project_id });
    await give(one, { value: 'up' });
    await give(two, { value: 'down' });
    await give(three, { value: 'down' });
    const { models, sites } = (
      await harness.admin('GET', `/admin/numbers?project_id=${project_id}&days=1`)
    ).body;
    expect(models).toMatchObject([{ name: 'scripted', requests: 3, thumbs_up: 1, thumbs_down: 2 }]);
    expect(
      (sites as Wire[]).toSorted((a, b) => String(a.name).localeCompare(String(b.name))),
    ).toMatchObject([
      { name: '', requests: 1, thumbs_up: 0, thumbs_down: 1 },
      { name: 'Lamps', requests: 2, thumbs_up: 1, thumbs_down: 1 },
    ]);
  });

  it('in the list of conversations, which can be asked for those with bad feedback', async () => {
    const project_id = 'listed';
    const owner_id = 'list@mail.example';
    const [good, bad] = [
      await answered({ project_id, owner_id }),
      await answered({ project_id, owner_id }),
    ];
    await answered({ project_id, owner_id });
    await give(good, { value: 'up' });
    const { body: given } = await give(bad, { value: 'down', comment: 'No.' });
    const list = async (query = '') =>
      (await harness.admin('GET', `/admin/conversations?owner_id=${owner_id}${query}`)).body
        .data as unknown as Wire[];
    const ids = (entries: Wire[]) => entries.map(({ session_id }) => session_id);
    expect(await list()).toHaveLength(3);
    expect(ids(await list('&feedback=up'))).toEqual([good.session.id]);
    const found = await list('&feedback=down');
    expect(ids(found)).toEqual([bad.session.id]);
    expect(found).toMatchObject([{ thumbs_up: 0, thumbs_down: 1 }]);
    const entry = (await harness.admin('GET', `/admin/conversations/${bad.session.id}`)).body;
    expect(entry).toMatchObject({ ...found[0], feedback: [given] });
    await give(bad, { value: null });
    expect(await list('&feedback=down')).toEqual([]);
  });

  it('at an open desk, at once', async () => {
    const one = await answered();
    const told: string[] = [];
    const stop = harness.gateway.context.desk.feed.listen((ids) => told.push(...ids));
    await give(one, { value: 'down' });
    await harness.clock.advance(1000);
    expect(told).toEqual([one.session.id]);
    await give(one, { value: 'down' });
    await harness.clock.advance(1000);
    expect(told).toEqual([one.session.id]);
    stop();
  });
});

describe('a visitor’s feedback', () => {
  it('is in the export of the conversation, and gone with it', async () => {
    const one = await answered({ owner_id: 'zoe' });
    const { body: given } = await give(one, { value: 'down', comment: 'Ottoline is no dog.' });
    const path = `/admin/sessions/${one.session.id}`;
    const { events } = (await harness.admin('GET', `${path}/export`)).body;
    expect((events as Wire[]).filter((event) => 'feedback' in event)).toMatchObject([
      {
        id: one.answer,
        feedback: { value: 'down', comment: 'Ottoline is no dog.', given_at: given.given_at },
      },
    ]);
    const ofOwner = (await harness.admin('GET', '/admin/exports?owner_id=zoe')).body;
    expect(JSON.stringify(ofOwner)).toContain('Ottoline is no dog.');
    expect((await harness.admin('DELETE', path)).body).toMatchObject({ sessions: 1 });
    const rows = await harness.db.query('SELECT * FROM feedback WHERE session_id = $1', [
      one.session.id,
    ]);
    expect(rows).toEqual([]);
    expect((await give(one, { value: 'up' })).status).toBe(404);
  });
});
