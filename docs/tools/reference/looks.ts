// The pages about the names of texts and about styling. Attributes stand in docs/attributes.md, which a test holds to the source.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CARD_WORDS } from '../../../src/i18n/card-words.ts';
import { FEEDBACK_WORDS } from '../../../src/i18n/feedback-words.ts';
import bar from '../../../src/i18n/later/bar.ts';
import covered from '../../../src/i18n/later/covered.ts';
import deleted from '../../../src/i18n/later/deleted.ts';
import dictation from '../../../src/i18n/later/dictation.ts';
import ends from '../../../src/i18n/later/ends.ts';
import menu from '../../../src/i18n/later/menu.ts';
import noFiles from '../../../src/i18n/later/no-files.ts';
import reader from '../../../src/i18n/later/reader.ts';
import search from '../../../src/i18n/later/search.ts';
import searchHere from '../../../src/i18n/later/search-here.ts';
import voice from '../../../src/i18n/later/voice.ts';
import { LATER_KEYS } from '../../../src/i18n/later-words.ts';
import { LOCALES } from '../../../src/i18n/locales.ts';
import { ENGLISH } from '../../../src/i18n/messages.ts';
import { buildThemeCss, fitRoughly } from '../../../src/theme/theme-css.ts';
import { ROOT } from '../paths.ts';
import { sourceOf } from './sources.ts';
import { code, table } from './table.ts';

const LATER = {
  ...bar,
  ...covered,
  ...deleted,
  ...ends,
  ...menu,
  ...noFiles,
  ...reader,
  ...search,
  ...searchHere,
  ...voice,
  ...dictation,
};

const form = (text: unknown): string =>
  typeof text === 'string'
    ? text
    : Object.entries(text as Record<string, string>)
        .map(([plural, words]) => `${plural}: ${words}`)
        .join(' · ');

export function strings(): string {
  const rows = (words: Readonly<Record<string, unknown>>) =>
    Object.entries(words).map(([key, text]) => [code(key), form(text)]);
  const head = ['name', 'in English'];
  return `# Names of texts

Every text that a visitor reads has a name, under which [you may word it yourself](../how-to/languages.md). A text in braces, like \`{name}\`, is filled in; a text with several forms takes an object of plural forms or one text. A name that isn't here is left out, with a line in the console. A text has at most 500 characters.

## The panel

${table(head, rows(ENGLISH))}

## Parts that are fetched later

${table(head, rows(Object.fromEntries(LATER_KEYS.map((key) => [key, LATER[key].en]))))}

## Cards

${table(head, rows(CARD_WORDS))}

## Feedback

${table(head, rows(FEEDBACK_WORDS))}

## Languages

English, and ${LOCALES.length} more: ${[...LOCALES].sort().map(code).join(', ')}.
`;
}

/** What each property is for; names that go in a row stand together. A test holds that none is missing. */
export const PROPERTY_WORDS: Readonly<Record<string, string>> = {
  small: 'Type: the smallest text, as `font` takes it (size/line family).',
  meta: 'Type: names, times, steps.',
  body: 'Type: messages.',
  input: 'Type: what the visitor writes. Below 16px phones zoom in.',
  title: 'Type: the panel’s heading.',
  code: 'Type: code.',
  s1: 'Space, from the smallest…',
  s2: '',
  s3: '',
  s4: '',
  s5: '',
  s6: '',
  s7: '…to the largest.',
  'radius-code': 'Corners of code.',
  'radius-card': 'Corners of cards.',
  'radius-bubble': 'Corners of the visitor’s messages.',
  'radius-panel': 'Corners of the panel.',
  'panel-width': 'Width of the panel.',
  'panel-width-wide': 'Width of the panel made bigger.',
  'panel-height': 'Height of the panel.',
  launcher: 'Size of the launcher as the panel knows it.',
  target: 'The smallest size of what is pressed.',
  focus: 'Width of the focus ring.',
  press: 'Motion: a press. Nothing moves for visitors who ask for less motion.',
  fade: 'Motion: what appears.',
  slide: 'Motion: what slides.',
  ease: 'Motion: how it speeds up and slows down.',
  travel: 'Motion: how far what appears moves.',
  canvas: 'Ground of the panel.',
  raised: 'Ground of the composer and of cards.',
  sunken: 'Ground of code and of what is inset.',
  tint: 'Ground of the visitor’s messages.',
  ink: 'Text.',
  muted: 'Text that matters less.',
  accent: 'Links, focus, the line beside steps.',
  ok: 'Text that says that something went well.',
  warn: 'Text that warns.',
  danger: 'Text that says that something failed.',
  outline: 'Edges of controls.',
  line: 'Separating lines.',
  fill: 'Ground of the send button.',
  'on-fill': 'What stands on `fill`.',
  'shadow-launcher': 'Shadow of the launcher.',
  'shadow-panel': 'Shadow of the panel.',
};

