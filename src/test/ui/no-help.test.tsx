// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  agent,
  call,
  NOW,
  running,
  session,
  thought,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

const options = { contact: 'https://shop.example/contact' };
const NO_ANSWER = 'The assistant isn’t answering right now.';
const asked = () => ({ ...user('Hi'), at: NOW });

describe('an assistant that never begins to answer', () => {
  it('is told of after twenty seconds, with the way to the owner', async () => {
    const { screen, root, pass } = mount({ session: session([asked()]) }, { options });
    const told = () => root.querySelector('.row.user .delivery')?.textContent;
    await pass(19_000);
    expect(told()).toBe('Sent');
    await pass(2_000);
    expect(told()).toContain(NO_ANSWER);
    expect(root.querySelector('[role=status]')?.textContent).toBe(NO_ANSWER);
    expect(screen.getByRole('link', { name: /Contact us/ })).toBeTruthy();
  });

  it('is not told of while a run goes on, or while nobody can know', async () => {
    for (const state of [
      { run: running() },
      { isUpToDate: false },
      { connection: 'offline' as const },
      { trouble: { kind: 'unreachable' as const, retryAt: null } },
    ]) {
      const { screen, pass } = mount({ session: session([asked()], state) }, { options });
      await pass(60_000);
      expect(screen.queryByText(NO_ANSWER, { exact: false })).toBeNull();
    }
  });
});

describe('the way to the owner', () => {
  it.each(['session_ended', 'not_found', 'not_working', 'forbidden'] as const)(
    'stands beside trouble of the kind %s',
    async (kind) => {
      const trouble = { kind, retryAt: null };
      const { screen, pass } = mount({ session: session([asked()], { trouble }) }, { options });
      await pass();
      expect(screen.getByRole('link', { name: /Contact us/ })).toBeTruthy();
    },
  );
});

describe('a thought', () => {
  it('is told of from two seconds on, or where there is something to read', async () => {
    const { screen, pass } = mount({
      session: session([
        user('Hi'),
        agent([thought('', 600), thought('', 2_400), thought('About jackets', 300), 'Yes.']),
      ]),
    });
    await pass();
    expect(screen.queryByText(/0\.6/)).toBeNull();
    expect(screen.getByText('Thought for 2.4 s')).toBeTruthy();
    expect(screen.getByText('Thought')).toBeTruthy();
  });
});

describe('a tool that waits for the visitor', () => {
  it('says so, in words that are meant for them', async () => {
    const part = tool('offer_choices', {}, { isPending: true });
    const status = { state: 'running' as const, startedAt: NOW, isAsking: true };
    const { screen, pass } = mount({
      session: session([user('Hi'), agent([part], { turn: { state: 'paused' } })]),
      tools: tools(call(part, 'Your choice', status)),
    });
    await pass();
    expect(screen.getByText('Your choice')).toBeTruthy();
    expect(screen.getByText('Waiting for your answer')).toBeTruthy();
  });
});

describe('a message that nothing can send', () => {
  it('leaves nothing to stop, and Send in its place', async () => {
    const held = user('Hi', { delivery: { state: 'blocked', why: 'not_working' } });
    const coming = { state: 'coming', isStopping: false } as const;
    const view = mount(
      {
        session: session([held], { run: coming, trouble: { kind: 'not_working', retryAt: null } }),
      },
      { options },
    );
    expect(view.screen.queryByRole('button', { name: 'Stop' })).toBeNull();
    view.screen.getByRole('button', { name: 'Send' });
    // Once it is on its way again, it can be stopped.
    await view.show(session([{ ...held, delivery: { state: 'sending' } }], { run: coming }));
    view.screen.getByRole('button', { name: 'Stop' });
  });
});
