// Tools → Chats where a gateway answers: this site's conversations, each with a link to the gateway's desk, where a person reads it
// and steps in. Desk and gateway are the real ones.

import { mkdirSync } from 'node:fs';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { askSession, reasonToSkip, type Site, startSite, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('chats at a gateway', () => {
  let browser: Browser;
  let page: Page;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    await site.signIn(page);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(() => {
    site.gateway.interceptor = null;
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  async function talk(question: string, answer: string): Promise<string> {
    site.set({ script: [[{ say: answer }]] });
    const { body } = await askSession(`${site.url}/wp-json/bellhop/v1/session`);
    const [id, token] = [String(body.session_id), String(body.token)];
    const said = await fetch(`${site.gateway.url}/v1/sessions/${id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        events: [{ type: 'user.message', content: [{ type: 'text', text: question }] }],
      }),
    });
    expect(said.status).toBeLessThan(300);
    await until('the end', async () =>
      (await site.events(id)).some(({ type }) => type === 'session.status_idle'),
    );
    return id;
  }
  const visit = (query = '') =>
    page.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats${query}`);
  const rows = () => page.locator('.bellhop-chats tbody tr').allInnerTexts();

  it('are listed newest first with the last words, and found by any of their words, whatever these are', async () => {
    await visit();
    await page.getByText('No visitor has written yet.').waitFor();
    await talk('Where is the sauna?', 'Beside the pool.');
    await talk('<img src=x onerror=alert(1)>', 'It costs <b>5 €</b>.');
    await visit();
    const listed = await rows();
    expect(listed).toHaveLength(2);
    expect(listed[0]).toMatch(/^Agent: It costs <b>5 €<\/b>\.[^\t]*\tVisitor \w{6}\tAnswered\t/);
    expect(listed[1]).toContain('Beside the pool.');
    await visit('&s=sauna');
    expect(await rows()).toHaveLength(1);
    expect(await page.locator('.bellhop-chats mark').allInnerTexts()).toEqual(['sauna']);
    expect(await page.locator('.bellhop-chats img, .bellhop-chats b').count()).toBe(0);
    await visit('&s=giraffe');
    await page.getByText('No chat has these words.').waitFor();
  });

  it('lead straight to that conversation at the gateway’s desk, where a person steps in', async () => {
    const id = await talk('Is anybody there?', 'I am a machine.');
    await visit();
    const link = page.getByRole('link', { name: /I am a machine/ });
    expect(await link.getAttribute('href')).toBe(`${site.gateway.url}/console/conversations/${id}`);
    expect(await link.getAttribute('rel')).toContain('noopener');
    const opened = page.context().waitForEvent('page');
    await link.click();
    const desk = await opened;
    desk.setDefaultTimeout(60_000);
    await desk.getByLabel('Admin key', { exact: true }).last().fill(site.gateway.adminKey);
    await desk.getByRole('button', { name: 'Sign in', exact: true }).click();
    await desk.getByText('I am a machine.').first().waitFor();
    expect(new URL(desk.url()).pathname).toBe(`/console/conversations/${id}`);
    await desk.close();
  });

  it('are shown in pages', async () => {
    const all = Array.from({ length: 20 }, (_, n) => n);
    for (const n of all) await talk(`Question ${n}`, `Answer ${n}.`);
    await visit();
    expect(await rows()).toHaveLength(20);
    await page.getByRole('link', { name: 'Older' }).click();
    await page.getByText('Beside the pool.').waitFor();
    expect(await rows()).toHaveLength(3);
    expect(await page.getByRole('link', { name: 'Older' }).count()).toBe(0);
  });

  it('stand beside those that this WordPress answered before, which go by the owner’s days all the same', async () => {
    const before = async (text: string, days: number) =>
      site.run(
        `Bellhop\\ensure_tables(); $made = Bellhop\\create_local_session( Bellhop\\owner_id( 0, 'x' ), array() );
         Bellhop\\send_events( $made['session_id'], array( 'kind' => 'messages', 'events' => array( array( 'type' => 'user.message', 'content' => array( array( 'type' => 'text', 'text' => '${text}' ) ) ) ) ) );
         $GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->prefix}bellhop_sessions SET last_event_at = last_event_at - ${days * 86_400_000} WHERE session_id = '{$made['session_id']}'" );`,
      );
    await before('Asked long ago', 200);
    await before('Asked last week', 7);
    await visit();
    await page.getByRole('link', { name: '2 chats that this WordPress answered itself' }).click();
    const own = page.locator('.bellhop-list li');
    await until('both', async () => (await own.count()) === 2);
    await page.getByRole('searchbox', { name: 'Search in chats' }).fill('long');
    await page.waitForURL(/here=1.*s=long/);
    await until('one of them', async () => (await own.count()) === 1);
    await site.run('Bellhop\\beat();');
    await visit('&here=1');
    await own.getByText('Asked last week').waitFor();
    expect(await own.count()).toBe(1);
    await page.getByRole('link', { name: 'Asked last week' }).click();
    // No visitor comes here any more, so nobody would read a reply.
    await page.getByText('No visitor would read a reply').waitFor();
    expect(await page.getByRole('button', { name: 'Take over' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Delete this chat for good' }).click();
    await page.getByRole('button', { name: 'Delete for good', exact: true }).click();
    await page.getByText('Choose a chat to read it.').waitFor();
    await visit();
    expect(await page.getByText('answered itself').count()).toBe(0);
  });

  it('are for editors too, and for nobody below', async () => {
    for (const [role, status] of [
      ['editor', 200],
      ['author', 403],
    ] as const) {
      const account = { user: role, password: 'let-me-in-please' };
      await site.run(
        `wp_insert_user( array( 'user_login' => '${role}', 'user_pass' => '${account.password}', 'user_email' => '${role}@example.com', 'role' => '${role}' ) );`,
      );
      const other = await (await browser.newContext()).newPage();
      await site.signIn(other, account);
      const reply = await other.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats`);
      expect([role, reply?.status()]).toEqual([role, status]);
      await other.context().close();
    }
  });

  it('are told in words where the gateway doesn’t list them, or can’t be reached', async () => {
    const answer = (status: number, body: unknown) => {
      site.gateway.interceptor = ({ url }) =>
        url.includes('/conversations') ? Response.json(body, { status }) : null;
    };
    answer(404, { error: { message: 'There is no such address.' } });
    await visit();
    await page.getByText('This gateway shows no list of chats to sites.').waitFor();
    expect(
      await page.getByRole('link', { name: 'Open the gateway’s desk' }).getAttribute('href'),
    ).toBe(`${site.gateway.url}/console`);
    answer(503, { error: { message: 'Later.' } });
    await visit();
    await page.getByText('The gateway has a problem of its own just now.').waitFor();
    // Whatever a gateway sends, nothing of it becomes markup.
    answer(200, {
      data: [
        null,
        'x',
        { session_id: '"><script>' },
        { session_id: 'a', last_words: ['x'], last_at: 'never', state: '<i>', owner_id: '<i>' },
      ],
    });
    await visit();
    expect(await rows()).toHaveLength(1);
    expect(await page.locator('.bellhop-chats i').count()).toBe(0);
  });

  it('of a person with an account are exported and erased by WordPress’s own tools, at the gateway, and nobody else’s', async () => {
    const tool = async (name: string, email = 'admin@example.com') =>
      JSON.parse(
        await site.run(
          `$all = apply_filters( 'wp_privacy_personal_data_${name}s', array() ); $told = $all['bellhop']['callback']( '${email}', 1 ); echo wp_json_encode( is_wp_error( $told ) ? array( 'error' => $told->get_error_message() ) : $told );`,
        ),
      ) as Record<string, unknown>;
    await talk('Nobody else’s words', 'Indeed.');
    const owner = await site.run(`echo Bellhop\\owner_id( 1, '' );`);
    const { session_id: id } = await site.gateway.admin<{ session_id: string }>(
      'POST',
      '/admin/sessions',
      {
        client_id: site.credentials.client_id,
        owner_id: owner,
        agent: 'scripted',
        script: [[{ say: 'Noted.' }]],
      },
    );
    const { token } = await site.gateway.admin<{ token: string }>(
      'POST',
      `/admin/sessions/${id}/tokens`,
      {},
    );
    await fetch(`${site.gateway.url}/v1/sessions/${id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        events: [{ type: 'user.message', content: [{ type: 'text', text: 'My allergy is nuts' }] }],
      }),
    });
    await until('the end', async () =>
      (await site.events(id)).some(({ type }) => type === 'session.status_idle'),
    );
    const exported = JSON.stringify(await tool('exporter'));
    expect(exported).toContain('My allergy is nuts');
    expect(exported).toContain('Noted.');
    expect(exported).not.toContain('Nobody else');
    expect(JSON.stringify(await tool('exporter', 'nobody@example.com'))).not.toContain('allergy');

    const answer = (status: number) => {
      site.gateway.interceptor = ({ url }) =>
        /exports|erasures/.test(url)
          ? Response.json({ error: { message: 'No.' } }, { status })
          : null;
    };
    // A gateway that is away fails the export, and one that has no such calls is named in it.
    answer(503);
    expect((await tool('exporter')).error).toContain('could not be had');
    expect(await tool('eraser')).toMatchObject({ items_removed: false, items_retained: true });
    answer(404);
    expect(JSON.stringify(await tool('exporter'))).toContain('nobody but its operator');
    expect(JSON.stringify(await tool('eraser'))).toContain('nobody but its operator');
    site.gateway.interceptor = null;

    expect(await tool('eraser')).toMatchObject({ items_removed: true, items_retained: false });
    expect(JSON.stringify(await tool('exporter'))).not.toContain('allergy');
    await visit();
    expect((await rows()).length).toBeGreaterThan(0);
  });

  it('read well on a desktop and on a phone, and hold no barrier', async () => {
    await visit();
    await page.addScriptTag({ content: axe.source });
    const found = await page.evaluate(async () => {
      interface Axe {
        run(e: string): Promise<{ violations: { id: string }[] }>;
      }
      const { axe: tests } = window as unknown as { axe: Axe };
      return (await tests.run('.bellhop-page')).violations.map(({ id }) => id);
    });
    expect(found).toEqual([]);
    const folder = process.env.BELLHOP_SHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/desk-chats-desktop.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${folder}/desk-chats-phone.png` });
  });
});
