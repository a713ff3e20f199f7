// The team at the desk in a real browser: a colleague comes by a link, keeps their own account, and sees what their role is for.

import { Secret, TOTP } from 'otpauth';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { allHaveADesk, looksWell, openDeskPage, signInAt } from './support/desk-page.ts';

let browser: Browser;
let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];

allHaveADesk(startDesk, (played) => {
  ({ browser, desk, context, page, faults } = played);
});

const signIn = (path: string) => signInAt(page, desk.url + path);

const another = async () => {
  await context.close();
  ({ context, page, faults } = await openDeskPage(browser, desk));
};

async function invite(role: string): Promise<string> {
  const { token = '' } = await desk.admin('POST', '/admin/desk/invitations', { role });
  return `${desk.url}/desk#invite=${token}`;
}

describe('the team', OUTER, () => {
  it('grows by a link: the colleague chooses name and password, and reads conversations at once', async () => {
    const id = await desk.converse(['Hello from Ben’s first day'], [[{ say: 'Welcome.' }]]);
    await desk.admin('POST', '/admin/sites', { name: 'Lamps' });
    await signIn('/desk/team');
    await page.getByText('Invite a person').click();
    await page.getByRole('radio', { name: /^Agent/ }).check();
    await page.getByLabel('Note for yourself').fill('ben@shop.example');
    await looksWell(page, 'inviting');
    await page.getByRole('button', { name: 'Make a link' }).click();
    const link = (await page.locator('.minted code').textContent()) ?? '';
    await page.getByText('Links that nobody has used yet').waitFor();
    await looksWell(page, 'invited');
    expect(faults).toEqual([]);

    await another();
    await page.goto(link);
    await page.getByRole('heading', { name: 'Welcome to the desk' }).waitFor();
    expect(page.url()).not.toContain('invite');
    await looksWell(page, 'joining');
    await page.getByLabel('Your name').fill('Ben Okafor');
    await page.getByLabel('Password').fill('quite a long one');
    expect(await page.getByLabel('Login').inputValue()).toBe('ben@shop.example');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.locator('.conversations a').first().click();
    await page.getByRole('log').getByText('Welcome.').waitFor();
    expect(page.url()).toContain(id);
    await page.goto(`${desk.url}/desk/agents`);
    await page.getByText('This page is for owners of the desk.').waitFor();
    await page.getByRole('link', { name: 'Team' }).click();
    await page.getByText('This device', { exact: true }).waitFor();
    await page
      .getByText(/ · this machine$/)
      .first()
      .waitFor();
    expect(await page.getByText('Invite a person').count()).toBe(0);
    expect(faults).toEqual([]);

    await another();
    await page.goto(link);
    await page.getByText('This link was used or has expired').waitFor();
    await looksWell(page, 'a used link');
  });

  it('sets up a second factor by a code, which the next sign-in asks for', async () => {
    await page.goto(await invite('agent'));
    await page.getByLabel('Your name').fill('Mia');
    await page.getByLabel('Login').fill('mia');
    await page.getByLabel('Password').fill('quite a long one');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${desk.url}/desk/team/account`);
    await page.locator('#factor-password').fill('quite a long one');
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = (await page.locator('.secret').textContent())?.replaceAll(/\s/g, '') ?? '';
    await page.getByRole('img', { name: 'QR code for the app' }).waitFor();
    await looksWell(page, 'setting up');
    const totp = new TOTP({ secret: Secret.fromBase32(secret) });
    await page.getByLabel('Code').fill(totp.generate());
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.locator('.recovery li').first().waitFor();
    const recovery = (await page.locator('.recovery li').first().textContent()) ?? '';
    await looksWell(page, 'recovery codes');
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByText('10 recovery codes left').waitFor();

    await another();
    await page.goto(`${desk.url}/desk`);
    await page.getByRole('radio', { name: 'Login' }).check();
    await page.getByLabel('Login', { exact: true }).last().fill('mia');
    await page.getByLabel('Password', { exact: true }).fill('quite a long one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    const code = page.getByLabel('Code');
    await code.waitFor();
    await looksWell(page, 'the code');
    await code.fill(recovery);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  });

  it('asks the owner by the admin key for a name before a visitor reads it', async () => {
    const id = await desk.converse(['Is anybody there?'], [[{ say: 'One moment.' }]]);
    await signIn(`/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    const dialog = page.getByRole('dialog', { name: 'What are you called?' });
    await dialog.waitFor();
    await looksWell(page, 'the question');
    await dialog.getByLabel('Your name').fill('Olga');
    await dialog.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('log').getByText('Olga has joined').waitFor();
    expect(faults).toEqual([]);
  });

  it('lets a viewer read, and nothing else', async () => {
    const id = await desk.converse(['May they answer?'], [[{ say: 'No.' }]]);
    await page.goto(await invite('viewer'));
    await page.getByLabel('Your name').fill('Vera');
    await page.getByLabel('Login').fill('vera');
    await page.getByLabel('Password').fill('quite a long one');
    await page.getByRole('button', { name: 'Begin' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
    await page.goto(`${desk.url}/desk/conversations/${id}`);
    await page.getByRole('log').getByText('No.').waitFor();
    await page.locator('.work-bar').waitFor({ state: 'attached' });
    for (const name of ['Take over', 'Note', 'Assign', 'Tag', 'Snooze', 'Close', 'Select']) {
      expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([
        name,
        0,
      ]);
    }
    // Nor by its key.
    await page.keyboard.press('e');
    await page.keyboard.press('x');
    await page.keyboard.press('t');
    expect(await page.locator('.bulk-bar').count()).toBe(0);
    expect(await page.locator('.work-ends [role=status]').count()).toBe(0);
  });

  it('reads who did what, and keeps webhooks and keys on pages of their own', async () => {
    await signIn('/desk/team/audit');
    await page.locator('.audit li').first().waitFor();
    await looksWell(page, 'the audit');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('New webhook').first().click();
    await page.locator('#webhook-url').fill('https://hooks.shop.example/desk');
    await page.getByLabel('Format').selectOption('slack');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.locator('.minted code', { hasText: 'whsec_' }).waitFor();
    await page.getByRole('button', { name: /^Deliveries/ }).click();
    await page.getByText('None yet').waitFor();
    await looksWell(page, 'webhooks');
    await page.getByRole('link', { name: 'Keys and secrets' }).click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.locator('.minted code', { hasText: 'bhk_' }).waitFor();
    await page.getByRole('button', { name: /^Rotate Visitors’ tokens/ }).click();
    await page.getByRole('button', { name: /^End the one before/ }).waitFor();
    await looksWell(page, 'keys');
    expect(faults).toEqual([]);
  });
});
