// What a team does at the desk, in a real browser: conversations are finished, put off, given to somebody, tagged; one or many.

import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import type { DeskServer } from './support/desk.ts';
import { eachHasADesk, signInAt, violationsIn } from './support/desk-page.ts';

let desk: DeskServer;
let page: Page;

eachHasADesk({}, (played) => {
  ({ desk, page } = played);
});
beforeEach(() =>
  desk.admin('POST', '/admin/desk/people', {
    login: 'ben@shop.example',
    name: 'Ben',
    role: 'agent',
    password: 'quite a long one',
  }),
);

const signIn = (path = '/desk') => signInAt(page, desk.url + path);
const row = (text: string) => page.locator('.conversations li', { hasText: text });
const tab = (name: string) =>
  page.getByRole('group', { name: 'What is to be done' }).getByText(name);
const talk = (text: string, more: object = {}) =>
  desk.converse([text], [[{ say: 'An answer.' }], [{ say: 'Another.' }]], more);
const WANTED = [{ call: [{ name: 'request_human', input: {} }] }, { say: 'I have told the team.' }];

describe('a team’s work at the desk', OUTER, () => {
  it('shows who waits first, with the visitor’s words, and ends it with a press until they write again', async () => {
    await desk.converse(['I want a person'], [WANTED]);
    const id = await talk('Is it bright?');
    await signIn(`/desk/conversations/${id}`);
    await row('Is it bright?').waitFor();
    const rows = page.locator('.conversations li .last');
    expect(await rows.allTextContents()).toEqual(['I want a person', 'Is it bright?']);
    await row('I want a person').getByText('Waiting now').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await row('Is it bright?').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    await tab('Closed').click();
    await row('Is it bright?').waitFor();
    await row('I want a person').waitFor({ state: 'detached' });
    expect(await violationsIn(page)).toEqual([]);
    await desk.say(id, 'One more thing');
    await page.getByRole('button', { name: 'Close', exact: true }).waitFor();
    await tab('All').click();
    await row('One more thing').waitFor();
  });

  it('puts a conversation off until a time, and brings it back', async () => {
    const id = await talk('Ask me again');
    await signIn(`/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Snooze', exact: true }).click();
    await page.getByRole('button', { name: /^Tomorrow morning/ }).click();
    await row('Ask me again').waitFor({ state: 'detached' });
    await page
      .locator('.work-bar')
      .getByText(/^Until tomorrow 9:00/)
      .waitFor();
    await tab('Snoozed').click();
    await row('Ask me again').waitFor();
    await page.getByRole('button', { name: 'Bring back now' }).click();
    await row('Ask me again').waitFor({ state: 'detached' });
    await tab('All').click();
    await row('Ask me again').waitFor();
  });

  it('gives a conversation to a colleague, tags it, and saves what it is filtered by as a view', async () => {
    const id = await talk('For Ben');
    await talk('For nobody');
    await signIn(`/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Assign', exact: true }).click();
    await page.getByRole('button', { name: /^Ben/ }).click();
    await row('For Ben').getByText('Ben has it').waitFor();
    await page.locator('.work-bar').getByRole('button', { name: 'Tag', exact: true }).click();
    await page.getByLabel('New tag').fill('Refund');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await row('For Ben').getByText('Refund').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Tag' }).selectOption('Refund');
    await row('For nobody').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save as a view' }).click();
    await page.getByLabel('Name of the view').fill('Money');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const view = page.getByRole('group', { name: 'Saved views' }).getByText('Money');
    await view.getByText('1').waitFor();
    await page.getByRole('button', { name: 'Show all' }).click();
    await row('For nobody').waitFor();
    await view.click();
    await row('For nobody').waitFor({ state: 'detached' });
    expect(await violationsIn(page)).toEqual([]);
  });

  it('changes several at once', async () => {
    for (const text of ['one', 'two', 'three']) await talk(`number ${text}`);
    await signIn();
    await row('number one').waitFor();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    for (const text of ['one', 'two']) {
      await row(`number ${text}`).getByRole('checkbox').check();
    }
    expect(await violationsIn(page)).toEqual([]);
    await page.getByText('2 selected').waitFor();
    await page.locator('.bulk-bar').getByRole('button', { name: 'Close', exact: true }).click();
    await row('number one').waitFor({ state: 'detached' });
    await row('number three').waitFor();
    expect(await page.locator('.conversations li').count()).toBe(1);
  });

  it('is done by single keys, outside of fields, until they are switched off', async () => {
    for (const text of ['one', 'two', 'three']) await talk(`number ${text}`);
    await signIn();
    await row('number three').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('log').getByText('number three').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('log').getByText('number two').waitFor();
    await page.locator('.work-bar').waitFor();
    await page.keyboard.press('#');
    await page.getByLabel('New tag').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await row('number two').waitFor({ state: 'detached' });
    await page.getByRole('log').getByText('number one').waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('ejk');
    expect(await page.getByRole('searchbox').inputValue()).toBe('ejk');
    await page.getByRole('searchbox').fill('');
    await row('number one').waitFor();
    await page.getByRole('log').focus();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByLabel('Single keys are on').uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('log').focus();
    await page.keyboard.press('e');
    await page.reload();
    await row('number one').waitFor();
  });

  it('keeps notes among colleagues, fills saved replies, and takes a message back within five seconds', async () => {
    const id = await talk('Hello?', { owner_id: 'marta@mail.example' });
    await desk.admin('POST', '/admin/desk/replies', {
      name: 'Refund',
      text: 'Dear {visitor.name}, it is on its way. {me.name}',
      is_shared: true,
    });
    await signIn(`/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    const note = page.getByLabel('Write a note for your team');
    await note.pressSequentially('Look here @be');
    await page.getByRole('option', { name: 'Ben' }).waitFor();
    await note.press('Enter');
    expect(await note.inputValue()).toBe('Look here @Ben ');
    await note.press('Enter');
    await page.locator('.message.note').getByText('Look here @Ben').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    const { data } = await desk.admin<{ data: { mentions: string[] }[] }>(
      'GET',
      `/admin/conversations/${id}/notes`,
    );
    expect(data[0]?.mentions).toHaveLength(1);
    await page.getByRole('button', { name: 'Note', exact: true }).click();

    await page.getByRole('button', { name: 'Take over' }).click();
    const field = page.getByRole('textbox', { name: 'Write as Olga' });
    await field.pressSequentially('/ref');
    await page.getByRole('option', { name: /^Refund/ }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await field.press('Enter');
    const text = 'Dear marta@mail.example, it is on its way. Olga';
    expect(await field.inputValue()).toBe(text);
    // A draft outlives the page.
    await page.reload();
    await page.waitForFunction((said) => document.querySelector('textarea')?.value === said, text);
    await field.press('Enter');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.waitForFunction((said) => document.querySelector('textarea')?.value === said, text);
    expect(await page.locator('.message.person').count()).toBe(0);
    await field.press('Enter');
    await page.locator('.message.person').getByText('it is on its way').waitFor();
    expect(await field.inputValue()).toBe('');
    // What nobody knows stays to be seen, and isn't sent by one press.
    await field.fill('You are on {page.title}.');
    await field.press('Enter');
    await page.getByText('{page.title} has no value here.').waitFor();
    expect(await page.locator('.message.person').count()).toBe(1);
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor();
  });

  it('lets what is typed after a press on “Note”, “Take over” or a menu be for that, and never close what is read', async () => {
    const id = await talk('Where is my parcel?');
    await signIn(`/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.keyboard.type('see here');
    const note = page.getByRole('textbox', { name: /^Write a note/ });
    expect(await note.inputValue()).toBe('see here');
    await page.getByRole('button', { name: 'Note', exact: true }).click();
    await page.getByRole('button', { name: 'Tag', exact: true }).click();
    await page.waitForFunction(() => document.activeElement?.closest('#open-tag') !== null);
    await page.keyboard.type('late');
    expect(await page.getByLabel('New tag').inputValue()).toBe('late');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Take over' }).click();
    const field = page.getByRole('textbox', { name: 'Write as Olga' });
    await page.waitForFunction(() => document.activeElement?.matches('.composer textarea'));
    await page.keyboard.type('here I am');
    expect(await field.inputValue()).toBe('here I am');
    // A menu at the end of the window opens where all of it can be pressed.
    await page.getByRole('button', { name: 'Saved replies' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click({ trial: true });
    expect(await violationsIn(page)).toEqual([]);
  });
});
