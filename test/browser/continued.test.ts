// The link of a mail in a real browser: the conversation goes on where it was, on a device that has never seen it.

import { expect, it } from 'vitest';
import { signContinueLink } from '../../gateway/mail/continue-link.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startDesk } from './support/desk.ts';
import { openDeskPage } from './support/desk-page.ts';

it('opens the conversation that a mail’s link is signed for', OUTER, async () => {
  const [browser, desk] = await Promise.all([launchBrowser(), startDesk()]);
  try {
    const id = await desk.converse(['Where is my lamp?'], [[{ say: 'It is here.' }]]);
    const { secrets, clock } = desk.gateway.context;
    const link = await signContinueLink({ keyring: secrets.session_tokens, clock }, id);
    const { page, faults } = await openDeskPage(browser, desk);
    await page.goto(`${desk.url}/c/continue/${link}`);
    await page.getByText('It is here.').first().waitFor();
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
    await desk.close();
  }
});
