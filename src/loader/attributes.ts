// The one table of attributes: which values each accepts, and which value is used if the given one is wrong. Parsing,
// warnings and documentation follow it. The words for people stand in attribute-docs.ts.

/** What the checks need to know about the page. */
export interface AttributeEnvironment {
  /** Base of relative addresses. */
  baseUrl: string;
  isColor(value: string): boolean;
}

export interface Attribute<T> {
  /** Undefined: this attribute doesn't accept the value. */
  parse(value: string, environment: AttributeEnvironment): T | undefined;
  fallback: T;
  /** The accepted words, if the attribute takes one or several of a few. */
  words?: readonly string[];
}

const text = <T extends string | null>(fallback: T): Attribute<string | T> => ({
  parse: (value) => value.trim().slice(0, MAX_TEXT_CHARS),
  fallback,
});

const oneOf = <Word extends string>(...words: readonly [Word, ...Word[]]): Attribute<Word> => ({
  parse: (value) => words.find((word) => word === value.trim().toLowerCase()),
  fallback: words[0],
  words,
});

// People who know other widgets write true and false; an attribute without a value gives ''.
const ON = /^(on|true|)$/i;
const OFF = /^(off|false)$/i;

const onOff = (fallback: boolean): Attribute<boolean> => ({
  parse: (value) => ON.test(value.trim()) || (OFF.test(value.trim()) ? false : undefined),
  fallback,
});

/** Parses to an absolute address; a relative one is resolved against the page. */
const url = (schemes = /^https?:/): Attribute<string | null> => ({
  parse(value, { baseUrl }) {
    const parsed = toUrl(value, baseUrl);
    return parsed && schemes.test(parsed.protocol) && !(parsed.username + parsed.password)
      ? parsed.href
      : undefined;
  },
  fallback: null,
});

const sameOrigin = (): Attribute<string | null> => ({
  parse(value, { baseUrl }) {
    const parsed = toUrl(value, baseUrl);
    return parsed && parsed.origin === new URL(baseUrl).origin ? parsed.href : undefined;
  },
  fallback: null,
});

const list = (separator: RegExp): Attribute<readonly string[]> => ({
  parse: (value) => split(value, separator),
  fallback: [],
});

/** Some of a few words, in any order; "none" and nothing at all are none of them. */
const someOf = <Word extends string>(
  words: readonly Word[],
  fallback: readonly Word[],
): Attribute<readonly Word[]> => ({
  parse(value) {
    const named = split(value.toLowerCase(), /[\s,|]+/);
    const known = words.filter((word) => named.includes(word));
    const isNone = named.length === 0 || named.join() === 'none';
    return isNone || known.length === named.length ? known : undefined;
  },
  fallback,
  words,
});

const MAX_TEXT_CHARS = 2_000;
const MAX_ITEMS = 20;

/** Longer than any that a browser can send in a header of its own; the claims of a person need a tenth of it. */
const MAX_JWT_CHARS = 8_192;

