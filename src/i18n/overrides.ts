// Reads the owner's wording (`data-strings`), which is JSON from outside: it checks every key, uses the good ones, and
// returns a sentence for the console about each of the others.

import { CARD_WORDS } from './card-words.ts';
import { FEEDBACK_WORDS } from './feedback-words.ts';
import type { Overrides } from './i18n.ts';
import { LATER_KEYS, type LaterKey } from './later-words.ts';
import { ENGLISH, type MessageKey, type Plural } from './messages.ts';

const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
const MAX_TEXT_CHARS = 500;

export interface ParsedOverrides {
  overrides: Overrides;
  /** One sentence for each key that was left out. */
  problems: string[];
}

export function parseOverrides(value: unknown): ParsedOverrides {
  const overrides: { -readonly [Key in keyof Overrides]: Overrides[Key] } = {};
  const problems: string[] = [];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { overrides, problems: ['The strings are not a JSON object of texts by name.'] };
  }
  for (const [key, given] of Object.entries(value)) {
    const isOfPart = Object.hasOwn(CARD_WORDS, key) || Object.hasOwn(FEEDBACK_WORDS, key);
    if (isOfPart && isText(given)) {
      (overrides as Record<string, string>)[key] = given;
      continue;
    }
    if (!isMessageKey(key) && !isLaterKey(key)) {
      problems.push(`"${key.slice(0, 40)}" is not the name of a text.`);
      continue;
    }
    const isPlural = isMessageKey(key) && typeof ENGLISH[key] !== 'string';
    if (isText(given)) overrides[key] = given;
    else if (isPlural && isPluralForms(given)) overrides[key] = pickForms(given);
    else {
      problems.push(
        isPlural
          ? `"${key}" must be a text, or an object of plural forms with at least "other".`
          : `"${key}" must be a text of at most ${MAX_TEXT_CHARS} characters.`,
      );
    }
  }
  return { overrides, problems };
}

function isMessageKey(key: string): key is MessageKey {
  return Object.hasOwn(ENGLISH, key);
}

function isLaterKey(key: string): key is LaterKey {
  return (LATER_KEYS as readonly string[]).includes(key);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= MAX_TEXT_CHARS;
}

function isPluralForms(value: unknown): value is Plural {
  return typeof value === 'object' && value !== null && 'other' in value && isText(value.other);
}

/** Copies the six plural forms, if they are texts, and nothing else of the owner's object. */
function pickForms(value: Plural): Plural {
  const picked: Plural = { other: value.other };
  for (const form of PLURAL_FORMS) {
    const text: unknown = Object.hasOwn(value, form) ? value[form] : undefined;
    if (isText(text)) picked[form] = text;
  }
  return picked;
}
