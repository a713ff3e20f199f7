import { expect, it } from 'vitest';
import { MAX_OWN_HTML_BYTES, makeOwnApp } from '../../apps/own-app.ts';

const reply = { sandbox: 'https://box.example/app-frame/none' };
const call = { toolUseId: 'c', name: 'map', input: { city: 'Rome' }, answer: '{"km":3}' };

it('is made of what the page writes of the call', () => {
  const ui = {
    word: 'Near',
    html(this: { word: string }, { input, result }: { input: object; result: object }) {
      return `<p>${this.word} ${JSON.stringify([input, result])}</p>`;
    },
  };
  expect(makeOwnApp(ui, call, reply)).toMatchObject({
    html: '<p>Near [{"city":"Rome"},{"km":3}]</p>',
    sandbox: reply.sandbox,
    allow: '',
    permissions: {},
    input: { city: 'Rome' },
  });
});

it.each([
  ['{"km":3}', { content: [{ type: 'text', text: '{"km":3}' }], structuredContent: { km: 3 } }],
  ['[3]', { content: [{ type: 'text', text: '[3]' }] }],
  ['Near.', { content: [{ type: 'text', text: 'Near.' }] }],
  ['3', { content: [{ type: 'text', text: '3' }] }],
  [null, { content: [] }],
])('tells the app of the result %j as the standard has it', (answer, told) => {
  expect(makeOwnApp({ html: '<p>' }, { ...call, answer }, reply).result).toEqual(told);
});

it.each([
  [null, /must be HTML/],
  ['<p>', /must be HTML/],
  [{ html: '' }, /must be HTML/],
  [{ html: () => 7 }, /must be HTML/],
  [{ html: 'ä'.repeat(MAX_OWN_HTML_BYTES / 2 + 1) }, /longer than 512 KiB/],
])('refuses what is no page, and says which tool gave it: %#', (ui, why) => {
  expect(() => makeOwnApp(ui, call, reply)).toThrow(why);
  expect(() => makeOwnApp(ui, call, reply)).toThrow('"map"');
});

it('takes a page that is just as long as it may be', () => {
  const html = 'ä'.repeat(MAX_OWN_HTML_BYTES / 2);
  expect(makeOwnApp({ html }, call, reply).html).toBe(html);
});

it.each([
  null,
  {},
  { sandbox: 'https://box.example/' },
  { sandbox: 'javascript:"/app-frame/none"' },
])('is not drawn where the gateway names no frame for it: %j', (other) => {
  expect(() => makeOwnApp({ html: '<p>' }, call, other)).toThrow(/no frame/);
});

it('gives the page a copy of the call', () => {
  const html = ({ input }: { input: { city?: string } }) => {
    input.city = 'Nice';
    return '<p>';
  };
  expect(makeOwnApp({ html }, call, reply).input).toEqual({ city: 'Rome' });
});
