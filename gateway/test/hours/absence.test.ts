// A visitor who writes to a person while nobody is there: the gateway says so once, and takes an address for the answer.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHarness, type Harness, type Wire } from '../harness.ts';
import { makeSite, open, SHOP, type TestSite } from '../visitors/browser.ts';

let harness: Harness;
let site: TestSite;
const mails: { to: string; text: string }[] = [];

const FORM = [
  { name: 'ask_form', description: 'Asks by a form.', input_schema: { type: 'object' } },
];
const MINUTE_MS = 60_000;
const DAYS_OFF = { time_zone: 'Europe/Berlin', days: [[], [], [], [], [], [], []], holidays: [] };
/** Somebody is there for a minute a day. */
const NIGHT = {
  ...DAYS_OFF,
  days: Array.from({ length: 7 }, () => [{ from: '03:00', until: '03:01' }]),
};

beforeAll(async () => {
  harness = await createHarness({
    mailer: {
      from: 'Shop <chat@shop.example>',
      send: async (mail) => {
        mails.push(mail);
      },
      close() {},
    },
    options: { publicUrl: 'https://chat.shop.example' },
  });
  site = await makeSite(harness);
  await harness.admin('PATCH', '/admin/desk/me', { name: 'Olga' });
});
afterAll(() => harness.close());

const setHours = (hours: Wire | null) =>
  harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, { hours });

interface Talk {
  id: string;
  say(text: string, language?: string): Promise<void>;
  answer(values: Wire): Promise<number>;
  /** What was said but by the visitor, the newest last. */
  heard(): Promise<string[]>;
  pending(): Promise<string[]>;
}

/** A conversation that a colleague has, who wrote so many minutes ago. */
async function held({ tools = [], minutes = 15 }: { tools?: unknown[]; minutes?: number } = {}) {
  const { ticket } = await open(harness, site, { tools, new: true });
  const path = `/v1/sessions/${ticket.session_id}/events`;
  const { session_id, guest } = ticket;
  const post = async (event: unknown, language = 'en') => {
    // A token lasts less than what passes here.
    const { token } = (await open(harness, site, { session_id, guest, tools })).ticket;
    const reply = await harness.gateway.request(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Accept-Language': language,
        Authorization: `Bearer ${token}`,
        Origin: SHOP,
      },
      body: JSON.stringify({ events: [event] }),
    });
    await harness.settled();
    return reply.status;
  };
  const events = async () =>
    (await harness.admin('GET', `/admin/conversations/${ticket.session_id}/events`)).body.data;
  const talk: Talk = {
    id: ticket.session_id,
    async say(text, language) {
      const message = { type: 'user.message', content: [{ type: 'text', text }] };
      expect(await post(message, language)).toBe(200);
    },
    async answer(values) {
      const [tool_use_id] = await talk.pending();
      const block = { type: 'tool_result', tool_use_id, content: JSON.stringify({ values }) };
      return post({ type: 'user.tool_result', content: [block] });
    },
    async heard() {
      return (await events())
        .filter(({ type }) => type === 'agent.message')
        .map(({ content }) => String(content[0]?.text));
    },
    async pending() {
      const last = (await events()).findLast(({ type }) => type === 'session.status_idle');
      const { tool_use_ids: ids = [] } = (last?.content ?? {}) as { tool_use_ids?: string[] };
      return ids;
    },
  };
  await harness.admin('POST', `/admin/sessions/${talk.id}/takeover`, {});
  await harness.admin('POST', `/admin/sessions/${talk.id}/messages`, { text: 'I look.' });
  await harness.clock.advance(minutes * MINUTE_MS);
  return talk;
}
const entryOf = async (id: string) =>
  (await harness.admin('GET', `/admin/conversations/${id}`)).body;

const AWAY = 'Nobody of the team is here now. Your message is kept for them.';
const ASK = 'Write your e-mail address here if the answer may come by mail, too.';

