// Texts on which a careless parser takes seconds or overflows its stack: the shapes of CommonMark's own
// pathological tests, and sizes that no honest answer has.

export interface PathologicalText {
  name: string;
  make(): string;
  /** Updates that the text arrives in. */
  pieces: number;
  /** So many times longer it may become: links show their hosts. */
  growth?: number;
}

const N = 10_000;
const words = (count: number): string =>
  Array.from({ length: count }, (_, index) => `word${index % 97}`).join(' ');

export const PATHOLOGICAL: readonly PathologicalText[] = [
  { name: '10,000 nested quotes', make: () => `${'> '.repeat(N)}a`, pieces: 1 },
  { name: 'nested quotes that arrive one by one', make: () => `${'> '.repeat(300)}a`, pieces: 300 },
  { name: '150 KB of a**b', make: () => 'a**b'.repeat(37_500), pieces: 1 },
  { name: 'a**b in pieces', make: () => 'a**b'.repeat(5000), pieces: 40 },
  { name: '1 MB without a space', make: () => 'x'.repeat(1_000_000), pieces: 1 },
  { name: '1 MB of words in one paragraph', make: () => words(150_000), pieces: 1 },
  { name: '10,000 blocks', make: () => 'A block.\n\n'.repeat(N), pieces: 1 },
  {
    name: 'nested emphasis',
    make: () => `${'*a **a '.repeat(N)}b${' a** a*'.repeat(N)}`,
    pieces: 1,
  },
  { name: 'emphasis closers without openers', make: () => 'a_ '.repeat(N), pieces: 1 },
  { name: 'emphasis openers without closers', make: () => '_a '.repeat(N), pieces: 1 },
  { name: 'link openers', make: () => '[a'.repeat(N), pieces: 1 },
  { name: 'link closers', make: () => 'a]'.repeat(N), pieces: 1 },
  { name: 'mixed link openers and emphasis', make: () => '*a_ [x'.repeat(N), pieces: 1 },
  { name: 'nested brackets', make: () => `${'['.repeat(N)}a${']'.repeat(N)}`, pieces: 1 },
  { name: 'unclosed image links', make: () => '![[]()'.repeat(N), pieces: 1 },
  { name: 'unclosed link addresses', make: () => '[a](<b'.repeat(N), pieces: 1 },
  { name: 'unclosed brackets of addresses', make: () => '[a](b'.repeat(N), pieces: 1 },
  {
    name: 'backticks of growing length',
    make: () => Array.from({ length: 300 }, (_, n) => `e${'`'.repeat(n)}`).join(''),
    pieces: 1,
  },
  { name: 'unclosed comments', make: () => `</${'<!--'.repeat(N)}`, pieces: 1 },
  { name: 'unclosed tags', make: () => '<a '.repeat(N), pieces: 1 },
  { name: 'unclosed declarations', make: () => '<?'.repeat(N), pieces: 1 },
  {
    name: 'deep lists',
    make: () => Array.from({ length: 500 }, (_, n) => `${'  '.repeat(n)}* a`).join('\n'),
    pieces: 1,
  },
  { name: 'one list of 10,000 items', make: () => '- an item\n'.repeat(N), pieces: 50 },
  {
    name: 'one fence of 10,000 lines',
    make: () => `\`\`\`js\n${'const a = 1;\n'.repeat(N)}`,
    pieces: 50,
  },
  {
    name: 'a table of 5,000 rows',
    make: () => `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(5000)}`,
    pieces: 20,
  },
  {
    name: 'a table of 2,000 columns',
    make: () => `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b'.repeat(2000)}|`,
    pieces: 1,
  },
  {
    name: '5,000 definitions',
    make: () =>
      `${Array.from({ length: 5000 }, (_, n) => `[r${n}]: /u${n}`).join('\n')}\n\n${'[r1] '.repeat(1000)}`,
    pieces: 10,
  },
  {
    name: 'uses long before their definitions',
    make: () => `${'[r] and [s]\n\n'.repeat(1000)}[r]: https://a.example/\n[s]: https://b.example/`,
    pieces: 20,
    growth: 2.5,
  },
  { name: 'NUL characters', make: () => 'abc\0de\0'.repeat(N), pieces: 1 },
  { name: 'one quote of 100 KB', make: () => '> a line of a quote\n'.repeat(5000), pieces: 20 },
  { name: 'emphasis that never pairs', make: () => '1.*'.repeat(N), pieces: 1 },
  { name: 'the same in one window', make: () => '1.*'.repeat(1365), pieces: 1 },
  { name: 'the same in lines', make: () => '1.*a\n|*b\n'.repeat(700), pieces: 1 },
  { name: 'addresses between underscores', make: () => "_http://\n'}".repeat(N), pieces: 1 },
  {
    name: 'an item that goes on for 20,000 lines',
    make: () => `- a\n${'(- a\n'.repeat(20_000)}`,
    pieces: 1,
  },
  { name: 'the same in a quote', make: () => `> - a\n${'}- / \n'.repeat(N)}`, pieces: 1 },
  { name: '2,000 addresses', make: () => 'https://a.example/path '.repeat(2000), pieces: 4 },
];
