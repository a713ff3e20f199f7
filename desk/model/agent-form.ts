// A form of all that a record says of an agent, as the change that it asks for. Pure: it reads what the fields have.

import {
  type AgentChange,
  FIELDS,
  numberOf,
  type Price,
  type ServerChange,
} from './agent-fields.ts';
import { itemsOf } from './tool-patterns.ts';

/** The part of FormData that is read here. */
export interface Fields {
  get(name: string): unknown;
  getAll(name: string): unknown[];
}

/** Kinds of agents whose backend is sent a body that the owner writes. */
const BODIES: readonly string[] = ['http', 'managed_agents'];

/** Empty fields take back what was said. @throws Error in words, for a header that is none */
export function changeOf(fields: Fields): AgentChange {
  const text = (name: string) => textOf(fields.get(name));
  const kind = text('kind') || 'model';
  const said: AgentChange[] = Object.entries(FIELDS).map(([name, field]) =>
    field.write(text(name)),
  );
  const headers = headersOf(text('backend-headers'));
  return {
    name: text('name'),
    kind,
    backend:
      kind === 'model'
        ? null
        : {
            url: text('backend-url'),
            ...(headers === null ? {} : { headers }),
            ...(BODIES.includes(kind) ? { body: bodyOf(text('backend-body')) } : {}),
          },
    instructions: text('instructions'),
    ...Object.assign({}, ...said),
    limits: Object.assign({}, ...said.map(({ limits }) => limits)),
    web_search: text('web') === '' ? null : searchOf(text('web-domains'), text('web-uses')),
    tools: text('may') === 'these' ? itemsOf(text('patterns')) : null,
    tool_servers: serversOf(fields),
    collections: fields.getAll('collection').map(textOf),
    fallback: text('fallback') || null,
    prices: pricesOf(fields),
  };
}

/** JSON; what is none goes as it is, and the gateway says what is wrong with it. Null: nothing. */
function bodyOf(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What isn't written is as the gateway has it: all of the web, and its own number of searches. */
function searchOf(sites: string, uses: string): AgentChange['web_search'] {
  const domains = itemsOf(sites);
  const max_uses = numberOf(uses);
  return {
    ...(domains.length === 0 ? {} : { domains }),
    ...(max_uses === null ? {} : { max_uses }),
  };
}

/** "Name: value" by line; null where nothing was written. @throws Error */
export function headersOf(text: string): Record<string, string> | null {
  if (text.trim() === '') return null;
  const headers: [string, string][] = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(line) ?? [];
      const value = rest.trim();
      if (name === undefined || value === '') throw new Error(line.trim().slice(0, 80));
      return [name, value];
    });
  return Object.fromEntries(headers);
}

function serversOf(fields: Fields): ServerChange[] {
  const column = (name: string) => fields.getAll(`server-${name}`).map(textOf);
  const [urls, tools, headers] = [column('url'), column('tools'), column('headers')];
  const asks = column('ask');
  return column('name').flatMap((name, index) => {
    const url = urls[index] ?? '';
    if (name === '' && url === '') return [];
    const given = headersOf(headers[index] ?? '');
    const patterns = itemsOf(tools[index] ?? '');
    const ask = itemsOf(asks[index] ?? '');
    return [
      {
        name,
        url,
        tools: patterns,
        ...(ask.length === 0 ? {} : { ask }),
        ...(given === null ? {} : { headers: given }),
      },
    ];
  });
}

function pricesOf(fields: Fields): Record<string, Price> {
  const column = (name: string) => fields.getAll(`price-${name}`).map(textOf);
  const at = (name: string) => {
    const values = column(name);
    return (index: number) => numberOf(values[index] ?? '');
  };
  const [input, output, read, creation] = [at('input'), at('output'), at('read'), at('creation')];
  const rows = column('model').flatMap((model, index): [string, Price][] =>
    model === ''
      ? []
      : [
          [
            model,
            {
              input: input(index) ?? 0,
              output: output(index) ?? 0,
              cache_read: read(index),
              cache_creation: creation(index),
            },
          ],
        ],
  );
  return Object.fromEntries(rows);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\r\n/g, '\n').trim() : '';
}
