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

describe('the search in stored conversations', () => {
  it('finds those in whose messages all words stand, on any of their pages', async () => {
    expect([...(await findStored(STORED, 'tent'))]).toEqual(['s1', 's2']);
    expect([...(await findStored(STORED, 'CAFE arctic'))]).toEqual(['s1']);
    expect([...(await findStored(STORED, 'canoe'))]).toEqual([]);
  });

  it('finds nothing where storage is refused', async () => {
    const refused = { keys: () => Promise.reject(new Error('refused')), get: async () => null };
    expect([...(await findStored(refused, 'tent'))]).toEqual([]);
  });
});
