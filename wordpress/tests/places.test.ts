// A small host: two PHP processes for the whole site, and a model that takes its time. Runs take one of them, so that pages are
// served all the while; further visitors wait, and read how many are before them.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { Missing } from '../run/missing.ts';
import { ensureNginx } from '../run/nginx.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

function hasNginx(): boolean {
  try {
    ensureNginx();
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`No small host is tried: ${error.message}`);
    return false;
  }
}

describe.skipIf(reasonToSkip() !== null || !hasNginx())('php-fpm with two processes', () => {
  let site: LocalSite;
  let browser: Browser;

  beforeAll(async () => {
    browser = await launchBrowser();
    site = await startLocalSite({ nginx: {}, workers: 2 }, true);
    await site.settle({ streams: 2 });
  });
  afterEach(() => expect(site.debugLog()).toBe(''));
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  /** What a list says of the queue. */
  async function queueOf({ id, token }: LocalChat): Promise<string | null> {
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/sessions/${id}/events`, {
      headers: { 'x-bellhop-token': token },
    });
    expect(reply.status).toBe(200);
    return reply.headers.has('bellhop-queue')
      ? decodeURIComponent(reply.headers.get('bellhop-queue') ?? '')
      : null;
  }
  const home = async () =>
    (await fetch(`${site.url}/`, { signal: AbortSignal.timeout(20_000) })).status;

  it('are counted by the site itself: one answer is written at a time, and streams leave none for pages', async () => {
    expect(await site.run(`echo json_encode( get_option( 'bellhop_workers' )['count'] );`)).toBe(
      '2',
    );
    expect(await site.run(`echo Bellhop\\runs_at_once(), Bellhop\\stream_slots();`)).toBe('10');
  });

  it('serve pages while four chats wait for the model, which answers them one after the other', async () => {
    const chats = [await site.open(), await site.open(), await site.open(), await site.open()];
    const holds = chats.map(({ id }, n) => {
      site.provider.scripts.set(id, [[{ hold: `chat-${n}` }, { say: `Answer ${n}.` }]]);
      return site.provider.hold(`chat-${n}`);
    });
    for (const [n, chat] of chats.entries()) {
      expect((await chat.send(says('hi'))).status).toBe(200);
      if (n === 0) await holds[0]?.reached;
    }
    const last = chats[3] as LocalChat;
    await until('the last to wait', async () => (await queueOf(last)) !== null);
    expect(await home()).toBe(200);
    expect(await Promise.all(chats.map(queueOf))).toEqual([
      null,
      'One moment: 1 before you',
      'One moment: 2 before you',
      'One moment: 3 before you',
    ]);
    const asked = site.provider.asked.length;
    for (const [n, chat] of chats.entries()) {
      await holds[n]?.reached;
      expect(site.provider.asked).toHaveLength(asked + n);
      expect(await home()).toBe(200);
      holds[n]?.release();
      await until('its answer', async () => (await chat.list()).data.some(isEnd));
    }
    expect(JSON.stringify((await last.list()).data)).toContain('Answer 3.');
  });

  it('let a visitor read how many are before them, and stop waiting', async () => {
    const first = await site.open();
    site.provider.scripts.set(first.id, [[{ hold: 'first' }, { say: 'For the first.' }]]);
    site.provider.scripts.set('', [[{ say: 'Never asked.' }], [{ say: 'For you.' }]]);
    const model = site.provider.hold('first');
    await first.send(says('hi'));
    await model.reached;
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hello?');
    await page.getByText('One moment: 1 before you').waitFor();
    await page.getByRole('button', { name: /^Stop/ }).click();
    await visitor.log.getByText('Stopped').first().waitFor();
    await visitor.write('And now?');
    await page.getByText('One moment: 1 before you').waitFor();
    model.release();
    await visitor.log.getByText(/For you|Never asked/).waitFor();
    await page.getByText('One moment').waitFor({ state: 'detached' });
    await page.close();
  });

  it('give a place back however a process ends', async () => {
    const killed = await site.open();
    site.provider.scripts.set(killed.id, [[{ hold: 'killed' }, { say: 'Too late.' }]]);
    const model = site.provider.hold('killed');
    await killed.send(says('hi'));
    await model.reached;
    await site.run(
      `foreach ( glob( '/proc/[0-9]*/fd/*' ) as $fd ) { if ( @readlink( $fd ) === Bellhop\\place_file( 1 ) ) { posix_kill( (int) explode( '/', $fd )[2], 9 ); } }`,
    );
    await model.left;
    const next = await site.open();
    site.provider.scripts.set(next.id, [[{ say: 'At once.' }]]);
    await next.send(says('hi'));
    await until('an answer', async () => (await next.list()).data.some(isEnd));
  });
});