/** The properties that a page may set, with their values in light and dark, as the theme writes them. */
export function properties(): { name: string; light: string; dark: string }[] {
  const read = (theme: 'light' | 'dark') =>
    new Map(
      [
        ...(buildThemeCss({ theme, color: null }, fitRoughly)
          .split('@media')[0]
          ?.matchAll(/--b-([a-z0-9-]+):var\(--bellhop-[a-z0-9-]+,([^;]*)\);/g) ?? []),
      ].map(([, name = '', value = '']) => [name, value]),
    );
  const dark = read('dark');
  return [...read('light')].map(([name, light]) => ({ name, light, dark: dark.get(name) ?? '' }));
}

const PART_WORDS: Readonly<Record<string, string>> = {
  panel: 'the whole panel',
  header: 'its heading',
  log: 'the messages',
  message: 'one answer of the agent',
  bubble: 'one message of the visitor',
  card: 'a tool’s step, a question, a card',
  error: 'a line that says what went wrong',
  composer: 'where the visitor writes',
  consent: 'what a visitor agrees to before the first message',
  send: 'the button that sends',
  bar: 'the bar that stands in the panel’s place on a phone',
};

/** Names of `part` attributes in the panel's sources. */
export function parts(): string[] {
  const files = readdirSync(join(ROOT, 'src/ui'), { recursive: true, encoding: 'utf8' });
  const found = files
    .filter((path) => path.endsWith('.tsx'))
    .flatMap((path) => [...sourceOf(`src/ui/${path}`).matchAll(/\bpart="([a-z-]+)"/g)])
    .map(([, name = '']) => name);
  return [...new Set(found)].sort();
}

export { PART_WORDS };

export function styling(): string {
  return `# Styling

One attribute is enough for most pages: \`data-color\` is your colour, and Bellhop moves it just so far that text on it, and the colour as text, can be read (4.5 : 1). [Theming](../how-to/theming.md) has a playground. What goes further stands here.

## Properties

Set them in your own style sheet, on the chat's element or above it. Your value wins, in light and dark alike, so set colours in both:

\`\`\`css
bellhop-host {
  --bellhop-radius-panel: 8px;
  --bellhop-panel-width: 440px;
}
@media (prefers-color-scheme: dark) {
  bellhop-host { --bellhop-canvas: #101010; }
}
\`\`\`

\`bellhop-host\` is the element that the script adds to the page. For \`<bellhop-chat>\` write \`bellhop-chat\`. Colours that you set are not corrected: look at the contrast yourself.

${table(
  ['property', 'what it is', 'light', 'dark, where it is another'],
  properties().map(({ name, light, dark }) => [
    code(`--bellhop-${name}`),
    PROPERTY_WORDS[name] ?? '',
    code(light),
    light === dark ? '' : code(dark),
  ]),
)}

## Parts

The panel's main elements can be styled from outside by \`::part\`:

\`\`\`css
bellhop-host::part(header) { letter-spacing: 0.02em; }
\`\`\`

${table(
  ['part', 'what it is'],
  parts().map((name) => [code(name), PART_WORDS[name] ?? '']),
)}
`;
}
