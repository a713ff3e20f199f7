// What becomes of conversations that this WordPress keeps: the owner reads, searches, exports and deletes them, a person's own are
// exported and erased by WordPress's tools, and old ones go by themselves.

import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('conversations', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    await site.settle();
    page = await browser.newPage();
    await signIn(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  async function talk(question: string, answer: string): Promise<LocalChat> {
    site.provider.scripts.set('', [[{ say: answer }]]);
    const chat = await site.open();
    await chat.send(says(question));
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    return chat;
  }
  const visit = () => page.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats`);
  const rows = () => page.locator('.bellhop-list li');
  const exists = async (chat: LocalChat) => (await chat.list()).status === 200;

  it('are listed newest first, found by their words, and read as text, whatever they say', async () => {
    await talk('Where is the sauna?', 'Beside the pool.');
    await talk('<img src=x onerror=alert(1)> “Hello”', 'It costs **5 €**.');
    await visit();
    await rows().first().getByText('<img src=x onerror=alert(1)> “Hello”').waitFor();
    await rows().nth(1).getByText('Where is the sauna?').waitFor();
    for (const [words, count] of [
      ['beside the POOL', 1],
      ['“Hello”', 1],
      ['5 €', 1],
      ['giraffe', 0],
    ] as const) {
      await page.getByRole('searchbox', { name: 'Search in chats' }).fill(words);
      await page.waitForURL((url) => url.searchParams.get('s') === words);
      await page.locator('.bellhop-list ul.is-old').waitFor({ state: 'detached' });
      await until(`${count} with ${words}`, async () => (await rows().count()) === count);
    }
    await visit();
    await page.getByRole('link', { name: 'onerror' }).click();
    const lines = page.locator('.bellhop-thread li');
    await lines.filter({ hasText: '<img src=x onerror=alert(1)>' }).waitFor();
    await lines.filter({ hasText: 'It costs 5 €.' }).getByText('5 €', { exact: true }).waitFor();
    expect(await page.locator('.bellhop-rich strong').allInnerTexts()).toEqual(['5 €']);
    expect(await page.locator('.bellhop-thread img').count()).toBe(0);
  });

  it('are exported as JSON and deleted for good, by the owner alone', async () => {
    const chat = await talk('Delete me please', 'Gladly.');
    // With the owner's cookies and without the page's nonce nobody is signed in.
    const forged = await page.request.delete(`${site.url}/wp-json/bellhop/v1/chats/${chat.id}`);
    expect(forged.status()).toBe(401);
    await visit();
    await page.getByRole('link', { name: 'Delete me please' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as JSON' }).click();
    const file = await (await download).path();
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      conversation: chat.id,
      lines: [
        { who: 'visitor', text: 'Delete me please' },
        { who: 'agent', text: 'Gladly.' },
      ],
    });
    await page.getByRole('button', { name: 'Delete this chat for good' }).click();
    await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
    await page.getByText('Choose a chat to read it.').waitFor();
    await page.getByRole('link', { name: 'Delete me please' }).waitFor({ state: 'detached' });
    expect(await exists(chat)).toBe(false);
  });

  it('of a person are exported and erased by WordPress’s own tools, and nobody else’s', async () => {
    const other = await talk('Somebody else', 'Yes?');
    const sent = await site.run(
      `$made = Bellhop\\create_local_session( Bellhop\\owner_id( 1, '' ), array() );
       $sent = Bellhop\\send_events( $made['session_id'], array( 'kind' => 'messages', 'events' => array( array( 'type' => 'user.message', 'content' => array( array( 'type' => 'text', 'text' => 'My own words' ) ) ) ) ) );
       echo is_wp_error( $sent ) ? $sent->get_error_code() : 'stored';`,
    );
    expect(sent).toBe('stored');
    const exported = await site.run(
      `$all = apply_filters( 'wp_privacy_personal_data_exporters', array() ); echo wp_json_encode( $all['bellhop']['callback']( 'admin@example.com', 1 ) );`,
    );
    expect(exported).toContain('My own words');
    expect(exported).not.toContain('Somebody else');
    const erase = async (email: string) =>
      JSON.parse(
        await site.run(
          `$all = apply_filters( 'wp_privacy_personal_data_erasers', array() ); echo wp_json_encode( $all['bellhop']['callback']( '${email}', 1 ) );`,
        ),
      ) as unknown;
    expect(await erase('nobody@example.com')).toMatchObject({ items_removed: false, done: true });
    expect(await erase('admin@example.com')).toMatchObject({ items_removed: true, done: true });
    expect(await erase('admin@example.com')).toMatchObject({ items_removed: false, done: true });
    expect(await exists(other)).toBe(true);
  });

  it('of a person are not said to be none where the database doesn’t answer', async () => {
    const failing = (table: string, tool: string) =>
      site.run(
        `add_filter( 'query', function ( $q ) { return false === strpos( $q, '${table}' ) ? $q : 'SELECT nothing FROM nowhere'; } );
         $all = apply_filters( 'wp_privacy_personal_data_${tool}s', array() ); echo wp_json_encode( $all['bellhop']['callback']( 'admin@example.com', 1 ) );`,
      );
    await site.run(`Bellhop\\create_local_session( Bellhop\\owner_id( 1, '' ), array() );`);
    for (const table of ['bellhop_sessions', 'bellhop_events']) {
      const told = await failing(table, 'exporter');
      expect([table, told]).toEqual([
        table,
        expect.stringContaining('The database did not answer'),
      ]);
    }
    expect(JSON.parse(await failing('bellhop_sessions', 'eraser'))).toMatchObject({
      items_retained: true,
      messages: [expect.stringContaining('The database did not answer')],
    });
  });

  it('go by themselves after as many days without a word as the owner has set', async () => {
    const [old, young] = [await talk('Long ago', 'Indeed.'), await talk('Just now', 'Hello.')];
    await site.settle({ keep_days: 3 });
    const days = (count: number, { id }: LocalChat) =>
      site.run(
        `$GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->prefix}bellhop_sessions SET last_event_at = last_event_at - ${count * 86_400_000} WHERE session_id = '${id}'" );`,
      );
    await days(4, old);
    await days(2, young);
    await site.run('Bellhop\\go_round();');
    expect([await exists(old), await exists(young)]).toEqual([false, true]);
  });
});
