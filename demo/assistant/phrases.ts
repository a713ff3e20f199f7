// How things are worded: failures of tools, products and lists in a sentence. What a page wrote is cleaned before it is quoted.

import type { Product } from './catalogue.ts';
import { FAILURES } from './data.ts';
import type { Failure } from './history.ts';

/** Text of a page, safe inside a sentence of markdown: one line, no markup, not endless. */
export function clean(text: string, limit = 80): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .replace(/[[\]<>*_`#|\\!~{}]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}

const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget|override)\b.{0,60}\b(?:instructions?|prompts?|rules|messages?|guidelines|above|everything)\b/i,
  /\b(?:system|developer) (?:prompt|message|note)\b/i,
  /\b(?:ai|assistant|chatbot|language model|llm|agents?|bot)s?\b.{0,40}\b(?:must|should|shall|please|need to|have to|will now|are instructed|is instructed|:)/i,
  /\byou (?:are now|must now|must|are an? (?:ai|assistant|helpful))\b.{0,80}\b(?:tool|call|reply|respond|answer|say|reveal|send|add|act|always|never)\b/i,
  /\b(?:call|invoke|use|run|execute)\b.{0,20}\b(?:the )?\w+_\w+\b/i,
  /\b(?:reply|respond|answer) (?:only )?with\b/i,
];

/** Whether a sentence of a page or a result speaks to an assistant rather than to a reader. */
export const isInstruction = (sentence: string): boolean =>
  INSTRUCTIONS.some((pattern) => pattern.test(sentence));

/** A sentence on a failed call. `act` is what it was for, "add the mug"; ` …` stands for the page's own reason. */
export function failureSentence({ code, message, field }: Failure, act: string): string {
  const unsaid = 'I tried to {act}, but it failed without saying why.';
  const sentence = (FAILURES[code] ?? unsaid).replace('{act}', act);
  const named =
    field === null
      ? sentence
      : sentence.replace('the details', `the ${field.replaceAll('_', ' ')}`);
  const reason = clean(message, 140);
  const isReason = reason !== '' && !isInstruction(reason) && !/https?:/i.test(reason);
  return named.replace(' …', isReason ? ` It says: “${reason.replace(/[.\s]+$/, '')}.”` : '');
}

/** "Morning mug, €18.00 (green, sand; out of stock)" */
export function describe({ name, price, variants, inStock }: Product): string {
  const options = variants.length > 1 ? variants.map((one) => clean(one, 30)).join(', ') : '';
  const notes = [options, inStock === false ? 'out of stock' : ''].filter((note) => note !== '');
  const named = price === null ? name : `${name}, ${price}`;
  return notes.length > 0 ? `${named} (${notes.join('; ')})` : named;
}

export function joinWords(words: readonly string[], last = 'and'): string {
  if (words.length <= 1) return words[0] ?? '';
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`;
}

/** "2 × Morning mug in green" */
export function counted(quantity: number, name: string, variant: string | null = null): string {
  const what = variant === null ? name : `${name} in ${clean(variant, 30)}`;
  return quantity === 1 ? what : `${quantity} × ${what}`;
}
