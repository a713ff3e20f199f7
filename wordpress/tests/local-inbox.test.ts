// Tools → Chats in a real browser beside a visitor's own: what the owner sees, does and says, and what the visitor reads of it.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { type Visitor, visitorOf } from '../../test/browser/support/visitor.ts';
import { collectPayloads, slicePayloads } from '../../test/payloads/corpus.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, signIn, until } from './support.ts';

const SHOTS = process.env.BELLHOP_SHOTS;
const PASSWORD = 'let-me-in-please';

describe.skipIf(reasonToSkip() !== null)('the chats of this WordPress', () => {
  let browser: Browser;
  let site: LocalSite;
  let owner: Page;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite({ workers: 6 })]);
    await site.settle();
    // Pictures of accounts come from elsewhere.
    await site.run(
      `wp_update_user( array( 'ID' => 1, 'display_name' => 'Anna' ) ); update_option( 'show_avatars', 0 );`,
    );
    owner = await pageOf(site.admin);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  async function pageOf(account: WordPressUser, width = 1280): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await signIn(page, site, account);
    return page;
  }
  async function colleague(user: string, role: string, can = ''): Promise<Page> {
    const name = user.replace(/^./, (letter) => letter.toUpperCase());
    await site.run(
      `$id = wp_insert_user( array( 'user_login' => '${user}', 'user_pass' => '${PASSWORD}', 'user_email' => '${user}@example.com', 'display_name' => '${name}', 'role' => '${role}' ) );
       if ( '' !== '${can}' ) { get_userdata( $id )->add_cap( '${can}' ); }`,
    );
    return pageOf({ user, password: PASSWORD });
  }
  async function visit(): Promise<Visitor> {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${site.url}/sample-page/`);
    const visitor = visitorOf(page);
    await visitor.open();
    return visitor;
  }
  async function talk(question: string, answer: string): Promise<LocalChat> {
    const chat = await site.open();
    site.provider.scripts.set(chat.id, [[{ say: answer }]]);
    await chat.send(says(question));
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    return chat;
  }
  const open = (page: Page, query = '') =>
    page.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats${query}`);
  const items = (page: Page) => page.locator('.bellhop-list li');
  const lines = (page: Page) => page.locator('.bellhop-thread li');
  /** Not what is told to screen readers beside it. */
  const told = (page: Page) => page.locator('.bellhop-inbox .components-notice');
  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  async function shoot(page: Page, name: string): Promise<void> {
    if (SHOTS === undefined) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${name}.png`) });
  }
  async function barriers(page: Page): Promise<string[]> {
    await page.addScriptTag({ content: axe.source });
    return page.evaluate(async () => {
      interface Axe {
        run(e: string): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      }
      const { axe: tests } = window as unknown as { axe: Axe };
      const { violations } = await tests.run('#wpbody');
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  }

  it('lets the owner step in while an answer is written, side by side with the visitor, through reloads, and hand back', async () => {
    const hold = site.provider.hold('answer');
    site.provider.scripts.set('', [
      [{ hold: 'answer' }, { say: 'The late answer.' }],
      [{ say: 'The agent is back.' }],
    ]);
    const visitor = await visit();
    await visitor.write('Do you **really** have a sauna?');
    await hold.reached;
    await open(owner);
    await items(owner).getByText('Is being answered').waitFor();
    await items(owner).getByRole('link').first().click();
    await lines(owner).getByText('Do you **really** have a sauna?').waitFor();
    await owner.getByText('The agent is answering …').waitFor();
    await press(owner, 'Take over');
    await visitor.log.getByText('Anna has joined').waitFor();
    hold.release();
    const field = owner.getByLabel('Reply as Anna');
    await until('the field has the focus', () =>
      field.evaluate((it) => it === document.activeElement),
    );
    await field.fill('Yes, **two** of them:\n- one hot\n- one mild');
    await field.press('Enter');
    await visitor.log.getByText('one mild').waitFor();
    expect(await visitor.log.getByText('The late answer.').count()).toBe(0);
    // As the visitor sees it.
    expect(await lines(owner).locator('strong', { hasText: 'two' }).count()).toBe(1);
    expect(await lines(owner).locator('.bellhop-rich li').allInnerTexts()).toEqual([
      'one hot',
      'one mild',
    ]);

    await visitor.write('And when?');
    await lines(owner).getByText('And when?').waitFor();
    await owner
      .locator('.bellhop-details')
      .getByRole('link', { name: /^Sample Page/ })
      .waitFor();
    await owner.locator('.bellhop-conversation header').getByText('Waits for you').waitFor();
    await field.fill('A draft that I have');
    await Promise.all([owner.reload(), visitor.page.reload()]);
    expect(await field.inputValue()).toBe('A draft that I have');
    await lines(owner).getByText('And when?').waitFor();
    if (!(await visitor.panel.isVisible())) await visitor.open();
    await visitor.log.getByText('one mild').waitFor();
    await visitor.log.getByText('And when?').waitFor();
    await shoot(owner, 'takeover-owner');
    await shoot(visitor.page, 'takeover-visitor');

    await press(owner, 'Hand back to the agent');
    await visitor.log.getByText('The agent is back.').waitFor();
    await lines(owner).getByText('The agent is back.').waitFor();
    await owner.getByText('The agent answers in this chat.').waitFor();
    await until('the focus is where one goes on', () =>
      owner
        .getByRole('button', { name: 'Take over' })
        .evaluate((it) => it === document.activeElement),
    );
    await visitor.page.context().close();
  });

  it('tells two who want the same chat whose it is, and lets either take it', async () => {
    const chat = await talk('Who has me?', 'The agent.');
    const ben = await colleague('ben', 'editor');
    await Promise.all([open(owner, `&chat=${chat.id}`), open(ben, `&chat=${chat.id}`)]);
    await press(owner, 'Take over');
    await ben.getByText('Anna answers in this chat.').waitFor();
    await press(ben, 'Take over from Anna');
    await ben.getByLabel('Reply as Ben').waitFor();
    await owner.getByText('Ben answers in this chat.').waitFor();
    expect(await owner.getByLabel('Reply as Anna').count()).toBe(0);
    // What Ben sees may be old: what he does then is refused in words, and shown as it is.
    await ben.route('**/chats/**', (route) =>
      route.request().method() === 'GET' ? route.abort() : route.continue(),
    );
    await press(owner, 'Take over from Ben');
    await owner.getByLabel('Reply as Anna').waitFor();
    await ben.getByLabel('Reply as Ben').fill('Hello?');
    await ben.unroute('**/chats/**');
    await press(ben, 'Send');
    await told(ben).getByText('Anna has this chat now. Take it over first.').waitFor();
    await ben.getByText('Anna answers in this chat.').waitFor();
    expect(JSON.stringify((await chat.list()).data)).not.toContain('Hello?');
    await ben.context().close();
  });

  it('shows a colleague without the right to answer what was said, and no button to do anything about it', async () => {
    const chat = await talk('May they write?', 'They may not.');
    const rita = await colleague('rita', 'author', 'bellhop_read_chats');
    await open(rita, `&chat=${chat.id}`);
    await lines(rita).getByText('They may not.').waitFor();
    await rita.getByText('You may read it, and not answer.').waitFor();
    for (const name of ['Take over', 'Mark done', 'Add the note', 'Teach a better answer'])
      expect([name, await rita.getByRole('button', { name }).count()]).toEqual([name, 0]);
    expect(await rita.getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await rita.context().close();
  });

  it('finds chats by filters and words, keeps them in the address, and marks several done, exports and deletes them', async () => {
    const one = await talk('Unicorns, first', 'One.');
    const two = await talk('Unicorns, second', 'Two.');
    await open(owner, '&s=unicorns&status=any');
    await until('both', async () => (await items(owner).count()) === 2);
    await owner.getByLabel('Select: Unicorns, first').check();
    await owner.getByText('1 selected').waitFor();
    await press(owner, 'Mark done');
    await items(owner).getByText('Done').waitFor();
    await owner.getByLabel('Status').selectOption('Open');
    await until('one of them', async () => (await items(owner).count()) === 1);
    expect(new URL(owner.url()).searchParams.get('s')).toBe('unicorns');
    await owner.goBack();
    await until('both again', async () => (await items(owner).count()) === 2);
    // As a visitor writes again it is open again.
    await one.send(says('Unicorns, third'));
    await open(owner, '&s=unicorns');
    await until('both open', async () => (await items(owner).count()) === 2);
    await owner.getByLabel('Select all').check();
    const download = owner.waitForEvent('download');
    await press(owner, 'Export');
    const file = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as unknown[];
    expect(file).toHaveLength(2);
    await owner.getByLabel('Select all').check();
    await press(owner, 'Delete');
    await press(owner, 'Delete for good');
    await owner.getByText('No chat is like that.').waitFor();
    expect([(await one.list()).status, (await two.list()).status]).toEqual([404, 404]);
    await owner.getByLabel('Show').selectOption('Rated down');
    await owner.waitForURL(/show=down/);
    await press(owner, 'Show all chats');
    await until('all', async () => (await items(owner).count()) > 2);
  });

  it('keeps notes beside a chat, replies that are saved, and teaches what a bad answer lacked', async () => {
    const chat = await talk('Is there a piano?', 'I don’t know.');
    await open(owner, `&chat=${chat.id}`);
    await owner.getByLabel('Note, for your team alone').fill('Asked twice <b>already</b>');
    await press(owner, 'Add the note');
    await owner.locator('.bellhop-notes').getByText('Asked twice <b>already</b>').waitFor();

    await press(owner, 'Take over');
    await owner.getByLabel('Reply as Anna').fill('Yes, in the hall.');
    await press(owner, 'Saved replies');
    await press(owner, 'Save a reply');
    await owner.getByLabel('Name, for your team').fill('Piano');
    await press(owner, 'Save');
    await owner.getByRole('button', { name: /^Piano/ }).waitFor();
    await owner.keyboard.press('Escape');
    await owner.getByLabel('Reply as Anna').fill('');
    await press(owner, 'Saved replies');
    await owner.getByRole('button', { name: /^Piano/ }).click();
    expect(await owner.getByLabel('Reply as Anna').inputValue()).toBe('Yes, in the hall.');
    await press(owner, 'Send');
    await lines(owner).getByText('Yes, in the hall.').waitFor();

    await lines(owner)
      .filter({ hasText: 'I don’t know.' })
      .getByRole('button', { name: 'Teach a better answer' })
      .click();
    const dialog = owner.getByRole('dialog');
    // What the visitor asked, and what a person said to it.
    expect(await dialog.getByLabel('Question').inputValue()).toBe('Is there a piano?');
    expect(await dialog.getByLabel('Answer').inputValue()).toBe('Yes, in the hall.');
    await shoot(owner, 'teach');
    await press(owner, 'Save the answer');
    await dialog.waitFor({ state: 'detached' });
    await talk('Do you have a piano?', 'In the hall.');
    expect(JSON.stringify(site.provider.asked.at(-1)?.body.messages)).toContain(
      'Yes, in the hall.',
    );
    await owner.getByRole('button', { name: /^Delete the note/ }).click();
    await owner.locator('.bellhop-notes li').waitFor({ state: 'detached' });
  });

  it('opens a chat from the link of an e-mail, and marks in the menu who waits for a person', async () => {
    const chat = await talk('I want to talk to a person', 'One is told.');
    await site.run(
      `Bellhop\\want_person( '${chat.id}' ); delete_transient( 'bellhop_waiting_chats' );`,
    );
    const link = await site.run(`echo Bellhop\\chats_url( array( 'chat' => '${chat.id}' ) );`);
    await owner.goto(link);
    await lines(owner).getByText('One is told.').waitFor();
    await owner.locator('.bellhop-conversation header').getByText('Waits for a person').waitFor();
    expect(await owner.locator('#menu-tools').innerText()).toContain('1');
    await press(owner, 'Mark done');
    await press(owner, 'Reopen');
    await owner.getByRole('button', { name: 'Mark done' }).waitFor();
    await press(owner, 'Delete this chat for good');
    await press(owner, 'Delete for good');
    await owner.getByText('Choose a chat to read it.').waitFor();
    expect((await chat.list()).status).toBe(404);
    await open(owner, `&chat=${chat.id}`);
    await told(owner).getByText('This chat is no longer here.').waitFor();
  });

  it('runs nothing of what visitors, agents and colleagues have written, and fetches nothing for it', async () => {
    const chat = await talk('Hostile', 'Texts.');
    // PHP reads no half characters.
    const payloads = slicePayloads(collectPayloads('inbox'), 'inbox', 400).map((text) =>
      Buffer.from(text).toString(),
    );
    writeFileSync(join(site.dir, 'wp-content/payloads.json'), JSON.stringify(payloads));
    await site.run(
      `$texts = json_decode( file_get_contents( WP_CONTENT_DIR . '/payloads.json' ) );
       foreach ( array_chunk( $texts, 50 ) as $some ) {
         Bellhop\\write_session( '${chat.id}', function ( $write ) use ( $some ) {
           foreach ( $some as $i => $text ) {
             $block = array( 'type' => 'text', 'text' => $text, 'citations' => array( array( 'type' => 'knowledge_base', 'document_uri' => $text, 'document_title' => $text ) ) );
             if ( 0 === $i % 3 ) { $block['extra_content'] = array( 'gateway' => array( 'person' => array( 'name' => $text, 'act' => array( 'said', 'joined' )[ $i % 2 ] ) ) ); }
             Bellhop\\append_event( $write, array( 'type' => array( 'user.message', 'agent.message', 'agent.message' )[ $i % 3 ], 'content' => array( $block ), 'is_processed' => true ) );
           }
           return true;
         } );
       }
       foreach ( array_slice( $texts, 0, 60 ) as $text ) { Bellhop\\add_note( '${chat.id}', 1, $text ); Bellhop\\save_reply( '', substr( $text, 0, 90 ), $text ); }
       $GLOBALS['wpdb']->update( Bellhop\\table( 'sessions' ), array( 'page' => '/x"><img src=x onerror=alert(1)>', 'country' => '<b', 'lang' => '"><b>' ), array( 'session_id' => '${chat.id}' ) );`,
    );
    const page = await pageOf(site.admin);
    const fetched: string[] = [];
    const opened: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    page.on('dialog', async (dialog) => {
      opened.push(dialog.message());
      await dialog.dismiss();
    });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await open(page, `&chat=${chat.id}`);
    await until('all lines', async () => (await lines(page).count()) >= 400);
    await page.locator('.bellhop-notes li').nth(59).waitFor();
    await press(page, 'Take over');
    await press(page, 'Saved replies');
    await page.locator('.bellhop-replies li').nth(10).waitFor();
    const found = await page.evaluate(() => {
      const root = document.querySelector('.bellhop-inbox');
      const bad = root?.querySelectorAll(
        'script, iframe, object, embed, img, svg, form:not([class]):not(.bellhop-details form), style, link, meta, base, math',
      );
      const handlers = [...(root?.querySelectorAll('*') ?? [])].filter((it) =>
        [...it.attributes].some(({ name }) => name.startsWith('on')),
      );
      const links = [...(root?.querySelectorAll('a[href]') ?? [])]
        .map((it) => (it as HTMLAnchorElement).protocol)
        .filter((protocol) => !['http:', 'https:', 'mailto:', 'tel:'].includes(protocol));
      // Icons are WordPress's own.
      const others = [...(bad ?? [])].filter(
        (it) =>
          it.closest(
            '.components-button, .components-search-control, .components-select-control, .components-checkbox-control, .components-input-control',
          ) === null,
      );
      return {
        others: others.map((it) => it.outerHTML.slice(0, 80)),
        handlers: handlers.length,
        links,
      };
    });
    expect(found).toEqual({ others: [], handlers: 0, links: [] });
    expect(opened).toEqual([]);
    expect(errors).toEqual([]);
    expect(
      fetched.filter((url) => !url.startsWith(site.url) && !/^(data|blob):/.test(url)),
    ).toEqual([]);
    await shoot(page, 'hostile');
    await open(page);
    await items(page).first().waitFor();
    expect([opened, errors]).toEqual([[], []]);
    await page.context().close();
    await site.run(`Bellhop\\delete_session( '${chat.id}' ); delete_option( 'bellhop_replies' );`);
  });

  it('can be worked by keys alone', async () => {
    const chat = await talk('By keys', 'Fine.');
    const page = await pageOf(site.admin);
    await open(page);
    await items(page).first().waitFor();
    const focused = () =>
      page.evaluate(() => {
        const it = document.activeElement as HTMLElement | null;
        return it?.getAttribute('aria-label') ?? it?.innerText ?? it?.id ?? '';
      });
    const tabTo = async (wanted: RegExp): Promise<void> => {
      for (let i = 0; i < 80; i++) {
        if (wanted.test(await focused())) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`No Tab leads to ${wanted}; at: ${await focused()}`);
    };
    await page.getByRole('searchbox', { name: 'Search in chats' }).focus();
    await tabTo(/By keys[\s\S]*Answered/);
    await page.keyboard.press('Enter');
    await lines(page).getByText('Fine.').waitFor();
    await tabTo(/^Take over$/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Reply as Anna').waitFor();
    await until('the field', async () =>
      page.getByLabel('Reply as Anna').evaluate((it) => it === document.activeElement),
    );
    await page.keyboard.type('First line');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('second line');
    await page.keyboard.press('Enter');
    await lines(page).getByText('second line').waitFor();
    await tabTo(/^Hand back/);
    await page.keyboard.press('Enter');
    await page.getByText('The agent answers in this chat.').waitFor();
    expect(JSON.stringify((await chat.list()).data)).toContain('First line\\nsecond line');
    await page.context().close();
  });

  it.each([1280, 390])('reads well and holds no barrier at %i pixels', async (width) => {
    const chat = await talk(
      'What does breakfast cost, and until when is it served on Sundays?',
      'Breakfast is **15 €** a person:\n\n| Day | Until |\n| --- | --- |\n| Weekdays | 10:00 |\n| Sundays | 11:30 |\n\n- Children under six eat for free.\n- Ask for [gluten-free bread](https://bakery.example/).',
    );
    await chat.send(says('Great, thank you!'));
    await site.run(
      `Bellhop\\want_person( '${chat.id}' ); Bellhop\\add_note( '${chat.id}', 1, 'A regular. Prefers the window.' );`,
    );
    const page = await pageOf(site.admin, width);
    const scrolls = () =>
      page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await open(page);
    await items(page).first().waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    expect(await barriers(page)).toEqual([]);
    expect(await scrolls()).toBeLessThanOrEqual(0);
    await shoot(page, `list-${width}`);
    await items(page).getByText('What does breakfast cost').first().click();
    await lines(page).getByText('11:30').waitFor();
    expect(await barriers(page)).toEqual([]);
    expect(await scrolls()).toBeLessThanOrEqual(0);
    await shoot(page, `chat-${width}`);
    await press(page, 'Take over');
    await page.getByLabel('Reply as Anna').waitFor();
    expect(await barriers(page)).toEqual([]);
    await shoot(page, `mine-${width}`);
    await page.context().close();
  });

  it('speaks the owner’s language, from right to left where that is written so', async () => {
    await talk('متى يكون الفطور؟', 'من **السابعة** حتى العاشرة.');
    await site.run(`update_user_meta( 1, 'locale', 'ar' );`);
    // WordPress's own translation, which isn't here, says the direction.
    site.putPlugin(
      'direction',
      `<?php add_filter( 'gettext_with_context', function ( $t, $s, $c ) { return 'ltr' === $s && 'text direction' === $c ? 'rtl' : $t; }, 10, 3 );`,
    );
    try {
      const page = await pageOf(site.admin);
      await open(page);
      await items(page).getByText('متى يكون الفطور؟').click();
      await lines(page).getByText('السابعة').waitFor();
      expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
      await page.getByRole('button', { name: 'تولَّ الدردشة' }).waitFor();
      // The list stands where one begins to read.
      const [list, chat] = await Promise.all(
        ['.bellhop-list', '.bellhop-conversation'].map((name) => page.locator(name).boundingBox()),
      );
      expect(list?.x ?? 0).toBeGreaterThan(chat?.x ?? 0);
      expect(await barriers(page)).toEqual([]);
      await shoot(page, 'arabic-1280');
      await page.setViewportSize({ width: 390, height: 844 });
      await shoot(page, 'arabic-390');
      await page.context().close();
    } finally {
      site.putPlugin('direction', null);
      await site.run(`delete_user_meta( 1, 'locale' );`);
    }
  });
});

describe.skipIf(reasonToSkip() !== null)('the chats of a WordPress 6.5', () => {
  let browser: Browser;
  let site: LocalSite;
  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite({ version: '6.5' })]);
    await site.settle();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it('are answered by a person with the components that it has', async () => {
    const chat = await site.open();
    site.provider.scripts.set(chat.id, [[{ say: 'I am **old**.' }]]);
    await chat.send(says('How old are you?'));
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await signIn(page, site);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats`);
    await page.locator('.bellhop-list').getByRole('link', { name: 'How old are you?' }).click();
    await page.locator('.bellhop-rich strong', { hasText: 'old' }).waitFor();
    await page.getByRole('button', { name: 'Take over' }).click();
    await page.getByLabel('Reply as admin').fill('Old enough.');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.locator('.bellhop-thread').getByText('Old enough.').waitFor();
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('dialog').getByText('None is saved yet.').waitFor();
    expect(errors).toEqual([]);
    expect(JSON.stringify((await chat.list()).data)).toContain('Old enough.');
    expect(site.debugLog()).toBe('');
    if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, 'old-wordpress.png') });
    await page.close();
  });
});

interface WordPressUser {
  user: string;
  password: string;
}
