// The one table of attributes: what each may be, what stands in where it is wrong, and what the warning says.
// It drives parsing, warnings and the documentation; attribute-docs.ts holds the meanings, so that no page loads them.

import { nearest } from './nearest.ts';

/** What the checks need of the page. */
export interface AttributeEnvironment {
  /** Base of relative addresses. */
  baseUrl: string;
  isColor(value: string): boolean;
}

export interface Attribute<T> {
  /** Undefined: not of this kind. */
  parse(value: string, environment: AttributeEnvironment): T | undefined;
  fallback: T;
  /** Ends the sentence `data-x="…" is not …`. */
  kind: string;
  /** A value that works, for the warning; '' where any text does. */
  example: string;
  /** The words it may be, where it is one or several of a few. */
  words?: readonly string[];
}

const text = <T extends string | null>(fallback: T): Attribute<string | T> => ({
  parse: (value) => value.trim().slice(0, MAX_TEXT_CHARS),
  fallback,
  kind: 'a text',
  example: '',
});

const oneOf = <Word extends string>(...words: readonly [Word, ...Word[]]): Attribute<Word> => ({
  parse: (value) => words.find((word) => word === value.trim().toLowerCase()),
  fallback: words[0],
  kind: `one of ${words.join(', ')}`,
  example: '',
  words,
});

const SWITCH = new Map([
  ['on', true],
  ['off', false],
  // What people write who come from other widgets, and what a bare attribute gives.
  ['true', true],
  ['false', false],
  ['', true],
]);

const onOff = (fallback: boolean): Attribute<boolean> => ({
  parse: (value) => SWITCH.get(value.trim().toLowerCase()),
  fallback,
  kind: 'on or off',
  example: fallback ? 'off' : 'on',
});

/** An absolute address; relative ones are read against the page. */
const url = (example: string, schemes = ['http:', 'https:']): Attribute<string | null> => ({
  parse(value, { baseUrl }) {
    const parsed = toUrl(value, baseUrl);
    const isFine = parsed && schemes.includes(parsed.protocol) && !parsed.username;
    return isFine ? parsed.href : undefined;
  },
  fallback: null,
  kind: 'a web address',
  example,
});

const sameOrigin = (example: string): Attribute<string | null> => ({
  ...url(example),
  parse(value, { baseUrl }) {
    const parsed = toUrl(value, baseUrl);
    return parsed && parsed.origin === new URL(baseUrl).origin ? parsed.href : undefined;
  },
  kind: 'an address of this site',
});

const list = (separator: RegExp, kind: string, example: string): Attribute<readonly string[]> => ({
  parse: (value) => split(value, separator).slice(0, MAX_ITEMS),
  fallback: [],
  kind,
  example,
});

const MAX_TEXT_CHARS = 2_000;
const MAX_ITEMS = 20;
const TOOL_SOURCES = ['page', 'webmcp', 'abilities'] as const;

export const ATTRIBUTES = {
  gateway: url('https://gateway.example'),
  session: url('/wp-json/bellhop/v1/session'),
  sessionId: text(null),
  token: text(null),
  name: { ...text('default'), parse: (value: string) => value.trim() || undefined },
  title: text(''),
  avatar: url('https://cdn.example/face.png', ['http:', 'https:', 'data:']),
  greeting: text(''),
  prompts: list(/\|/, 'a list parted by |', 'Where is my order?|Opening hours'),
  color: {
    parse: (value, { isColor }) => (isColor(value.trim()) ? value.trim() : undefined),
    fallback: null,
    kind: 'a colour',
    example: '#005b5b',
  } satisfies Attribute<string | null> as Attribute<string | null>,
  theme: oneOf('auto', 'light', 'dark'),
  position: oneOf('right', 'left'),
  offset: {
    parse(value) {
      const [x, y = x, ...rest] = split(value, /[\s,]+/).map((part) =>
        /^(\d{1,4})(px)?$/.exec(part),
      );
      return x && y && rest.length === 0 ? { x: Number(x[1]), y: Number(y[1]) } : undefined;
    },
    fallback: { x: 20, y: 20 },
    kind: 'two distances in pixels',
    example: '20 20',
  } satisfies Attribute<{ x: number; y: number }> as Attribute<{ x: number; y: number }>,
  launcher: text(''),
  target: text(null),
  lang: {
    parse: (value) => (value === 'auto' || isLanguage(value) ? value : undefined),
    fallback: 'auto',
    kind: 'a language tag',
    example: 'de',
  } satisfies Attribute<string> as Attribute<string>,
  strings: {
    parse: (value, { baseUrl }) =>
      value.startsWith('#') ? value : url('').parse(value, { baseUrl, isColor: () => false }),
    fallback: null,
    kind: 'an address or the #id of a JSON script',
    example: '#bellhop-strings',
  } satisfies Attribute<string | null> as Attribute<string | null>,
  transport: oneOf('auto', 'stream', 'poll'),
  thinking: onOff(true),
  attachments: onOff(false),
  sound: onOff(false),
  history: oneOf('local', 'session', 'none'),
  tools: {
    parse(value) {
      const named = split(value.toLowerCase(), /[\s,|]+/);
      const known = TOOL_SOURCES.filter((source) => named.includes(source));
      const isNone = named.length === 0 || named.join() === 'none';
      return isNone || known.length === named.length ? known : undefined;
    },
    fallback: ['page'],
    kind: `a list of ${TOOL_SOURCES.join(', ')}`,
    example: 'page webmcp',
    words: TOOL_SOURCES,
  } as Attribute<readonly (typeof TOOL_SOURCES)[number][]>,
  abilities: sameOrigin('/wp-json/bellhop/v1/abilities'),
  nonceUrl: sameOrigin('/wp-admin/admin-ajax.php?action=rest-nonce'),
  images: {
    parse(value, { baseUrl }) {
      const origins = split(value, /[|\s]+/).map((item) => toOrigin(item, baseUrl));
      return origins.includes(null) ? undefined : origins.filter((item) => item !== null);
    },
    fallback: [],
    kind: 'a list of origins',
    example: 'https://cdn.example',
  } satisfies Attribute<readonly string[]> as Attribute<readonly string[]>,
  hideOn: list(/[\s,|]+/, 'a list of paths', '/checkout/*'),
  contact: url('mailto:help@example.com', ['http:', 'https:', 'mailto:', 'tel:']),
  privacy: url('/privacy'),
  nonce: text(''),
  debug: onOff(false),
} as const;

