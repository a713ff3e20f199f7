import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailer, type Mailer } from '../../mail/mailer.ts';
import { type Browser, createDeskPeople, type DeskPeople } from '../desk-people.ts';
import { openPostOffice, type PostOffice } from './post-office.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const ME = '/admin/desk/me';
const PUBLIC = 'https://chat.shop.example';

let office: PostOffice;
let mailer: Mailer;
let desk: DeskPeople;

beforeAll(async () => {
  office = await openPostOffice();
  mailer = createMailer({ url: office.url, from: 'Shop <chat@shop.example>' });
  desk = await createDeskPeople({ mailer, options: { publicUrl: PUBLIC } });
});
afterAll(async () => {
  await desk.harness.close();
  mailer.close();
  await office.close();
});
beforeEach(async () => {
  office.refuse(null);
  // What earlier tests have left is told, and nobody asks for more.
  for (const who of [desk.owner, desk.agent]) await settings(who, { email: null });
  await desk.harness.db.query('UPDATE sessions SET closed_at = 1 WHERE closed_at IS NULL', []);
  await desk.harness.db.query('DELETE FROM person_mail', []);
  office.letters.length = 0;
});

async function settings(who: Browser, change: object): Promise<void> {
  expect((await who.call('PATCH', ME, { settings: change })).status).toBe(200);
}

const WANTS_PERSON = [
  [{ call: [{ name: 'request_human', input: {} }] }, { say: 'I have told them.' }],
];

/** A visitor who has asked for a person. */
async function waiting(words: string): Promise<string> {
  const session = await desk.harness.session({ script: WANTS_PERSON });
  await session.say(words);
  await desk.harness.settled();
  return session.id;
}

