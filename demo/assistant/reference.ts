// How a visitor points at a product: "the green one", "the second mug", "the cheapest teapot", "it".

import type { Reference } from './intents.ts';
import { findOrdinal } from './words.ts';

const POINTING = /\b(?:ones?|it|that|this|them|these|those|same)\b/g;

export function readReference(phrase: string): Reference {
  const text = stripArticles(phrase);
  const ordinal = findOrdinal(text);
  const isCheapest = /\b(?:cheapest|least expensive|cheaper)\b/.test(text);
  const words = text
    .replace(/\b(?:cheapest|cheaper|least expensive)\b/g, '')
    .replace(ordinal === null ? /$^/ : /\b(?:first|second|third|fourth|fifth|last)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const isPronoun = /^(?:it|that|this|them|these|those|same)\b|\bones?$/.test(words);
  return {
    words: stripArticles(words.replace(POINTING, ' ').trim()),
    isPronoun: isPronoun || (words === '' && (ordinal !== null || isCheapest)),
    ...(ordinal === null ? {} : { ordinal }),
    ...(isCheapest ? { isCheapest } : {}),
  };
}

const ARTICLES = /^(?:(?:the|an?|some|any|my|your|of|for|more|other|new|nice|good)\s+)+/;

export function stripArticles(text: string): string {
  return text
    .trim()
    .replace(ARTICLES, '')
    .replace(/\s+/g, ' ')
    .replace(/[?.!,]+$/, '');
}
