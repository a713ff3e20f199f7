// The thumbs below answers: where this WordPress answers, they are stored with the conversation, and shown, exported and deleted with
// it; where a gateway is, they are passed on.

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { visitorOf } from '../../test/browser/support/visitor.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { catchMail } from './mailbox.ts';
import { askSession, reasonToSkip, type Site, signIn, startSite, until } from './support.ts';

const post = async (site: { url: string }, body: unknown, headers: Record<string, string> = {}) => {
  const reply = await fetch(`${site.url}/wp-admin/admin-ajax.php?action=bellhop_feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  await reply.text();
  return reply.status;
};

describe.skipIf(reasonToSkip() !== null)('what visitors say of answers', () => {
  let browser: Browser;
  let site: LocalSite;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite()]);
    await site.settle({ feedback: true });
    site.provider.scripts.set('', [[{ say: 'Beside the pool.' }]]);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  async function answered(question = 'Where is the sauna?') {
    const chat = await site.open();
    await chat.send(says(question));
    const data = await until('the end', async () => {
      const list = await chat.list();
      return list.data.some(isEnd) ? list.data : null;
    });
    const event_id = data.find(({ type }) => type === 'agent.message')?.id ?? '';
    const say = (more: object, headers: Record<string, string> = { cookie: chat.cookie }) =>
      post(site, { session_id: chat.id, event_id, ...more }, headers);
    return { chat, data, say };
  }
  const told = async ({ id }: LocalChat) =>
    JSON.parse(
      await site.run(`echo wp_json_encode( Bellhop\\conversation_export( '${id}' )['lines'] );`),
    ) as { who: string; feedback?: string; comment?: string }[];
  const ofAnswer = async (chat: LocalChat) => {
    const { feedback, comment } = (await told(chat)).find(({ who }) => who === 'agent') ?? {};
    return [feedback, comment];
  };

  it('is stored for the visitor’s own answers, replaced by what is said later, and taken back', async () => {
    const { chat, say } = await answered();
    expect(await ofAnswer(chat)).toEqual([undefined, undefined]);
    expect(await say({ value: 'up' })).toBe(200);
    expect(await ofAnswer(chat)).toEqual(['up', '']);
    expect(await say({ value: 'down', comment: 'It is closed.' })).toBe(200);
    expect(await say({ value: 'down' })).toBe(200);
    expect(await ofAnswer(chat)).toEqual(['down', 'It is closed.']);
    expect(await say({ value: null })).toBe(200);
    expect(await ofAnswer(chat)).toEqual([undefined, undefined]);
  });

  it('is refused for another visitor’s answers, for what is no answer, from other sites, and in other shapes', async () => {
    const { chat, data, say } = await answered();
    const { chat: other } = await answered();
    expect(await say({ value: 'up' }, { cookie: other.cookie })).toBe(404);
    expect(await say({ value: 'up' }, {})).toBe(404);
    expect(await say({ value: 'up', event_id: data[0]?.id })).toBe(404);
    const foreign = { cookie: chat.cookie, origin: 'https://evil.example' };
    expect(await say({ value: 'up' }, foreign)).toBe(403);
    expect(await say({ value: 'great' })).toBe(400);
    expect(await say({ value: 'up', comment: 'x'.repeat(2001) })).toBe(400);
    expect(await ofAnswer(chat)).toEqual([undefined, undefined]);
  });

  it('stands at the answer and in the list of chats, and goes with the conversation', async () => {
    const { chat, say } = await answered('Thumbs, please');
    await say({ value: 'down', comment: '<b>Wrong</b> pool' });
    const page = await browser.newPage();
    await signIn(page, site);
    await page.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats`);
    const row = page.locator('.bellhop-list li').filter({ hasText: 'Thumbs, please' });
    await row.getByText('1 didn’t help').waitFor();
    await row.getByRole('link').click();
    await page.locator('.bellhop-thread').getByText('Didn’t help').waitFor();
    await page.locator('.bellhop-thread q').getByText('<b>Wrong</b> pool').waitFor();
    const shots = process.env.BELLHOP_SHOTS;
    if (shots) await page.screenshot({ path: `${shots}/chat-with-feedback.png` });
    await page.close();
    const left = () =>
      site.run(
        `global $wpdb; echo $wpdb->get_var( 'SELECT COUNT(*) FROM ' . Bellhop\\table( 'feedback' ) . " WHERE session_id = '${chat.id}'" );`,
      );
    expect(await left()).toBe('1');
    await site.run(`Bellhop\\delete_session( '${chat.id}' );`);
    expect(await left()).toBe('0');
  });

  it('is part of what WordPress exports of a person', async () => {
    const exported = await site.run(
      `$made = Bellhop\\create_local_session( Bellhop\\owner_id( 1, '' ), array() );
       Bellhop\\write_session( $made['session_id'], function ( $write ) use ( &$made ) {
         $made['event'] = Bellhop\\append_event( $write, array( 'type' => 'agent.message', 'content' => array( array( 'type' => 'text', 'text' => 'An answer' ) ) ) )['event_id'];
         return true;
       } );
       Bellhop\\store_feedback( Bellhop\\owner_id( 1, '' ), array( 'session_id' => $made['session_id'], 'event_id' => $made['event'], 'value' => 'up', 'comment' => 'My comment' ) );
       echo wp_json_encode( Bellhop\\export_person( 'admin@example.com', 1 ), JSON_UNESCAPED_UNICODE );`,
    );
    expect(exported).toContain('Helped: My comment');
  });

  it('is counted in the summary that the owner gets by e-mail', async () => {
    const mailbox = catchMail(site);
    await site.settle({ feedback: true, digest: 'daily' });
    await site.run(
      `update_option( 'bellhop_digest', array( 'until' => Bellhop\\now_ms() - 86400000, 'failures' => 0 ) );
       $GLOBALS['wpdb']->query( 'UPDATE ' . Bellhop\\table( 'sessions' ) . ' SET last_event_at = last_event_at - 120000' );
       $GLOBALS['wpdb']->query( 'UPDATE ' . Bellhop\\table( 'feedback' ) . ' SET given_at = given_at - 120000' );
       Bellhop\\send_digest();`,
    );
    const [mail] = mailbox.mails();
    expect(mail?.message).toContain('What visitors said of answers: 1 helped, 0 didn’t help.');
    await site.settle({ feedback: true });
  });

  it('is asked for below an answer only where the owner wants it', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('Hello');
    await visitor.log.getByText('Beside the pool.').waitFor();
    const sent = page.waitForResponse((reply) => reply.url().includes('bellhop_feedback'));
    await page.getByRole('button', { name: 'Helpful', exact: true }).first().click();
    expect((await sent).status()).toBe(200);
    await page.close();
    await site.settle();
    expect(await (await fetch(`${site.url}/`)).text()).not.toContain('data-feedback');
    const { say } = await answered();
    expect(await say({ value: 'up' })).toBe(404);
  });

  it('comes with cards where the owner allows these: the agent gets their tools, whatever tools of pages are chosen', async () => {
    const tools = ['offer_choices', 'ask_form', 'cart_add'].map((name) => ({
      name,
      description: 'Does it.',
      input_schema: { type: 'object' },
    }));
    const given = async () => {
      const chat = await site.open({ tools });
      const stored = await site.run(
        `echo $GLOBALS['wpdb']->get_var( 'SELECT tools FROM ' . Bellhop\\table( 'sessions' ) . " WHERE session_id = '${chat.id}'" );`,
      );
      return (JSON.parse(stored) as { name: string }[]).map(({ name }) => name);
    };
    await site.settle({ page_tools: ['cart_add'] });
    expect(await given()).toEqual(['cart_add']);
    await site.settle({ page_tools: ['cart_add'], cards: true });
    expect(await given()).toEqual(['offer_choices', 'ask_form', 'cart_add']);
    expect(await (await fetch(`${site.url}/`)).text()).toContain(
      'data-cards="choices form replies"',
    );
  });
});

