// Pages as optimisers leave them: scripts delayed, deferred, moved, combined, inlined; the chat opens all the same. And the words
// that ask them not to are where each looks for them.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { reasonToSkip, type Site, startSite } from './support.ts';

const TAG = /<script[^>]*id="bellhop-js"[^>]*><\/script>/;
const EARLY = /<script[^>]*id="bellhop-js-before"[^>]*>[\s\S]*?<\/script>/;

describe.skipIf(reasonToSkip() !== null)('a page that an optimiser has rewritten', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;
  let html = '';
  let script = '';
  let tag = '';

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startSite()]);
    html = await (await fetch(`${site.url}/rooms/`)).text();
    tag = TAG.exec(html)?.[0] ?? '';
    script = await (await fetch(/ src="([^"]+)"/.exec(tag)?.[1] ?? '')).text();
    expect(script.length).toBeGreaterThan(1_000);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const src = (): string => / src="([^"]+)"/.exec(tag)?.[1] ?? '';
  const without = (attribute: RegExp, from = tag): string => from.replace(attribute, '');
  /** Replaces by what stands there, dollar signs and all. */
  const put = (pattern: RegExp | string, by: string, from = html): string =>
    from.replace(pattern, () => by);

  const VARIANTS: [string, () => string][] = [
    ['not at all', () => html],
    [
      'as Rocket Loader does: another type, started by its own script after the page has loaded',
      () => {
        const delay = (text: string) =>
          text.replace('<script', '<script type="d1e2-text/javascript"');
        const loader = `<script>addEventListener('load', () => setTimeout(() => {
          for (const old of document.querySelectorAll('script[type="d1e2-text/javascript"]')) {
            const next = document.createElement('script');
            for (const { name, value } of old.attributes) if (name !== 'type') next.setAttribute(name, value);
            next.text = old.text; old.replaceWith(next);
          } }, 200));</script></body>`;
        return put(
          '</body>',
          loader,
          put(TAG, delay(tag), put(EARLY, delay(EARLY.exec(html)?.[0] ?? ''))),
        );
      },
    ],
    [
      'as WP Rocket delays: src set aside until the visitor moves',
      () => {
        const delayed = tag
          .replace(' src=', ' data-rocket-src=')
          .replace('<script', '<script type="rocketlazyloadscript"')
          .replace(/ async/, '');
        return put(
          '</body>',
          `<script>addEventListener('mousemove', () => {
          for (const old of document.querySelectorAll('script[type=rocketlazyloadscript]')) {
            const next = document.createElement('script');
            for (const { name, value } of old.attributes) if (name !== 'type') next.setAttribute(name.replace('data-rocket-', ''), value);
            old.replaceWith(next);
          } }, { once: true });</script></body>`,
          put(TAG, delayed),
        );
      },
    ],
    ['as WP Rocket defers', () => put(TAG, tag.replace(' async', ' defer'))],
    [
      'as LiteSpeed does: loaded from a Blob’s neighbour, the tag made anew without its id',
      () =>
        put(
          TAG,
          `<script>{ const s = document.createElement('script'); s.async = false; s.src = ${JSON.stringify(src())};
        document.head.append(s); }</script>`,
        ),
    ],
    [
      'as Autoptimize combines: one file for all, at another address, without the tag',
      () => put(TAG, `<script defer src="/wp-content/cache/autoptimize/js/all.js"></script>`),
    ],
    [
      'as Autoptimize moves: into the head, without async',
      () => put('</head>', `${tag.replace(' async', '')}</head>`, put(TAG, '')),
    ],
    [
      'inlined into the page',
      () => put(TAG, `<script>${script.replaceAll('</script', '<\\/script')}</script>`),
    ],
    [
      'inlined into the page without its attributes, and the settings held back until the visitor moves',
      () => {
        const early = EARLY.exec(html)?.[0] ?? '';
        const inlined = `<script>${script.replaceAll('</script', '<\\/script')}</script>`;
        return put(
          '</body>',
          `<script>addEventListener('mousemove', () => {
          const old = document.querySelector('script[type=held-back]');
          const next = document.createElement('script');
          next.text = old.text; old.replaceWith(next); }, { once: true });</script></body>`,
          put(TAG, inlined, put(EARLY, early.replace('<script', '<script type="held-back"'))),
        );
      },
    ],
    [
      'inlined into the page without its attributes, the settings after it',
      () =>
        put(
          TAG,
          `<script>${script.replaceAll('</script', '<\\/script')}</script>${EARLY.exec(html)?.[0] ?? ''}`,
          put(EARLY, ''),
        ),
    ],
    [
      'minified, with attributes unquoted and the early script gone',
      () => put(EARLY, '', put(TAG, without(/ id="bellhop-js"/))),
    ],
    ['with its query string removed', () => put(TAG, tag.replace(/\?ver=[^"]*/, ''))],
  ];

  it.each(VARIANTS)('opens the chat when it was rewritten %s', async (_what, rewrite) => {
    const rewritten = rewrite();
    if (_what !== 'not at all') expect(rewritten).not.toBe(html);
    site.cachePage('/rooms/', rewritten);
    await page.route('**/autoptimize/js/all.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.other=1;\n${script}\nwindow.another=2;`,
      }),
    );
    await page.goto(`${site.url}/rooms/`);
    await page.mouse.move(100, 100);
    await page.mouse.move(200, 150);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('When is breakfast?');
    await visitor.log.getByText('10:30').first().waitFor();
    expect(await page.locator('bellhop-host').count()).toBe(1);
    site.cachePage('/rooms/', null);
  });

  it('carries each optimiser’s word for "leave it alone", on both of its scripts', () => {
    for (const found of [tag, EARLY.exec(html)?.[0] ?? '']) {
      for (const word of [
        'data-cfasync="false"',
        'nowprocket',
        'data-no-minify="1"',
        'data-no-optimize="1"',
        'data-no-defer="1"',
        'data-noptimize="1"',
        'data-jetpack-boost="ignore"',
      ]) {
        expect(found).toContain(word);
      }
    }
    expect(tag.indexOf('data-cfasync')).toBeLessThan(tag.indexOf(' src='));
    expect(tag).toMatch(/\?ver=\d+\.\d+\.\d+-[a-f0-9]{8}"/);
    expect(tag).not.toContain('integrity=');
  });

  it('asks each of them by its own filter, too', async () => {
    const said = await site.run(`
      foreach ( array( 'rocket_exclude_js', 'rocket_delay_js_exclusions', 'rocket_exclude_defer_js', 'litespeed_optimize_js_excludes',
        'litespeed_optm_js_defer_exc', 'perfmatters_delay_js_exclusions' ) as $hook ) {
        echo $hook, ' ', implode( ' ', apply_filters( $hook, array( 'x' ) ) ), "\\n"; }
      echo apply_filters( 'autoptimize_filter_js_exclude', 'jquery.js' ), "\\n";
      echo implode( ' ', apply_filters( 'sgo_js_minify_exclude', array() ) );`);
    const lines = said.split('\n');
    expect(lines.filter((line) => line.includes('/widget/bellhop.js'))).toHaveLength(7);
    expect(lines.at(-2)).toMatch(/^jquery\.js, /);
    expect(lines.at(-1)).toBe('bellhop');
  });

  it('is let go of by page caches when the settings change', async () => {
    const said =
      await site.run(`add_action( 'litespeed_purge_all', function () { echo 'purged'; } );
      $s = get_option( 'bellhop_settings' ); $s['title'] = 'Another'; update_option( 'bellhop_settings', $s );`);
    expect(said).toBe('purged');
  });
});
