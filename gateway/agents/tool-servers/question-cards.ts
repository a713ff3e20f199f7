// What a server asks the visitor while it runs a call (the protocol's elicitation), as cards that the page draws, and the answers
// as the server wants them. Each card says first which server asks. Pure.

import { type DocumentBlock, isRecord, type JsonObject, type ToolResultBlock } from '../../wire.ts';

/** The page's tools for them (`data-cards="form choices"`). */
export const FORM_TOOL = 'ask_form';
export const CHOICES_TOOL = 'offer_choices';

/** What those tools take. */
const MAX_FIELDS = 8;
const MAX_OPTIONS = 20;
const MAX_CHOICES = 8;
const MAX_LABEL = 120;
const MAX_TEXT = 300;
const MAX_URL = 2_048;
const FIELD_NAME = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;
/** Cards that one question may take: nobody fills in more. */
const MAX_CARDS = 4;
/** Characters of an answer that are handed on. */
const MAX_VALUE = 1_000;

export type ServerQuestion =
  /** JSON Schema of an object whose properties are strings, numbers, booleans and choices. */
  | { message: string; schema: unknown }
  /** The visitor is to open a page elsewhere; its address is theirs to press. */
  | { message: string; url: string };

type Schema = Record<string, unknown>;
type Value = string | number | boolean | string[];
export type Values = Record<string, Value>;

/** What is told to the server. */
export type ServerAnswer =
  | { action: 'accept'; content: Values }
  /** The visitor has said no. */
  | { action: 'decline' }
  /** Nobody has said anything: it can't be shown, or was left. */
  | { action: 'cancel' };

export interface QuestionCard {
  /** The page's tool. */
  tool: typeof FORM_TOOL | typeof CHOICES_TOOL;
  input: JsonObject;
  /** The same without what the server says of each field, for a page that refuses those words. */
  plainer?: QuestionCard;
  /** The visitor's answers in what the page says; anything that wasn't asked is left out. */
  valuesIn(said: JsonObject): Values;
}

/** @returns the cards, one after the other; null where no card can ask that. */
export function cardsFor(
  server: { name: string; url: string },
  question: ServerQuestion,
): QuestionCard[] | null {
  const { message } = question;
  const who = cut(`${server.name} (${new URL(server.url).host})`, MAX_LABEL);
  if ('url' in question) {
    // The link says what for; the tick stands for having been there.
    const link = linkOf(question);
    return link === null ? null : [formCard(who, message, [consentTo(new URL(question.url).host)])];
  }
  const { properties, required } = isRecord(question.schema) ? question.schema : {};
  const names = Array.isArray(required) ? (required as unknown[]) : [];
  const cards: QuestionCard[] = [];
  const fields: FormField[] = [];
  for (const [property, value] of Object.entries(isRecord(properties) ? properties : {})) {
    const one = isRecord(value) ? value : {};
    const several = one.type === 'array' ? optionsOf(one.items) : null;
    if (several !== null) {
      const card = choicesCard(who, message, property, one, several);
      if (card === null) return null;
      cards.push(card);
      continue;
    }
    const field = fieldOf(property, one, names.includes(property), fields.length);
    if (field === null) return null;
    fields.push(field);
  }
  // A question without anything to fill in is answered by a tick beside it.
  if (fields.length === 0 && cards.length === 0) return [formCard(who, '', [consentTo(message)])];
  const forms: QuestionCard[] = [];
  for (let at = 0; at < fields.length; at += MAX_FIELDS) {
    forms.push(formCard(who, message, fields.slice(at, at + MAX_FIELDS)));
  }
  const all = [...forms, ...cards];
  return all.length > MAX_CARDS ? null : all;
}

/** The page that the visitor is to open, as a link that names its host; null: none, or one that isn't by https. */
export function linkOf(question: ServerQuestion): DocumentBlock | null {
  if (!('url' in question)) return null;
  const { message, url } = question;
  const isWeb = /^https:\/\//i.test(url) && url.length <= MAX_URL && URL.canParse(url);
  return isWeb
    ? { type: 'document', title: cut(message, MAX_LABEL), source: { type: 'url', url } }
    : null;
}

/** What a result of the page's tool says; a failure of any kind is no answer. */
export function answerIn(
  card: QuestionCard,
  { content, is_error, error_code }: ToolResultBlock,
): Values | 'decline' | 'cancel' {
  if (is_error === true) return error_code === 'declined' ? 'decline' : 'cancel';
  try {
    const said: unknown = typeof content === 'string' ? JSON.parse(content) : null;
    return isRecord(said) ? card.valuesIn(said as JsonObject) : 'cancel';
  } catch {
    return 'cancel';
  }
}

interface FormField {
  /** As the server names it; null: it is no answer of its own. */
  property: string | null;
  /** As the card has it. */
  field: JsonObject & { name: string };
  /** Its label without what the server says of it. */
  plainLabel: string;
  read(value: unknown): Value | undefined;
}

