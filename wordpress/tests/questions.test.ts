// Questions without a good answer: which are noted, and that the owner's answer is known from then on. What answers drew on, and cost.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { settingsPage } from './settings-page.ts';
import { nonceOf, reasonToSkip, signIn, signInByHand, until } from './support.ts';

interface Told {
  questions: { id: string; question: string; why: string; session_id: string }[];
  topics: { title: string; answers: number }[];
  cost: { chats: number; cost: number; per_chat: number };
}

describe.skipIf(reasonToSkip() !== null)('questions without a good answer', () => {
  let site: LocalSite;
  let browser: Browser;
  let headers: Record<string, string>;

  beforeAll(async () => {
    [site, browser] = await Promise.all([startLocalSite(), launchBrowser()]);
    await site.settle({ feedback: true, price_in: '1', price_out: '1' });
    const cookie = await signInByHand(site);
    headers = {
      cookie,
      'x-wp-nonce': await nonceOf(site, cookie),
      'content-type': 'application/json',
    };
    await site.run(
      `wp_delete_post( 2, true ); wp_delete_post( 1, true );
       wp_insert_post( array( 'post_type' => 'page', 'post_status' => 'publish', 'post_title' => 'Breakfast', 'post_content' => 'Breakfast is served from seven to ten in the garden room.' ) );
       Bellhop\\read_all_again(); Bellhop\\go_round();`,
    );
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const ask = async (chat: LocalChat, text: string) => {
    const before = (await chat.list()).data.filter(isEnd).length;
    await chat.send(says(text));
    return until('the end', async () => {
      const { data } = await chat.list();
      return data.filter(isEnd).length > before ? data : null;
    });
  };
  const told = async (path = 'questions', body?: unknown) => {
    const reply = await fetch(`${site.url}/wp-json/bellhop/v1/${path}`, {
      headers,
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Told };
  };
  const list = async () =>
    (await told()).body.questions.map(({ question, why }) => [question, why]);

  it('are those of which the site says nothing, that failed, and whose answer didn’t help; not greetings, nor what was answered', async () => {
    site.provider.scripts.set('', [
      [{ say: 'Hello!' }],
      [{ say: 'Breakfast is served from seven to ten in the garden room.' }],
      [{ say: 'I don’t know.' }],
      [{ fail: 'upstream_error' }],
    ]);
    const chat = await site.open();
    await ask(chat, 'Hello there');
    const answered = await ask(chat, 'When is breakfast served?');
    await ask(chat, 'Do you accept crypto payments?');
    await ask(chat, 'Who painted your ceilings?');
    expect(await list()).toEqual([
      ['Who painted your ceilings?', 'failed'],
      ['Do you accept crypto payments?', 'nothing'],
    ]);
    const answer = answered.findLast(({ type }) => type === 'agent.message');
    const rated = await fetch(`${site.url}/wp-admin/admin-ajax.php?action=bellhop_feedback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: chat.cookie },
      body: JSON.stringify({ session_id: chat.id, event_id: answer?.id, value: 'down' }),
    });
    expect([rated.status, await rated.text()]).toEqual([200, '{}']);
    expect((await list())[0]).toEqual(['When is breakfast served?', 'down']);
    const { topics, cost } = (await told()).body;
    expect(topics).toMatchObject([{ title: 'Breakfast', answers: 1 }]);
    expect(cost.chats).toBe(1);
    expect(cost.cost).toBeGreaterThan(0);
    expect(cost.per_chat).toBeCloseTo(cost.cost, 9);
    expect(
      await site.run(`echo implode( "\\n", Bellhop\\questions_in_words( 0, PHP_INT_MAX ) );`),
    ).toMatch(/crypto payments[\s\S]*Breakfast \(1\)[\s\S]*about \$/);
  });

  it('are answered once by the owner, on the settings page, and known from then on', async () => {
    const page = await browser.newPage();
    await signIn(page, site);
    await settingsPage(page, site).open('knowledge');
    const row = page.locator('.bellhop-questions li').filter({ hasText: 'crypto' });
    await row.getByRole('button', { name: 'Answer this' }).click();
    if (process.env.BELLHOP_SHOTS)
      await page.screenshot({ path: `${process.env.BELLHOP_SHOTS}/questions.png`, fullPage: true });
    await row.getByLabel('Answer', { exact: true }).fill('Cards and cash alone.');
    await row.getByRole('button', { name: 'Save answer' }).click();
    await row.waitFor({ state: 'detached' });
    await page.close();
    site.provider.scripts.set('', [[{ say: 'Cards and cash alone.' }]]);
    site.provider.asked.length = 0;
    await ask(await site.open(), 'Can I pay with crypto?');
    expect(String(site.provider.asked[0]?.body.messages[0]?.content)).toContain(
      'Cards and cash alone.',
    );
    expect((await list()).map(([question]) => question)).not.toContain(
      'Do you accept crypto payments?',
    );
  });

  it('are put away, read by those who may read chats alone, and go with their conversation', async () => {
    const [first] = (await told()).body.questions;
    expect((await told(`questions/${first?.id}`, {})).status).toBe(200);
    expect((await told(`questions/${first?.id}`, {})).status).toBe(404);
    expect((await told()).body.questions.map(({ id }) => id)).not.toContain(first?.id);
    const guest = await fetch(`${site.url}/wp-json/bellhop/v1/questions`);
    expect([guest.status, (await guest.text()) !== '']).toEqual([401, true]);
    await site.run(
      `foreach ( Bellhop\\open_questions() as $q ) Bellhop\\delete_session( $q['session_id'] );`,
    );
    expect(await list()).toEqual([]);
  });
});
