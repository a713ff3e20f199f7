import { describe, expect, it } from 'vitest';
import { citationsOf } from '../../../agents/model/citations.ts';
import { searchDocuments } from '../../../knowledge/knowledge-index.ts';

const MANUAL = {
  uri: 'https://shop.example/kettle.pdf',
  title: 'Kettle',
  // As the import of a PDF writes it.
  text: '## Page 1\n\nFill the kettle with cold water up to the mark.\n\n## Page 12\n\nDescale the kettle once a month with vinegar, and rinse it twice.',
};
const passages = (question: string, ...documents: (typeof MANUAL)[]) =>
  searchDocuments(documents)(question, 6);

describe('an answer', () => {
  it('cites the page of a PDF that it drew on, with its address, its number and its words', () => {
    const found = passages('How do I descale it?', MANUAL);
    expect(citationsOf('Descale it once a month with vinegar, then rinse twice.', found)).toEqual([
      {
        type: 'knowledge_base',
        document_uri: 'https://shop.example/kettle.pdf#page=12',
        document_title: 'Kettle, p. 12',
        page: 12,
        snippet: 'Descale the kettle once a month with vinegar, and rinse it twice.',
      },
    ]);
  });

  it('cites a document without pages as it is, with the beginning of the passage', () => {
    const text = `Parcels take two days. ${'Customs may need more time. '.repeat(20)}`;
    const found = passages('parcels', { uri: 'u', title: 'Parcels', text });
    const [citation] = citationsOf('Parcels take two days; customs may need time.', found);
    expect(citation).toMatchObject({ document_uri: 'u', document_title: 'Parcels' });
    expect(citation?.snippet).toHaveLength(240);
    expect(citation).not.toHaveProperty('page');
  });

  it.each([
    [
      'German',
      'Sie können Waren binnen 30 Tagen unbenutzt zurückschicken, wir erstatten den Preis.',
      'Schicken Sie die Ware binnen 30 Tagen unbenutzt zurück. Der Preis wird Ihnen erstattet.',
    ],
    [
      'Japanese',
      '未使用の商品は30日以内に箱に入れて返品できます。代金は返金します。',
      '商品は未使用なら30日以内に返品できます。代金を返金します。',
    ],
  ])('is compared with the passages in its own language: %s', (_, text, said) => {
    const found = [{ uri: 'u', title: 't', text, score: 1 }];
    expect(citationsOf(said, found)).toHaveLength(1);
  });

  it('cites nothing that it has only a few words in common with', () => {
    expect(citationsOf('Good evening! How may I help you?', passages('kettle', MANUAL))).toEqual(
      [],
    );
  });
});