function formCard(
  who: string,
  message: string,
  fields: readonly FormField[],
  isPlain = false,
): QuestionCard {
  const hasHints = !isPlain && fields.some(({ field, plainLabel }) => field.label !== plainLabel);
  return {
    tool: FORM_TOOL,
    input: {
      title: who,
      ...(message === '' ? {} : { text: cut(message, MAX_TEXT) }),
      fields: fields.map(({ field, plainLabel }) =>
        isPlain ? { ...field, label: plainLabel } : field,
      ),
    },
    ...(hasHints ? { plainer: formCard(who, message, fields, true) } : {}),
    valuesIn({ values }) {
      const given = isRecord(values) ? values : {};
      return Object.fromEntries(
        fields.flatMap(({ property, field, read }): [string, Value][] => {
          const value = Object.hasOwn(given, field.name) ? read(given[field.name]) : undefined;
          return property === null || value === undefined ? [] : [[property, value]];
        }),
      );
    },
  };
}

function choicesCard(
  who: string,
  message: string,
  property: string,
  schema: Schema,
  options: ReadonlyMap<string, string>,
): QuestionCard | null {
  if (options.size < 2 || options.size > MAX_CHOICES) return null;
  const card = (label: string): QuestionCard => ({
    tool: CHOICES_TOOL,
    input: {
      question: cut(`${who}: ${message} ${label}`, MAX_TEXT),
      options: [...options.keys()],
      several: true,
    },
    valuesIn({ chosen }) {
      const given = Array.isArray(chosen) ? (chosen as unknown[]) : [];
      const values = [...options].flatMap(([title, one]) => (given.includes(title) ? one : []));
      return { [property]: values };
    },
  });
  const [label, plain] = [labelOf(property, schema), titleOf(property, schema)];
  return { ...card(label), ...(label === plain ? {} : { plainer: card(plain) }) };
}

function fieldOf(
  property: string,
  schema: Schema,
  isRequired: boolean,
  at: number,
): FormField | null {
  const name = FIELD_NAME.test(property) && !(property in {}) ? property : `field_${at + 1}`;
  const shared = { name, label: labelOf(property, schema) };
  const plainLabel = titleOf(property, schema);
  const made = (type: string, read: FormField['read'], more: JsonObject = {}): FormField => ({
    property,
    field: { ...shared, type, ...(isRequired ? { required: true } : {}), ...more },
    plainLabel,
    read,
  });
  const options = optionsOf(schema);
  if (options !== null) {
    if (options.size < 2 || options.size > MAX_OPTIONS) return null;
    const read = (value: unknown) => (typeof value === 'string' ? options.get(value) : undefined);
    return made('choice', read, { options: [...options.keys()] });
  }
  switch (schema.type) {
    case 'string':
      return made(TYPES[String(schema.format)] ?? 'text', (value) =>
        typeof value === 'string' ? value.slice(0, MAX_VALUE) : undefined,
      );
    case 'number':
    case 'integer': {
      const { minimum, maximum } = schema;
      return made(
        'number',
        (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
        {
          ...(typeof minimum === 'number' ? { min: minimum } : {}),
          ...(typeof maximum === 'number' ? { max: maximum } : {}),
        },
      );
    }
    case 'boolean': {
      // A tick that has to be there would be no question.
      const { required: _, ...field } = made('consent', () => undefined).field;
      const read = (value: unknown) => (typeof value === 'boolean' ? value : undefined);
      return { property, field: { ...field, name }, plainLabel, read };
    }
    default:
      return null;
  }
}

const TYPES: Readonly<Record<string, string>> = { email: 'email', date: 'date' };

const consentTo = (message: string): FormField => ({
  property: null,
  field: { name: 'agreed', label: cut(message, MAX_LABEL), type: 'consent', required: true },
  plainLabel: cut(message, MAX_LABEL),
  read: () => undefined,
});

/** What stands for each option, and its value; null: nothing to choose from. */
function optionsOf(schema: unknown): Map<string, string> | null {
  if (!isRecord(schema)) return null;
  const titled = schema.oneOf ?? schema.anyOf;
  const pairs: [unknown, unknown][] = Array.isArray(titled)
    ? titled.map((one: unknown) =>
        isRecord(one) ? [one.title ?? one.const, one.const] : [one, one],
      )
    : Array.isArray(schema.enum)
      ? schema.enum.map((one: unknown, at) => [namesIn(schema)[at] ?? one, one])
      : [];
  if (pairs.length === 0) return null;
  const options = new Map<string, string>();
  for (const [title, value] of pairs) {
    if (typeof title !== 'string' || typeof value !== 'string') return new Map();
    options.set(cut(title, MAX_LABEL), value);
  }
  // Two that read alike can't be told apart.
  return options.size === pairs.length ? options : new Map();
}

const namesIn = ({ enumNames }: Record<string, unknown>): readonly unknown[] =>
  Array.isArray(enumNames) ? enumNames : [];

const titleOf = (property: string, { title }: Schema): string =>
  cut(typeof title === 'string' && title.trim() !== '' ? title : property, MAX_LABEL);

function labelOf(property: string, schema: Schema): string {
  const { description } = schema;
  const name = titleOf(property, schema);
  const isSaid = typeof description !== 'string' || description === name;
  return isSaid ? name : cut(`${name}: ${description}`, MAX_LABEL);
}

/** One line. */
function cut(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}
