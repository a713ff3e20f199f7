// Three processes on one database look for the same work at the same moments: nobody is mailed, asked or told twice.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../kernel/db/types.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import { createDeskPeople, type DeskPeople } from '../desk-people.ts';
import { createHarness, type Harness, type Wire } from '../harness.ts';
import { createTestClock, openTestDatabase } from '../test-database.ts';

const MINUTE_MS = 60_000;
const WISH = [{ call: [{ name: 'request_human', input: {} }] }, { say: 'The team knows.' }];
const FORM = [
  { name: 'ask_form', description: 'Asks by a form.', input_schema: { type: 'object' } },
];

let embedded: Db;
let desk: DeskPeople;
let all: Harness[];
const mails: Mail[] = [];
const news: string[] = [];

const mailer: Mailer = {
  from: 'Shop <chat@shop.example>',
  // Long enough for the others to look meanwhile.
  send: async (mail) => {
    await new Promise((done) => setImmediate(done));
    mails.push(mail);
  },
  close() {},
};

beforeAll(async () => {
  embedded = await openTestDatabase();
  // As a server's: others may use it as well.
  const db: Db = { ...embedded, isExclusive: false };
  const clock = createTestClock();
  const parts = {
    db,
    clock,
    mailer,
    options: { publicUrl: 'https://chat.shop.example' },
    postWebhook: async ({ body }: { body: string }) => {
      news.push(JSON.parse(body).type);
      return 200;
    },
  };
  desk = await createDeskPeople(parts);
  all = [desk.harness, await createHarness(parts), await createHarness(parts)];
  await desk.harness.admin('POST', '/admin/webhooks', {
    url: 'https://hooks.example/rated',
    events: ['conversation.rated'],
  });
});
afterAll(async () => {
  for (const one of all) await one.close();
  await embedded.close();
});

/** A site's conversation whose visitor has asked and was answered. */
async function talk(options: Wire = {}) {
  const site = await desk.harness.admin('POST', '/admin/sites', { name: 'Lamps' });
  const clientId = site.body.client_id;
  await desk.harness.admin('PATCH', `/admin/sites/${clientId}/public`, { asks_rating: true });
  const session = await desk.harness.session({
    client_id: clientId,
    client_tools: FORM,
    script: [[{ say: 'Here.' }]],
    ...options,
  });
  await session.say('Where is my lamp?');
  await desk.harness.settled();
  return session;
}
/** The same call to all processes at once. */
const everywhere = (method: string, path: string, body: unknown, token?: string) =>
  Promise.all(
    all.map((one) =>
      token === undefined ? one.admin(method, path, body) : one.call(method, path, body, token),
    ),
  );

describe('of three processes', () => {
  it('one mails of a visitor who waits, and one the summary of the day', async () => {
    await desk.agent.call('PATCH', '/admin/desk/me', {
      settings: { email: 'anna@shop.example', mail_after: 1, digest: 'daily' },
    });
    await talk({ script: [WISH] });
    await desk.harness.clock.advance(4 * MINUTE_MS);
    expect(mails.map(({ to }) => to)).toEqual(['anna@shop.example']);
    mails.length = 0;
    // Due now, and not only in the morning.
    await desk.harness.db.query('UPDATE person_mail SET digest_at = $1, next_at = 0', [
      desk.harness.clock.now(),
    ]);
    await desk.harness.clock.advance(3 * MINUTE_MS);
    expect(mails.map(({ to }) => to)).toEqual(['anna@shop.example']);
    await desk.agent.call('PATCH', '/admin/desk/me', {
      settings: { email: null, mail_after: null, digest: 'off' },
    });
    mails.length = 0;
  });

  it('one sends a person’s answer to a visitor who has left', async () => {
    const { id } = await talk();
    await desk.agent.call('POST', `/admin/sessions/${id}/takeover`, {});
    await desk.harness.db.query(
      `INSERT INTO session_contacts (session_id, email, told_seq, created_at) VALUES ($1, $2, 0, 0)`,
      [id, 'ada@home.example'],
    );
    await desk.agent.call('POST', `/admin/sessions/${id}/messages`, { text: 'On its way.' });
    await desk.harness.clock.advance(4 * MINUTE_MS);
    expect(mails.map(({ to }) => to)).toEqual(['ada@home.example']);
    mails.length = 0;
  });

  it('one asks how it went, whichever closes the conversation, and one takes the answer', async () => {
    const session = await talk();
    const path = `/admin/conversations/${session.id}`;
    const closed = await everywhere('PATCH', path, { status: 'closed' });
    expect(closed.map(({ status }) => status)).toEqual([204, 204, 204]);
    const asked = (await session.events()).filter(({ type }) => type === 'agent.tool_use');
    expect(asked).toHaveLength(1);
    const [tool_use_id] = await session.pending();
    const content = JSON.stringify({ values: { rating: 'Good', comment: 'Quick' } });
    const event = {
      type: 'user.tool_result',
      content: [{ type: 'tool_result', tool_use_id, content }],
    };
    const taken = await everywhere('POST', session.path, { events: [event] }, session.token);
    expect(taken.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await desk.harness.clock.advance(MINUTE_MS);
    expect(news).toEqual(['conversation.rated']);
    const { rating } = (await desk.harness.admin('GET', path)).body;
    expect(rating).toMatchObject({ value: 'good', comment: 'Quick' });
  });

  it('one tells a visitor that nobody is there, however many take their messages', async () => {
    const session = await talk({ client_tools: [] });
    await desk.harness.admin('PATCH', '/admin/desk/me', { name: 'Olga' });
    await desk.harness.admin('POST', `/admin/sessions/${session.id}/takeover`, {});
    await desk.harness.clock.advance(11 * MINUTE_MS);
    const message = { type: 'user.message', content: [{ type: 'text', text: 'Any news?' }] };
    const sent = await everywhere('POST', session.path, { events: [message] }, session.token);
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    const told = (await session.events()).filter(({ content }) =>
      JSON.stringify(content).includes('Nobody of the team'),
    );
    expect(told).toHaveLength(1);
  });
});
