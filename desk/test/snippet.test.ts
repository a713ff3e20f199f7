// @vitest-environment jsdom

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTRIBUTE_NAMES } from '../../src/loader/attributes.ts';
import { cases } from '../../test/chance.ts';
import { readColor } from '../model/contrast.ts';
import { chosenOf, GROUPS, namesOf, snippetOf, wordPressOf, wrongOf } from '../model/snippet.ts';

const PLACE = {
  script: 'https://gateway.example/bellhop.js',
  gateway: 'https://gateway.example',
  session: '/chat/session',
};
const ENVIRONMENT = { baseUrl: 'https://shop.example/', isColor: (value: string) => value !== 'x' };

/** As a browser reads the tag in a page's HTML. */
function read(tag: string) {
  const html = `<body><p>before</p>${tag}<p>after</p>`;
  const document = new DOMParser().parseFromString(html, 'text/html');
  return { document, script: document.querySelector('script') };
}

describe('the snippet', () => {
  it('names the script, the gateway and the session endpoint, and what differs from the defaults', () => {
    const choices = { title: 'Help', theme: 'auto', position: 'left', thinking: 'on', sound: 'on' };
    expect(snippetOf(PLACE, choices)).toBe(`<script async src="https://gateway.example/bellhop.js"
        data-gateway="https://gateway.example"
        data-session="/chat/session"
        data-title="Help"
        data-position="left"
        data-sound="on"></script>`);
  });

  it('brings any text whole into the page, and nothing but one script', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(
        '"></script><img src=x onerror=alert(1)>',
        "' autofocus onfocus=alert(1) x='",
        '&quot;&lt;&amp;#39;',
        '</script>',
        '<!--<script>',
        'two\nlines\tand a tab\r\n',
      ),
    );
    fc.assert(
      fc.property(value, value, (title, greeting) => {
        fc.pre(!/\0/.test(title + greeting));
        const { document, script } = read(snippetOf(PLACE, { title, greeting }));
        expect(script?.dataset.title ?? '').toBe(title.trim());
        expect(script?.dataset.greeting ?? '').toBe(greeting.trim());
        expect(document.querySelectorAll('script, img')).toHaveLength(1);
        expect(document.body.textContent).toBe('beforeafter');
      }),
      { numRuns: cases(60) },
    );
  });

  it('asks for every attribute of the table once, except those that say whose session a page has', () => {
    const asked = [...(Object.keys(GROUPS) as (keyof typeof GROUPS)[]), 'others' as const]
      .flatMap((group) => [...namesOf(group)])
      .sort();
    const left = ['gateway', 'nonce', 'session', 'sessionId', 'site', 'token', 'userToken'];
    expect([...asked, ...left].sort()).toEqual([...ATTRIBUTE_NAMES].sort());
  });

  it('says which values the widget would not take', () => {
    const choices = {
      color: 'x',
      contact: 'javascript:alert(1)',
      offset: 'far',
      avatar: 'https://cdn.example/a.png',
      deleteUrl: 'https://elsewhere.example/',
    };
    expect(wrongOf(choices, ENVIRONMENT)).toEqual(['color', 'offset', 'deleteUrl', 'contact']);
    expect(wrongOf({ title: '  ' }, ENVIRONMENT)).toEqual([]);
  });

  it('leaves out what is empty', () => {
    expect(chosenOf({ title: '  ', lang: 'auto', offset: '20 20', tools: 'page' })).toEqual({});
  });
});

describe('the read-out of a colour', () => {
  it('says the contrast of the words on it, and what is drawn where it is too pale', () => {
    expect(readColor('#005b5b')).toMatchObject({ drawn: null });
    expect(readColor('#005b5b')?.ratio).toBeGreaterThan(7);
    const pale = readColor('#1e90ff');
    expect(pale?.ratio).toBeGreaterThanOrEqual(4.5);
    expect(readColor('no colour')).toBeNull();
  });
});

describe('the settings for WordPress', () => {
  /** The words that a shell makes of a line. */
  const words = (line: string): string[] =>
    execFileSync('sh', [
      '-c',
      `wp() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${line}`,
    ])
      .toString()
      .split('\0')
      .slice(0, -1);

  it('are a line for each choice that differs, in the plugin’s own kinds', () => {
    const choices = {
      title: 'Help',
      theme: 'auto',
      sound: 'on',
      thinking: 'off',
      feedback: 'on',
      cards: 'choices form',
      prompts: 'Where is my order? | Returns',
      tools: 'page abilities',
      hideOn: '/checkout/* /cart',
    };
    expect(wordPressOf(choices).text.split('\n')).toEqual([
      "wp bellhop settings set title 'Help'",
      `wp bellhop settings set prompts '["Where is my order?","Returns"]'`,
      "wp bellhop settings set thinking 'false'",
      "wp bellhop settings set sound 'true'",
      `wp bellhop settings set tools '["page","abilities"]'`,
      "wp bellhop settings set cards 'true'",
      "wp bellhop settings set feedback 'true'",
      `wp bellhop settings set hide_on '["/checkout/*","/cart"]'`,
    ]);
    expect(wordPressOf({ theme: 'auto' }).text).toBe('');
  });

  it('name settings that the plugin has, of its type, and say which choices it has none for', () => {
    const source = readFileSync('wordpress/bellhop/includes/settings.php', 'utf8');
    const defaults = source.slice(source.indexOf('function default_settings'));
    const all = Object.fromEntries(ATTRIBUTE_NAMES.map((name) => [name, 'x']));
    const { text, missing } = wordPressOf(all);
    for (const line of text.split('\n')) {
      const [, , , setting = '', value = ''] = words(line);
      const [, given = ''] = new RegExp(`'${setting}' +=> ([^,\\n]+)`).exec(defaults) ?? [];
      const kind = value.startsWith('[')
        ? /^array/
        : /^(?:true|false)$/.test(value)
          ? /true|false|has_shop\(\)/
          : /^'/;
      expect([setting, given]).toEqual([setting, expect.stringMatching(kind)]);
    }
    expect(missing).toEqual(expect.arrayContaining(['data-nudge', 'data-lang']));
  });

  it('stay one word for the shell, whatever an owner writes', () => {
    const value = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom("'; touch /tmp/x; '", '$(id) `id` "$HOME"', "a\nb'c", '\\', "''"),
    );
    fc.assert(
      fc.property(value, (greeting) => {
        fc.pre(!/\0/.test(greeting) && greeting.trim() !== '');
        expect(words(wordPressOf({ greeting }).text)).toEqual([
          'bellhop',
          'settings',
          'set',
          'greeting',
          greeting.trim(),
        ]);
      }),
      { numRuns: 12 },
    );
  });
});
