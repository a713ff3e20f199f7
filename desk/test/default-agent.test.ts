// @vitest-environment jsdom

// Who answers every visitor: an agent that can't answer isn't made that by a press alone.

import { signal } from '@preact/signals';
import { cleanup, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { h } from 'preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AgentReply } from '../../gateway/desk-types.ts';
import { ENGLISH } from '../texts/messages.ts';
import { createTexts } from '../texts/texts.ts';
import { Reach } from '../views/agents/default.tsx';
import type { Act } from '../views/use-act.ts';
import type { View } from '../views/view.ts';

afterEach(cleanup);

const NO_KEY = 'OPENAI_API_KEY is not set.';

function openAgent(problems: readonly string[]) {
  const makeDefault = vi.fn(async (_name: string) => {});
  const agents = { sites: signal([]), defaultAgent: signal('concierge'), makeDefault };
  const view = { desk: { agents }, t: createTexts('en', ENGLISH).t } as unknown as View;
  const agent = { agent_id: 'agent_1', name: 'Sales', problems } as unknown as AgentReply;
  const act = { run: async (work: () => Promise<unknown>) => work() } as unknown as Act;
  render(h(Reach, { view, agent, act }));
  const press = (name: RegExp) => userEvent.click(screen.getByRole('button', { name }));
  return { press, made: () => makeDefault.mock.calls.flat() };
}

describe('“Let it answer by default”', () => {
  it('is done at once for an agent that can answer', async () => {
    const { press, made } = openAgent([]);
    await press(/^Let it answer by default/);
    expect(made()).toEqual(['agent_1']);
  });

  it('asks first, with the reason, where the agent can’t answer', async () => {
    const { press, made } = openAgent([NO_KEY]);
    await press(/^Let it answer by default/);
    expect(made()).toEqual([]);
    const told = screen.getByRole('alert').textContent;
    expect(told).toBe(`${NO_KEY} Until then every visitor’s chat fails.`);
    await press(/^Let it answer all the same/);
    expect(made()).toEqual(['agent_1']);
  });

  it('leaves it as it was where the answer is no', async () => {
    const { press, made } = openAgent([NO_KEY]);
    await press(/^Let it answer by default/);
    await press(/^Cancel/);
    expect(screen.queryByText(/every visitor’s chat fails/)).toBeNull();
    expect(made()).toEqual([]);
  });
});
