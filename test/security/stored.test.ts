// Rows that somebody changed in the browser's storage: read as nothing, never as work without end.

import { describe, expect, it } from 'vitest';
import { createMemoryStorage } from '../../src/platform/memory-storage.ts';
import { parseEvents } from '../../src/protocol/index.ts';
import { createLogStore } from '../../src/session/log-store.ts';
import { parseRows } from '../../src/session/outbox-rows.ts';
import type { ConversationSummary } from '../../src/ui/types.ts';
import { createConversations } from '../../src/widget/conversations.ts';
import { createValue } from '../../src/widget/value.ts';
import { createVirtualClock } from '../doubles/virtual-clock.ts';

const event = (id: string) => ({
  id,
  type: 'user.message',
  content: [{ type: 'text', text: 'hi' }],
  processed_at: null,
});

describe('a stored time that no calendar has', () => {
  // What is drawn of it asks for its date, and a date beyond the year 275760 throws.
  const NEVER = [9e15, 8.64e15 + 1, -1, 0.5, '1', null, Number.POSITIVE_INFINITY];
  const isDate = (at: number | undefined) => new Date(at ?? Number.NaN).toISOString();

  it.each(NEVER)('%s is none of a message that waits', (at) => {
    const content = [{ type: 'text', text: 'hi' }];
    const row = {
      localId: 'x',
      sessionId: 's',
      state: 'queued',
      content,
      at,
      attempt: { startedAt: at },
    };
    const [read] = parseRows({ rows: [row] });
    expect(() => isDate(read?.at)).not.toThrow();
    expect(() => isDate(read?.attempt?.startedAt)).not.toThrow();
  });

  it.each(NEVER)('%s is none of a stored event', async (at) => {
    const storage = createMemoryStorage();
    await storage.setMany([
      ['x:log', { v: 1, hasOlder: false, settledId: null, first: 0, last: 0 }],
      ['x:log:0', { v: 1, prev: null, events: [event('old')], seen: [at] }],
    ]);
    const read = await createLogStore(storage, 'x').load();
    expect(read?.seen).toHaveLength(1);
    expect(() => isDate(read?.seen[0])).not.toThrow();
  });

  it.each(NEVER)('%s is none of a conversation', async (updatedAt) => {
    const storage = createMemoryStorage();
    await storage.setMany([
      ['conversations', { v: 1, current: 's', list: [{ sessionId: 's', title: 'x', updatedAt }] }],
    ]);
    const list = createValue<readonly ConversationSummary[]>([]);
    const clock = createVirtualClock();
    await createConversations({ storage, clock }, () => true, list).restore();
    expect(list.get()).toHaveLength(1);
    expect(() => isDate(list.get()[0]?.updatedAt)).not.toThrow();
  });
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
      await store.save({
        listed,
        hasOlder: false,
        settledId: null,
        seenAt: () => 1,
        isWanted: () => true,
      });
      const again = await createLogStore(storage, 'x').load();
      expect(again?.events.map(({ id }) => id)).toEqual(['new']);
    },
    5_000,
  );
});
