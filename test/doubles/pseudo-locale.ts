// English that is 40 % longer and full of accents: what breaks in it would break in German or Finnish.

import { ENGLISH, type Messages, type Plural } from '../../src/i18n/messages.ts';

const ACCENTS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  y: 'ý',
  c: 'ç',
  n: 'ñ',
  A: 'Å',
  E: 'É',
  I: 'Î',
  O: 'Ø',
  U: 'Û',
  C: 'Ç',
  N: 'Ñ',
};

export function createPseudoLocale(): Messages {
  const entries = Object.entries(ENGLISH).map(([key, message]: [string, string | Plural]) => [
    key,
    typeof message === 'string'
      ? stretch(message)
      : Object.fromEntries(Object.entries(message).map(([form, text]) => [form, stretch(text)])),
  ]);
  return Object.fromEntries(entries) as Messages;
}

function stretch(text: string): string {
  const accented = text.replace(/\{\w+\}|./gu, (part) => ACCENTS[part] ?? part);
  const missing = Math.ceil(text.length * 0.4) - 2;
  return `[${accented}${missing > 0 ? ' lorem ipsum dolor sit amet consectetur adipiscing elit'.repeat(2).slice(0, missing) : ''}]`;
}
