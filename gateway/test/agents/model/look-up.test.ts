import { describe, expect, it } from 'vitest';
import { lookUp } from '../../../agents/model/look-up.ts';
import { searchDocuments } from '../../../knowledge/knowledge-index.ts';
import type { SessionEvent } from '../../../wire.ts';

const search = searchDocuments([
  { uri: 'at', title: 'Austria', text: 'Austria has nine states.' },
  { uri: 'delivery', title: 'Delivery', text: 'Delivery takes two days, and four to Austria.' },
  { uri: 'lamps', title: 'Lamps', text: 'Lamps come in green and in moss.' },
]);
const found = async (...questions: string[]) => {
  const history = questions.map(
    (text, n): SessionEvent => ({
      id: `event_${n}`,
      type: 'user.message',
      content: [{ type: 'text', text }],
      processed_at: null,
    }),
  );
  const passages = await lookUp({ history, search: async (query, limit) => search(query, limit) });
  return passages.map(({ uri }) => uri);
};

describe('what a question is answered from', () => {
  it('is found with the question before where it is too short to stand alone', async () => {
    expect(await found('And how many days?')).toEqual(['delivery']);
    expect(await found('Which lamps are there?', 'In green?')).toEqual(['lamps']);
    expect(await found('How long does delivery take?', 'Even abroad?')).toEqual(['delivery']);
  });

  it('is what the question itself finds first, and each passage once', async () => {
    const both = await found('How long does delivery take?', 'And to Austria?');
    expect(both).toEqual(['at', 'delivery']);
  });

  it('is the question’s own alone where it says enough', async () => {
    const long = 'I would like to know in which colours I can get your lamps.';
    expect(await found('How long does delivery take?', long)).toEqual(['lamps']);
  });

  it('is nothing where nothing was asked', async () => {
    expect(await found()).toEqual([]);
    expect(await found('delivery', '')).toEqual([]);
  });
});
