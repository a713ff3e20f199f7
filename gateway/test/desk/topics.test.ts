import { describe, expect, it } from 'vitest';
import type { Topics, Unanswered } from '../../desk-types.ts';
import { createDeskScene } from '../desk-people.ts';

const desk = createDeskScene();
const DAY_MS = 86_400_000;

async function topics(query = ''): Promise<Topics> {
  const reply = await desk.harness.admin('GET', `/admin/numbers/topics?days=7${query}`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as Topics;
}

async function talk(said: readonly string[], more: object = {}): Promise<string> {
  const script = said.map(() => [{ say: 'Yes.' }]);
  const session = await desk.harness.session({ script, ...more });
  for (const text of said) {
    await desk.harness.clock.advance(1000);
    await session.say(text);
    await desk.harness.settled();
  }
  return session.id;
}

const NONE = { conversations: 0, without_person: 0, good: 0, ok: 0, bad: 0 };

describe('what conversations are about', () => {
  it('is counted by what they ask first, with what needed a person and how they went', async () => {
    const long = await talk(['How long does delivery take to Norway?']);
    await desk.harness.db.query(
      'UPDATE events SET created_at = created_at - $2::bigint WHERE session_id = $1',
      [long, 8 * DAY_MS],
    );
    const first = await talk(['Hi', 'How long does delivery take to Spain?']);
    const second = await talk(['How long does delivery take to Malta?', 'Can I pay by invoice?']);
    await talk(['Can I pay by invoice?']);
    await desk.agent.call('POST', `/admin/sessions/${first}/takeover`, {});
    await desk.agent.call('POST', `/admin/sessions/${first}/messages`, { text: 'Two days.' });
    await desk.harness.admin('POST', `/admin/sessions/${first}/rating`, { value: 'good' });
    await desk.harness.admin('POST', `/admin/sessions/${second}/rating`, { value: 'bad' });
    const { data, conversations } = await topics();
    expect(conversations).toBe(3);
    // What was asked once in both times is no topic.
    expect(data).toEqual([
      {
        question: 'How long does delivery take to Malta?',
        now: { conversations: 2, without_person: 1, good: 1, ok: 0, bad: 1 },
        before: { ...NONE, conversations: 1, without_person: 1 },
        session_ids: [second, first],
      },
    ]);
  });

  it('is of one site where one is named, and of no trial', async () => {
    const site = await desk.harness.admin('POST', '/admin/sites', { name: 'Toys' });
    const { client_id } = site.body;
    await talk(['Is the red train wooden?'], { client_id });
    await talk(['Is the red train wooden?'], { client_id });
    const { data, conversations } = await topics(`&client_id=${client_id}`);
    expect(conversations).toBe(2);
    expect(data.map(({ question, now }) => [question, now.conversations])).toEqual([
      ['Is the red train wooden?', 2],
    ]);
  });

  it('is an owner’s; what got no answer is a lead’s, of their sites alone', async () => {
    const lead = await desk.signedInAs('lead');
    expect((await lead.call('GET', '/admin/numbers/topics')).status).toBe(403);
    expect((await desk.agent.call('GET', '/admin/numbers/unanswered')).status).toBe(403);
    const site = await desk.harness.admin('POST', '/admin/sites', { name: 'Lamps' });
    const failing = { script: [[{ fail: 'run_timeout' }]] };
    await talk(['Which bulb fits?'], { ...failing, client_id: site.body.client_id });
    await talk(['Who made this?'], failing);
    const asked = async () => {
      const reply = await lead.call('GET', '/admin/numbers/unanswered');
      expect(reply.status).toBe(200);
      const { data } = reply.body as unknown as Unanswered;
      return data.map(({ question }) => question).toSorted();
    };
    expect(await asked()).toEqual(['Which bulb fits?', 'Who made this?']);
    const me = (await lead.call('GET', '/admin/desk/me')).body;
    await desk.harness.admin('PATCH', `/admin/desk/people/${me.person_id}`, {
      sites: [site.body.client_id],
    });
    expect(await asked()).toEqual(['Which bulb fits?']);
  });

  it('counts nobody as answered whose newest message got a failed answer alone', async () => {
    const failing = { script: [[{ fail: 'run_timeout' }]] };
    await talk(['Where is the green kite made?'], failing);
    await talk(['Where is the green kite made?']);
    const reply = await desk.owner.call('GET', '/admin/numbers/topics');
    const { data } = reply.body as unknown as Topics;
    const kite = data.find(({ question }) => question.includes('kite'));
    expect(kite?.now).toMatchObject({ conversations: 2, without_person: 1 });
  });
});
