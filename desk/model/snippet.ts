// The snippet that an owner pastes into a site: from what they have chosen to a tag. Pure.

import {
  ATTRIBUTE_NAMES,
  ATTRIBUTES,
  type AttributeName,
  parseAttributes,
  toAttribute,
} from '../../src/loader/attributes.ts';

/** By attribute, as the tag will have it; what is left out or empty isn't written. */
export type Choices = Readonly<Partial<Record<AttributeName, string>>>;

/** They say whose session the page has, or are for a page's makers: nothing that a form asks for. */
const NOT_ASKED = [
  'site',
  'userToken',
  'gateway',
  'session',
  'sessionId',
  'token',
  'nonce',
] as const;
export type AskedName = Exclude<AttributeName, (typeof NOT_ASKED)[number]>;

export const GROUPS = {
  look: ['title', 'color', 'theme', 'position', 'offset', 'launcher', 'avatar', 'target'],
  words: ['lang', 'greeting', 'prompts', 'nudge', 'strings'],
  behaviour: [
    'feedback',
    'feedbackUrl',
    'attachments',
    'voice',
    'thinking',
    'sound',
    'history',
    'transport',
    'hideOn',
  ],
  links: ['contact', 'privacy', 'consent', 'deleteUrl', 'images'],
  tools: ['tools', 'publishTools', 'cards', 'abilities', 'loginNonceUrl'],
} as const satisfies Readonly<Record<string, readonly AskedName[]>>;
export type GroupName = keyof typeof GROUPS | 'others';

/** Every attribute that a form asks for; those that no group names are among the others. */
export function namesOf(group: GroupName): readonly AskedName[] {
  if (group !== 'others') return GROUPS[group];
  const named: readonly string[] = [...NOT_ASKED, ...Object.values(GROUPS).flat()];
  return ATTRIBUTE_NAMES.filter((name): name is AskedName => !named.includes(name));
}

export type Kind = 'choice' | 'switch' | 'color' | 'long' | 'text';

/** How an attribute is asked for. */
export function kindOf(name: AttributeName): Kind {
  const attribute: { words?: readonly string[]; fallback: unknown } = ATTRIBUTES[name];
  if (typeof attribute.fallback === 'boolean') return 'switch';
  if (name === 'color') return 'color';
  if (name === 'greeting' || name === 'consent' || name === 'prompts' || name === 'nudge')
    return 'long';
  return attribute.words !== undefined && typeof attribute.fallback === 'string'
    ? 'choice'
    : 'text';
}

export function wordsOf(name: AttributeName): readonly string[] {
  const { words = [] }: { words?: readonly string[] } = ATTRIBUTES[name];
  return words;
}

/** What the attribute has where the tag doesn't name it, as a tag would have it. */
export function fallbackOf(name: AttributeName): string {
  const { fallback } = ATTRIBUTES[name];
  if (name === 'offset') return '20 20';
  return typeof fallback === 'boolean' ? (fallback ? 'on' : 'off') : String(fallback ?? '');
}

/** Those that are chosen, and differ from what counts without them. */
export function chosenOf(choices: Choices): Readonly<Record<string, string>> {
  const chosen: Record<string, string> = {};
  for (const name of ATTRIBUTE_NAMES) {
    const value = choices[name]?.trim() ?? '';
    if (value !== '' && value !== fallbackOf(name)) chosen[name] = value;
  }
  return chosen;
}

/** Attributes whose value the widget would not take. @param isColor what the browser says of a colour. */
export function wrongOf(
  choices: Choices,
  environment: { baseUrl: string; isColor: (value: string) => boolean },
): readonly AttributeName[] {
  return parseAttributes(chosenOf(choices), environment).wrong.map(({ name }) => name);
}

/** What the widget would take of the choices. */
export function usableOf(choices: Choices, wrong: readonly string[]): Choices {
  return Object.fromEntries(Object.entries(choices).filter(([name]) => !wrong.includes(name)));
}

export interface SnippetPlace {
  /** Address of bellhop.js. */
  script: string;
  gateway: string;
  /** The site's own endpoint, often a path. */
  session: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '"': '&quot;',
  '<': '&lt;',
  '>': '&gt;',
  '\n': '&#10;',
  '\r': '&#13;',
  '\t': '&#9;',
};

/** For a value between double quotes, wherever the page's HTML is read. */
export function escapeValue(value: string): string {
  return value.replace(/[&"<>\n\r\t]/g, (letter) => ESCAPES[letter] ?? letter);
}

export function snippetOf(place: SnippetPlace, choices: Choices): string {
  const { script, gateway, session } = place;
  const lines = Object.entries({ gateway, session, ...chosenOf(choices) }).map(
    ([name, value]) => `        ${toAttribute(name)}="${escapeValue(value)}"`,
  );
  return `<script async src="${escapeValue(script)}"\n${lines.join('\n')}></script>`;
}

/** Settings of the WordPress plugin that say the same as an attribute, and how one is written there. */
const IN_WORDPRESS: Readonly<
  Partial<Record<AskedName, [setting: string, kind: 'text' | 'switch' | 'list' | 'any']>>
> = {
  title: ['title', 'text'],
  greeting: ['greeting', 'text'],
  prompts: ['prompts', 'list'],
  avatar: ['avatar', 'text'],
  color: ['color', 'text'],
  theme: ['theme', 'text'],
  position: ['position', 'text'],
  offset: ['offset', 'text'],
  launcher: ['launcher', 'text'],
  contact: ['contact', 'text'],
  privacy: ['privacy', 'text'],
  history: ['history', 'text'],
  thinking: ['thinking', 'switch'],
  attachments: ['attachments', 'switch'],
  sound: ['sound', 'switch'],
  feedback: ['feedback', 'switch'],
  // The plugin has one switch for all kinds of cards.
  cards: ['cards', 'any'],
  hideOn: ['hide_on', 'list'],
  tools: ['tools', 'list'],
};

export interface WordPressLines {
  /** For a shell on WordPress's server, a line for each setting; empty: nothing differs from the defaults. */
  text: string;
  /** Chosen attributes that the plugin has no setting for. */
  missing: readonly string[];
}

/** The same choices as settings of the WordPress plugin, by its commands for WP-CLI. */
export function wordPressOf(choices: Choices): WordPressLines {
  const lines: string[] = [];
  const missing: string[] = [];
  for (const [name, value] of Object.entries(chosenOf(choices))) {
    const [setting, kind] = IN_WORDPRESS[name as AskedName] ?? [];
    if (setting === undefined) {
      missing.push(toAttribute(name));
      continue;
    }
    const written =
      kind === 'switch'
        ? String(value === 'on')
        : kind === 'any'
          ? String(value !== 'none')
          : kind === 'list'
            ? JSON.stringify(itemsOf(name as AttributeName, value))
            : value;
    lines.push(`wp bellhop settings set ${setting} ${quoted(written)}`);
  }
  return { text: lines.join('\n'), missing };
}

function itemsOf(name: AttributeName, value: string): string[] {
  return value
    .split(name === 'prompts' ? /\|/ : /[\s,|]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
}

/** One word for a POSIX shell, whatever it has. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
