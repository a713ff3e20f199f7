// The tools that Bellhop itself offers (`data-cards`): what an agent can show and ask in the thread, without any markup
// of its own. Each is an ordinary client tool: its name and schema are told to the site, its call and result are ordinary
// too. This file knows nothing of how a card looks; it refuses what no card may ask.

import { isRecord, type JsonObject } from '../../protocol/json.ts';
import { ToolError } from '../tool-error.ts';
import type { CardTraits, Tool, ToolContext } from '../types.ts';
import { readsAsOwn } from './own-labels.ts';
import { asksForSecret } from './secret-words.ts';

/** As `data-cards` names them. */
export type CardKind = 'choices' | 'products' | 'form' | 'replies' | 'approvals';

interface CardTool extends CardTraits {
  name: string;
  title: string;
  description: string;
  properties: JsonObject;
  required: string[];
  execute(input: JsonObject, context: ToolContext): unknown;
}

const line = (maxLength: number, description?: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength,
  pattern: '\\S',
  ...(description === undefined ? {} : { description }),
});
const list = (items: JsonObject, minItems: number, maxItems: number): JsonObject => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
const record = (properties: JsonObject, required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

const CARDS: Readonly<Record<Exclude<CardKind, 'approvals'>, CardTool>> = {
  choices: {
    name: 'offer_choices',
    title: 'Question',
    description:
      'Asks the visitor one question with 2 to 8 answers to press, in the chat. Returns {"chosen": [...]}, or {"chosen": [], "other": "..."} where something_else was allowed. Use it instead of listing options in text.',
    properties: {
      question: line(300),
      options: { ...list(line(120), 2, 8), uniqueItems: true },
      several: { type: 'boolean', description: 'More than one may be chosen.' },
      something_else: {
        type: 'boolean',
        description: 'The visitor may write an answer of their own.',
      },
    },
    required: ['question', 'options'],
    asks: ({ question }) => `${question}`,
    check: ({ question, options }) => {
      checkWords('question', [question]);
      checkWords('options', options as unknown[]);
      checkLabels('options', options as unknown[]);
    },
    typed: readTyped,
    execute: (_, { answer }) => answer,
  },
  products: {
    name: 'show_items',
    title: 'Items',
    description:
      'Shows 1 to 8 items (products, places, articles) below each other in the chat. Say in text what they have in common, before the call, and not each of them again. A press on an item’s button sends its words and the item’s title as the visitor’s message.',
    properties: {
      title: line(120, 'A heading above all items.'),
      items: list(
        record(
          {
            title: line(120),
            text: line(300),
            price: line(40, 'As it is read, such as "€24.00".'),
            image: line(500, 'Address of a picture on this site.'),
            link: line(1000, 'Address of the item’s page.'),
            button: line(40, 'Such as "Add to cart".'),
          },
          ['title'],
        ),
        1,
        8,
      ),
    },
    required: ['items'],
    check: checkItems,
    execute: ({ items }) =>
      `The visitor sees ${(items as unknown[]).length === 1 ? 'the item' : `all ${(items as unknown[]).length} items`}.`,
  },
  form: {
    name: 'ask_form',
    title: 'Form',
    description:
      'Asks the visitor to fill in up to 8 fields, in the chat. Returns {"values": {...}} by the fields’ names; fields left empty are absent. Never for passwords, card numbers or codes.',
    properties: {
      title: line(120),
      text: line(300, 'What it is for, in a sentence.'),
      fields: list(
        record(
          {
            name: { type: 'string', pattern: '^[A-Za-z][A-Za-z0-9_]{0,39}$' },
            label: line(120),
            type: { enum: ['text', 'email', 'phone', 'number', 'date', 'choice', 'consent'] },
            required: { type: 'boolean' },
            options: { ...list(line(120), 2, 20), uniqueItems: true, description: 'Of a choice.' },
            min: { type: 'number' },
            max: { type: 'number' },
          },
          ['name', 'label', 'type'],
        ),
        1,
        8,
      ),
      send: line(40, 'What the button says. Default: Send.'),
    },
    required: ['title', 'fields'],
    asks: ({ title }) => `${title}`,
    check: checkForm,
    isSecret: true,
    execute: (_, { answer }) => ({ values: answer }),
  },
  replies: {
    name: 'suggest_replies',
    title: 'Suggestions',
    description:
      'Offers the visitor up to 3 short messages to send next, below your answer. They go with the next message. Call it beside your last words, not instead of them.',
    properties: { replies: { ...list(line(80), 1, 3), uniqueItems: true } },
    required: ['replies'],
    check: ({ replies }) => {
      checkWords('replies', replies as unknown[]);
      checkLabels('replies', replies as unknown[]);
    },
    execute: () => 'They stand below your answer. Nothing else is needed.',
  },
};

/**
 * By it a gateway asks before it runs a tool of the site's server: the question is the one before any tool, with the exact
 * input, and the answer is the only effect.
 */
const APPROVAL: Tool = {
  source: 'cards',
  name: 'allow_server_tool',
  title: 'Permission',
  description:
    'The gateway calls it by itself, to ask the visitor before it runs a tool of the site’s server.',
  inputSchema: record({ tool: line(200), title: line(120), input: { type: 'object' } }, [
    'tool',
    'input',
  ]),
  approval: 'always',
  isReadOnly: false,
  isIdempotent: true,
  isDestructive: false,
  navigates: false,
  asksVisitor: false,
  isSeen: false,
  timeoutMs: 30_000,
  execute: async () => ({ allowed: true }),
  card: {
    about: ({ title, tool }) => `${title ?? tool}`,
    given: ({ input }) => (isRecord(input) ? (input as JsonObject) : {}),
  },
};

/** The tools of these cards, ready for the registry. */
export function createCardTools(kinds: readonly CardKind[]): Tool[] {
  return kinds.map((kind) => {
    if (kind === 'approvals') return APPROVAL;
    const { name, title, description, properties, required, execute, ...card } = CARDS[kind];
    return {
      source: 'cards',
      name,
      title,
      description,
      inputSchema: record(properties, required),
      approval: 'auto',
      isReadOnly: true,
      isIdempotent: true,
      isDestructive: false,
      navigates: false,
      asksVisitor: false,
      isSeen: false,
      timeoutMs: 30_000,
      execute: async (input, context) => execute(input, context),
      card,
    };
  });
}

interface Field {
  name: string;
  label: string;
  type: string;
  options?: string[];
}

/** @throws ToolError where a text asks for what nobody may be asked for in the chat. */
function checkWords(field: string, texts: readonly unknown[]): void {
  const found = texts.find((text) => typeof text === 'string' && asksForSecret(text));
  if (found === undefined) return;
  throw new ToolError(
    'invalid_input',
    `"${field}": ${JSON.stringify(found)} asks for a password, a code or a card number, or reads so; no card in the chat may. Say it otherwise, or send the visitor to a page of this site.`,
    { field },
  );
}

/** @throws ToolError where something to press has the words of the widget's own question. */
function checkLabels(field: string, labels: readonly unknown[]): void {
  const found = labels.find((label) => typeof label === 'string' && readsAsOwn(label));
  if (found === undefined) return;
  throw new ToolError(
    'invalid_input',
    `"${field}": ${JSON.stringify(found)} are the words with which the chat itself asks before a tool. Choose others.`,
    { field },
  );
}

function checkItems({ title, items }: JsonObject): void {
  checkWords('title', [title]);
  for (const item of items as JsonObject[]) {
    checkWords('items', [item.title, item.text, item.price, item.button]);
    checkLabels('items', [item.button, item.title]);
  }
}

/** What a schema can't say of a form. The input has passed the schema. */
function checkForm(input: JsonObject): void {
  const { title, text, fields, send } = input as JsonObject & { fields: unknown };
  const refuse = (message: string): never => {
    throw new ToolError('invalid_input', message, { field: 'fields' });
  };
  const seen = new Set<string>();
  for (const { name, label, type, options = [] } of fields as Field[]) {
    if (seen.has(name) || name === 'constructor' || name === 'prototype') {
      refuse(`"fields": the name "${name}" can't be used, or is used twice.`);
    }
    seen.add(name);
    if ((type === 'choice') !== options.length > 0) {
      refuse(`"fields": "${name}" needs options if it is a choice, and none otherwise.`);
    }
    checkWords('fields', [name, label, `${name} ${label}`, ...options]);
    checkLabels('fields', [label, ...options]);
  }
  checkWords('title', [title]);
  checkWords('text', [text]);
  checkWords('send', [send]);
  checkLabels('send', [send]);
  // One question, in two places: "Your card", "Number".
  checkWords('title', [
    `${title} ${text ?? ''}`,
    ...(fields as Field[]).map(({ label }) => `${title} ${label}`),
  ]);
}

const plain = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.,!?¡¿。،؟"'“”„«»]+/g, ' ')
    .trim();

/** An option's words, or several parted by commas, are the answer that a press on them would be. */
function readTyped({ options, several }: JsonObject, words: string): JsonObject | null {
  const known = new Map((options as string[]).map((option) => [plain(option), option]));
  const one = known.get(plain(words));
  if (one !== undefined) return { chosen: [one] };
  const parts = words.split(/[,;、،]/).map((part) => known.get(plain(part)));
  const found = parts.filter((part) => part !== undefined);
  return several === true && found.length === parts.length ? { chosen: [...new Set(found)] } : null;
}
