// The single fields of an agent's record, once: how each is called in the form, what it takes, what stands in it, and what of
// the record it says. Lists, headers and rows of several are read by agent-form.ts. Pure.

import type { AgentReply } from '../../gateway/desk-types.ts';

export type AgentSettings = AgentReply['settings'];

export interface ServerChange {
  name: string;
  url: string;
  tools: string[];
  /** Of these the visitor is asked first. */
  ask?: string[];
  /** Left out: as they were. */
  headers?: Record<string, string>;
}

export type Price = Record<'input' | 'output' | 'cache_read' | 'cache_creation', number | null>;

export interface AgentChange {
  name?: string;
  /** False: a draft, which answers nobody yet. */
  publish?: boolean;
  /** The version that the form was filled from; what the form doesn't have stays as it is there. */
  from_version?: number;
  kind?: string;
  /** `body`: JSON, or the text that isn't. */
  backend?: { url: string; headers?: Record<string, string>; body?: unknown } | null;
  instructions?: string;
  provider?: string | null;
  model?: string | null;
  reasoning_effort?: string | null;
  context_window?: number | null;
  page_context?: string | null;
  /** Kinds that its model reads; null: as its name tells. */
  files?: string[] | null;
  /** Its provider's own search of the web; null: none. */
  web_search?: { domains?: string[]; max_uses?: number } | null;
  limits?: Partial<AgentSettings['limits']>;
  tools?: string[] | null;
  tool_servers?: ServerChange[];
  collections?: string[];
  fallback?: string | null;
  prices?: Record<string, Price>;
}

export const NANO = 1_000_000_000;

export interface AgentField {
  kind: 'line' | 'words' | 'number' | 'choice';
  /** Of a choice; another than these is the empty text, which takes back what was said. */
  values?: readonly string[];
  /** A number may have a fraction. */
  isFraction?: boolean;
  /** What stands in the field. */
  read(settings: AgentSettings): string;
  /** What its text says of the record. */
  write(text: string): AgentChange;
}

type Plain = 'provider' | 'model' | 'reasoning_effort' | 'context_window' | 'page_context';
type Limit = keyof AgentSettings['limits'];

function plain(name: Plain, kind: AgentField['kind'], values?: readonly string[]): AgentField {
  return {
    kind,
    ...(values === undefined ? {} : { values }),
    read: (settings) => String(settings[name] ?? ''),
    write: (text) => ({ [name]: kind === 'number' ? numberOf(text) : text || null }),
  };
}

function limit(name: Limit, kind: 'words' | 'number'): AgentField {
  return {
    kind,
    read: ({ limits }) => String(limits[name] ?? ''),
    write: (text) => ({ limits: { [name]: kind === 'number' ? numberOf(text) : text || null } }),
  };
}

/** By the names of their fields in the form. */
export const FIELDS = {
  provider: plain('provider', 'choice', ['anthropic', 'openai']),
  model: plain('model', 'line'),
  effort: plain('reasoning_effort', 'choice', ['low', 'medium', 'high']),
  window: plain('context_window', 'number'),
  context: plain('page_context', 'choice', ['quote', 'refuse']),
  files: {
    kind: 'choice',
    values: ['none', 'image', 'pdf', 'image pdf'],
    read: ({ files }) =>
      files === null ? '' : files.length === 0 ? 'none' : [...files].sort().join(' '),
    write: (text) => ({
      files: text === '' ? null : text.split(' ').filter((kind) => kind !== 'none'),
    }),
  },
  output: limit('output_tokens', 'number'),
  turns: limit('turns', 'number'),
  credits: {
    kind: 'number',
    isFraction: true,
    read: ({ limits: { credits_nano_per_visitor_day: nano } }) =>
      nano === null ? '' : String(nano / NANO),
    write: (text) => {
      const credits = numberOf(text);
      const nano = credits === null ? null : Math.round(credits * NANO);
      return { limits: { credits_nano_per_visitor_day: nano } };
    },
  },
  reached: limit('reached_text', 'words'),
} satisfies Record<string, AgentField>;
export type FieldName = keyof typeof FIELDS;

export function numberOf(text: string): number | null {
  const number = Number(text);
  return text === '' || !Number.isFinite(number) ? null : number;
}
