// What a desk says of its own person to the colleagues.

import { describe, expect, it } from 'vitest';
import { createVirtualClock } from '../../test/doubles/virtual-clock.ts';
import type { Api } from '../edge/api.ts';
import { createPresences } from '../model/presences.ts';

function scene() {
  const clock = createVirtualClock();
  const said: string[] = [];
  let isVisible = true;
  const presences = createPresences({
    api: {
      call: (_method: string, path: string, body?: unknown) => {
        said.push(`${path.split('/')[3]} ${(body as { state: string }).state}`);
        return Promise.resolve();
      },
    } as unknown as Api,
    after(ms, work) {
      const timer = clock.setTimeout(work, ms);
      return () => clock.clearTimeout(timer);
    },
    isVisible: () => isVisible,
  });
  const take = () => said.splice(0);
  return { presences, clock, take, hide: () => (isVisible = false) };
}

describe('a desk', () => {
  it('says which conversation is read, again and again, and that it was left', async () => {
    const { presences, clock, take } = scene();
    presences.open('ses_1');
    await clock.advance(500);
    expect(take()).toEqual(['ses_1 reading']);
    await clock.advance(20_000);
    expect(take()).toEqual(['ses_1 reading']);
    presences.open('ses_2');
    expect(take()).toEqual(['ses_1 gone']);
    await clock.advance(500);
    expect(take()).toEqual(['ses_2 reading']);
    presences.open(null);
    await clock.advance(60_000);
    expect(take()).toEqual(['ses_2 gone']);
  });

  it('says nothing of a conversation that is only passed, or that nobody can see', async () => {
    const { presences, clock, take, hide } = scene();
    presences.open('ses_1');
    await clock.advance(100);
    presences.open('ses_2');
    await clock.advance(500);
    expect(take()).toEqual(['ses_2 reading']);
    hide();
    await clock.advance(60_000);
    expect(take()).toEqual([]);
  });

  it('says every three seconds that somebody types, and that they have sent it', async () => {
    const { presences, clock, take } = scene();
    presences.open('ses_1');
    await clock.advance(500);
    take();
    presences.noteTyping();
    presences.noteTyping();
    await clock.advance(3000);
    presences.noteTyping();
    expect(take()).toEqual(['ses_1 answering', 'ses_1 answering']);
    presences.endTyping();
    presences.endTyping();
    expect(take()).toEqual(['ses_1 reading']);
  });
});