/** Lets the looks that are due run to their end, sockets included. */
async function pass(ms: number, step = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    await desk.harness.clock.advance(step);
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

const lettersComeTo = (count: number) =>
  desk.harness.until(async () => {
    await pass(MINUTE_MS);
    return office.letters.length >= count;
  });

describe('a mail of visitors who wait', () => {
  it('goes to those who asked for it, after their minutes, once, with the visitor’s words as text', async () => {
    await settings(desk.agent, { email: 'anna@shop.example', mail_after: 5 });
    const id = await waiting('<b>Help</b>\r\nBcc: eve@evil.example');
    await pass(4 * MINUTE_MS);
    expect(office.letters).toEqual([]);
    await pass(2 * MINUTE_MS);
    await lettersComeTo(1);
    await pass(30 * MINUTE_MS);
    expect(office.letters).toHaveLength(1);
    const [letter] = office.letters;
    expect(letter?.to).toEqual(['anna@shop.example']);
    expect(letter?.subject).toBe('A visitor is waiting');
    expect(letter?.text).toContain(`${PUBLIC}/desk/conversations/${id}`);
    expect(letter?.text).toContain('> <b>Help</b>\n> Bcc: eve@evil.example');
    expect(letter?.raw).toMatch(/^Content-Type: text\/plain/m);
  });

  it('names all who wait by then in one mail', async () => {
    await settings(desk.agent, { email: 'anna@shop.example', mail_after: 1, language: 'de' });
    await waiting('One');
    await waiting('Two');
    await pass(2 * MINUTE_MS);
    await lettersComeTo(1);
    expect(office.letters.map(({ subject }) => subject)).toEqual(['2 Besucher warten']);
    await settings(desk.agent, { language: null });
  });

  it('waits for the end of quiet hours, by the person’s own time zone', async () => {
    await settings(desk.agent, {
      email: 'anna@shop.example',
      mail_after: 1,
      time_zone: 'Pacific/Auckland',
      quiet: { from: '00:00', until: '23:59' },
    });
    await waiting('Anybody?');
    await pass(10 * MINUTE_MS);
    expect(office.letters).toEqual([]);
    await settings(desk.agent, { quiet: null, time_zone: 'UTC' });
    await pass(2 * MINUTE_MS);
    await lettersComeTo(1);
  });

  it('isn’t sent of a conversation that a colleague has, nor of another site’s', async () => {
    const site = await desk.harness.admin('POST', '/admin/sites', { name: 'Toys' });
    const other = await desk.signedInAs('agent', [site.body.client_id]);
    await settings(other, { email: 'other@shop.example', mail_after: 1 });
    await settings(desk.agent, { email: 'anna@shop.example', mail_after: 1 });
    const id = await waiting('Who has me?');
    await desk.owner.call('PATCH', `/admin/conversations/${id}`, { assigned_to: 'person_owner' });
    await pass(5 * MINUTE_MS);
    expect(office.letters).toEqual([]);
    await settings(other, { email: null });
  });

  it('is tried again where the server refuses it, later each time', async () => {
    await settings(desk.agent, { email: 'anna@shop.example', mail_after: 1 });
    office.refuse(451);
    await waiting('Still here.');
    await pass(5 * MINUTE_MS);
    office.refuse(null);
    expect(office.letters).toEqual([]);
    await pass(10 * MINUTE_MS);
    await lettersComeTo(1);
    expect(office.letters).toHaveLength(1);
  });

  it('says nothing of a conversation that was deleted meanwhile', async () => {
    await settings(desk.agent, { email: 'anna@shop.example', mail_after: 5 });
    const id = await waiting('Forget me.');
    expect((await desk.harness.admin('DELETE', `/admin/sessions/${id}`)).status).toBe(200);
    await pass(10 * MINUTE_MS);
    expect(office.letters).toEqual([]);
  });
});

describe('a trial', () => {
  it('goes to one’s own address alone', async () => {
    const none = await desk.agent.call('POST', `/admin/desk/mail/trial`);
    expect(none.status).toBe(400);
    await settings(desk.agent, { email: 'anna@shop.example' });
    expect((await desk.agent.call('POST', '/admin/desk/mail/trial')).status).toBe(204);
    expect(office.letters[0]?.to).toEqual(['anna@shop.example']);
  });

  it('says what the server said', async () => {
    await settings(desk.agent, { email: 'anna@shop.example' });
    office.refuse(550);
    const reply = await desk.agent.call('POST', '/admin/desk/mail/trial');
    expect([reply.status, reply.body.error.message]).toEqual([
      502,
      expect.stringContaining('550 not now'),
    ]);
  });

  it('is refused for an address that isn’t one, so no header comes with it', async () => {
    for (const email of ['a@b.example\r\nBcc: eve@evil.example', 'a b@c.example', 'a@b']) {
      const reply = await desk.agent.call('PATCH', ME, { settings: { email } });
      expect(reply.status).toBe(400);
    }
  });
});

describe('an invitation', () => {
  it('goes by mail to the address that the owner names', async () => {
    const made = await desk.owner.call('POST', '/admin/desk/invitations', {
      role: 'agent',
      email: 'new@shop.example',
    });
    expect(made.body).toMatchObject({ is_mailed: true });
    expect(office.letters[0]?.to).toEqual(['new@shop.example']);
    expect(office.letters[0]?.text).toContain(`${PUBLIC}/desk#invite=${made.body.token}`);
  });

  it('stays a link to hand over where the server refuses the mail', async () => {
    office.refuse(550);
    const invitation = { role: 'agent', email: 'new@shop.example' };
    const made = await desk.owner.call('POST', '/admin/desk/invitations', invitation);
    expect([made.status, made.body]).toMatchObject([201, { is_mailed: false }]);
  });
});

describe('a summary', () => {
  it('comes in the morning, with the time before it', async () => {
    const session = await desk.harness.session({ script: [[{ say: 'Yes.' }]] });
    await session.say('Are you open?');
    await desk.harness.settled();
    await settings(desk.agent, { email: 'anna@shop.example', digest: 'daily' });
    await lettersComeTo(0);
    for (let step = 0; step < 26 && office.letters.length === 0; step += 1) {
      await pass(HOUR_MS, HOUR_MS);
    }
    expect(office.letters).toHaveLength(1);
    expect(office.letters[0]?.subject).toBe('Your chat yesterday');
    expect(office.letters[0]?.text).toMatch(/^Conversations: \d+ \(before: \d+\)$/m);
  });
});
