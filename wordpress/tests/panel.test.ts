// The chat inside a page: the block in WordPress's own editor, from the inserter to the published page and back, and the shortcode.

import type { Browser, BrowserContext, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

/** What an editor says of a block whose stored form it no longer understands. */
const INVALID = /invalid content|Block validation|contains unexpected|deprecated/i;

describe.skipIf(reasonToSkip() !== null)('the panel inside a page', () => {
  let browser: Browser;
  let site: Site;
  let owner: BrowserContext;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    [browser, site] = await Promise.all([
      launchBrowser(),
      startSite({ settings: { show: 'blocks' } }),
    ]);
    owner = await browser.newContext();
    const first = await owner.newPage();
    await site.signIn(first);
    await first.close();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.set({});
    await site.run(`update_user_meta( 1, 'locale', '' );`);
    context = await browser.newContext();
    page = await context.newPage();
    complaints = [];
  });
  afterEach(async () => {
    await context.close();
    expect(site.debugLog()).toBe('');
    expect(complaints).toEqual([]);
  });

  /** The editor, with what it complains about; and its canvas, which is a frame where it can be one. */
  async function edit(path: string): Promise<{ editor: Page; canvas: FrameLocator | Page }> {
    const editor = await owner.newPage();
    editor.on('console', (message) => {
      if (INVALID.test(message.text())) complaints.push(message.text());
    });
    editor.on('pageerror', (error) => complaints.push(String(error)));
    await editor.goto(`${site.url}/wp-admin/${path}`);
    await editor.locator('.edit-post-layout, .editor-editor-interface').first().waitFor();
    await editor.evaluate(() => {
      type Data = {
        dispatch(store: string): { set(scope: string, key: string, to: boolean): void };
      };
      const { data } = (window as unknown as { wp: { data: Data } }).wp;
      data.dispatch('core/preferences').set('core/edit-post', 'welcomeGuide', false);
    });
    await editor.locator('.editor-visual-editor, .edit-post-visual-editor').first().waitFor();
    const hasFrame = (await editor.locator('iframe[name=editor-canvas]').count()) > 0;
    return {
      editor,
      canvas: hasFrame ? editor.frameLocator('iframe[name=editor-canvas]') : editor,
    };
  }

  async function isThere(path: string, height: number): Promise<void> {
    await page.goto(path);
    expect(await page.locator('#bellhop-panel').count()).toBe(1);
    expect((await page.locator('#bellhop-panel').boundingBox())?.height).toBe(height);
    // It stands open from the beginning: there is nothing to press.
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.fill('When is breakfast?');
    await composer.press('Enter');
    await page.getByText('10:30').first().waitFor();
  }

  async function publish(content: string): Promise<string> {
    const id = await site.wp(
      ...['post', 'create', '--post_type=page', '--post_status=publish', '--post_title=Inside'],
      ...[`--post_content=${content}`, '--porcelain'],
    );
    return `${site.url}/?p=${id}`;
  }

  it('is found in the inserter, shows itself in the editor, is published, and is what visitors meet', async () => {
    const { editor, canvas } = await edit('post-new.php');
    await editor.getByRole('button', { name: /^(Block Inserter|Toggle block inserter)$/ }).click();
    await editor.getByRole('searchbox').fill('Bellhop');
    await editor.getByRole('option', { name: 'Bellhop chat' }).click();
    const block = canvas.locator('.wp-block-bellhop-panel');
    // What stands in the editor is what visitors will meet: the panel itself, in the owner's words.
    const frame = block.frameLocator('iframe[title="Visitors see the chat here."]');
    await frame.getByText('Harbour House').first().waitFor();
    await frame.getByText('Ask me about rooms, breakfast, or your arrival.').waitFor();
    expect((await block.boundingBox())?.height).toBe(560);

    await editor.getByRole('spinbutton', { name: 'Height in pixels' }).fill('420');
    await editor.getByRole('spinbutton', { name: 'Height in pixels' }).press('Tab');
    await block.and(canvas.locator('[style*="420px"]')).waitFor();
    if (process.env.BELLHOP_SHOTS) {
      await editor.screenshot({ path: `${process.env.BELLHOP_SHOTS}/block.png` });
    }
    // A second one would be a second place for one chat.
    await editor.getByRole('searchbox').fill('Bellhop');
    expect(
      await editor.getByRole('option', { name: 'Bellhop chat' }).getAttribute('aria-disabled'),
    ).toBe('true');

    await editor.getByRole('button', { name: 'Publish', exact: true }).first().click();
    await editor
      .getByRole('region', { name: 'Editor publish' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click();
    await editor.getByText('is now live').first().waitFor();
    const id = new URL(editor.url()).searchParams.get('post') ?? '';
    expect(await site.wp('post', 'get', id, '--field=post_content')).toBe(
      '<!-- wp:bellhop/panel {"height":420} /-->',
    );
    await editor.close();
    await isThere(`${site.url}/?p=${id}`, 420);

    const again = await edit(`post.php?post=${id}&action=edit`);
    const stored = again.canvas.locator('.wp-block-bellhop-panel');
    await stored.getByTitle('Visitors see the chat here.').waitFor();
    expect((await stored.boundingBox())?.height).toBe(420);
    expect(await again.canvas.locator('.block-editor-warning').count()).toBe(0);
    await again.editor.close();
  });

  it('has a chatbot, a heading and a greeting of its own where the owner chooses them in the editor', async () => {
    await site.run(`Bellhop\\store_bot( 'sales', array( 'name' => 'Sales desk' ) );`);
    const id = new URL(await publish('<!-- wp:bellhop/panel /-->')).searchParams.get('p');
    const { editor, canvas } = await edit(`post.php?post=${id}&action=edit`);
    await canvas.locator('.wp-block-bellhop-panel').click();
    await editor.getByLabel('Chatbot', { exact: true }).selectOption('sales');
    await editor.getByLabel('Greeting', { exact: true }).fill('Ask about mugs.');
    const frame = canvas.frameLocator('iframe[title="Visitors see the chat here."]');
    await frame.getByText('Sales desk').first().waitFor();
    await frame.getByText('Ask about mugs.').waitFor();
    if (process.env.BELLHOP_SHOTS) {
      await editor.screenshot({ path: `${process.env.BELLHOP_SHOTS}/block-bot.png` });
    }
    await editor.getByRole('button', { name: 'Save', exact: true }).click();
    await editor.getByText('Page updated.').first().waitFor();
    expect(await site.wp('post', 'get', String(id), '--field=post_content')).toBe(
      '<!-- wp:bellhop/panel {"bot":"sales","greeting":"Ask about mugs."} /-->',
    );
    await editor.close();
    await page.goto(`${site.url}/?p=${id}`);
    await page.getByText('Ask about mugs.').waitFor();
    await site.run(`Bellhop\\delete_bot( 'sales' );`);
  });

  it('is never called invalid by the editor, whatever an older release or a hand has stored', async () => {
    const stored = [
      '<!-- wp:bellhop/panel /-->',
      '<!-- wp:bellhop/panel {"height":"tall","mood":"good"} /-->',
      '<!-- wp:bellhop/panel {"align":"wide","height":99999} /-->',
    ];
    for (const content of stored) {
      const path = await publish(content);
      const id = new URL(path).searchParams.get('p');
      const { editor, canvas } = await edit(`post.php?post=${id}&action=edit`);
      await canvas.locator('.wp-block-bellhop-panel').waitFor();
      expect(await canvas.locator('.block-editor-warning').count()).toBe(0);
      await editor.close();
      await page.goto(path);
      expect(await page.locator('#bellhop-panel').count()).toBe(1);
    }
  });

  it('speaks the editor’s language', async () => {
    for (const [locale, words] of [
      ['de_DE', 'Hier sehen Besucher den Chat.'],
      ['fr_FR', 'Les visiteurs voient la discussion ici.'],
      ['es_ES', 'Los visitantes ven el chat aquí.'],
      ['ja', '訪問者にはここにチャットが表示されます。'],
      ['ar', 'يرى الزوار الدردشة هنا.'],
    ] as const) {
      await site.run(`update_user_meta( 1, 'locale', '${locale}' );`);
      const id = new URL(await publish('<!-- wp:bellhop/panel /-->')).searchParams.get('p');
      const { editor, canvas } = await edit(`post.php?post=${id}&action=edit`);
      await canvas.locator('.wp-block-bellhop-panel').getByTitle(words).waitFor();
      await editor.close();
    }
  });

  it('stands where the shortcode stands, once a page and within bounds, and on no other page', async () => {
    expect(await (await fetch(`${site.url}/rooms/`)).text()).not.toContain('bellhop.js');
    await isThere(await publish('[bellhop height="5000"] [bellhop]'), 1200);
  });

  it('tells in the editor that visitors see nothing yet, where the site isn’t connected', async () => {
    await site.run(
      `$s = get_option( 'bellhop_settings' ); $s['client_id'] = ''; update_option( 'bellhop_settings', $s );`,
    );
    const path = await publish('<!-- wp:bellhop/panel /-->');
    const id = new URL(path).searchParams.get('p');
    const { editor, canvas } = await edit(`post.php?post=${id}&action=edit`);
    await canvas.getByText('Visitors see nothing here until the site is connected').waitFor();
    await editor.close();
    await page.goto(path);
    expect(await page.locator('#bellhop-panel').count()).toBe(0);
  });
});
