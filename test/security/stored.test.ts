// Rows that somebody changed in the browser's storage: read as nothing, never as work without end.

import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../src/platform/memory-storage.ts';
import { parseEvents } from '../../src/protocol/index.ts';
import { createLogStore } from '../../src/session/log-store.ts';

const event = (id: string) => ({
  id,
  type: 'user.message',
  content: [{ type: 'text', text: 'hi' }],
  processed_at: null,
});

describe('a stored log whose layout was changed', () => {
  it.each([
    { first: -9e15, last: 9e15 },
    { first: 0, last: 1e9 },
    { first: 0, last: Number.NaN },
    { first: '0', last: [] },
    { first: 5, last: 1 },
  ])(
    'to %j is written anew, at once',
    async (layout) => {
      const storage = createMemoryStorage();
      await storage.setMany([
        ['x:log', { v: 1, hasOlder: false, settledId: null, ...layout }],
        [`x:log:${layout.last}`, { v: 1, prev: null, events: [event('old')], seen: [1] }],
      ]);
      const store = createLogStore(storage, 'x');
      await store.load();
      const listed = parseEvents([event('new')]);
      await store.save({ listed, hasOlder: false, settledId: null, seenAt: () => 1 });
      const again = await createLogStore(storage, 'x').load();
      expect(again?.events.map(({ id }) => id)).toEqual(['new']);
    },
    5_000,
  );
});
