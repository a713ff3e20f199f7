import { describe, expect, it } from 'vitest';
import { createBrowserDouble } from '../../../test/doubles/browser-double.ts';
import { createDraft } from '../../session/draft.ts';

describe('the draft', () => {
  it('[ST18] leaves nothing behind of a message that was written and sent before there was a session', async () => {
    const browser = createBrowserDouble();
    const { storage, clock } = browser.openTab().platform;
    const draft = createDraft(storage, clock, 'test', null, () => '?');
    draft.set('And now?');
    await browser.clock.advance(1_000);
    expect(await storage.keys()).toHaveLength(1);
    draft.set('');
    const moved = draft.move('s1');
    await browser.clock.advance(1_000);
    await moved;
    expect(await storage.keys()).toEqual([]);
  });
});
