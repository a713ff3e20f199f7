// What visitors agree to before their first message: asked in the browser, kept by the site with text and time, and told in exports.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { type LocalSite, startLocalSite } from './local-site.ts';
import { askSession, nonceOf, reasonToSkip, signInByHand } from './support.ts';

const TEXT = 'I agree that an AI provider reads my messages.';

describe.skipIf(reasonToSkip() !== null)('the visitor’s consent', () => {
  let site: LocalSite;
  let browser: Browser;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startLocalSite(), launchBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.provider.asked.length = 0;
    site.provider.scripts.set('', [[{ say: 'At seven.' }], [{ say: 'At eight.' }]]);
    await site.settle();
    await site.run(
      `Bellhop\\ensure_tables(); global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}bellhop_consents" ); delete_option( 'bellhop_consent_texts' );`,
    );
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const ask = (body: unknown, more: { cookie?: string; nonce?: string } = {}) =>
    askSession(`${site.url}/wp-json/bellhop/v1/session`, { body, ...more });
  const rows = async () =>
    JSON.parse(await site.run(`echo wp_json_encode( Bellhop\\list_consents( 1 ) );`)) as {
      visitor: string;
      version: string;
      at: string;
      session_id: string;
    }[];
  const wants = (text: string) =>
    site.run(`Bellhop\\change_settings( array( 'consent' => '${text}' ) );`);

  it('is asked for before the first message, remembered on the next page, and asked anew for another text', async () => {
    await wants(TEXT);
    const page = await browser.newPage();
    const visitor = visitorOf(page);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') asked.push(request.url());
    });
    await page.goto(`${site.url}/`);
    await visitor.open();
    await visitor.write('When is breakfast?');
    const tick = page.getByRole('checkbox', { name: TEXT });
    await tick.waitFor();
    if (process.env.BELLHOP_SHOTS) {
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/consent.png` });
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 390, height: 780 });
      await page.waitForTimeout(600);
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/consent-phone.png` });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1280, height: 720 });
    }
    // Nothing was asked of the site before the visitor has agreed, and nothing stands in the way.
    expect(asked).toEqual([]);
    expect(await page.getByText('isn’t working').count()).toBe(0);
    expect(await rows()).toEqual([]);
    expect(
      await site.run(
        `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}bellhop_events" );`,
      ),
    ).toBe('0');
    await page.getByRole('button', { name: 'Cancel' }).click();
    const composer = page.getByRole('textbox', { name: 'Message' });
    expect(await composer.inputValue()).toBe('When is breakfast?');
    await composer.press('Enter');
    await tick.check();
    await page.locator('[part=consent]').getByRole('button', { name: 'Send' }).click();
    await visitor.log.getByText('At seven.').waitFor();
    const [kept] = await rows();
    expect(kept).toMatchObject({
      version: await site.run(`echo Bellhop\\consent_version( '${TEXT}' );`),
    });
    expect(Math.abs(Date.parse(kept?.at ?? '') - Number(Date.now()))).toBeLessThan(60_000);

    await page.goto(`${site.url}/sample-page/`);
    await visitor.write('And on Sundays?');
    await visitor.log.getByText('At eight.').waitFor();
    expect(await rows()).toHaveLength(1);

    await wants('Another text.');
    await page.goto(`${site.url}/`);
    await visitor.write('And dinner?');
    await page.getByRole('checkbox', { name: 'Another text.' }).waitFor();
    await page.close();
  });

  it('is a condition of the server’s own: no conversation without it, whatever a program sends', async () => {
    await wants(TEXT);
    expect((await ask({})).status).toBe(428);
    expect((await ask({ consent: 'Something else.' })).status).toBe(428);
    const given = await ask({ consent: TEXT });
    expect(given.status).toBe(200);
    // The visitor's cookie tells it from now on; and what was agreed to before counts for pages of a cache.
    expect((await ask({}, { cookie: given.cookie })).status).toBe(200);
    await wants('Another text.');
    expect((await ask({ consent: TEXT })).status).toBe(200);
    expect((await rows()).map(({ session_id }) => session_id)).toContain(given.body.session_id);
    await wants('');
    expect((await ask({})).status).toBe(200);
  });

  it('is told to the owner with every text, and in WordPress’s own export, and erased with the person', async () => {
    await wants(TEXT);
    const cookie = await signInByHand(site);
    const nonce = await nonceOf(site, cookie);
    expect((await ask({ consent: TEXT }, { cookie, nonce })).status).toBe(200);
    const url = `${site.url}/wp-json/bellhop/v1/consents`;
    const reply = await fetch(url, { headers: { cookie, 'x-wp-nonce': nonce } });
    const list = (await reply.json()) as {
      texts: Record<string, { text: string }>;
      consents: { version: string }[];
    };
    expect(list.texts[list.consents[0]?.version ?? '']?.text).toBe(TEXT);
    expect((await fetch(url, { headers: { cookie } })).status).toBe(401);
    const email = await site.run(`echo get_userdata( 1 )->user_email;`);
    expect(
      await site.run(`echo wp_json_encode( Bellhop\\export_person( '${email}' ) );`),
    ).toContain(TEXT);
    await site.run(`Bellhop\\erase_person( '${email}' );`);
    expect(await rows()).toEqual([]);
  });

  it('is no obstacle for the self-test, and goes with the visitors of whom nothing else is kept', async () => {
    await wants(TEXT);
    expect(
      await site.run(
        `require_once Bellhop\\DIR . '/admin/diagnosis.php'; echo wp_json_encode( Bellhop\\walk_as_visitor( 0 ) );`,
      ),
    ).not.toContain('428');
    await ask({ consent: TEXT });
    await site.run(
      `global $wpdb; $wpdb->query( "UPDATE {$wpdb->prefix}bellhop_consents SET given_at = 1000" ); Bellhop\\sweep_consents();`,
    );
    const left = (await rows()).length;
    await site.run(
      `global $wpdb; $wpdb->query( "DELETE FROM {$wpdb->prefix}bellhop_sessions" ); Bellhop\\sweep_consents();`,
    );
    expect([left > 0, await rows()]).toEqual([true, []]);
  });
});
