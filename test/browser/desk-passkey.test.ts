// A passkey of the desk in a real browser, with a device that Chromium makes: it is added on one's account, and signs in.

import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { type DeskServer, startDesk } from './support/desk.ts';
import { allHaveADesk, looksWell } from './support/desk-page.ts';

const password = 'quite a long one';

let desk: DeskServer;
let context: BrowserContext;
let page: Page;
let faults: string[];
let client: CDPSession;
let device: string;

allHaveADesk(
  async () => {
    const started = await startDesk();
    // Browsers make no passkeys for an address that is a number.
    return { ...started, url: started.url.replace('127.0.0.1', 'localhost') };
  },
  (played) => {
    ({ desk, context, page, faults } = played);
  },
);
beforeEach(async () => {
  client = await context.newCDPSession(page);
  await client.send('WebAuthn.enable');
  const made = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  device = made.authenticatorId;
});

const passkeys = () =>
  page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) });
const withPasskey = () => page.getByRole('button', { name: 'Sign in with a passkey' });

async function signOut(): Promise<void> {
  await page.evaluate(() =>
    fetch('/admin/desk/sign-out', { method: 'POST', headers: { 'X-Bellhop-Desk': '1' } }),
  );
  await page.goto(`${desk.url}/desk`);
}

/** Somebody new, who has just chosen a password. */
async function join(login: string): Promise<void> {
  const { token } = await desk.admin('POST', '/admin/desk/invitations', { role: 'agent' });
  await page.goto(`${desk.url}/desk#invite=${token}`);
  await page.getByLabel('Your name').fill(login);
  await page.getByLabel('Login').fill(login);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
}

async function add(name: string): Promise<void> {
  await page.goto(`${desk.url}/desk/team/account`);
  await passkeys().getByLabel('Name of the passkey').fill(name);
  await passkeys().getByLabel('Present password').fill(password);
  await passkeys().getByRole('button', { name: 'Add a passkey' }).click();
}

describe('a passkey', OUTER, () => {
  it('is added on one’s account, signs in by one press, and is named anew and removed', async () => {
    await page.goto(`${desk.url}/desk/team`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await withPasskey().count()).toBe(0);

    await join('nora');
    await add('My phone');
    await passkeys().getByText('Added.').waitFor();
    await passkeys().getByText('Not used yet').waitFor();
    await passkeys().scrollIntoViewIfNeeded();
    await looksWell(page, 'account');

    await signOut();
    await withPasskey().waitFor();
    await looksWell(page, 'sign-in');
    await withPasskey().click();
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();

    await page.goto(`${desk.url}/desk/team/account`);
    await passkeys().getByText(/Used /).waitFor();
    await passkeys().getByRole('button', { name: 'Rename My phone' }).click();
    await passkeys().getByLabel('Name of the passkey').first().fill('Blue phone');
    await looksWell(page, 'naming');
    await passkeys().getByRole('button', { name: 'Save' }).click();
    await passkeys().locator('strong', { hasText: 'Blue phone' }).waitFor();
    await passkeys().getByRole('button', { name: 'Remove Blue phone' }).click();
    await passkeys().getByRole('button', { name: 'Yes, remove it Blue phone' }).click();
    await passkeys().locator('li').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
  });

  it('says so where the person turns away, or the passkey was removed meanwhile', async () => {
    await join('omar');
    await add('Laptop');
    await passkeys().getByText('Added.').waitFor();
    await signOut();
    await client.send('WebAuthn.setUserVerified', {
      authenticatorId: device,
      isUserVerified: false,
    });
    await withPasskey().click();
    await page.getByText('No passkey was used.').waitFor();
    await client.send('WebAuthn.setUserVerified', {
      authenticatorId: device,
      isUserVerified: true,
    });
    const { data } = await desk.admin<{ data: { person_id: string; login: string }[] }>(
      'GET',
      '/admin/desk/people',
    );
    const { person_id: id } = data.find(({ login }) => login === 'omar') ?? { person_id: '' };
    // An owner's new password for them ends their passkeys.
    await desk.admin('PATCH', `/admin/desk/people/${id}`, { password: 'another long one' });
    await withPasskey().click();
    await page.getByText('This passkey doesn’t sign in here').waitFor();
    await looksWell(page, 'a removed passkey');
  });
});
