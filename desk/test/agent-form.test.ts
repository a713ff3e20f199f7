import { describe, expect, it } from 'vitest';
import { FIELDS } from '../model/agent-fields.ts';
import { changeOf, type Fields, headersOf } from '../model/agent-form.ts';
import { changedSettings, differenceOf } from '../model/difference.ts';
import { measured } from '../model/trials.ts';

function fields(values: Readonly<Record<string, string | readonly string[]>>): Fields {
  const all = (name: string) => [values[name] ?? []].flat();
  return { get: (name) => all(name)[0] ?? null, getAll: all };
}

describe('the form of an agent', () => {
  it('takes back what stands in no field', () => {
    expect(changeOf(fields({ name: 'Concierge', kind: 'model', may: 'all' }))).toEqual({
      name: 'Concierge',
      kind: 'model',
      backend: null,
      instructions: '',
      provider: null,
      model: null,
      reasoning_effort: null,
      context_window: null,
      page_context: null,
      files: null,
      web_search: null,
      limits: {
        output_tokens: null,
        turns: null,
        credits_nano_per_visitor_day: null,
        reached_text: null,
      },
      tools: null,
      tool_servers: [],
      collections: [],
      fallback: null,
      prices: {},
    });
  });

  it('says credits in billionths, tools by lines, and each server and price of its rows', () => {
    const change = changeOf(
      fields({
        name: 'Concierge',
        credits: '0.25',
        turns: '8',
        may: 'these',
        patterns: 'cart/*\r\n\r\nsearch',
        collection: ['col_a', 'col_b'],
        'server-name': ['orders', '', 'stock'],
        'server-url': ['https://o.example/mcp', '', 'https://s.example/mcp'],
        'server-tools': ['find_*, count', '', '*'],
        'server-headers': ['Authorization: Bearer x:y', '', ''],
        'price-model': ['gpt-4.1-mini', ''],
        'price-input': ['400', ''],
        'price-output': ['1600', ''],
        'price-read': ['100', ''],
        'price-creation': ['', ''],
      }),
    );
    expect(change).toMatchObject({
      limits: { credits_nano_per_visitor_day: 250_000_000, turns: 8 },
      tools: ['cart/*', 'search'],
      collections: ['col_a', 'col_b'],
      tool_servers: [
        {
          name: 'orders',
          url: 'https://o.example/mcp',
          tools: ['find_*', 'count'],
          headers: { Authorization: 'Bearer x:y' },
        },
        { name: 'stock', url: 'https://s.example/mcp', tools: ['*'] },
      ],
      prices: {
        'gpt-4.1-mini': { input: 400, output: 1600, cache_read: 100, cache_creation: null },
      },
    });
    // What isn't said stays as the gateway has it: nobody has to know a secret to change a name.
    expect(change.tool_servers?.[1]).not.toHaveProperty('headers');
  });

  it('says which files its model reads, and shows what was said', () => {
    const { files } = FIELDS;
    const read = (kinds: string[] | null) => files.read({ files: kinds } as never);
    for (const kinds of [null, [], ['image'], ['pdf'], ['image', 'pdf']]) {
      expect(changeOf(fields({ name: 'A', files: read(kinds) })).files).toEqual(kinds);
      expect(['', ...(files.values ?? [])]).toContain(read(kinds));
    }
    expect(read(['pdf', 'image'])).toBe('image pdf');
  });

  it.each([
    [{}, null],
    [{ 'web-domains': 'shop.example', 'web-uses': '2' }, null],
    [{ web: 'on', 'web-domains': ' \n', 'web-uses': '' }, {}],
    [
      { web: 'on', 'web-domains': 'shop.example\r\nhelp.shop.example', 'web-uses': '2' },
      { domains: ['shop.example', 'help.shop.example'], max_uses: 2 },
    ],
  ])('says of %o how the web is searched', (values, search) => {
    expect(changeOf(fields({ name: 'A', ...values })).web_search).toEqual(search);
  });

  it('names a backend only for an agent that has one', () => {
    const values = { 'backend-url': 'https://b.example/', 'backend-headers': '' };
    expect(changeOf(fields({ ...values, kind: 'ag_ui' })).backend).toEqual({
      url: 'https://b.example/',
    });
    expect(changeOf(fields({ ...values, kind: 'model' })).backend).toBeNull();
  });

  it.each([
    ['{ "q": "{{text}}" }', { q: '{{text}}' }],
    ['{ "q":', '{ "q":'],
    [' ', null],
  ])(
    'has the body %s as it is written, for any webhook and for a session at a provider',
    (body, sent) => {
      const values = { 'backend-url': 'https://b.example/', 'backend-body': body };
      for (const kind of ['http', 'managed_agents']) {
        const { backend } = changeOf(fields({ ...values, kind }));
        expect(backend).toEqual({ url: 'https://b.example/', body: sent });
      }
    },
  );

  it('refuses a header that has no value, in the line’s own words', () => {
    expect(() => headersOf('Authorization')).toThrow('Authorization');
    expect(headersOf(' \n ')).toBeNull();
  });
});

describe('the difference of two versions', () => {
  it('has the lines around a change, and no others', () => {
    const before = ['1', '2', '3', '4', '5', '6', '7', '8'].join('\n');
    const lines = differenceOf(before, before.replace('5', 'five'));
    expect(lines.map(({ kind, text }) => `${kind} ${text}`)).toEqual([
      'same 3',
      'same 4',
      'removed 5',
      'added five',
      'same 6',
      'same 7',
    ]);
    expect(differenceOf(before, before)).toEqual([]);
    expect(differenceOf('', 'new')).toEqual([{ kind: 'added', text: 'new' }]);
  });

  it('names the other settings that differ', () => {
    const one = { instructions: 'a', model: 'x', limits: { turns: 3 } } as never;
    const other = { instructions: 'b', model: 'x', limits: { turns: 4 } } as never;
    expect(changedSettings(one, other)).toEqual(['limits']);
  });
});

describe('what a trial has taken', () => {
  it('is the time from the last question to its answer, and all tokens and credits', () => {
    const at = (seconds: number) => new Date(seconds * 1000).toISOString();
    const events = [
      { type: 'user.message', created_at: at(1) },
      { type: 'agent.message', created_at: at(2) },
      {
        type: 'session.status_idle',
        usage: { input_tokens: 10, output_tokens: 5, credits_nano: 7 },
      },
      { type: 'user.message', created_at: at(10) },
      { type: 'agent.message', created_at: at(14) },
      { type: 'session.error', usage: { input_tokens: 1, output_tokens: 1, credits_nano: 1 } },
    ] as never;
    expect(measured(events)).toEqual({ answers: 2, answerMs: 4000, tokens: 17, creditsNano: 8 });
  });
});
