// Whether what was typed into a field of a form will do: the word that says what is wrong, or null. Pure.

import type { CardWord } from '../../i18n/index.ts';
import type { FormField } from './read-card.ts';

export interface Fault {
  word: CardWord;
  /** What stands for {n} in the word. */
  n?: number;
}

/** As browsers check `type=email`, with a dot in the host: a mistyped address is worth a question. */
const EMAIL = /^[^\s@<>()[\],;:"\\]+@[^\s@.]+(?:\.[^\s@.]+)+$/;
const PHONE = /^\+?[\d\s()./-]{5,30}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
export const MAX_VALUE_CHARS = 1_000;

/**
 * @param value as typed; 'on' for a consent that was given
 * @param isUnread something stands in the field that the browser can't read as a number or date, and gives out as empty
 */
export function checkField(field: FormField, value: string, isUnread = false): Fault | null {
  const text = value.trim();
  const { type, min, max } = field;
  if (isUnread) return { word: type === 'date' ? 'badDate' : 'badNumber' };
  if (text.length > MAX_VALUE_CHARS) return { word: 'tooLong', n: MAX_VALUE_CHARS };
  if (text === '') {
    if (!field.isRequired) return null;
    return { word: type === 'consent' ? 'neededConsent' : 'needed' };
  }
  if ((type === 'text' || type === 'number') && hasCardNumber(text))
    return { word: 'noCardNumber' };
  switch (type) {
    case 'email':
      return EMAIL.test(text) ? null : { word: 'badEmail' };
    case 'phone':
      return PHONE.test(text) && text.replace(/\D/g, '').length >= 5 ? null : { word: 'badPhone' };
    case 'number': {
      const number = Number(text);
      if (!Number.isFinite(number)) return { word: 'badNumber' };
      if (min !== null && number < min) return { word: 'atLeast', n: min };
      if (max !== null && number > max) return { word: 'atMost', n: max };
      return null;
    }
    case 'date':
      return DATE.test(text) && !Number.isNaN(Number(new Date(text))) ? null : { word: 'badDate' };
    default:
      return null;
  }
}

/** The value as it goes into the tool's result; undefined: the field was left empty. */
export function toValue({ type }: FormField, value: string): string | number | boolean | undefined {
  if (type === 'consent') return value === 'on';
  const text = value.trim();
  if (text === '') return undefined;
  return type === 'number' ? Number(text) : text;
}

/** 13 to 19 digits, however parted, that end in the check digit of payment cards. */
export function hasCardNumber(text: string): boolean {
  const runs = text.match(/\d(?:[ .-]?\d){12,18}(?!\d)/g) ?? [];
  return runs.some((run) => {
    const digits = run.replace(/\D/g, '');
    let sum = 0;
    for (let at = 0; at < digits.length; at++) {
      const digit = Number(digits[digits.length - 1 - at]);
      const doubled = digit * 2;
      sum += at % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
    }
    return sum % 10 === 0 && /^[2-6]/.test(digits);
  });
}
