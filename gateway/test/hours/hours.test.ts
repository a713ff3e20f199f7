import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOpen, openingWords, opensAt, type SiteHours, siteHours } from '../../hours/hours.ts';
import { createMailer, type Mailer } from '../../mail/mailer.ts';
import { createDeskPeople, type DeskPeople } from '../desk-people.ts';
import { openPostOffice, type PostOffice } from '../mail/post-office.ts';

const at = (text: string) => Date.parse(text);
const WEEKDAY = [
  { from: '09:00', until: '12:30' },
  { from: '13:10', until: '17:00' },
];
const HOURS: SiteHours = {
  time_zone: 'Europe/Berlin',
  days: [[], WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, WEEKDAY, []],
  holidays: ['2026-12-25'],
};

describe('hours of a team', () => {
  it('hold by weekday in their time zone, but not on holidays', () => {
    expect(isOpen(HOURS, at('2026-11-27T08:00:00Z'))).toBe(true);
    expect(isOpen(HOURS, at('2026-11-27T11:40:00Z'))).toBe(false);
    expect(isOpen(HOURS, at('2026-11-28T10:00:00Z'))).toBe(false);
    expect(isOpen(HOURS, at('2026-12-25T10:00:00Z'))).toBe(false);
  });

  it('say when somebody is back, to the minute', () => {
    const back = (from: string) => new Date(opensAt(HOURS, at(from)) ?? 0).toISOString();
    expect(back('2026-11-27T11:40:00Z')).toBe('2026-11-27T12:10:00.000Z');
    expect(back('2026-11-27T16:30:00Z')).toBe('2026-11-30T08:00:00.000Z');
    expect(back('2026-12-24T20:00:00Z')).toBe('2026-12-28T08:00:00.000Z');
    expect(openingWords(HOURS, at('2026-11-30T08:00:00Z'))).toBe(
      'Monday 2026-11-30 09:00 (Europe/Berlin)',
    );
  });

  it('say nothing where nobody ever comes', () => {
    expect(opensAt({ ...HOURS, days: [[], [], [], [], [], [], []] }, 0)).toBe(null);
  });

  it('are refused where they end before they begin, or have an unknown zone', () => {
    const odd = { ...HOURS, days: [[{ from: '10:00', until: '09:00' }], [], [], [], [], [], []] };
    expect(siteHours.safeParse(odd).success).toBe(false);
    expect(siteHours.safeParse({ ...HOURS, time_zone: 'Mars/North' }).success).toBe(false);
  });
});

