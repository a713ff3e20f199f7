// The conversation that is open, while news of it comes at any moment.

import { describe, expect, it } from 'vitest';
import { ApiError } from '../edge/api.ts';
import { createOpenConversation } from '../model/conversation.ts';

interface Asked {
  path: string;
  answer(reply: unknown): void;
  fail(): void;
}

/** A gateway that answers when the test says so. */
function scene() {
  let waiting: Asked[] = [];
  const api = {
    call: <Reply>(method: string, path: string) =>
      method === 'POST'
        ? Promise.resolve({} as Reply)
        : new Promise<Reply>((resolve, reject) => {
            waiting.push({
              path,
              answer: (reply) => resolve(reply as Reply),
              fail: () => reject(new ApiError(0, 'The gateway doesn’t answer.')),
            });
          }),
    open: () => Promise.reject(new Error('no stream here')),
  };
  const conversation = createOpenConversation({
    api,
    after: () => () => {},
    onRead() {},
    isVisible: () => true,
  });
  const take = () => {
    const asked = waiting;
    waiting = [];
    return asked;
  };
  return {
    conversation,
    shown: () => conversation.events.value.map(({ id }) => id),
    /** Lets what is asked now be answered with these events. @returns what was asked */
    async answer(ids: string[], { hasMore = false } = {}) {
      const asked = take();
      for (const { path, answer } of asked) {
        answer(path.includes('/events') ? page(ids, hasMore) : { session_id: 'session_1' });
      }
      await settled();
      return asked.map(({ path }) => path.replace('/admin/conversations/', ''));
    },
    async fail() {
      for (const one of take()) one.fail();
      await settled();
    },
  };
}

const page = (ids: string[], hasMore: boolean) => ({
  data: ids.map((id) => ({
    id,
    type: 'user.message',
    content: [{ type: 'text', text: id }],
    processed_at: null,
  })),
  has_more: hasMore,
  runs: {},
});

const settled = () => new Promise<void>((done) => setImmediate(done));

describe('news of an open conversation', () => {
  it('is read when it is told while the conversation opens', async () => {
    const { conversation, answer, shown } = scene();
    conversation.open('session_1');
    conversation.refresh();
    await answer(['e1']);
    const asked = await answer(['e2']);
    expect(asked).toContain('session_1/events?after=e1');
    expect(shown()).toEqual(['e1', 'e2']);
    expect(await answer([])).toEqual([]);
  });

  it('is read when it is told while older rows load', async () => {
    const { conversation, answer, shown } = scene();
    conversation.open('session_1');
    await answer(['e5'], { hasMore: true });
    conversation.loadOlder();
    conversation.refresh();
    await answer(['e4']);
    await answer(['e6']);
    expect(shown()).toEqual(['e4', 'e5', 'e6']);
  });

  it('is read when it is told while an older reading ends', async () => {
    const { conversation, answer, shown } = scene();
    conversation.open('session_1');
    await answer(['e1']);
    conversation.refresh();
    conversation.loadOlder();
    conversation.refresh();
    await answer([]);
    await answer(['e2']);
    expect(shown()).toEqual(['e1', 'e2']);
  });

  it('is read when older rows could not be', async () => {
    const { conversation, answer, fail, shown } = scene();
    conversation.open('session_1');
    await answer(['e5']);
    conversation.loadOlder();
    conversation.refresh();
    await fail();
    await answer(['e6']);
    expect(shown()).toEqual(['e5', 'e6']);
    expect(conversation.error.value).toBeNull();
  });

  it('belongs to the one that is open now, not to the one before', async () => {
    const { conversation, answer } = scene();
    conversation.open('session_1');
    conversation.refresh();
    conversation.open('session_2');
    await answer(['e1']);
    expect(await answer([])).toEqual([]);
  });

  it('brings what opening could not read, and says that there is more above', async () => {
    const { conversation, answer, fail, shown } = scene();
    conversation.open('session_1');
    await fail();
    expect(conversation.error.value).not.toBeNull();
    conversation.refresh();
    await answer(['e8', 'e9'], { hasMore: true });
    expect(shown()).toEqual(['e8', 'e9']);
    expect(conversation.hasOlder.value).toBe(true);
  });
});
