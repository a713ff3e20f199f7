// The words of a site's queue stand in the place of “Replying…”, and go with it.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createQueueWords } from '../../widget/queue-words.ts';
import type { RawOptions } from '../../widget/types.ts';

function setup(strings?: Record<string, string>) {
  const raw: RawOptions = strings === undefined ? {} : { strings };
  const given: unknown[] = [];
  const configure = (next: RawOptions) => {
    Object.assign(raw, next);
    given.push(next.strings);
  };
  vi.stubGlobal('window', { bellhop: { get: () => ({ configure }) } });
  return { show: createQueueWords(raw), given };
}

describe('the words of a queue', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('are shown once each, and the page’s own wording is as it was afterwards', async () => {
    const { show, given } = setup({ replying: 'Writing', chat: 'Desk' });
    for (const words of ['2 before you', '2 before you', '1 before you', '', '']) await show(words);
    const said = (words: string) => ({
      chat: 'Desk',
      replying: words,
      thinking: words,
      slow: words,
    });
    expect(given).toEqual([
      said('2 before you'),
      said('1 before you'),
      { replying: 'Writing', chat: 'Desk' },
    ]);
  });

  it('leave the built-in wording where the page has none of its own', async () => {
    const { show, given } = setup();
    await show('1 before you');
    await show('');
    expect(given.at(-1)).toEqual({});
  });
});