describe('outside of them', () => {
  let office: PostOffice;
  let mailer: Mailer;
  let desk: DeskPeople;
  let clientId = '';
  beforeAll(async () => {
    office = await openPostOffice();
    mailer = createMailer({ url: office.url, from: 'Shop <chat@shop.example>' });
    desk = await createDeskPeople({ mailer, options: { publicUrl: 'https://chat.shop.example' } });
    const site = await desk.harness.admin('POST', '/admin/sites', {
      name: 'Toys\r\nBcc: eve@x.example',
    });
    clientId = site.body.client_id;
    const closed = [[], [], [], [], [], [], []] as object[][];
    // A minute a week, so that it is never open in this test and yet opens.
    closed[3] = [{ from: '03:07', until: '03:08' }];
    const hours = { time_zone: 'UTC', days: closed, holidays: [] };
    const path = `/admin/sites/${clientId}/public`;
    const changed = await desk.harness.admin('PATCH', path, { hours });
    expect([changed.status, changed.body.hours]).toEqual([200, hours]);
    // Nobody has their desk open any more.
    await desk.harness.db.query('UPDATE desk_sessions SET seen_at = seen_at - 600000', []);
  });
  afterAll(async () => {
    await desk.harness.close();
    mailer.close();
    await office.close();
  });

  async function talk(email?: string) {
    const call = [{ name: 'request_human', input: email === undefined ? {} : { email } }];
    const script = [[{ call }, { say: 'Noted.' }], [{ say: 'Yes?' }]];
    const session = await desk.harness.session({ client_id: clientId, script });
    await session.say('A person, please');
    await desk.harness.settled();
    const events = await session.events('?include_thinking=true');
    const result = events.find(({ type }) => type === 'user.tool_result')?.content[0]?.content;
    return { session, result: JSON.parse(String(result)) as Record<string, string> };
  }

  async function pass(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes * 2; passed += 1) {
      await desk.harness.clock.advance(30_000);
      for (let turn = 0; turn < 5; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  it('the agent hears when somebody is back, and asks for an address', async () => {
    const { result } = await talk();
    expect(result).toMatchObject({
      somebody_is_there: false,
      back_at: expect.stringMatching(/^Wednesday \d{4}-\d\d-\d\d 03:07 \(UTC\)$/),
      message: expect.stringContaining('e-mail'),
    });
  });

  it('what a person answers goes to that address, with a link that opens this conversation', async () => {
    const { session, result } = await talk('mia@home.example');
    expect(result.message).toContain('mia@home.example');
    const entry = await desk.owner.call('GET', `/admin/conversations/${session.id}`);
    expect(entry.body).toMatchObject({ contact_email: 'mia@home.example' });
    await desk.owner.call('POST', `/admin/sessions/${session.id}/takeover`, {});
    const said = { text: 'We have it in <b>blue</b>.' };
    await desk.owner.call('POST', `/admin/sessions/${session.id}/messages`, said);
    await pass(1);
    expect(office.letters).toEqual([]);
    await desk.harness.until(async () => {
      await pass(1);
      return office.letters.length > 0;
    });
    const [letter] = office.letters;
    expect(office.letters).toHaveLength(1);
    expect(letter?.to).toEqual(['mia@home.example']);
    expect(letter?.raw).not.toMatch(/^Bcc:/m);
    expect(letter?.text).toContain('We have it in <b>blue</b>.');
    const [, link = ''] =
      /https:\/\/chat\.shop\.example(\/c\/continue\/\S+)/.exec(letter?.text ?? '') ?? [];
    const page = await desk.harness.gateway.request(link);
    expect(page.status).toBe(200);
    // Its own session endpoint, so that a page that stays open for days goes on.
    const [, endpoint = ''] = /data-session="([\w./-]+)"/.exec(await page.text()) ?? [];
    const { pathname } = new URL(endpoint, `https://chat.shop.example${link}`);
    const given = await desk.harness.gateway.request(pathname, { method: 'POST', body: '{}' });
    const { session_id: id, token } = await given.json();
    expect(id).toBe(session.id);
    expect((await session.list('', token)).status).toBe(200);
    await pass(10);
    expect(office.letters).toHaveLength(1);
  });

  it('a visitor who writes back gets no mail; a changed link opens nothing', async () => {
    office.letters.length = 0;
    const { session } = await talk('max@home.example');
    await desk.owner.call('POST', `/admin/sessions/${session.id}/takeover`, {});
    await desk.owner.call('POST', `/admin/sessions/${session.id}/messages`, { text: 'Hello!' });
    await session.say('I am still here');
    await pass(10);
    expect(office.letters).toEqual([]);
    const changed = '/c/continue/eyJhbGciOiJIUzI1NiJ9.e30.AAAA';
    expect((await desk.harness.gateway.request(changed)).status).toBe(404);
    const endpoint = await desk.harness.gateway.request(`${changed}/session`, { method: 'POST' });
    expect(endpoint.status).toBe(404);
  });

  it('an agent’s own words are never mailed, nor to what isn’t an address', async () => {
    office.letters.length = 0;
    const { session } = await talk('nobody');
    const entry = await desk.owner.call('GET', `/admin/conversations/${session.id}`);
    expect(entry.body).toMatchObject({ contact_email: null });
    await talk('eve@home.example');
    await pass(6);
    expect(office.letters).toEqual([]);
  });

  it('the address stands in the export, and goes with the conversation', async () => {
    const { session } = await talk('lea@home.example');
    const exported = await desk.harness.admin('GET', `/admin/sessions/${session.id}/export`);
    expect(exported.body).toMatchObject({ contact: { email: 'lea@home.example' } });
    await desk.harness.admin('DELETE', `/admin/sessions/${session.id}`);
    const left = await desk.harness.db.query(
      'SELECT 1 FROM session_contacts WHERE session_id = $1',
      [session.id],
    );
    expect(left).toEqual([]);
  });
});
