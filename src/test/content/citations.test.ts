import { describe, expect, it } from 'vitest';
import { dedupeCitations } from '../../content/index.ts';

const cite = (document_uri: string, document_title = '') => ({
  type: 'knowledge_base',
  document_uri,
  document_title,
});

describe('sources', () => {
  it('stand once for each address, in order, with the first title there is', () => {
    const sources = dedupeCitations([
      cite('https://a.example/1'),
      cite('https://a.example/2', 'Two'),
      cite('https://a.example/1', 'One'),
      cite('https://a.example/2', 'Zwei'),
    ]);
    expect(sources.map(({ title }) => title)).toEqual(['One (a.example)', 'Two (a.example)']);
  });

  it('work for a type that nobody knows yet', () => {
    expect(dedupeCitations([{ ...cite('https://a.example/'), type: 'web_search' }])).toHaveLength(
      1,
    );
  });

  it.each(['kb://doc/1', 'javascript:alert(1)', 'mailto:a@b.example', '/docs/x', 'plain'])(
    'show %s, but do not link it',
    (uri) => {
      expect(dedupeCitations([cite(uri)])).toEqual([{ title: uri, uri, link: null }]);
    },
  );

  it('are cut: of a hundred thousand the first hundred, of a long title one line', () => {
    const many = Array.from({ length: 100_000 }, (_, index) =>
      cite(`https://a.example/${index}`, `t\n${'x'.repeat(5000)}\u202e`),
    );
    const sources = dedupeCitations(many);
    expect(sources).toHaveLength(100);
    expect(sources[0]?.title.length).toBeLessThanOrEqual(200);
  });
});