export const ATTRIBUTES = {
  site: {
    parse: (value) => /^site_pk_[a-z0-9]{16,64}$/.exec(value.trim())?.[0],
    fallback: null,
  } as Attribute<string | null>,
  userToken: {
    parse(value) {
      const [jwt] = /^[\w-]+\.[\w-]+\.[\w-]+$/.exec(value.trim()) ?? [];
      return jwt !== undefined && jwt.length <= MAX_JWT_CHARS ? jwt : undefined;
    },
    fallback: null,
  } as Attribute<string | null>,
  gateway: url(),
  session: url(),
  sessionId: text(null),
  token: text(null),
  name: { parse: (value) => value.trim() || undefined, fallback: 'default' } as Attribute<string>,
  title: text(''),
  avatar: url(/^(https?|data):/),
  greeting: text(''),
  prompts: list(/\|/),
  color: {
    parse: (value, { isColor }) => (isColor(value.trim()) ? value.trim() : undefined),
    fallback: null,
  } as Attribute<string | null>,
  theme: oneOf('auto', 'light', 'dark'),
  position: oneOf('right', 'left'),
  offset: {
    parse(value) {
      const [, x, , , y = x] = /^(\d{1,4})(px)?([\s,]+(\d{1,4})(px)?)?$/.exec(value.trim()) ?? [];
      return x === undefined ? undefined : { x: Number(x), y: Number(y) };
    },
    fallback: { x: 20, y: 20 },
  } as Attribute<{ x: number; y: number }>,
  launcher: text(''),
  target: text(null),
  lang: {
    parse: (value) => (value === 'auto' || isLanguage(value) ? value : undefined),
    fallback: 'auto',
  } as Attribute<string>,
  strings: {
    parse: (value, environment) =>
      value.startsWith('#') ? value : url().parse(value, environment),
    fallback: null,
  } as Attribute<string | null>,
  transport: oneOf('auto', 'stream', 'poll'),
  thinking: onOff(true),
  attachments: onOff(false),
  sound: onOff(false),
  history: oneOf('local', 'session', 'none'),
  tools: someOf(['page', 'webmcp', 'abilities'], ['page']),
  publishTools: someOf(['webmcp'], []),
  cards: someOf(['choices', 'products', 'form', 'replies', 'approvals'], []),
  abilities: sameOrigin(),
  loginNonceUrl: sameOrigin(),
  deleteUrl: sameOrigin(),
  feedback: onOff(false),
  feedbackUrl: sameOrigin(),
  images: {
    parse(value, { baseUrl }) {
      const origins = split(value, /[|\s]+/).map((item) =>
        /^https?:\/\//i.test(item) ? toUrl(item, baseUrl)?.origin : undefined,
      );
      const known = origins.filter((origin) => origin !== undefined);
      return known.length === origins.length ? known : undefined;
    },
    fallback: [],
  } as Attribute<readonly string[]>,
  hideOn: list(/[\s,|]+/),
  contact: url(/^(https?|mailto|tel):/),
  privacy: url(),
  consent: text(''),
  nonce: text(''),
  debug: onOff(false),
  nudge: text(''),
  voice: onOff(false),
} as const;

export type AttributeName = keyof typeof ATTRIBUTES;

/** Every option, checked; the default stands where no usable value was given. */
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
  /** Values that an attribute doesn't accept, as the page gave them. */
  wrong: { name: AttributeName; given: string }[];
  /** Names that the table doesn't have. */
  unknown: string[];
}

/** Names that a configuration object may hold beside the attributes. */
// The last one: see former-names.ts.
const OTHER_NAMES = ['base', 'doors', 'getSession', 'settleMs', 'look', 'nonceUrl'];

/**
 * Checks the options of a tag or a configuration object. Never throws: reports a wrong value and uses the default.
 */
export function parseAttributes(
  raw: Readonly<Record<string, unknown>>,
  environment: AttributeEnvironment,
): ParsedAttributes {
  const wrong: ParsedAttributes['wrong'] = [];
  const options: Record<string, unknown> = {};
  for (const name of ATTRIBUTE_NAMES) {
    const attribute: Attribute<unknown> = ATTRIBUTES[name];
    const given = toText(raw[name]);
    const parsed = given === undefined ? undefined : attribute.parse(given, environment);
    options[name] = parsed ?? attribute.fallback;
    // An empty attribute counts as absent, not as a mistake.
    if (parsed === undefined && given?.trim()) wrong.push({ name, given });
  }
  const known: readonly string[] = [...ATTRIBUTE_NAMES, ...OTHER_NAMES];
  const unknown = Object.keys(raw).filter((name) => !known.includes(name));
  return { options: options as CheckedOptions, wrong, unknown };
}

/** Writes the lists and booleans of a configuration object as they would stand in HTML. */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (Array.isArray(value)) return value.map(String).join('|');
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined;
}

function split(value: string, separator: RegExp): string[] {
  return value
    .split(separator)
    .map((item) => item.trim().slice(0, MAX_TEXT_CHARS))
    .filter((item) => item !== '')
    .slice(0, MAX_ITEMS);
}

function toUrl(value: string, baseUrl: string): URL | undefined {
  try {
    return value.trim() === '' ? undefined : new URL(value.trim(), baseUrl);
  } catch {
    return undefined;
  }
}

function isLanguage(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-')).length === 1;
  } catch {
    return false;
  }
}
