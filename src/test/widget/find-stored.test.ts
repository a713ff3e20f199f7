// The search among the conversations of a device: in messages that are stored, by any case and accents.

import { describe, expect, it } from 'vitest';
import { findStored } from '../../widget/find-stored.ts';

const message = (id: string, type: string, text: string) => ({
  id,
  type,
  content: [{ type: 'text', text }],
  processed_at: null,
});

function disk(pages: Record<string, unknown>) {
  return {
    keys: async () => Object.keys(pages),
    get: async (key: string) => pages[key],
  };
}

const STORED = disk({
  conversations: { list: [{ title: 'tent' }] },
  'chat:draft:s1': 'tent',
  'chat:s1:log': { first: 1, last: 2 },
  'chat:s1:log:1': { events: [message('e1', 'user.message', 'A café near the tent?')] },
  'chat:s1:log:2': { events: [message('e2', 'agent.message', 'The Arctic Lodge.')] },
  'chat:s2:log:1': { events: [message('e3', 'agent.message', 'Tents are on the second floor.')] },
  'chat:s3:log:1': {
    events: [{ id: 'e4', type: 'system.message', content: [{ type: 'text', text: 'tent' }] }],
  },
  'chat:s4:log:1': 'not a page',
});

const found = async (words: string) => {
  const all = await findStored(STORED, words);
  return [...all].map(([id, messages]) =>
    [id, ...messages.map(({ eventId }) => eventId)].join(' '),
  );
};

describe('the search in stored conversations', () => {
  it('finds those in whose messages all words stand, on any of their pages', async () => {
    expect(await found('tent')).toEqual(['s1 e1', 's2 e3']);
    expect(await found('canoe')).toEqual([]);
  });

  it('names the message with the most words where none has all', async () => {
    expect(await found('CAFE arctic')).toEqual(['s1 e2']);
    expect(await found('CAFE tent arctic')).toEqual(['s1 e1']);
  });

  it('gives each message its words and its time, newest first', async () => {
    const pages = disk({
      'chat:s1:log:1': {
        events: [{ ...message('e1', 'user.message', 'tent'), created_at: '2026-11-01T10:00:00Z' }],
      },
      'chat:s1:log:12': { events: [message('e9', 'agent.message', 'A **tent**')], seen: [77] },
    });
    expect((await findStored(pages, 'tent')).get('s1')).toEqual([
      { eventId: 'e9', kind: 'agent', content: [{ type: 'text', text: 'A **tent**' }], at: 77 },
      expect.objectContaining({ eventId: 'e1', kind: 'user', at: Date.UTC(2026, 10, 1, 10) }),
    ]);
  });

  it('stops reading once the visitor looks for something else', async () => {
    let reads = 0;
    const counted = {
      ...STORED,
      get: (key: string) => {
        reads++;
        return STORED.get(key);
      },
    };
    await findStored(counted, 'tent', () => reads < 1);
    expect(reads).toBe(1);
  });

  it('finds nothing where storage is refused', async () => {
    const refused = { keys: () => Promise.reject(new Error('refused')), get: async () => null };
    expect([...(await findStored(refused, 'tent'))]).toEqual([]);
  });
});
