// A page with the widget of any build, and a gateway whose whole log is one attack. Everything is answered inside the
// browser, so that nothing reaches the network, and each request for a picture can be counted.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Field } from './attack.ts';

interface Told {
  /** Events of the gateway's log, in order. */
  events: readonly object[];
  attributes?: Readonly<Record<string, string>>;
}

export interface Stage {
  page: Page;
  /** Addresses of pictures that were asked for. */
  pictures: string[];
  reload(): Promise<void>;
  close(): Promise<void>;
}

export const PICTURES = 'https://img.test';
const SITE = 'https://site.test';
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

export const said = (id: string, type: 'user.message' | 'agent.message', text: string): object => ({
  id,
  type,
  content: [{ type: 'text', text }],
  created_at: '2026-01-01T00:00:00Z',
  processed_at: '2026-01-01T00:00:00Z',
});
export const ended = (id: string): object => ({
  ...said(id, 'agent.message', ''),
  type: 'session.status_idle',
  content: { stop_reason: 'end_turn', context_tokens: 1 },
});

export async function createStage({ dist, browser }: Field, told: Told): Promise<Stage> {
  const context = await browser.newContext();
  const pictures: string[] = [];
  await serve(context, dist, told, pictures);
  const page = await context.newPage();
  const open = async () => {
    await page.locator('bellhop-host button').first().click();
    await page
      .locator('.answer .rich :not(.plain)')
      .first()
      .waitFor({ state: 'attached', timeout: 300_000 });
    // Time for what must not happen.
    await page.waitForTimeout(3000);
  };
  await page.goto(`${SITE}/`);
  await open();
  return {
    page,
    pictures,
    async reload() {
      await page.reload();
      if (!(await page.locator('.answer').first().isVisible())) await open();
    },
    close: () => context.close(),
  };
}

async function serve(
  context: BrowserContext,
  dist: string,
  { events, attributes = {} }: Told,
  pictures: string[],
): Promise<void> {
  const tag = Object.entries({
    gateway: `${SITE}/gateway`,
    session: '/session',
    images: PICTURES,
    transport: 'poll',
    ...attributes,
  })
    .map(([name, value]) => `data-${name}="${value}"`)
    .join(' ');
  const html = `<!doctype html><html lang="en"><title>Site</title><script async src="/dist/bellhop.js" ${tag}></script>`;
  await context.route('**/*', (route) => {
    const url = new URL(route.request().url());
    if (url.origin === PICTURES) {
      pictures.push(url.href);
      return route.fulfill({ contentType: 'image/gif', body: PIXEL });
    }
    if (url.origin !== SITE) return route.abort();
    if (url.pathname === '/') return route.fulfill({ contentType: 'text/html', body: html });
    if (url.pathname === '/session')
      return route.fulfill({ json: { session_id: 's', token: 'a.b' } });
    if (url.pathname.endsWith('/events') && route.request().method() === 'GET') {
      const isBackwards = url.searchParams.get('order') === 'desc';
      const data = isBackwards ? events.toReversed() : events;
      const after = url.searchParams.get('after_id');
      const at = data.findIndex((event) => (event as { id: string }).id === after);
      return route.fulfill({ json: { data: data.slice(at + 1), next_page: null } });
    }
    const file = join(dist, url.pathname.replace(/^\/dist\//, ''));
    return url.pathname.startsWith('/dist/') && existsSync(file)
      ? route.fulfill({ contentType: 'text/javascript', body: readFileSync(file) })
      : route.fulfill({ status: 404, json: {} });
  });
}