describe('a visitor who writes to a person while nobody is there', () => {
  it('is told so once, not with each message, and again after a person has written', async () => {
    await setHours(null);
    const talk = await held();
    await talk.say('Any news?');
    await talk.say('Hello?');
    expect((await talk.heard()).slice(2)).toEqual([`${AWAY} ${ASK}`]);
    await harness.admin('POST', `/admin/sessions/${talk.id}/messages`, { text: 'Here again.' });
    await talk.say('Good.');
    expect((await talk.heard()).at(-1)).toBe('Here again.');
    await harness.clock.advance(15 * MINUTE_MS);
    await talk.say('And now?');
    expect((await talk.heard()).at(-1)).toBe(`${AWAY} ${ASK}`);
  });

  it('still waits for the team, from their first message on', async () => {
    const talk = await held();
    const at = harness.clock.now();
    await talk.say('Any news?');
    const entry = await entryOf(talk.id);
    expect(entry).toMatchObject({ status: 'waiting_us', state: 'held' });
    expect(Date.parse(String(entry.waiting_since))).toBe(at);
  });

  it('is told so where whoever sits at the desk may only read or is away', async () => {
    await setHours(null);
    const call = (path: string, body: object, cookie = '') =>
      harness.gateway.request(path, {
        method: path.endsWith('presence') ? 'PUT' : 'POST',
        headers: {
          'content-type': 'application/json',
          'x-bellhop-desk': '1',
          'sec-fetch-site': 'same-origin',
          ...(cookie === '' ? {} : { cookie }),
        },
        body: JSON.stringify(body),
      });
    const signIn = async (role: string) => {
      const person = { login: role, name: role, role, password: 'correct horse' };
      expect((await harness.admin('POST', '/admin/desk/people', person)).status).toBe(201);
      const reply = await call('/admin/desk/sign-in', { login: role, password: 'correct horse' });
      expect(reply.status).toBe(200);
      return reply.headers
        .getSetCookie()
        .map((set) => set.split(';')[0])
        .join('; ');
    };
    const read = await held();
    await signIn('viewer');
    await read.say('Any news?');
    expect((await read.heard()).at(-1)).toContain(AWAY);
    const talk = await held();
    const cookie = await signIn('agent');
    await talk.say('Any news?');
    expect((await talk.heard()).at(-1)).toBe('I look.');
    const presence = await call('/admin/desk/presence', { is_away: true }, cookie);
    expect(presence.status).toBe(204);
    await talk.say('Hello?');
    expect((await talk.heard()).at(-1)).toContain(AWAY);
    await harness.db.query('DELETE FROM desk_sessions');
  });

  it('is told nothing while somebody has just written', async () => {
    await setHours(NIGHT);
    const talk = await held({ minutes: 2 });
    await talk.say('Thanks');
    expect(await talk.heard()).toEqual(['Olga has joined the conversation.', 'I look.']);
  });

  it('hears when somebody is back, by the site’s hours and in the visitor’s language', async () => {
    await setHours(NIGHT);
    const talk = await held();
    await talk.say('Noch da?', 'de-DE,de;q=0.9');
    const [said] = (await talk.heard()).slice(2);
    expect(said).toMatch(
      /^Vom Team ist gerade niemand da\. Wieder da ist jemand am .+ um 0?3:00 .+\./,
    );
    await setHours(DAYS_OFF);
    const never = await held();
    await never.say('Hello?');
    expect((await never.heard()).at(-1)).toBe(`${AWAY} ${ASK}`);
    await setHours(null);
  });

  it('may write an address alone, which is kept and said back; words around it are none', async () => {
    const talk = await held();
    await talk.say('me@home.example');
    expect((await entryOf(talk.id)).contact_email).toBeNull();
    await talk.say('I had it from bob@x.example');
    expect((await entryOf(talk.id)).contact_email).toBeNull();
    await talk.say(' ada@home.example ');
    expect((await entryOf(talk.id)).contact_email).toBe('ada@home.example');
    expect((await talk.heard()).at(-1)).toBe('The answer goes to ada@home.example by mail, too.');
    mails.length = 0;
    await harness.admin('POST', `/admin/sessions/${talk.id}/messages`, {
      text: 'It is on its way.',
    });
    await harness.clock.advance(5 * MINUTE_MS);
    await harness.until(() => mails.length > 0);
    expect(mails.map(({ to }) => to)).toEqual(['ada@home.example']);
    expect(mails[0]?.text).toContain('It is on its way.');
    expect(mails[0]?.text).not.toContain('Nobody of the team');
  });

  it('is asked for it by the page’s form where it offers one, and the answer starts no agent', async () => {
    const talk = await held({ tools: FORM });
    await talk.say('Any news?');
    expect((await talk.heard()).at(-1)).toBe(AWAY);
    expect(await talk.pending()).toHaveLength(1);
    expect(await talk.answer({ email: 'ada@home.example' })).toBe(200);
    expect((await entryOf(talk.id)).contact_email).toBe('ada@home.example');
    expect((await talk.heard()).at(-1)).toBe('The answer goes to ada@home.example by mail, too.');
    expect(await talk.pending()).toEqual([]);
  });

  it('may be handed back to the agent while the form stands open', async () => {
    const talk = await held({ tools: FORM });
    await talk.say('Any news?');
    expect((await harness.admin('POST', `/admin/sessions/${talk.id}/handback`)).status).toBe(204);
    await harness.settled();
    expect((await entryOf(talk.id)).state).not.toBe('paused');
    expect(await talk.pending()).toEqual([]);
  });
});
