// The site's pages at its gateway: in a collection of the site's own, up to date with each save, taken away with what goes, and cited
// by answers. The gateway is the real one; an interceptor in front of it plays outages.

import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { connectPlugin, phpString } from '../run/plugin.ts';
import { type SettingsPage, settingsPage } from './settings-page.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('the site’s pages at its gateway', () => {
  let browser: Browser;
  let page: Page;
  let owner: SettingsPage;
  let site: Site;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(60_000);
    owner = settingsPage(page, site);
    await site.signIn(page);
    await site.run(
      `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'draft', 'post_title' => 'Draft', 'post_content' => 'Nobody reads drafts.' ) );
       wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_password' => 'x', 'post_title' => 'Behind a door', 'post_content' => 'The safe opens with 4711.' ) );
       $hidden = wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Hidden', 'post_content' => 'Not for search engines.' ) );
       update_post_meta( $hidden, '_yoast_wpseo_meta-robots-noindex', '1' );`,
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(() => {
    site.gateway.interceptor = null;
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const visit = () => owner.open('knowledge');
  const press = async (name: string) => {
    await visit();
    await owner.press(name);
    await page.waitForLoadState();
    return page.locator('.bellhop-found').innerText();
  };
  const begin = () => press('Answer from my pages');
  const card = () => page.locator('.bellhop-card').innerText();
  const boundId = async () =>
    (
      await site.gateway.admin<{ kb_collection_id: string | null }>(
        'GET',
        `/admin/sites/${site.credentials.client_id}`,
      )
    ).kb_collection_id;
  interface Listed {
    list: { uri: string; title: string; characters: number }[];
    client_id: string | null;
  }
  const collection = async () =>
    site.gateway.admin<Listed>('GET', `/admin/collections/${await boundId()}`);
  const titles = async () => (await collection()).list.map(({ title }) => title).toSorted();
  const textAt = async (path: string) => {
    const uri = encodeURIComponent(`${site.url}${path}`);
    const { text } = await site.gateway.admin<{ text: string }>(
      'GET',
      `/admin/collections/${await boundId()}/documents?uri=${uri}`,
    );
    return text;
  };
  const change = (slug: string, fields: string) =>
    site.run(
      `$p = get_page_by_path( ${phpString(slug)} ); wp_update_post( array( 'ID' => $p->ID, ${fields} ) );`,
    );
  const runDue = () => site.wp('cron', 'event', 'run', 'bellhop_send_pages', '--quiet');

  const SAMPLE = ['Arrival and departure', 'Breakfast', 'Cancelling', 'Hello world!', 'Rooms'];

  it('are sent at one press, into a collection of the site’s own; nothing that is hidden goes along', async () => {
    const before = await boundId();
    await visit();
    expect(await card()).toContain(`would take the place of the collection ${before}`);
    expect(await begin()).toContain('The agent answers from your site now: 6 pages have been sent');
    expect(await titles()).toEqual([...SAMPLE, 'Sample Page'].toSorted());
    const { client_id } = await collection();
    expect([client_id, await boundId()]).toEqual([
      site.credentials.client_id,
      expect.not.stringContaining(String(before)),
    ]);
    expect(await card()).toContain('6 pages of your site are at the gateway.');
  });

  it('are what a visitor is answered from, with a link to the page', async () => {
    const visits = await browser.newPage();
    await visits.goto(`${site.url}/`);
    const visitor = visitorOf(visits);
    await visitor.open();
    await visitor.write('When is breakfast served?');
    await visitor.log.getByText('from 7:00 to 10:30').first().waitFor();
    const link = visitor.log.getByRole('link', { name: /Breakfast/ }).first();
    expect(await link.getAttribute('href')).toBe(`${site.url}/breakfast/`);
    await visits.close();
  });

  it('follow each save, move with their address, and go with what is unpublished, trashed, locked or deleted', async () => {
    const round = () => site.run(`echo wp_next_scheduled( 'bellhop_send_pages' );`);
    const booked = await round();
    await change('breakfast', `'post_content' => 'Breakfast is from 6:00 now.'`);
    // However often pages are saved, the round that finds what no hook has told of keeps its appointment.
    expect([booked, await round()]).toEqual([expect.stringMatching(/^\d+$/), booked]);
    expect(await textAt('/breakfast/')).toContain('from 6:00 now');
    await change('breakfast', `'post_name' => 'morning'`);
    const { list } = await collection();
    const at = list.map(({ uri }) => uri.slice(site.url.length));
    expect(at).toContain('/morning/');
    expect(at).not.toContain('/breakfast/');

    await change('rooms', `'post_status' => 'draft'`);
    await change('arrival', `'post_password' => 'secret'`);
    await site.run(`wp_trash_post( get_page_by_path( 'cancelling' )->ID );`);
    await site.run(`wp_delete_post( get_page_by_path( 'sample-page' )->ID, true );`);
    expect(await titles()).toEqual(['Breakfast', 'Hello world!']);

    await change('rooms', `'post_status' => 'publish'`);
    await change('arrival', `'post_password' => ''`);
    await site.run(
      `wp_untrash_post( get_page_by_path( 'cancelling__trashed' )->ID ); wp_publish_post( get_page_by_path( 'cancelling' )->ID );`,
    );
    expect(await titles()).toEqual(SAMPLE);
  });

  it('are only of the kinds that the owner has chosen', async () => {
    await visit();
    const posts = owner.row('knowledge').getByLabel('Posts');
    await posts.uncheck();
    await owner.saved('knowledge');
    expect(await titles()).not.toContain('Hello world!');
    await owner.row('knowledge').getByRole('button', { name: 'Undo' }).click();
    await page.getByText('As it was before.').first().waitFor();
    expect(await posts.isChecked()).toBe(true);
    expect(await titles()).toContain('Hello world!');
  });

  it('wait where the gateway can’t be reached, the owner is told, and nothing is forgotten', async () => {
    site.gateway.interceptor = ({ url }) =>
      url.includes('/admin/collections/')
        ? Response.json({ error: { message: 'Later.' } }, { status: 503 })
        : null;
    await change('morning', `'post_content' => 'Breakfast is cold today.'`);
    await site.run(`wp_delete_post( get_page_by_path( 'rooms' )->ID, true );`);
    await visit();
    expect(await card()).toContain('The gateway has a problem of its own just now');
    const health = await site.run(
      `require_once Bellhop\\DIR . '/admin/site-health.php'; echo wp_json_encode( Bellhop\\health() );`,
    );
    expect(health).toContain('may not know what your pages say now');
    site.gateway.interceptor = null;
    expect(await textAt('/morning/')).toContain('from 6:00 now');
    await runDue();
    await runDue();
    expect(await textAt('/morning/')).toContain('cold today');
    expect(await titles()).not.toContain('Rooms');
    await visit();
    expect(await card()).not.toContain('problem of its own');
  });

  it('are put right by the daily round: what is strange there goes, what is missing comes back', async () => {
    const path = `/admin/collections/${await boundId()}/documents`;
    const stranger = { uri: 'https://elsewhere.example/', title: 'Stranger', text: 'Not ours.' };
    await site.gateway
      .admin('PUT', path, { documents: [stranger] })
      .then(() => deleteAt(`${path}?uri=${encodeURIComponent(`${site.url}/morning/`)}`));
    expect(await titles()).toContain('Stranger');
    await runDue();
    expect(await titles()).toEqual([
      'Arrival and departure',
      'Breakfast',
      'Cancelling',
      'Hello world!',
    ]);
  });

  it('are brought up to date by a command as well, more than fifty of them', async () => {
    await site.run(
      `for ( $i = 0; $i < 60; $i++ ) wp_insert_post( array( 'post_type' => 'post', 'post_status' => 'publish', 'post_title' => "News $i", 'post_content' => "News number $i." ) );`,
    );
    expect(await site.wp('bellhop', 'knowledge', 'rebuild')).toContain(
      '64 pages are at the gateway',
    );
    expect(await titles()).toHaveLength(64);
    await site.run(
      `foreach ( get_posts( array( 'post_type' => 'post', 's' => 'News', 'numberposts' => -1 ) ) as $p ) wp_delete_post( $p->ID, true );`,
    );
    await runDue();
    expect(await titles()).toHaveLength(4);
  });

  it('don’t hold up each other where the gateway refuses one', async () => {
    site.gateway.interceptor = async (request) => {
      const isPut = request.method === 'PUT' && request.url.includes('/documents');
      const isBad = isPut && (await request.clone().text()).includes('poisonous');
      return isBad
        ? Response.json({ error: { message: 'documents must have no poison.' } }, { status: 400 })
        : null;
    };
    await site.run(
      ['A poisonous plant', 'A harmless plant']
        .map(
          (title) =>
            `wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => ${phpString(title)}, 'post_content' => ${phpString(`${title} in a pot.`)} ) );`,
        )
        .join(''),
    );
    expect(await titles()).toContain('A harmless plant');
    expect(await titles()).not.toContain('A poisonous plant');
    await visit();
    expect(await card()).toContain('The gateway didn’t take 1 page');
    site.gateway.interceptor = null;
    await site.run(`wp_delete_post( get_page_by_path( 'a-poisonous-plant' )->ID, true );`);
  });

  it('read well on a desktop and on a phone, and hold no barrier', async () => {
    await visit();
    expect(await owner.violations()).toEqual([]);
    const folder = process.env.BELLHOP_SHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: `${folder}/gateway-desktop.png`, fullPage: true });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: `${folder}/gateway-phone.png`, fullPage: true });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('go at one press, and the agent is bound to nothing that is gone', async () => {
    const id = await boundId();
    expect(await press('Stop, and delete my pages at the gateway')).toContain('are deleted');
    expect(await boundId()).toBeNull();
    await expect(site.gateway.admin('GET', `/admin/collections/${id}`)).rejects.toThrow('404');
    expect(
      await site.run(
        `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->postmeta} WHERE meta_key = '_bellhop_sent'" );`,
      ),
    ).toBe('0');
    const before = site.gateway.requests.length;
    await change('morning', `'post_content' => 'Nobody is told.'`);
    expect(site.gateway.requests.slice(before).map(({ line }) => line)).toEqual([]);
  });

  it('are not put in the place of a collection that somebody has bound since', async () => {
    await visit();
    const { collection_id } = await site.gateway.admin<{ collection_id: string }>(
      'POST',
      '/admin/collections',
      { documents: [] },
    );
    await site.gateway.admin('PATCH', `/admin/sites/${site.credentials.client_id}`, {
      kb_collection_id: collection_id,
    });
    await owner.press('Answer from my pages');
    await page.waitForLoadState();
    expect(await page.locator('.bellhop-found').innerText()).toContain('Nothing was changed');
    expect(await boundId()).toBe(collection_id);
    const { data } = await site.gateway.admin<{ data: { client_id: string | null }[] }>(
      'GET',
      '/admin/collections',
    );
    expect(data.filter((one) => one.client_id !== null)).toEqual([]);
    expect(await begin()).toContain('The agent answers from your site now');
  });

  it('are sent no more where the operator has deleted the collection, and the agent goes on answering', async () => {
    await deleteAt(`/admin/collections/${await boundId()}`);
    await runDue();
    expect(await boundId()).toBeNull();
    await visit();
    expect(await card()).toContain('Somebody has deleted this site’s collection at the gateway.');
    await page.getByRole('button', { name: 'Answer from my pages' }).waitFor();
    expect(await begin()).toContain('The agent answers from your site now');
  });

  it('go to a gateway of their own after another one was entered, all of them', async () => {
    const other = await site.gateway.registerSite('Another registration');
    await connectPlugin(site, site.gateway.url, other);
    await visit();
    expect(await card()).toContain('The agent can answer from your published pages');
    expect(await begin()).toContain('pages have been sent');
  });

  async function deleteAt(path: string): Promise<void> {
    const reply = await fetch(site.gateway.url + path, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${site.gateway.adminKey}` },
    });
    expect(reply.status).toBe(204);
  }
});
