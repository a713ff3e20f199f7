import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';
import { ask, makeSite, open, type TestSite } from '../visitors/browser.ts';

let harness: Harness;
let site: TestSite;

beforeAll(async () => {
  harness = await createHarness();
  site = await makeSite(harness);
});
afterAll(() => harness.close());

it('the tools of a conversation have the titles that its page gave them last', async () => {
  const tools = [
    { name: 'add_to_cart', title: 'In den Warenkorb', description: 'Adds.' },
    { name: 'bare', title: ' ', description: 'Does.' },
    { name: 'long', title: 'x'.repeat(500) },
  ];
  const { ticket } = await open(harness, site, { tools });
  const said = { type: 'user.message', content: [{ type: 'text', text: 'Hello' }] };
  const path = `/v1/sessions/${ticket.session_id}/events`;
  await ask(harness, 'POST', path, { events: [said] }, { token: ticket.token });
  await harness.settled();
  const { tool_titles: titles } = (
    await harness.admin('GET', `/admin/conversations/${ticket.session_id}`)
  ).body;
  expect(titles).toEqual({ add_to_cart: 'In den Warenkorb', long: 'x'.repeat(120) });
});