export type AttributeName = keyof typeof ATTRIBUTES;

/** Every option, checked, with defaults where nothing (or nothing usable) was given. */
export type CheckedOptions = {
  -readonly [Name in AttributeName]: (typeof ATTRIBUTES)[Name] extends Attribute<infer T>
    ? T
    : never;
};

export const ATTRIBUTE_NAMES = Object.keys(ATTRIBUTES) as AttributeName[];

/** "hideOn" → "data-hide-on" */
export function toAttribute(name: string): string {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

export interface ParsedAttributes {
  options: CheckedOptions;
  /** One sentence for each value that wasn't usable and each name that is probably a slip. */
  warnings: string[];
}

/** Names that a configuration object may hold beside the attributes. */
const OTHER_NAMES = ['base', 'getSession', 'settleMs'];
/** Longer values are cut in warnings. */
const MAX_SHOWN_CHARS = 60;

/** Checks what a tag or a configuration object holds. Never throws: what can't be used is told and replaced. */
export function parseAttributes(
  raw: Readonly<Record<string, unknown>>,
  environment: AttributeEnvironment,
): ParsedAttributes {
  const warnings: string[] = [];
  const options: Record<string, unknown> = {};
  for (const name of ATTRIBUTE_NAMES) {
    const attribute: Attribute<unknown> = ATTRIBUTES[name];
    const given = toText(raw[name]);
    const parsed = given === undefined ? undefined : attribute.parse(given, environment);
    options[name] = parsed ?? attribute.fallback;
    if (given === undefined || parsed !== undefined) continue;
    // An empty attribute stands for none.
    if (given.trim() !== '') warnings.push(wrong(name, given, attribute));
  }
  for (const name of Object.keys(raw)) {
    if (Object.hasOwn(ATTRIBUTES, name) || OTHER_NAMES.includes(name)) continue;
    // Optimisers put data-attributes of their own on every script: only likely slips are told.
    const meant = nearest(name, ATTRIBUTE_NAMES);
    if (meant !== null) {
      warnings.push(`${toAttribute(name)} is not known. Did you mean ${toAttribute(meant)}?`);
    }
  }
  return { options: options as CheckedOptions, warnings };
}

function wrong(name: string, given: string, attribute: Attribute<unknown>): string {
  const shown = given.length > MAX_SHOWN_CHARS ? `${given.slice(0, MAX_SHOWN_CHARS)}…` : given;
  const { kind, example, fallback, words = [] } = attribute;
  const used = typeof fallback === 'string' && fallback !== '' ? `"${fallback}"` : 'the default';
  const hint = nearest(given.trim().toLowerCase(), words) ?? example;
  const advice = hint === '' ? '' : ` Try "${hint}".`;
  return `${toAttribute(name)}="${shown}" is not ${kind}. Using ${used}.${advice}`;
}

/** Lists and switches of a configuration object, as they would stand in HTML. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(String).join('|');
  return undefined;
}

function split(value: string, separator: RegExp): string[] {
  return value
    .split(separator)
    .map((item) => item.trim().slice(0, MAX_TEXT_CHARS))
    .filter((item) => item !== '');
}

function toUrl(value: string, baseUrl: string): URL | undefined {
  try {
    return value.trim() === '' ? undefined : new URL(value.trim(), baseUrl);
  } catch {
    return undefined;
  }
}

function toOrigin(item: string, baseUrl: string): string | null {
  const parsed = toUrl(item, baseUrl);
  return parsed && /^https?:$/.test(parsed.protocol) && /^https?:\/\//i.test(item)
    ? parsed.origin
    : null;
}

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-')).length === 1;
  } catch {
    return false;
  }
}
