// The desk in a real browser, as the gateway serves it: under its strict policy, with what visitors write as it arrives.

import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
import { readOidcSettings } from '../../gateway/desk/oidc/settings.ts';
import { CLIENT, startIdentityProvider } from '../../gateway/test/identity-provider.ts';
import { freePort } from '../../gateway/test/postgres-server.ts';
import { collectPayloads, slicePayloads } from '../payloads/corpus.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { DESK_KEY, type DeskServer, startDesk } from './support/desk.ts';
import { openDeskPage, signInAt, violationsIn } from './support/desk-page.ts';
import { listen } from './support/listen.ts';

/** One pixel. */
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  [browser, desk] = await Promise.all([launchBrowser(), startDesk({ models: ECHO })]);
});
afterAll(async () => {
  await browser?.close();
  await desk?.close();
});
beforeEach(() => open());
afterEach(() => context.close());

/** Answers with its instructions. */
const ECHO: ModelFactory = {
  problemOf: () => null,
  open: async ({ instructions: text }) => ({
    async *turn() {
      yield { kind: 'message', blocks: [{ type: 'text', text }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  }),
};

async function open(options: Parameters<Browser['newContext']>[0] = {}): Promise<void> {
  await context?.close();
  ({ context, page, faults } = await openDeskPage(browser, desk, options));
}
const signIn = (path = '/desk') => signInAt(page, desk.url + path);
const violations = () => violationsIn(page);

/** One of these elements is on the page. */
async function shows(path: string, selector: string): Promise<void> {
  const first = page.locator(selector).first();
  await first.waitFor({ state: 'attached' }).catch((cause) => {
    throw new Error(`${path} shows nothing of ${selector}`, { cause });
  });
}

it('an owner signs in, sees a conversation arrive, opens it and reads it as its visitor does', async () => {
  await signIn();
  await page.getByText('No open conversations').waitFor();
  expect(await violations()).toEqual([]);
  const id = await desk.converse(
    ['Do you have the lamp in **green**?'],
    [[{ say: 'Yes, it is **in stock**.\n\n- moss\n- bottle green' }], [{ say: 'Two days.' }]],
    { owner_id: 'anna@mail.example' },
  );
  const entry = page.getByRole('link', { name: /anna@mail\.example/ });
  await entry.waitFor();
  expect(await page.title()).toBe('(1) Desk');
  await entry.click();
  const log = page.getByRole('log', { name: 'Messages' });
  // A visitor's words stand as they are; an answer is drawn as the widget draws it.
  await log.getByText('Do you have the lamp in **green**?').waitFor();
  await log.getByRole('listitem').getByText('bottle green').waitFor();
  expect(page.url()).toBe(`${desk.url}/desk/conversations/${id}`);
  await page.waitForFunction(() => document.title === 'Desk');
  await desk.say(id, 'And when does it come?');
  await log.getByText('Two days.').waitFor();
  expect(await violations()).toEqual([]);

  await page.reload();
  await log.getByText('Two days.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in to the desk' }).waitFor();
  expect(faults).toEqual([]);
});

describe('the desk', OUTER, () => {
  it('signs in by the printed link, takes the token from the address, and keeps it nowhere', async () => {
    const token = desk.gateway.context.desk.links.issue();
    await page.goto(`${desk.url}/desk#link=${token}`);
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    expect(page.url()).toBe(`${desk.url}/desk`);
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state]),
    );
    expect(stored).not.toMatch(/bhl_|bhd_/);
    // The same link in another browser: it was used.
    await open();
    await page.goto(`${desk.url}/desk#link=${token}`);
    await page.getByRole('heading', { name: 'Sign in to the desk' }).waitFor();
    await page.getByRole('alert').getByText('This link was used or has expired').waitFor();
  });

  it('says what is wrong with a key, and takes the right one then', async () => {
    await page.goto(`${desk.url}/desk`);
    await page.getByLabel('Admin key', { exact: true }).last().fill('not the key');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('That didn’t match').waitFor();
    await page.getByLabel('Admin key', { exact: true }).last().fill(DESK_KEY);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('finds words in any message, shows them, and says where nothing matches', async () => {
    await desk.converse(['Is the Zeppelin lamp back?'], [[{ say: 'Next week.' }]]);
    await signIn();
    await page.getByRole('searchbox').fill('zeppel');
    await page.locator('mark', { hasText: 'Zeppelin' }).waitFor();
    await page.getByRole('searchbox').fill('xylophone');
    await page.getByText('Nothing matches').waitFor();
    await page.locator('.empty').getByRole('button', { name: 'Show all' }).click();
    await page.locator('.conversations li').first().waitFor();
  });

  it('shows what visitors said of answers at the answer, on the row and in the numbers, as it comes', async () => {
    const id = await desk.converse(['Is it bright?'], [[{ say: 'It is green.' }]], {
      owner_id: 'rates@mail.example',
    });
    await desk.converse(['Nobody rates me'], [[{ say: 'No.' }]]);
    await signIn(`/desk/conversations/${id}`);
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('It is green.').waitFor();
    await desk.rate(id, 'down', 'I asked for lumens.');
    await log.getByText('The visitor didn’t find this helpful').waitFor();
    await log.getByText('I asked for lumens.').waitFor();
    expect(await violations()).toEqual([]);
    const row = page.locator('.conversations li', { hasText: 'rates@mail.example' });
    await row.getByText('1 not helpful').waitFor();
    await page.getByLabel('Bad feedback').check();
    await page.locator('.conversations li', { hasText: 'Nobody' }).waitFor({ state: 'detached' });
    await row.waitFor();
    await page.goto(`${desk.url}/desk/numbers`);
    await page.getByRole('radio', { name: 'Answers that visitors rated' }).check();
    await page.locator('.legend', { hasText: 'Not helpful' }).waitFor();
    await page.locator('.cards div', { hasText: 'Not helpful' }).getByText('1').waitFor();
    expect(await violations()).toEqual([]);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV By model' }).click();
    const lines = readFileSync(await (await saving).path(), 'utf8').split('\r\n');
    expect(lines[0]).toBe('name,requests,credits_nano,thumbs_up,thumbs_down');
    expect(lines[1]).toMatch(/^scripted,\d+,\d+,0,1$/);

    await page.goto(`${desk.url}/desk/conversations/${id}`);
    await log.getByText('I asked for lumens.').waitFor();
    await desk.rate(id, 'up');
    await log.getByText('The visitor found this helpful').waitFor();
    await desk.rate(id, null);
    await log.getByText('The visitor found this helpful').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('opens a long conversation at its end, and stays there when feedback comes below it', async () => {
    const long = Array.from({ length: 40 }, (_, line) => `- line **${line}**`).join('\n');
    const id = await desk.converse(['Say a lot'], [[{ say: long }]]);
    await open({ viewport: { width: 390, height: 844 } });
    await signIn();
    await page.goto(`${desk.url}/desk/conversations/${id}`);
    const log = page.getByRole('log', { name: 'Messages' });
    await log.locator('strong', { hasText: '39' }).waitFor();
    const below = () =>
      log.evaluate(({ scrollHeight, scrollTop, clientHeight }) =>
        Math.round(scrollHeight - scrollTop - clientHeight),
      );
    await expect.poll(below).toBe(0);
    await desk.rate(id, 'down', 'Too much.');
    await log.getByText('Too much.').waitFor();
    await expect.poll(below).toBe(0);
    await log.evaluate((element) => element.scrollTo(0, 0));
    await desk.rate(id, 'down', 'Much too much.');
    await log.getByText('Much too much.').waitFor();
    expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(0);
  });

  it('shows a tool with its input, its result and its trace, and what the page said', async () => {
    const id = await desk.converse(
      ['Where is my cart?'],
      [[{ call: [{ name: 'show_cart', input: { currency: 'EUR' } }] }]],
    );
    await signIn(`/desk/conversations/${id}`);
    await page.locator('.call summary').click();
    await page.getByText('"currency": "EUR"').waitFor();
    expect(await page.locator('.call .id code').textContent()).toMatch(/^[0-9a-f]{32}$/);
    await page.getByText('The page has told the agent nothing.').waitFor();
  });

  it('lets a person take over, write and hand back, and says so when somebody wants one', async () => {
    await desk.admin('PATCH', '/admin/desk/me', { name: 'Anna' });
    const id = await desk.converse(
      ['I want to speak to a person'],
      [
        [
          { call: [{ name: 'request_human', input: { reason: 'A refund' } }] },
          { say: 'I have told the team.' },
        ],
        [{ say: 'Not this turn: a person answers it.' }],
        [{ say: 'The agent again.' }],
      ],
    );
    await signIn(`/desk/conversations/${id}`);
    await page.getByText('The visitor wants a person.').waitFor();
    // In words, not by the tool's name; the time stands once above lines of the same minutes.
    await page.getByRole('log').getByText('Asked for a person').waitFor();
    expect(await page.locator('.transcript time:not(.hidden)').count()).toBe(1);
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Take over' }).click();
    const field = page.getByRole('textbox', { name: 'Write as Anna' });
    await field.waitFor();
    await desk.say(id, 'Finally. My order is late.');
    const log = page.getByRole('log', { name: 'Messages' });
    await log.getByText('Finally. My order is late.').waitFor();
    await field.fill('I am **Anna**.');
    await field.press('Shift+Enter');
    await field.press('Enter');
    await log.locator('.person strong', { hasText: 'Anna' }).waitFor();
    expect(await field.inputValue()).toBe('');
    await desk.say(id, 'Thank you, and my other order?');
    await log.getByText('my other order').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Hand back to the agent' }).click();
    await log.getByText('Anna has left').waitFor();
    await log.getByText('The agent again.').waitFor();
    await page.getByText('The agent answers.').waitFor();
    expect(faults).toEqual([]);
  });

  it('shows a visitor who has joined, that they are typing, and the picture that they send, in the real chat', async () => {
    await desk.admin('PATCH', '/admin/desk/me', { name: 'Anna' });
    const id = await desk.converse(['Is anybody there?'], [[{ say: 'Only me, an agent.' }]]);
    const { token = '' } = await desk.admin('POST', `/admin/sessions/${id}/tokens`, {});
    const site = await listen((_, response) => {
      response.writeHead(200, { 'Content-Type': 'text/html' });
      response.end(`<!doctype html><title>Shop</title><script async src="${desk.url}/bellhop.js"
        data-gateway="${desk.url}" data-session-id="${id}" data-token="${token}"></script>`);
    });
    const visitor = await browser.newContext();
    try {
      const shop = await visitor.newPage();
      await shop.goto(site.url);
      await shop.getByRole('button', { name: 'Chat' }).click();
      const chat = shop.getByRole('log');
      await chat.getByText('Only me, an agent.').waitFor();

      await signIn(`/desk/conversations/${id}`);
      await page.getByRole('button', { name: 'Take over' }).click();
      await chat.getByText('Anna has joined').waitFor();
      const field = page.getByRole('textbox', { name: 'Write as Anna' });
      await field.pressSequentially('Now you have me');
      await chat.getByText('Replying…').waitFor();
      const buffer = Buffer.from(PNG, 'base64');
      const picture = { name: 'lamp.png', mimeType: 'image/png', buffer };
      await page.locator('.composer input[type=file]').setInputFiles(picture);
      await page.locator('.attaching').waitFor();
      await field.press('Enter');
      await chat.getByText('Now you have me').waitFor();
      await chat.getByRole('img', { name: 'lamp.png' }).waitFor();
      await chat.getByText('Replying…').waitFor({ state: 'detached' });
      expect(faults).toEqual([]);
    } finally {
      await visitor.close();
      await site.close();
    }
  });

  it('finds a person’s conversations, exports them, deletes them, and says how long others are kept', async () => {
    const owner_id = 'forget-me@mail.example';
    await desk.converse(['My secret is a heron.'], [[{ say: 'Noted.' }]], { owner_id });
    await desk.converse(['And another thing.'], [[{ say: 'Yes?' }]], { owner_id });
    await signIn('/desk/privacy');
    await page.getByLabel('Visitor’s id or session').fill(owner_id);
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText('2 conversations').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    const exported = readFileSync(await (await saving).path(), 'utf8');
    expect(JSON.parse(exported)).toMatchObject({ owner_id, sessions: [{}, {}] });
    expect(exported).toContain('My secret is a heron.');
    await page.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByRole('button', { name: 'Yes, delete all of it for good' }).click();
    await page.getByText('2 conversations were deleted.').waitFor();
    await page.getByRole('button', { name: 'Find' }).click();
    await page.getByText(`Nothing is stored under ${owner_id}.`).waitFor();

    await page.getByLabel('Days in project default').fill('90');
    await page.getByRole('button', { name: 'Save default' }).click();
    await page.getByText('Saved.').waitFor();
    const { data } = await desk.admin<{ data: object[] }>('GET', '/admin/projects');
    expect(data).toContainEqual(expect.objectContaining({ retention_days: 90 }));
    expect(faults).toEqual([]);
  });

  it('shows the numbers of a span, and saves them as a table', async () => {
    await desk.converse(['Count me'], [[{ say: 'One.' }]]);
    await desk.converse(['Where is Atlantis?'], [[{ say: 'I don’t know.' }]]);
    await signIn('/desk/numbers');
    await page.locator('.cards.trends').waitFor();
    await page.getByRole('radio', { name: '30 days' }).check();
    await page.waitForFunction(
      () => document.querySelector('.chart')?.querySelectorAll('rect').length === 30,
    );
    await page.getByText('Time to the first word', { exact: true }).first().waitFor();
    const missed = page.locator('.unanswered li', { hasText: 'Where is Atlantis?' });
    await missed.getByText('Says that it doesn’t know').waitFor();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as CSV', exact: true }).click();
    const lines = readFileSync(await (await saving).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(31);
    expect(lines[0]).toMatch(/^start_time,conversations,/);
    expect(faults).toEqual([]);
  });

  it('works by keyboard alone', async () => {
    await desk.converse(['Reached by keyboard'], [[{ say: 'Indeed.' }]]);
    await page.goto(`${desk.url}/desk`);
    await page.getByRole('heading', { name: 'Sign in to the desk' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type(DESK_KEY);
    await page.keyboard.press('Enter');
    await page.getByText('Reached by keyboard').or(page.getByText('Indeed.')).first().waitFor();
    const isOnEntry = () =>
      page.evaluate(() => document.activeElement?.closest('.conversations') !== null);
    for (let presses = 0; presses < 40 && !(await isOnEntry()); presses += 1) {
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await page.getByRole('log').getByText('Indeed.').waitFor();
  });

  it.each([
    ['light', { width: 1440, height: 900 }],
    ['dark', { width: 1440, height: 900 }],
    ['light', { width: 1000, height: 760 }],
    ['dark', { width: 390, height: 844 }],
    ['light', { width: 320, height: 568 }],
  ] as const)(
    'has nothing that axe objects to, and nothing beside its edge: %s %o',
    async (colorScheme, viewport) => {
      const id = await desk.converse(
        ['A table, please'],
        [
          [
            { think: 'Hm.' },
            { say: '| a | b |\n|---|---|\n| 1 | 2 |\n\n`code`' },
            { fail: 'upstream_error' },
          ],
        ],
        { owner_id: 'a.very.long.address.of.somebody@subdomain.of.a.mail.example' },
      );
      const { client_id } = await desk.admin('POST', '/admin/sites', { name: 'Lamps' });
      const { agent_id } = await desk.admin('POST', '/admin/agents', { name: `Of ${id}` });
      await open({ colorScheme, viewport });
      await signIn();
      for (const path of [
        '/desk',
        `/desk/conversations/${id}`,
        '/desk/team',
        '/desk/team/account',
        '/desk/team/audit',
        '/desk/team/webhooks',
        '/desk/team/keys',
        '/desk/agents',
        `/desk/agents/${agent_id}`,
        '/desk/agents/compare',
        '/desk/agents/knowledge',
        '/desk/sites',
        `/desk/sites/${client_id}`,
        '/desk/numbers',
        '/desk/privacy',
      ]) {
        await page.goto(desk.url + path);
        await shows(
          path,
          '.conversations li, .trouble, .people li, .own-name, .audit li, .cards, [id^=keep-], .agents li, .devices code, .stage, .side, .part-links, .adding',
        );
        expect([path, await violations()]).toEqual([path, []]);
        const beside = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([path, beside]).toEqual([path, 0]);
      }
    },
  );

  it.each([
    ['de-AT', 'Am Pult anmelden'],
    ['es', 'Entrar en la mesa'],
    ['fr-CA', 'Se connecter au comptoir'],
    ['pt-BR', 'Entrar no balcão'],
    ['ja', 'Sign in to the desk'],
  ])('speaks the browser’s language where it can: %s', async (locale, heading) => {
    await open({ locale });
    await page.goto(`${desk.url}/desk`);
    await page.getByRole('heading', { name: heading }).waitFor();
  });

  it('draws hostile text in every column as text: no script runs, nothing is fetched, no policy is broken', async () => {
    const seed = String(Date.now());
    console.log(`hostile texts, seed ${seed}`);
    const texts = slicePayloads(collectPayloads(seed), seed, 160).map((text) =>
      text.replaceAll('\0', ' ').slice(0, 1500),
    );
    const at = (index: number) => texts[index % texts.length] || 'x';
    const site = await desk.admin('POST', '/admin/sites', { name: '<img src=x onerror=alert(1)>' });
    const ids: string[] = [];
    for (let index = 0; index < texts.length; index += 8) {
      ids.push(
        await desk.converse(
          [at(index)],
          [
            [
              { think: at(index + 1) },
              {
                say: at(index + 2),
                citations: [
                  {
                    type: 'knowledge_base',
                    document_uri: at(index + 3),
                    document_title: at(index + 4),
                  },
                ],
              },
              { say: `![](https://evil.example/${index}) <img src=https://evil.example/raw>` },
              {
                call: [
                  {
                    name: at(index + 5).slice(0, 60),
                    input: { [at(index + 6).slice(0, 60)]: at(index + 7) },
                  },
                ],
              },
            ],
          ],
          { client_id: site.client_id, owner_id: at(index).slice(0, 300) },
        ),
      );
    }
    for (const [index, id] of ids.entries()) {
      await desk.rate(id, 'down', at(index * 3).replaceAll('\0', ' '));
    }
    // Questions without an answer stand among the numbers.
    for (let index = 0; index < texts.length; index += 8) {
      await desk.converse([at(index)], [[{ fail: 'upstream_error' }]]);
    }
    await page.addInitScript(() => {
      const found: string[] = [];
      Object.assign(window, { tripped: found });
      for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
        window[name] = () => found.push(name) as never;
      }
      document.addEventListener('securitypolicyviolation', (event) =>
        found.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
    await signIn();
    await page.locator('.conversations li').first().waitFor();
    for (const id of ids) {
      await page.goto(`${desk.url}/desk/conversations/${id}`);
      await page.locator('.call summary').first().waitFor({ state: 'attached' });
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true;
      });
      // Of some texts the sanitiser leaves nothing to see.
      await page.locator('.rich').first().waitFor({ state: 'attached' });
      await page.locator('.feedback').first().waitFor({ state: 'attached' });
      const tripped = await page.evaluate(
        () => (window as unknown as { tripped: string[] }).tripped,
      );
      expect([id, tripped]).toEqual([id, []]);
      const strangers = page.locator('script:not([type=module]), iframe, object, embed, .rich img');
      expect([id, await strangers.count()]).toEqual([id, 0]);
    }
    // The owner's pages, with the same texts as names, and as what a site's server has told.
    const named = texts.filter((text) => text.trim() !== '' && !/\p{Cc}/u.test(text));
    const owners = ['/desk/numbers', '/desk/sites', '/desk/agents', '/desk/agents/knowledge'];
    for (let index = 0; index < Math.min(named.length - 6, 60); index += 6) {
      const [name = 'x', key = 'x', value = 'x', ability = 'x', described = 'x'] =
        named.slice(index);
      const { client_id: id = '', service_token: token = '' } = await desk.admin(
        'POST',
        '/admin/sites',
        { name },
      );
      await desk.gateway.request(`/v1/sites/${id}/heartbeat`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          site_info: { active_theme: value, server_software: key },
          abilities: [{ name: ability, description: described }],
        }),
      });
      const document = { uri: key.slice(0, 300), title: value.slice(0, 300), text: described };
      const { collection_id } = await desk.admin('POST', '/admin/collections', {
        name: name.slice(0, 300),
        documents: [document],
      });
      const agent = await desk.admin('POST', '/admin/agents', {
        name: `${index} ${name}`.slice(0, 100).trim(),
        instructions: described,
        model: value.slice(0, 200),
        limits: { reached_text: ability },
        collections: [collection_id],
      });
      const own = `/admin/agents/${agent.agent_id}`;
      await desk.admin('PATCH', own, { instructions: `![](https://evil.example/a) ${key}` });
      await desk.admin('PUT', `${own}/questions`, { questions: [name, described] });
      await desk.admin('POST', `${own}/comparison`, { version_a: 1, version_b: 2 });
      await desk.gateway.context.runs.settled();
      owners.push(`/desk/sites/${id}`, `/desk/agents/${agent.agent_id}`);
    }
    for (const path of owners) {
      await page.goto(desk.url + path);
      await shows(path, '.agents li, .devices code, .stage, .part-links, .unanswered li');
      if (path.includes('/agents/agt_'))
        await page.locator('.compared .rich').first().waitFor({ state: 'attached' });
      // What stands behind a press: a difference of two versions, the documents of a collection.
      const more = page.getByRole('button', { name: /^(Difference|Open) / }).first();
      if ((await more.count()) > 0) await more.click();
      for (const field of await page.locator('.options .group input[dir=auto]').all()) {
        await field.evaluate((input, text) => {
          (input as HTMLInputElement).value = text;
          input.dispatchEvent(new Event('input', { bubbles: true }));
        }, named[owners.indexOf(path)] ?? 'x');
      }
      const tripped = await page.evaluate(
        () => (window as unknown as { tripped: string[] }).tripped,
      );
      expect([path, tripped]).toEqual([path, []]);
      const strangers = page.locator('script:not([type=module]), object, embed, main img');
      expect([path, await strangers.count()]).toEqual([path, 0]);
    }
    expect(faults).toEqual([]);
  });
});

describe('an identity provider', OUTER, () => {
  it('signs people in to the desk, tells who may not, and is left on wish', async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const idp = await startIdentityProvider(url);
    const oidc = readOidcSettings({
      BELLHOP_PUBLIC_URL: url,
      BELLHOP_OIDC_ISSUER: idp.issuer,
      BELLHOP_OIDC_CLIENT_ID: CLIENT.id,
      BELLHOP_OIDC_CLIENT_SECRET: CLIENT.secret,
      BELLHOP_OIDC_NAME: 'Shop ID',
      BELLHOP_OIDC_AGENTS: '@shop.example',
    });
    const own = await startDesk({ at: port, options: { oidc, hasDeskPasswords: false } });
    try {
      idp.is({ id: 'eve', email: 'eve@elsewhere.example', email_verified: true });
      await page.goto(`${own.url}/desk`);
      const button = page.getByRole('link', { name: 'Sign in with Shop ID' });
      await button.waitFor();
      expect(await page.getByRole('radio').count()).toBe(0);
      expect(await violations()).toEqual([]);
      await button.click();
      await page.getByText('Shop ID knows you, but you may not use this desk.').waitFor();
      expect(page.url()).toBe(`${own.url}/desk`);
      expect(await violations()).toEqual([]);

      await context.clearCookies();
      idp.is({ id: 'anna', email: 'anna@shop.example', email_verified: true, name: 'Anna' });
      await button.click();
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByText('You have signed out of the desk, not of Shop ID.').waitFor();
      expect(await violations()).toEqual([]);
      await page.getByRole('link', { name: 'Sign out of Shop ID, too' }).click();
      await page.waitForURL((address) => address.origin === idp.issuer);
    } finally {
      await own.close();
      await idp.close();
    }
  });
});
