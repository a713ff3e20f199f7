// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  agent,
  paused,
  question,
  session,
  tool,
  tools,
  user,
} from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

const network = vi.hoisted(() => ({ isUp: true }));
vi.mock('../../ui/rows-part.ts', async (importOriginal) => {
  const real = await importOriginal<typeof import('../../ui/rows-part.ts')>();
  return {
    ...real,
    loadedSteps: () => null,
    fetchSteps: async () => {
      if (!network.isUp) throw new Error('no tools.js');
      return real.fetchSteps();
    },
  };
});
afterEach(() => {
  network.isUp = true;
});

const part = tool('add_to_cart', { product: 'Fjell' }, { isPending: true });
const show = () =>
  mount({
    session: session([user('Buy it'), agent([part], { turn: { state: 'paused' } })], {
      run: paused(part),
    }),
    tools: tools(question(part, 'Add to cart')),
  });

describe('what draws steps', () => {
  it('comes with the first of them, which a line stands for until then', async () => {
    const view = show();
    view.screen.getByText('1 step');
    await view.pass();
    view.screen.getByRole('group', { name: 'Add to cart: Fjell?' });
    expect(view.screen.queryByText('1 step')).toBeNull();
  });

  it('is asked for until it can be had, and says so meanwhile', async () => {
    network.isUp = false;
    const view = show();
    await view.pass();
    view.screen.getByText('The chat couldn’t be loaded.');
    await view.pass(3_000);
    view.screen.getByText('The chat couldn’t be loaded.');
    network.isUp = true;
    await view.pass(3_000);
    view.screen.getByRole('group', { name: 'Add to cart: Fjell?' });
    expect(view.screen.queryByText('The chat couldn’t be loaded.')).toBeNull();
  });

  it('has not come yet: Escape hides the panel, and declines nothing that nobody has seen', async () => {
    network.isUp = false;
    const view = show();
    await view.pass();
    view.screen.getByRole('textbox').focus();
    await view.user.keyboard('{Escape}');
    expect(view.called('answerTool')).toEqual([]);
    expect(view.panel.isOpen()).toBe(false);
  });

  it('is asked for no more once the chat is gone', async () => {
    network.isUp = false;
    const view = show();
    await view.pass();
    view.panel.destroy();
    // Preact ends the effects of what is gone a moment later.
    await view.pass();
    expect(view.clock.pending()).toBe(0);
  });
});
