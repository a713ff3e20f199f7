// A card's input as it is drawn: checked once more, since it may come from the log of another page, cut and cleaned. Null
// where it isn't one. Pure functions.

import { checkLink, type LinkInfo } from '../../content/links.ts';
import { cleanLine } from '../../content/text.ts';
import type { JsonObject } from '../../protocol/index.ts';

export type FieldType = 'text' | 'email' | 'phone' | 'number' | 'date' | 'choice' | 'consent';

export interface FormField {
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
  options: readonly string[];
  min: number | null;
  max: number | null;
}

export interface Item {
  title: string;
  text: string;
  price: string;
  /** Null: none, or an address that no picture may have. */
  image: LinkInfo | null;
  link: LinkInfo | null;
  button: string;
}

export type Card =
  | {
      kind: 'choices';
      question: string;
      /** Each as it is drawn and as it is answered. */
      options: readonly { shown: string; value: string }[];
      isSeveral: boolean;
      allowsOther: boolean;
    }
  | { kind: 'items'; title: string; items: readonly Item[] }
  | { kind: 'form'; title: string; text: string; fields: readonly FormField[]; send: string }
  | { kind: 'replies'; replies: readonly string[] };

const MAX_OPTIONS = 8;
const MAX_ITEMS = 8;
const MAX_FIELDS = 8;
const MAX_REPLIES = 3;
const TYPES: readonly unknown[] = ['text', 'email', 'phone', 'number', 'date', 'choice', 'consent'];

const words = (value: unknown, maxChars: number): string =>
  typeof value === 'string' ? cleanLine(value, maxChars) : '';
const strings = (value: unknown, most: number): string[] =>
  (Array.isArray(value) ? value : [])
    .filter((item): item is string => typeof item === 'string' && item.trim() !== '')
    .slice(0, most);
const records = (value: unknown, most: number): Record<string, unknown>[] =>
  (Array.isArray(value) ? value : [])
    .filter((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
    .slice(0, most);
const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** @param base the page's address, for relative addresses of pictures and links */
export function readCard(name: string, input: JsonObject, base: string | undefined): Card | null {
  switch (name) {
    case 'offer_choices': {
      const question = words(input.question, 300);
      const options = strings(input.options, MAX_OPTIONS).map((value) => ({
        shown: words(value, 120),
        value,
      }));
      if (question === '' || options.length < 2) return null;
      const isSeveral = input.several === true;
      return {
        kind: 'choices',
        question,
        options,
        isSeveral,
        allowsOther: input.something_else === true,
      };
    }
    case 'show_items': {
      const items = records(input.items, MAX_ITEMS)
        .map((item) => ({
          title: words(item.title, 120),
          text: words(item.text, 300),
          price: words(item.price, 40),
          image: webLink(item.image, base),
          link: webLink(item.link, base),
          button: words(item.button, 40),
        }))
        .filter(({ title }) => title !== '');
      return items.length === 0 ? null : { kind: 'items', title: words(input.title, 120), items };
    }
    case 'ask_form': {
      const title = words(input.title, 120);
      const fields = records(input.fields, MAX_FIELDS).flatMap((field) => {
        const { name: key, type } = field;
        if (typeof key !== 'string' || !TYPES.includes(type)) return [];
        return {
          name: key,
          label: words(field.label, 120) || words(key, 40),
          type: type as FieldType,
          isRequired: field.required === true,
          options: strings(field.options, 20),
          min: numberOf(field.min),
          max: numberOf(field.max),
        };
      });
      if (title === '' || fields.length === 0) return null;
      return {
        kind: 'form',
        title,
        text: words(input.text, 300),
        fields,
        send: words(input.send, 40),
      };
    }
    case 'suggest_replies': {
      const replies = strings(input.replies, MAX_REPLIES).map((reply) => words(reply, 80));
      return replies.length === 0 ? null : { kind: 'replies', replies };
    }
    default:
      return null;
  }
}

function webLink(value: unknown, base: string | undefined): LinkInfo | null {
  const link = typeof value === 'string' ? checkLink(value, base) : null;
  return link !== null && /^https?:/.test(link.href) ? link : null;
}
