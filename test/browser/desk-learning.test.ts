// What the team teaches its agents at the desk, in a real browser: a question without an answer, and a wrong answer.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
import { OUTER } from '../rings.ts';
import type { DeskServer } from './support/desk.ts';
import { eachHasADesk, signInAt, violationsIn } from './support/desk-page.ts';

/** Answers with the best passage that it finds; without one it doesn’t know. */
const models: ModelFactory = {
  problemOf: () => null,
  open: async ({ instructions }) => ({
    async *turn({ history, search }) {
      const [best] = await search(
        JSON.stringify(history.findLast(({ type }) => type === 'user.message')),
        1,
      );
      const text = instructions || (best?.text ?? 'I don’t know.');
      yield { kind: 'message', blocks: [{ type: 'text', text }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  }),
};

let desk: DeskServer;
let page: Page;
let faults: string[];

eachHasADesk({ models }, (played) => {
  ({ desk, page, faults } = played);
});

async function talk(text: string): Promise<string> {
  const { agent_id: agent } = await desk.admin('POST', '/admin/agents', { name: 'Concierge' });
  return desk.converse([text], [], { agent });
}

describe('at the desk', OUTER, () => {
  it('a question without an answer is answered at one press, tried at once, and off the list', async () => {
    await talk('Do you deliver to Corsica?');
    await signInAt(page, `${desk.url}/desk/numbers`);
    await page.getByRole('button', { name: 'Answer this Do you deliver to Corsica?' }).click();
    expect(await page.getByLabel('The question').inputValue()).toBe('Do you deliver to Corsica?');
    await page.getByLabel('The right answer').fill('Yes, for **12 euros**.');
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await page.getByRole('heading', { name: 'The agent answers now' }).waitFor();
    await page.locator('.teach .rich', { hasText: '12 euros' }).waitFor();
    await page.locator('.passages li', { hasText: 'New' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Answered by your team').waitFor();
    await page.getByText('Olga,').waitFor();
    await page
      .getByRole('button', { name: 'Answer this Do you deliver to Corsica?' })
      .waitFor({ state: 'detached' });
    expect(await violationsIn(page)).toEqual([]);
  });

  it('a wrong answer is corrected in its place, and its question saved', async () => {
    const id = await talk('How long is the warranty?');
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await page.getByRole('button', { name: 'Correct this answer' }).click();
    expect(await page.getByLabel('The question').inputValue()).toBe('How long is the warranty?');
    await page.getByLabel('The right answer').fill('Two years.');
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await page.locator('.teach .rich', { hasText: 'Two years' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Correct this answer' }).waitFor();
  });

  it('a lead answers it, too: from the page of what got no answer, and beside the question', async () => {
    const id = await desk.converse(
      ['Hello', 'Which bulb fits the Fyr?'],
      [[{ say: 'Hello.' }], [{ fail: 'run_timeout' }]],
    );
    await desk.admin('POST', '/admin/desk/people', {
      login: 'lena',
      name: 'Lena',
      role: 'lead',
      password: 'correct horse',
    });
    await page.goto(`${desk.url}/desk/numbers`);
    await page.getByRole('radio', { name: /Login/ }).check();
    await page.getByRole('textbox', { name: 'Login' }).fill('lena');
    await page.getByRole('textbox', { name: 'Password' }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('link', { name: 'Numbers' }).first().waitFor();
    await page.getByRole('button', { name: 'Answer this Which bulb fits the Fyr?' }).waitFor();
    expect(await page.getByRole('button', { name: 'Save as CSV' }).count()).toBe(0);
    expect(await violationsIn(page)).toEqual([]);
    await page.goto(`${desk.url}/desk/conversations/${id}`);
    // A run that failed says that nobody answered: the button needn't be looked for.
    const failed = page.getByRole('button', { name: 'Answer this Which bulb fits the Fyr?' });
    await failed.waitFor();
    expect(await failed.evaluate((button) => getComputedStyle(button).opacity)).toBe('1');
    expect(await violationsIn(page)).toEqual([]);
    const other = await talk('Do you deliver to Corsica?');
    await page.goto(`${desk.url}/desk/conversations/${other}`);
    const here = page.getByRole('button', { name: 'Answer this Do you deliver to Corsica?' });
    await here.click();
    await page.getByLabel('The right answer').fill('Yes, for 12 euros.');
    expect(await violationsIn(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save and try it' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await here.waitFor();
    await page.goto(`${desk.url}/desk/numbers`);
    await failed.waitFor();
    expect(await here.count()).toBe(0);
  });

  it('a draft that answers worse than expected is told before it is published', async () => {
    const made = await desk.admin('POST', '/admin/agents', {
      name: 'Concierge',
      instructions: 'The warranty is two years, by ACME.',
    });
    const path = `/admin/agents/${made.agent_id}`;
    await desk.admin('PATCH', path, { instructions: 'Ask the shop.', publish: false });
    await desk.admin('PUT', `${path}/questions`, { questions: ['How long is the warranty?'] });
    await signInAt(page, `${desk.url}/desk/agents/${made.agent_id}`);
    await page.getByText('Expected answers: 0').click();
    await page.getByLabel('How long is the warranty?').fill('Two years, by ACME.');
    await page.getByRole('button', { name: 'Save expected answers' }).click();
    await page.getByText('Expected answers: 1').waitFor();
    await page.getByRole('button', { name: 'Ask both versions' }).click();
    await page.getByText('1 answer got worse.').waitFor();
    await page.getByText('Missing: ACME').waitFor();
    // What axe says inside the preview's frame is no fault of the page.
    const found = await violationsIn(page);
    faults.splice(0);
    expect(found).toEqual([]);
  });
});
