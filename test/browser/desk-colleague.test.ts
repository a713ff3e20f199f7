// The agent as a colleague at the desk, in a real browser: drafts, a summary at the takeover, a side thread, proposals.

import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ModelFactory } from '../../gateway/agents/model/open-model-agent.ts';
import { OUTER } from '../rings.ts';
import type { DeskServer } from './support/desk.ts';
import { eachHasADesk, signInAt, violationsIn } from './support/desk-page.ts';

const SAYS = [
  ['wants a draft', 'Yes, within **five days**. <img src=x onerror=alert(1)>'],
  ['takes the conversation over', 'The visitor wants a lamp sent to Malta.\n\n- Parcel 4711'],
  ['asks you something', 'It left on Monday.'],
  ['Propose how', '{"tags":["Shipping"],"is_done":true,"why":"The visitor thanked."}'],
] as const;

/** Answers each of the team's tasks, and visitors with one word. */
const models: ModelFactory = {
  problemOf: () => null,
  open: async () => ({
    async *turn({ system = '' }) {
      const text = SAYS.find(([task]) => system.includes(task))?.[1] ?? 'Hm.';
      yield { kind: 'usage', usage: { model: 'm', input_tokens: 1000, output_tokens: 100 } };
      yield { kind: 'message', blocks: [{ type: 'text', text }] };
      yield { kind: 'end', stop_reason: 'end_turn' };
    },
  }),
};

let desk: DeskServer;
let page: Page;

eachHasADesk({ models }, (played) => {
  ({ desk, page } = played);
});

const button = (name: string) => page.getByRole('button', { name, exact: true });
async function talk(): Promise<string> {
  const { agent_id: agent } = await desk.admin('POST', '/admin/agents', { name: 'Concierge' });
  return desk.converse(['Do you ship to Malta?', 'And when?', 'Thanks!'], [], { agent });
}
const ALL = { draft: true, summary: true, ask: true, suggest: true };
const choose = (what: object) => desk.admin('PATCH', '/admin/projects/default/colleague', what);

describe('the agent as a colleague', OUTER, () => {
  it('does nothing until an owner chooses it at Agents', async () => {
    const id = await talk();
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await button('Take over').click();
    await button('Hand back to the agent').waitFor();
    expect(await page.locator('.helper').count()).toBe(0);
    expect(await button('Draft an answer').count()).toBe(0);
    await page.goto(`${desk.url}/desk/agents`);
    await page.getByLabel('Draft answers').check();
    await page.getByText('Saved.').waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.goto(`${desk.url}/desk/conversations/${id}`);
    await button('Draft an answer').waitFor();
  });

  it('sums up at the takeover, and drafts what the person edits and sends', async () => {
    await choose(ALL);
    const id = await talk();
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await button('Summarise').waitFor();
    await button('Take over').click();
    await page.locator('.helper .rich', { hasText: 'a lamp sent to Malta' }).waitFor();
    await button('Draft an answer').click();
    const field = page.getByLabel('Write as Olga');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('textarea')].some(({ value }) => value.includes('five days')),
    );
    expect(await violationsIn(page)).toEqual([]);
    await field.fill('Yes, within six days.');
    await field.press('Enter');
    await page.locator('.message.person', { hasText: 'six days' }).waitFor();
    expect(await page.locator('.transcript').innerText()).not.toContain('five days');
  });

  it('answers in a side thread, and proposes what a press takes', async () => {
    await choose(ALL);
    await desk.admin('POST', '/admin/desk/tags', { name: 'Shipping', color: 'blue' });
    const id = await talk();
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await button('Ask the agent').click();
    const field = page.getByLabel('Ask about this conversation');
    await field.fill('When did it leave?');
    await field.press('Enter');
    await page.locator('.thread li', { hasText: 'It left on Monday.' }).waitFor();
    expect(await page.locator('.transcript').innerText()).not.toContain('Monday');
    await button('Suggest tags').click();
    await page.locator('.proposed').getByRole('button', { name: 'Shipping' }).click();
    await page.locator('.work-bar .topic', { hasText: 'Shipping' }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
    await page.locator('.proposed').getByRole('button', { name: 'Done: close it' }).click();
    await button('Open again').waitFor();
    await page.goto(`${desk.url}/desk/numbers`);
    await page.getByRole('row', { name: /^Questions of the team 1/ }).waitFor();
    expect(await violationsIn(page)).toEqual([]);
  });

  it('fits a phone', async () => {
    await choose(ALL);
    const id = await talk();
    await signInAt(page, `${desk.url}/desk/conversations/${id}`);
    await page.setViewportSize({ width: 390, height: 844 });
    await button('The agent’s help').press('Enter');
    await button('Summarise').press('Enter');
    await page.locator('.helper .rich', { hasText: 'a lamp' }).waitFor();
    const [wide, high] = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.querySelector('.transcript')?.clientHeight ?? 0,
    ]);
    expect(wide).toBeLessThanOrEqual(390);
    expect(high).toBeGreaterThan(120);
    expect(await violationsIn(page)).toEqual([]);
  });
});
