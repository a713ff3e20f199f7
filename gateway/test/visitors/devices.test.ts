import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VisitorKnown } from '../../desk-types.ts';
import { createHarness, type Harness } from '../harness.ts';
import { makeSite, open, type TestSite } from './browser.ts';

let harness: Harness;
let site: TestSite;

beforeAll(async () => {
  harness = await createHarness({ options: { countryHeader: 'cf-ipcountry' } });
  site = await makeSite(harness);
});
afterAll(() => harness.close());

const BROWSER = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36',
  'accept-language': 'de-CH,de;q=0.9,en;q=0.8',
  'cf-ipcountry': 'CH',
};

async function known(sessionId: string): Promise<VisitorKnown> {
  const reply = await harness.admin('GET', `/admin/conversations/${sessionId}/visitor`);
  expect(reply.status).toBe(200);
  return reply.body as unknown as VisitorKnown;
}

const keep = (keeps_devices: boolean) =>
  harness.admin('PATCH', `/admin/sites/${site.client_id}/public`, { keeps_devices });

describe('what is known of a visitor', () => {
  it('has nothing of their browser until the owner switches it on', async () => {
    const { session_id: id } = (await open(harness, site, {}, { headers: BROWSER })).ticket;
    expect(await known(id)).toEqual({
      facts: [],
      browser: null,
      language: null,
      country: null,
      others: [],
    });
  });

  it('has browser, language and country from then on, and none any more once it is off', async () => {
    await keep(true);
    const { session_id: id } = (await open(harness, site, {}, { headers: BROWSER })).ticket;
    expect(await known(id)).toMatchObject({
      browser: BROWSER['user-agent'],
      language: 'de-CH',
      country: 'CH',
    });
    const exported = await harness.admin('GET', `/admin/sessions/${id}/export`);
    expect(exported.body.device).toMatchObject({ country: 'CH' });
    await keep(false);
    expect(await known(id)).toMatchObject({ browser: null, language: null, country: null });
  });

  it('takes only what a language and a country look like', async () => {
    await keep(true);
    const odd = { 'accept-language': '<script>', 'cf-ipcountry': 'Narnia' };
    const { session_id: id } = (await open(harness, site, {}, { headers: odd })).ticket;
    expect(await known(id)).toMatchObject({ language: null, country: null });
    await keep(false);
  });

  it('has what the site’s server said, and other conversations of the same visitor alone', async () => {
    const made = await harness.admin('POST', `/admin/sites/${site.client_id}/user-secret`);
    const key = new TextEncoder().encode(String(made.body.user_secret));
    const sign = (sub: string) =>
      new SignJWT({ sub, name: '<b>Ada</b>', email: 'ada@shop.example', attributes: { cart: 3 } })
        .setExpirationTime(Math.floor(harness.clock.now() / 1000) + 3600)
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key);
    const talk = async (sub: string, text: string) => {
      const { ticket } = await open(harness, site, { user_token: await sign(sub) });
      const events = [{ type: 'user.message', content: [{ type: 'text', text }] }];
      const path = `/v1/sessions/${ticket.session_id}/events`;
      await harness.call('POST', path, { events }, ticket.token);
      await harness.settled();
      return ticket.session_id;
    };
    const first = await talk('42', 'Where is my lamp?');
    await talk('43', 'Somebody else’s');
    const second = await talk('42', 'And my chair?');
    const { facts, others } = await known(second);
    expect(facts).toEqual([
      { name: 'name', value: '<b>Ada</b>' },
      { name: 'email', value: 'ada@shop.example' },
      { name: 'cart', value: 3 },
    ]);
    expect(others.map(({ session_id, visitor_words }) => [session_id, visitor_words])).toEqual([
      [first, 'Where is my lamp?'],
    ]);
  });
});
