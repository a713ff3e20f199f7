import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_DOCS, attributeTable } from '../../loader/attribute-docs.ts';
import { describeMistakes } from '../../loader/attribute-warnings.ts';
import { ATTRIBUTE_NAMES, parseAttributes, toAttribute } from '../../loader/attributes.ts';
import { nearest } from '../../loader/nearest.ts';

const environment = {
  baseUrl: 'https://shop.example/de/index.html',
  isColor: (value: string) => /^(#[0-9a-f]{3,8}|red|var\(.*\))$/i.test(value),
};
const parse = (raw: Record<string, unknown>) => parseAttributes(raw, environment);
const warn = (raw: Record<string, unknown>): string[] => describeMistakes(parse(raw));

describe('the attribute table', () => {
  it('has exactly the names that are promised', () => {
    expect(ATTRIBUTE_NAMES.map(toAttribute)).toEqual([
      'data-site',
      'data-user-token',
      'data-gateway',
      'data-session',
      'data-session-id',
      'data-token',
      'data-name',
      'data-title',
      'data-avatar',
      'data-greeting',
      'data-prompts',
      'data-color',
      'data-theme',
      'data-position',
      'data-offset',
      'data-launcher',
      'data-target',
      'data-lang',
      'data-strings',
      'data-transport',
      'data-thinking',
      'data-attachments',
      'data-sound',
      'data-history',
      'data-tools',
      'data-publish-tools',
      'data-cards',
      'data-abilities',
      'data-login-nonce-url',
      'data-delete-url',
      'data-feedback',
      'data-feedback-url',
      'data-images',
      'data-hide-on',
      'data-contact',
      'data-privacy',
      'data-consent',
      'data-nonce',
      'data-debug',
      'data-nudge',
      'data-voice',
    ]);
  });

  it('documents every attribute, one row each', () => {
    expect(Object.keys(ATTRIBUTE_DOCS)).toEqual(ATTRIBUTE_NAMES);
    const rows = attributeTable()
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toHaveLength(ATTRIBUTE_NAMES.length);
    // A new attribute has a group of the reference.
    expect(attributeTable()).not.toContain('## Others');
    for (const row of rows) expect(row.replaceAll('\\|', '').split('|')).toHaveLength(6);
  });

  it('offers examples that it accepts itself', () => {
    for (const name of ATTRIBUTE_NAMES) {
      const { example } = ATTRIBUTE_DOCS[name];
      if (example !== '') expect(parse({ [name]: example }).wrong, name).toEqual([]);
    }
  });
});

describe('reading attributes', () => {
  it('gives every option its default where nothing stands', () => {
    const { options, wrong, unknown } = parse({});
    expect(wrong).toEqual([]);
    expect(unknown).toEqual([]);
    expect(options).toMatchObject({
      name: 'default',
      theme: 'auto',
      position: 'right',
      offset: { x: 20, y: 20 },
      transport: 'auto',
      thinking: true,
      attachments: false,
      sound: false,
      history: 'local',
      tools: ['page'],
      images: [],
      debug: false,
    });
  });

  it.each([
    ['color', ' #005B5B ', '#005B5B'],
    ['theme', 'Dark', 'dark'],
    ['offset', '12 34', { x: 12, y: 34 }],
    ['offset', '12px, 34px', { x: 12, y: 34 }],
    ['offset', '8', { x: 8, y: 8 }],
    ['prompts', 'Where is it?| |Hours', ['Where is it?', 'Hours']],
    ['prompts', ['One', 'Two'], ['One', 'Two']],
    ['session', '/chat/session', 'https://shop.example/chat/session'],
    ['thinking', 'off', false],
    ['attachments', '', true],
    ['attachments', true, true],
    ['tools', 'abilities page', ['page', 'abilities']],
    ['tools', 'none', []],
    ['tools', ['webmcp'], ['webmcp']],
    ['images', 'https://a.example/x|https://b.example', ['https://a.example', 'https://b.example']],
    ['contact', 'mailto:help@shop.example', 'mailto:help@shop.example'],
    ['lang', 'de_DE', 'de_DE'],
    ['strings', '#words', '#words'],
    ['site', ` site_pk_${'a1'.repeat(16)} `, `site_pk_${'a1'.repeat(16)}`],
    ['userToken', 'eyJh.eyJz.c2ln', 'eyJh.eyJz.c2ln'],
  ])('reads %s=%j', (name, given, expected) => {
    const { options, wrong } = parse({ [name]: given });
    expect(wrong).toEqual([]);
    expect(options[name as 'name']).toEqual(expected);
  });

  it.each([
    ['gateway', 'javascript:alert(1)'],
    ['contact', 'javascript:alert(1)'],
    ['privacy', 'data:text/html,x'],
    ['session', 'https://user:secret@shop.example/session'],
    ['avatar', 'blob:https://shop.example/1'],
    ['abilities', 'https://elsewhere.example/abilities'],
    ['loginNonceUrl', 'https://elsewhere.example/nonce'],
    ['images', '*'],
    ['images', 'https://a.example|nonsense'],
    ['offset', '-5 20'],
    ['offset', '1 2 3'],
    ['tools', 'page pages'],
    ['lang', 'not a language'],
    ['color', 'url(x)'],
    ['site', 'site_pk_short'],
    ['site', `site_pk_${'A1'.repeat(16)}`],
    ['site', `site_pk_${'a1'.repeat(16)}/../admin`],
    ['userToken', 'not a token'],
    ['userToken', `eyJh.eyJz.${'x'.repeat(9000)}`],
  ])('refuses %s=%j and uses the default', (name, given) => {
    const { options, wrong } = parse({ [name]: given });
    expect(wrong).toEqual([{ name, given }]);
    expect(options[name as 'name']).toEqual(parse({}).options[name as 'name']);
  });
});

describe('what the console is told', () => {
  it('names the attribute, what was wrong, what is used instead, and a value that works', () => {
    expect(warn({ color: 'bleu' })).toEqual([
      'data-color="bleu" is not a colour. Using the default. Try "#005b5b".',
    ]);
    expect(warn({ theme: 'drak' })).toEqual([
      'data-theme="drak" is not one of auto, light, dark. Using "auto". Try "dark".',
    ]);
    expect(warn({ theme: 'fancy' })).toEqual([
      'data-theme="fancy" is not one of auto, light, dark. Using "auto".',
    ]);
  });

  it('asks about a name that is nearly one of the table’s, and leaves others alone', () => {
    expect(
      warn({ colour: 'red', cfasync: 'false', noOptimize: '1', wpfcOriginalSrc: 'x' }),
    ).toEqual(['data-colour is not known. Did you mean data-color?']);
    expect(warn({ hidenOn: '/x' })).toEqual([
      'data-hiden-on is not known. Did you mean data-hide-on?',
    ]);
  });

  it('shows nothing of a person’s token', () => {
    expect(warn({ userToken: 'secret words' })).toEqual([
      'data-user-token="…" is not a JWT. Using the default.',
    ]);
    expect(warn({ userToken: () => 'a function' })).toEqual([]);
  });

  it('cuts what is long', () => {
    const [line = ''] = warn({ offset: 'x'.repeat(5000) });
    expect(line.length).toBeLessThan(200);
  });

  it('says nothing of an empty value, or of what only a configuration can hold', () => {
    expect(warn({ color: '', getSession: () => {}, settleMs: 5, base: '/x' })).toEqual([]);
  });
});

describe('the nearest word', () => {
  it.each([
    ['drak', 'dark'],
    ['ligth', 'light'],
    ['autoo', 'auto'],
    ['x', null],
    ['entirely different', null],
  ])('of %j is %j', (given, expected) => {
    expect(nearest(given, ['auto', 'light', 'dark'])).toBe(expected);
  });
});
