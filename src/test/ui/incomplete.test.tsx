// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, cut, running, session, user } from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

const HALF = 'The three jackets differ in weight. The Fjell';

describe('an answer of which only a part came', () => {
  it('stays to be read after Stop, with the ways on below it', async () => {
    const turn = { state: 'ended' as const, stopReason: 'user_cancelled' };
    const { screen, pass } = mount({
      session: session([user('Hi'), agent([cut(HALF)], { turn })]),
    });
    await pass();
    expect(screen.getByText(HALF)).toBeTruthy();
    expect(screen.getByText('Reply stopped.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('says that it was interrupted where the end of the run says nothing', async () => {
    const { screen, pass } = mount({ session: session([user('Hi'), agent([cut(HALF)])]) });
    await pass();
    expect(screen.getByText(HALF)).toBeTruthy();
    expect(screen.getByText('The reply was interrupted.')).toBeTruthy();
  });

  it('goes on while its run does, and counts as no message yet', async () => {
    const entry = agent([cut(HALF)], { turn: { state: 'working' } });
    const { screen, pass, show, panel } = mount({
      session: session([user('Hi')], { run: running() }),
    });
    await pass();
    panel.close();
    await show(session([user('Hi'), entry], { run: running() }));
    expect(panel.unread.get()).toBe(0);
    panel.open();
    await pass();
    expect(screen.getByText(HALF)).toBeTruthy();
    expect(screen.getByText('Replying…')).toBeTruthy();
  });
});
