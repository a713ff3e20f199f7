// The plugin in a real WordPress, in a real browser: what visitors meet. Everything else is `npm run test:wordpress`.
// @module-tag outer

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  reasonToSkip,
  type Site,
  say,
  sessionOf,
  startSite,
  until,
} from '../../wordpress/tests/support.ts';
import { launchBrowser } from './support/browser.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';

const isSkipped = reasonToSkip() !== null;

describe.skipIf(isSkipped)('Bellhop in WordPress', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;
  let visitor: Visitor;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.set({});
    context = await browser.newContext();
    page = await context.newPage();
    visitor = visitorOf(page);
  });
  afterEach(async () => {
    await context.close();
    expect(site.debugLog()).toBe('');
  });

  it('serves one page to all visitors, and sets no cookie before the chat is opened', async () => {
    const first = await (await fetch(`${site.url}/breakfast/`)).text();
    const second = await (await fetch(`${site.url}/breakfast/`)).text();
    expect(first).toBe(second);
    const [tag = ''] = /<script[^>]*id="bellhop-js"[^>]*>/.exec(first) ?? [];
    expect(tag).toContain('data-session="/wp-json/bellhop/v1/session"');
    expect(tag.indexOf('data-cfasync')).toBeLessThan(tag.indexOf(' src='));
    expect(tag).not.toMatch(/data-nonce=|data-token=|data-session-id=/);
    await page.goto(`${site.url}/breakfast/`);
    await visitor.launcher.waitFor();
    expect(await context.cookies()).toEqual([]);
  });

  it('lets a visitor chat on a page that a cache has kept from somebody else’s visit', async () => {
    site.cachePage('/breakfast/', await (await fetch(`${site.url}/breakfast/`)).text());
    const reply = await page.goto(`${site.url}/breakfast/`);
    expect(reply?.headers()['x-page-cache']).toBe('hit');
    await visitor.open();
    await visitor.write('When is breakfast on Sundays?');
    await visitor.log.getByText('11:30').first().waitFor();
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'bellhop_visitor');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    site.cachePage('/breakfast/', null);
  });

  it('goes on with the conversation when the visitor walks to another page in the middle of an answer', async () => {
    site.set({ script: [[{ wait_ms: 2500 }, { say: 'Found at last.' }]] });
    await page.goto(`${site.url}/rooms/`);
    const session = await say(site, page, 'Please look this up');
    await page.goto(`${site.url}/arrival/`);
    await visitor.log.getByText('Found at last.').waitFor();
    const sent = (await site.events(session)).filter(({ type }) => type === 'user.message');
    expect(sent).toHaveLength(1);
    expect(await sessionOf(page)).toBe(session);
  });

  it('lets the agent run an ability for an anonymous visitor', async () => {
    await page.goto(`${site.url}/`);
    const session = await say(site, page, 'Find the page about rooms');
    await until('the result', async () => (await site.results(session)).length);
    const [result] = await site.results(session);
    expect(result?.is_error ?? false).toBe(false);
    expect(JSON.parse(String(result?.content))).toMatchObject([
      { title: 'Rooms', url: `${site.url}/rooms/` },
    ]);
  });

  it('has an assistant that offers the site’s own abilities, and leaves a message when the visitor allows it', async () => {
    await page.goto(`${site.url}/`);
    await say(site, page, 'What can you do here?');
    await visitor.log.getByText('leave message: leaves a message').waitFor();
    await visitor.log.getByText('my details: tells a signed-in visitor').waitFor();
    const session = await say(site, page, 'Please tell them we arrive at ten');
    await visitor.answer('yes');
    await visitor.log.getByText('The message was left.').last().waitFor();
    const [result] = await site.results(session);
    expect(result?.is_error ?? false).toBe(false);
    const left = await site.run(
      `echo get_posts( array( 'post_type' => 'visitor_message', 'post_status' => 'private' ) )[0]->post_content;`,
    );
    expect(left).toBe('we arrive at ten');
  });

  it('begins an empty conversation when the visitor signs in, runs abilities in the user’s name, and leaves nothing of it to whoever comes after signing out', async () => {
    const turn = [{ call: [{ name: 'sample__my-details', input: {} }] }, { say: 'Looked.' }];
    site.set({ script: [turn, turn] });
    await page.goto(`${site.url}/`);
    const session = await say(site, page, 'Who am I?');
    await visitor.log.getByText('Looked.').waitFor();
    expect(await site.results(session)).toMatchObject([
      { is_error: true, error_code: 'permission_denied' },
    ]);

    await site.signIn(page);
    await page.goto(`${site.url}/`);
    const own = await say(site, page, 'And now?');
    expect(own).not.toBe(session);
    expect(await visitor.log.innerText()).not.toContain('Who am I?');
    const [result] = await until('the result', async () => {
      const results = await site.results(own);
      return results.length > 0 ? results : null;
    });
    expect(JSON.parse(String(result?.content))).toMatchObject({ email: 'admin@example.com' });
    await visitor.log.getByText('Looked.').waitFor();
    await page.reload();
    await visitor.log.getByText('And now?').waitFor();

    await context.clearCookies({ name: /^wordpress_/ });
    await page.goto(`${site.url}/`);
    const later = await say(site, page, 'Anybody there?');
    expect([own, session]).not.toContain(later);
    expect(await visitor.log.innerText()).not.toMatch(/And now|Looked|Who am I/);
    const stored = await page.evaluate(async () => {
      const texts: string[] = [];
      for (const { name = '' } of await indexedDB.databases()) {
        const opened = indexedDB.open(name);
        await new Promise((done) => opened.addEventListener('success', done));
        for (const store of opened.result.objectStoreNames) {
          const all = opened.result.transaction(store).objectStore(store).getAll();
          await new Promise((done) => all.addEventListener('success', done));
          texts.push(JSON.stringify(all.result));
        }
        opened.result.close();
      }
      return texts.join();
    });
    expect(stored).toContain('Anybody there?');
    expect(stored).not.toContain('And now?');
    expect(stored).not.toContain('admin@example.com');
  });

  it('reports to the gateway by WP-Cron: abilities once, and again only when they have changed', async () => {
    const beats = () =>
      site.gateway.requests
        .filter(({ line }) => line.endsWith('/heartbeat'))
        .map(
          ({ body }) => JSON.parse(body) as { abilities?: { name: string }[]; site_info: object },
        );
    await site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
    await site.wp('cron', 'event', 'run', 'bellhop_heartbeat', '--quiet');
    const [first, second] = beats();
    expect(first?.abilities?.map(({ name }) => name)).toContain('sample/find-page');
    expect(first?.site_info).toMatchObject({ active_plugins: ['Bellhop'], active_plugin_count: 1 });
    expect(second).not.toHaveProperty('abilities');
    const record = await site.gateway.admin('GET', `/admin/sites/${site.credentials.client_id}`);
    expect(record).toMatchObject({ plugin_status: 'active', abilities_sync_status: 'synced' });
  });
});
