// Single keys and the field that somebody is about to write in, in a real browser: what is typed is never a shortcut by mistake.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import type { DeskServer } from './support/desk.ts';
import { eachHasADesk, signInAt } from './support/desk-page.ts';

let desk: DeskServer;
let page: Page;

eachHasADesk({}, (played) => {
  ({ desk, page } = played);
});

const row = (text: string) => page.locator('.conversations li', { hasText: text });
const talk = (text: string) => desk.converse([text], [[{ say: 'An answer.' }]]);
const noteButton = () => page.getByRole('button', { name: 'Note', exact: true });
const field = () => page.getByRole('textbox', { name: 'Write as Olga' });
const isInField = () =>
  page.waitForFunction(() => document.activeElement?.matches('.composer textarea'));
const statusOf = async (id: string) =>
  (await desk.admin<{ status: string }>('GET', `/admin/conversations/${id}`)).status;

/** The gateway's answer to a call waits for the test. @returns how to let it go, and a wait until it was asked for */
async function held(path: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const asked = page.waitForRequest(path);
  await page.route(path, async (route) => {
    await gate;
    await route.continue();
  });
  return { asked, letGo };
}

async function heldByBen(id: string) {
  const login = 'ben@shop.example';
  const password = 'quite a long one';
  await desk.admin('POST', '/admin/desk/people', { login, name: 'Ben', role: 'agent', password });
  const signedIn = await fetch(`${desk.url}/admin/desk/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bellhop-desk': '1' },
    body: JSON.stringify({ login, password }),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const taken = await fetch(`${desk.url}/admin/sessions/${id}/takeover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-bellhop-desk': '1', cookie },
    body: '{}',
  });
  expect(taken.status).toBeLessThan(300);
}

describe('the keys of somebody who is about to write', OUTER, () => {
  for (const key of ['t', 'r']) {
    it(`go into the field after “${key}”, and close nothing while the take-over is under way`, async () => {
      const id = await talk('number one');
      await talk('number two');
      await signInAt(page, `${desk.url}/desk/conversations/${id}`);
      await page.getByRole('button', { name: 'Take over' }).waitFor();
      await row('number one').getByRole('link').focus();
      const takeover = await held('**/takeover');
      await page.keyboard.press(key);
      await takeover.asked;
      await page.keyboard.type('ee');
      takeover.letGo();
      await isInField();
      await page.keyboard.type('here I am');
      expect(await field().inputValue()).toBe('here I am');
      expect(await statusOf(id)).not.toBe('closed');
    });
  }

  it('do nothing between a press on “Take over” and the field', async () => {
    const id = await talk('number one');
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    const takeover = await held('**/takeover');
    await page.getByRole('button', { name: 'Take over' }).click();
    await takeover.asked;
    await page.keyboard.type('see ?');
    takeover.letGo();
    await isInField();
    expect(await page.getByRole('heading', { name: 'Keyboard' }).count()).toBe(0);
    expect(await statusOf(id)).not.toBe('closed');
  });

  it('are shortcuts again after a take-over that was refused', async () => {
    const id = await talk('number one');
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Take over' }).waitFor();
    await page.route('**/takeover', (route) => route.fulfill({ body: '{' }));
    await page.keyboard.press('t');
    await page.locator('.step-in .error').getByText(/./).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
  });

  it('are for the tags after “#”, also where the conversation is still being read', async () => {
    const id = await talk('number one');
    await signInAt(page, `${desk.url}/desk`);
    await row('number one').waitFor();
    const reading = await held(`**/admin/conversations/${id}`);
    await page.keyboard.press('j');
    await reading.asked;
    await page.keyboard.press('#');
    await page.keyboard.type('ee');
    reading.letGo();
    await page.waitForFunction(() => document.activeElement?.closest('#open-tag') !== null);
    expect(await statusOf(id)).not.toBe('closed');
  });

  it('tell after “r” who has the conversation, and take nothing from them', async () => {
    const id = await talk('number one');
    await heldByBen(id);
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Take over from Ben' }).waitFor();
    await page.keyboard.press('r');
    await page.locator('.step-in .asks').getByText(/Ben/).waitFor();
    expect(await field().count()).toBe(0);
    await page.keyboard.press('t');
    await isInField();
    expect(await page.locator('.step-in .asks').textContent()).toBe('');
  });
});

describe('the field below a conversation', OUTER, () => {
  it('is for an answer after “Take over” from a note, whose text is kept', async () => {
    const id = await talk('number one');
    await heldByBen(id);
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await noteButton().click();
    await page.keyboard.type('among us');
    await page.getByRole('button', { name: 'Take over from Ben' }).click();
    await field().waitFor();
    await isInField();
    expect(await field().inputValue()).toBe('');
    await noteButton().click();
    const note = page.getByRole('textbox', { name: /^Write a note/ });
    expect(await note.inputValue()).toBe('among us');
  });

  it('asks about a placeholder only as long as the text is the one that was asked about', async () => {
    const id = await talk('number one');
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Take over' }).click();
    await field().fill('Dear {visitor.name}');
    await field().press('Enter');
    const question = page.getByText('{visitor.name} has no value here. Send it anyway?');
    await question.waitFor();
    await field().press('End');
    await page.keyboard.type(',');
    await question.waitFor({ state: 'detached', timeout: 3000 });
    await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
    await field().press('Enter');
    await question.waitFor();
    await noteButton().click();
    await question.waitFor({ state: 'detached', timeout: 3000 });
  });
});
