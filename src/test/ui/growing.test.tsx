// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { agent, message, session, text, tool, user } from '../../../test/gallery/build.ts';
import { mount } from './harness.ts';

describe('what is too long to be drawn at once', () => {
  it('steps of one turn come 100 at a time', async () => {
    const calls = Array.from({ length: 250 }, (_, at) => tool(`look_${at}`, {}, { ms: 1 }));
    const view = mount({ session: session([user('Go'), agent(calls)]) });
    expect(view.root.querySelectorAll('.tool')).toHaveLength(100);
    view.screen.getByText('250 steps');
    await view.user.click(view.screen.getByText('Show more'));
    await view.user.click(view.screen.getByText('Show more'));
    expect(view.root.querySelectorAll('.tool')).toHaveLength(250);
    expect(view.screen.queryByText('Show more')).toBeNull();
  });

  it('blocks of one message do, from its beginning', async () => {
    const blocks = Array.from({ length: 150 }, (_, at) => text(`Block ${at}.`));
    const view = mount({ session: session([user(blocks)]) });
    expect(view.screen.getByText('Block 0.')).toBeTruthy();
    expect(view.screen.queryByText('Block 149.')).toBeNull();
    await view.user.click(view.screen.getByText('Show more'));
    expect(view.screen.getByText('Block 149.')).toBeTruthy();
  });

  it('messages of one turn do, from its end', async () => {
    const parts = Array.from({ length: 150 }, (_, at) => message(`Part ${at}.`));
    const view = mount({ session: session([user('Go'), agent(parts)]) });
    expect(view.root.querySelectorAll('.answer')).toHaveLength(100);
    expect(view.root.textContent).toContain('Part 149.');
    await view.user.click(view.screen.getByRole('button', { name: /earlier/i }));
    expect(view.root.querySelectorAll('.answer')).toHaveLength(150);
  });
});
