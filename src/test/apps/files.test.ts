import { expect, it } from 'vitest';
import { readFiles } from '../../apps/files.ts';

const inside = (uri: string, more: object = { text: 'a,b' }) => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/csv', ...more },
});

it('reads files that stand in the request, and links to those of the server', () => {
  expect(
    readFiles([
      inside('file:///sales/may.csv?x#y'),
      { type: 'resource_link', uri: 'ui://shop/invoice', name: 'Invoice 7.pdf' },
    ]),
  ).toEqual([
    { name: 'may.csv', uri: null, text: 'a,b', blob: null },
    { name: 'Invoice 7.pdf', uri: 'ui://shop/invoice', text: null, blob: null },
  ]);
});

it.each([
  ['../../evil.sh', 'evil.sh'],
  ['file:///.bashrc', '_bashrc'],
  ['file:///a\u202Egpj.exe', 'a_gpj.exe'],
  ['file:///a:b*c', 'a_b_c'],
  ['file:///', 'file'],
])('takes %j for the name %j', (uri, name) => {
  expect(readFiles([inside(uri)])?.[0]?.name).toBe(name);
});

it.each([
  ['nothing', []],
  ['no list', { uri: 'a' }],
  ['a text', [{ type: 'text', text: 'a' }]],
  ['a file of nothing', [inside('a', {})]],
  ['six files', Array.from({ length: 6 }, () => inside('a'))],
])('takes %s for no files', (_, contents) => {
  expect(readFiles(contents)).toBeNull();
});
