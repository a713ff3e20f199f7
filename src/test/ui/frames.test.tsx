// @vitest-environment jsdom
import { options } from 'preact';
import { describe, expect, it, vi } from 'vitest';
import { agent, message, running, session, text, user } from '../../../test/gallery/build.ts';
import type { TurnPart } from '../../session/types.ts';
import { mount } from './harness.ts';

describe('a text that streams in', () => {
  it('asks for no frame beyond the one that shows it', async () => {
    const said = user('Go');
    const part = message('', true);
    const entry = agent([part], { turn: { state: 'working' } });
    const grown = (words: string) => {
      const parts = [{ ...part, blocks: [text(words)] } as TurnPart];
      return session([said, { ...entry, parts }], { run: running() });
    };
    const view = mount({ session: grown('One') });
    await view.pass(1_000);
    const asked = vi.spyOn(options as { requestAnimationFrame(): void }, 'requestAnimationFrame');
    for (const words of ['One two', 'One two three', 'One two three four']) {
      await view.show(grown(words));
    }
    expect(view.root.querySelector('.answer')?.textContent).toContain('One two three four');
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
  });
});