describe.skipIf(reasonToSkip() !== null)('cards where a gateway answers', () => {
  it('also let it ask before it runs a tool of its own server’s', async () => {
    const site: Site = await startSite({ settings: { cards: true } });
    try {
      expect(await (await fetch(`${site.url}/`)).text()).toContain(
        'data-cards="choices form replies approvals"',
      );
    } finally {
      await site.close();
    }
  });
});

describe.skipIf(reasonToSkip() !== null)('what visitors say of a gateway’s answers', () => {
  it('is passed on under the visitor’s own id, and refused for another’s', async () => {
    const site: Site = await startSite({ settings: { feedback: true } });
    try {
      site.set({ script: [[{ say: 'Here you are.' }]] });
      const { body, cookie } = await askSession(`${site.url}/wp-json/bellhop/v1/session`);
      const session_id = String(body.session_id);
      await fetch(`${site.gateway.url}/v1/sessions/${session_id}/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${body.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ events: [says('hi')] }),
      });
      const event_id = await until(
        'an answer',
        async () => (await site.events(session_id)).find((e) => e.type === 'agent.message')?.id,
      );
      const said = { session_id, event_id, value: 'down', comment: 'No.' };
      expect(await post(site, said)).toBe(404);
      expect(await post(site, said, { cookie })).toBe(200);
      const stored = await site.gateway.admin('GET', `/admin/conversations/${session_id}`);
      expect(JSON.stringify(stored)).toContain('"comment":"No."');
      expect(site.debugLog()).toBe('');
    } finally {
      await site.close();
    }
  });
});
