// Abilities that the agent runs through a visitor's browser, and each way in which PHP, WordPress or the network can fail them:
// every one reaches the gateway as a result with its code.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import {
  reasonToSkip,
  type Site,
  say,
  sessionOf,
  startSite,
  type ToolResult,
  until,
} from './support.ts';

const READ_ONLY: [string, string, RegExp][] = [
  ['fatal', 'wp_fatal_error', /fatal|critical/i],
  ['empty-500', 'wp_fatal_error', /fatal/i],
  ['exception', 'execution_failed', /./],
  ['exit', 'execution_failed', /nothing/],
  ['stray-output', 'execution_failed', /no JSON/],
  ['rate-limited', 'rate_limited', /Not so fast/],
  ['limited-within', 'rate_limited', /Not so fast/],
  ['not-found', 'not_found', /no such order/],
  ['forbidden', 'permission_denied', /not yours/],
  ['other-error', 'execution_failed', /Something odd/],
  ['wrong-output', 'execution_failed', /./],
  ['gateway-time', 'timeout', /./],
  ['bad-gateway', 'unavailable', /./],
];
const OTHERS = ['fine', 'written-fatal', 'a-colour'];

describe.skipIf(reasonToSkip() !== null)('an ability that the agent runs', () => {
  let browser: Browser;
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    const names = [...READ_ONLY.map(([name]) => name), ...OTHERS].map((name) => `faults/${name}`);
    [browser, site] = await Promise.all([
      launchBrowser(),
      startSite({
        settings: { abilities: [...names, 'sample/leave-message', 'sample/my-details'] },
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    site.set({});
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(async () => {
    await context.close();
    // What was meant to go wrong may be complained about; nothing else.
    const lines = site
      .debugLog()
      .split('\n')
      .filter((line) => /^\[/.test(line));
    expect(lines.filter((line) => !/mu-plugins\/faults\.php/.test(line))).toEqual([]);
  });

  /** Plays one turn for each list of calls, and gives the results of the last. */
  async function runs(
    calls: { name: string; input?: object }[],
    before = 0,
  ): Promise<ToolResult[]> {
    const named = calls.map(({ name, input = {} }) => ({ name, input }));
    site.set({ script: [[{ wait_ms: before }, { call: named }, { say: 'Done.' }]] });
    await page.goto(`${site.url}/`);
    const session = await say(site, page, 'Go');
    return until('the results', async () => {
      const results = await site.results(session);
      return results.length >= calls.length ? results : null;
    });
  }
  const code = ({ error_code }: ToolResult) => error_code;
  const message = ({ content }: ToolResult): string =>
    (content as { error?: { message?: string } } | undefined)?.error?.message ?? '';

  it.each(READ_ONLY)('and that ends as %s is reported as %s', async (name, expected, words) => {
    const [result] = await runs([{ name: `faults__${name}` }]);
    expect(result).toMatchObject({ is_error: true, error_code: expected });
    if (result === undefined) return;
    expect(message(result)).toMatch(words);
    expect(message(result)).not.toMatch(/<|\/wp-content\//);
  });

  it('gives its value back where nothing goes wrong', async () => {
    expect(await runs([{ name: 'faults__fine' }])).toMatchObject([{ content: 'fine' }]);
  });

  it('is known to the agent from the first message on, on a server that takes seconds to list it', async () => {
    await page.route('**/bellhop/v1/abilities', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      await route.continue();
    });
    expect(await runs([{ name: 'faults__fine' }])).toMatchObject([{ content: 'fine' }]);
    const { client_tools } = await site.session(await sessionOf(page));
    expect(client_tools.map(({ name }) => name)).toContain('faults__fine');
  });

  it('is checked by WordPress, too, where its schema says more than JSON Schema knows', async () => {
    const results = await runs([{ name: 'faults__a-colour', input: { colour: 'bleu' } }]);
    expect(results.map(code)).toEqual(['invalid_input']);
  });

  it('is reported as unavailable while WordPress is in maintenance', async () => {
    const file = join(site.dir, '.maintenance');
    const results = runs([{ name: 'faults__fine' }], 2_500);
    await visitorOf(page).log.getByText('Go', { exact: true }).waitFor();
    await page.waitForTimeout(1_200);
    writeFileSync(file, `<?php $upgrading = ${Math.floor(Date.now() / 1000)};`);
    try {
      expect((await results).map(code)).toEqual(['unavailable']);
    } finally {
      rmSync(file);
    }
  });

  it('is reported as unavailable where the network fails', async () => {
    await page.route('**/wp-abilities/**', (route) => route.abort());
    expect((await runs([{ name: 'faults__fine' }])).map(code)).toEqual(['unavailable']);
  });

  it('is reported as not there when its plugin went away after the page came', async () => {
    const results = runs([{ name: 'faults__fine' }], 2_500);
    await visitorOf(page).log.getByText('Go', { exact: true }).waitFor();
    await page.waitForTimeout(1_200);
    site.set({ none: true });
    expect((await results).map(code)).toEqual(['tool_unavailable']);
  });

  it('that changes something is asked about first, runs once, and is not run again after a fatal error', async () => {
    let posts = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/run')) posts++;
    });
    const results = runs([{ name: 'faults__written-fatal' }]);
    await visitorOf(page).answer('yes');
    expect((await results).map(code)).toEqual(['wp_fatal_error']);
    expect(posts).toBe(1);
  });

  it('leaves the message that the visitor has allowed', async () => {
    const results = runs([
      { name: 'sample__leave-message', input: { message: 'I come by boat.' } },
    ]);
    await visitorOf(page).answer('yes');
    expect((await results)[0]?.content).toContain('The message was left.');
    const stored = await site.wp(
      'post',
      'list',
      '--post_type=visitor_message',
      '--post_status=private',
      '--field=post_content',
    );
    expect(stored).toContain('I come by boat.');
  });

  it('goes on under a new nonce when the old one has expired', async () => {
    const call = [{ call: [{ name: 'sample__my-details', input: {} }] }, { say: 'Done.' }];
    site.set({ script: [call, call], nonce_life: 6 });
    await site.signIn(page);
    const refused: number[] = [];
    page.on('response', (reply) => {
      if (reply.url().includes('/my-details/run')) refused.push(reply.status());
    });
    await page.goto(`${site.url}/`);
    const session = await say(site, page, 'First');
    await until('the first result', async () => (await site.results(session)).length);
    await page.waitForTimeout(7_000);
    await say(site, page, 'Second');
    await until('the second result', async () => (await site.results(session)).length > 1);
    expect((await site.results(session)).map(({ is_error }) => is_error ?? false)).toEqual([
      false,
      false,
    ]);
    expect(refused).toEqual([200, 403, 200]);
  });
});
