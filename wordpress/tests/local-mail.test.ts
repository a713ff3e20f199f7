// What the owner of a site without a gateway gets by e-mail: a chat, a summary, and a visitor's wish for a person.

import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from '../../test/browser/support/browser.ts';
import { isEnd, type LocalChat, type LocalSite, says, startLocalSite } from './local-site.ts';
import { catchMail, type Mailbox } from './mailbox.ts';
import { settingsPage } from './settings-page.ts';
import { reasonToSkip, signIn, until } from './support.ts';

describe.skipIf(reasonToSkip() !== null)('e-mail to the owner', () => {
  let browser: Browser;
  let page: Page;
  let site: LocalSite;
  let box: Mailbox;

  beforeAll(async () => {
    [browser, site] = await Promise.all([launchBrowser(), startLocalSite({ title: 'Harbour' })]);
    box = catchMail(site);
    page = await browser.newPage();
    await signIn(page, site);
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });
  beforeEach(async () => {
    box.empty();
    box.breaks(false);
    await site.settle();
    await site.run(
      `foreach ( array( 'sessions', 'events' ) as $name ) { Bellhop\\ensure_tables(); $GLOBALS['wpdb']->query( 'DELETE FROM ' . Bellhop\\table( $name ) ); }
       delete_option( 'bellhop_digest' ); Bellhop\\unschedule_digest();`,
    );
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  async function talk(question: string, ...script: Record<string, unknown>[]): Promise<LocalChat> {
    site.provider.scripts.set('', [script.length > 0 ? script : [{ say: 'Beside the pool.' }]]);
    const chat = await site.open();
    await chat.send(says(question));
    await until('the end', async () => (await chat.list()).data.some(isEnd));
    return chat;
  }
  /** As if all that was said had been said earlier. */
  const age = (minutes: number) =>
    site.run(
      `$GLOBALS['wpdb']->query( 'UPDATE ' . Bellhop\\table( 'sessions' ) . ' SET last_event_at = last_event_at - ${minutes * 60_000}' );`,
    );
  const runCron = () => site.wp('cron', 'event', 'run', 'bellhop_digest', '--quiet');
  const next = async () =>
    Number(await site.run(`echo (int) wp_next_scheduled( 'bellhop_digest' );`));

  /** Not what is told to screen readers beside it. */
  const told = () => page.locator('.bellhop-inbox .components-notice');

  it('sends one chat at the press of a button, without what tools were called with', async () => {
    const chat = await talk('Where is <b>the sauna</b>?');
    await page.goto(`${site.url}/wp-admin/tools.php?page=bellhop-chats&chat=${chat.id}`);
    await page.getByRole('button', { name: 'Send to admin@example.com' }).click();
    await told().getByText('The chat was sent to admin@example.com.').waitFor();
    const [mail] = box.mails();
    expect(mail).toMatchObject({ to: 'admin@example.com', headers: [] });
    expect(mail?.subject).toMatch(/^Chat on Harbour: Where is/);
    expect(mail?.message).toMatch(
      /Visitor, .+:\nWhere is <b>the sauna<\/b>\?\n\nAgent, .+:\nBeside/,
    );
    expect(mail?.message).toContain(`tools.php?page=bellhop-chats&chat=${chat.id}`);
    box.breaks(true);
    await page.getByRole('button', { name: 'Send to admin@example.com' }).click();
    await told().getByText('This WordPress could not send the e-mail.').waitFor();
  });

  it('sends no summary unless the owner has chosen one', async () => {
    await talk('Is breakfast included?');
    await site.run(`do_action( 'bellhop_digest' );`);
    await page.goto(`${site.url}/wp-admin/`);
    expect(await next()).toBe(0);
    expect(box.mails()).toEqual([]);
  });

  it('sends a summary of what was asked once a day, and none where nobody has written', async () => {
    await site.settle({ digest: 'daily', mail_to: 'desk@example.com, boss@example.com' });
    expect(await next()).toBeGreaterThan(Date.now() / 1000);
    await talk('Is breakfast included?');
    await talk('Where do I park?', { fail: 'unauthorized' });
    // That the provider takes the key no more is told at once, in an e-mail of its own.
    expect(box.mails()).toHaveLength(1);
    box.empty();
    await age(5);
    await runCron();
    const [mail, ...rest] = box.mails();
    expect(rest).toEqual([]);
    expect(mail?.to).toBe('desk@example.com, boss@example.com');
    expect(mail?.subject).toBe('Chat on Harbour: 2 visitors wrote');
    expect(mail?.message).toContain('1. “Is breakfast included?” (1 message)\n   http');
    expect(mail?.message).toContain('2. “Where do I park?” (1 message)\n   http');
    expect(mail?.message).toContain('In 1 of these chats an answer could not be given.');
    expect(mail?.message).toMatch(/This month: about \$\d\.\d\d of \$20\.00\./);
    expect(mail?.message).toContain('options-general.php?page=bellhop#chats/mail_to');
    box.empty();
    await runCron();
    expect(box.mails()).toEqual([]);
    expect(await next()).toBeGreaterThan(Date.now() / 1000);
    await site.settle();
    expect(await next()).toBe(0);
  });

  it('tells in the next one what could not be sent, and on the settings page that it failed', async () => {
    await site.settle({ digest: 'weekly' });
    await talk('Do you take dogs?');
    await age(5);
    box.breaks(true);
    await runCron();
    expect(await next()).toBeLessThanOrEqual(Date.now() / 1000 + 3600);
    const owner = settingsPage(page, site);
    await owner.open('chats');
    await page.getByText('The last one could not be sent').waitFor();
    box.breaks(false);
    await runCron();
    expect(box.mails().map(({ message }) => message)).toEqual([
      expect.stringContaining('Do you take dogs?'),
    ]);
    await owner.open('chats');
    expect(await page.getByText('The last one could not be sent').count()).toBe(0);
  });

  it('sends each chat once it is quiet, once', async () => {
    await site.settle({ digest: 'chats' });
    await site.run(
      `$s = get_option( 'bellhop_digest' ); $s['until'] -= 7200000; update_option( 'bellhop_digest', $s );`,
    );
    await talk('Still talking?');
    await runCron();
    expect(box.mails()).toEqual([]);
    await age(31);
    await runCron();
    await runCron();
    expect(box.mails().map(({ subject }) => subject)).toEqual(['Chat on Harbour: Still talking?']);
    expect(box.mails()[0]?.message).toContain('Beside the pool.');
  });

  it('goes out at eight by the site’s clock, in the week on its first day', async () => {
    const when = async (kind: string, now: string) =>
      site.run(
        `echo ( new DateTime( '@' . Bellhop\\next_digest( '${kind}', new DateTimeImmutable( '${now}', new DateTimeZone( 'America/New_York' ) ) ) ) )->setTimezone( new DateTimeZone( 'America/New_York' ) )->format( 'D Y-m-d H:i' );`,
      );
    expect(await when('daily', '2026-10-31 07:59')).toBe('Sat 2026-10-31 08:00');
    // The clocks change in this night.
    expect(await when('daily', '2026-10-31 08:00')).toBe('Sun 2026-11-01 08:00');
    expect(await when('weekly', '2026-11-02 08:00')).toBe('Mon 2026-11-09 08:00');
  });

  it('brings a visitor’s wish for a person, with the address and this conversation and nobody else’s', async () => {
    await site.settle({ tools: ['abilities'], abilities: ['bellhop/ask-a-person'] });
    await talk('Something private of somebody else');
    const chat = await talk('Can you waive my fee?', { say: 'I can’t decide that.' });
    const ask = async (input: object, cookie: string) => {
      const reply = await fetch(
        `${site.url}/wp-json/wp-abilities/v1/abilities/bellhop/ask-a-person/run`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', cookie },
          body: JSON.stringify({ input }),
        },
      );
      return { status: reply.status, body: (await reply.json()) as unknown };
    };
    const input = { email: 'ann@example.org', name: 'Ann', question: 'Please waive it.' };
    expect(await ask(input, chat.cookie)).toMatchObject({
      status: 200,
      body: expect.stringContaining('answer by e-mail'),
    });
    const [mail] = box.mails();
    expect(mail).toMatchObject({
      to: 'admin@example.com',
      subject: 'A visitor of Harbour asks for a person',
      headers: ['Reply-To: ann@example.org'],
    });
    expect(mail?.message).toMatch(/^Ann <ann@example\.org>\n\nThis visitor asks for an answer/);
    expect(mail?.message).toContain('Please waive it.');
    expect(mail?.message).toContain('I can’t decide that.');
    expect(mail?.message).not.toContain('private');
    // A cookie that this site hasn't signed is nobody's.
    await ask(input, 'bellhop_visitor=made-up');
    expect(box.mails()[1]?.message).not.toContain('waive my fee');
    await site.settle();
    expect((await ask(input, chat.cookie)).status).toBeGreaterThanOrEqual(400);
    expect(box.mails()).toHaveLength(2);
  });

  it('goes to the address of the settings, which is checked', async () => {
    const owner = settingsPage(page, site);
    await owner.open('chats/mail_to');
    const address = page.locator('#bellhop-mail-to');
    await owner.type('mail_to', 'desk@example.com; second@example.com');
    expect(await address.inputValue()).toBe('desk@example.com, second@example.com');
    await page.getByLabel('Once a week, what visitors asked').click();
    await owner.saved('digest');
    expect(await next()).toBeGreaterThan(Date.now() / 1000);
    await owner.type('mail_to', 'desk@example.com Bcc: x, nobody');
    await owner.row('mail_to').getByText('The e-mail address was not stored').waitFor();
    expect(await site.run(`echo Bellhop\\settings()['mail_to'];`)).toBe(
      'desk@example.com, second@example.com',
    );
  });
});
