// How a visitor points at a product: "the green one", "the second mug", "it".

import type { Reference } from './intents.ts';
import { findOrdinal } from './words.ts';

const PRONOUN =
  /^(it|that|this|them|these|those|one|ones|that one|this one|the one|the same|same|some of (it|them))$/;

/** "the green one", "the second mug", "the cheapest teapot", "it". */
export function readReference(phrase: string): Reference {
  const text = stripArticles(phrase);
  const ordinal = findOrdinal(text);
  const extreme = /\b(cheapest|least expensive|lowest priced?|cheaper)\b/.test(text)
    ? 'cheapest'
    : /\b(most expensive|dearest|priciest|best one)\b/.test(text)
      ? 'dearest'
      : null;
  const words = text
    .replace(
      /\b(?:cheapest|cheaper|least expensive|most expensive|dearest|priciest|lowest priced?)\b/g,
      '',
    )
    .replace(
      ordinal === null ? /$^/ : /\b(?:first|1st|second|2nd|third|3rd|fourth|4th|fifth|5th|last)\b/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim();
  const isOne = /\b(?:ones?)$/.test(words);
  const isPronoun =
    PRONOUN.test(words) || isOne || /^(?:it|that|this|them|these|those)\b/.test(words);
  return {
    words: stripArticles(
      words.replace(/\b(?:ones?|it|that|this|them|these|those|same)\b/g, ' ').trim(),
    ),
    isPronoun: isPronoun || (words === '' && (ordinal !== null || extreme !== null)),
    ...(ordinal === null ? {} : { ordinal }),
    ...(extreme === null ? {} : { extreme }),
  };
}

export function stripArticles(text: string): string {
  let out = text.trim();
  for (let before = ''; before !== out; ) {
    before = out;
    out = out
      .replace(/^(?:the|an?|some|any|my|your|of|for|more|other|new|nice|good)\s+/, '')
      .trim();
  }
  return out.replace(/\s+/g, ' ').replace(/[?.!,]+$/, '');
}
