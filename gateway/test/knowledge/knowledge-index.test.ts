import { describe, expect, it } from 'vitest';
import { buildKnowledgeIndex, searchDocuments } from '../../knowledge/knowledge-index.ts';
import { splitPassages } from '../../knowledge/passages.ts';

const DOCUMENTS = [
  {
    uri: 'https://shop.example/shipping',
    title: 'Shipping',
    text: '# Shipping\n\nOrders leave within one day.\n\n## Costs\n\nShipping costs 4.90 and is free from 60.',
  },
  {
    uri: 'https://shop.example/care',
    title: 'Care',
    text: 'All mugs are dishwasher safe.\n\nWood wants oil.',
  },
];

describe('a knowledge index', () => {
  it('finds the passage that speaks of the question, with its document', () => {
    const [best] = searchDocuments(DOCUMENTS)('are the mugs dishwasher safe', 3);
    expect(best).toMatchObject({ uri: 'https://shop.example/care', title: 'Care' });
    expect(best?.text).toContain('dishwasher safe');
  });

  it('prefers the section whose heading is asked for', () => {
    const [best] = searchDocuments(DOCUMENTS)('shipping cost', 3);
    expect(best?.text).toContain('4.90');
  });

  it('forgives a slip in a long word', () => {
    const [best] = searchDocuments(DOCUMENTS)('dishwahser', 3);
    expect(best?.uri).toBe('https://shop.example/care');
  });

  it('gives nothing for words it has never seen, for no words, and for no documents', () => {
    const search = searchDocuments(DOCUMENTS);
    expect(search('quantum chromodynamics', 3)).toEqual([]);
    expect(search('', 3)).toEqual([]);
    expect(search('the of and', 3)).toEqual([]);
    expect(searchDocuments([])('mugs', 3)).toEqual([]);
  });

  it('keeps to the limit, best first', () => {
    const found = searchDocuments(DOCUMENTS)('shipping mugs wood orders', 2);
    expect(found).toHaveLength(2);
    expect(found[0]?.score).toBeGreaterThanOrEqual(found[1]?.score ?? 0);
  });
});

describe('words that mean the same', () => {
  const search = searchDocuments(DOCUMENTS, [
    ['postage', 'shipping'],
    ['washing machine', 'Dishwasher'],
  ]);
  const best = (question: string) => search(question, 1)[0]?.uri;

  it('are looked for besides those of the question, in any of their forms', () => {
    expect(best('How much is the postage?')).toBe('https://shop.example/shipping');
    expect(best('May it go into washing machines?')).toBe('https://shop.example/care');
  });

  it('count where the question has all words of one of them', () => {
    expect(best('Which machine is it?')).toBeUndefined();
  });
});

describe('a large collection', () => {
  it('is indexed a slice at a time, so that others are answered meanwhile', async () => {
    const passage = { uri: 'u', title: 't', heading: '', text: 'Orders leave within one day.' };
    let turns = 0;
    let isDone = false;
    const count = () => {
      turns += 1;
      if (!isDone) setImmediate(count);
    };
    setImmediate(count);
    const index = await buildKnowledgeIndex(Array.from({ length: 1000 }, () => passage));
    isDone = true;
    expect(turns).toBeGreaterThan(10);
    expect(index.search('orders', 2000)).toHaveLength(1000);
  });
});

describe('splitting a document', () => {
  it('keeps each heading with what stands under it', () => {
    expect(splitPassages(DOCUMENTS[0]?.text ?? '')).toEqual([
      { heading: 'Shipping', text: 'Orders leave within one day.' },
      { heading: 'Costs', text: 'Shipping costs 4.90 and is free from 60.' },
    ]);
  });

  it('loses no word of an endless paragraph and keeps every passage short', () => {
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`);
    const passages = splitPassages(words.join(' '));
    expect(passages.length).toBeGreaterThan(5);
    expect(passages.every(({ text }) => text.length <= 720)).toBe(true);
    expect(passages.flatMap(({ text }) => text.split(/\s+/))).toEqual(words);
  });

  it('finds words of a script that puts no blanks between them', () => {
    const documents = [
      { uri: 'a', title: '送料', text: '送料は4.90ユーロです。' },
      { uri: 'b', title: '返品', text: '未使用の商品は30日以内に返品できます。' },
    ];
    const search = searchDocuments(documents);
    expect(search('返品してもらえますか？', 1)).toMatchObject([{ uri: 'b' }]);
    expect(search('送料はいくらですか？', 1)).toMatchObject([{ uri: 'a' }]);
  });
});
