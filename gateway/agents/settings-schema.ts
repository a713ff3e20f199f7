// The settings of an agent: each as a request brings it, as it is stored, and as a reply shows it.

import { z } from '@hono/zod-openapi';
import {
  absent,
  address,
  id,
  integer,
  jsonObject,
  list,
  longText,
  schemaOf,
  shortText,
} from '../kernel/schema/kinds.ts';
import { words } from '../kernel/schema/words.ts';
import { FILE_KINDS, type FileKind } from '../log/attached-files.ts';
import type { JsonObject } from '../wire.ts';
import { MAX_CONTEXT_WINDOW, MIN_CONTEXT_WINDOW } from './context-window.ts';
import { isTooDeep, PLACEHOLDERS, unknownPlaceholder } from './remote/http-body.ts';

/** The name or the id of an agent, where an owner chooses who answers; null: as the level above says. */
export const agentName = z.string().nullable().optional();

export const MAX_AGENT_NAME = 100;
const MAX_INSTRUCTIONS = 64_000;
const MAX_WORDING = 2000;
const MAX_MODEL = 200;
const MAX_OUTPUT_TOKENS = 1_000_000;
const MAX_TURNS = 200;
const MAX_PATTERNS = 128;
const MAX_COLLECTIONS = 16;
const MAX_PRICES = 100;
const MAX_HEADERS = 16;
const MAX_SERVERS = 8;
const MAX_DOMAINS = 20;
/** Of one request: a provider stops a model that searches more often. */
const MAX_SEARCHES = 8;
/** Nanocredits for one token: a thousand credits. */
const MAX_PRICE = 1_000_000_000_000;

/** Instructions: of an agent, or of one session. */
export const instructionsText = longText(MAX_INSTRUCTIONS);

const price = z.object({
  input: integer(0, MAX_PRICE),
  output: integer(0, MAX_PRICE),
  cache_read: integer(0, MAX_PRICE).nullish(),
  cache_creation: integer(0, MAX_PRICE).nullish(),
});
export type AgentPrice = z.output<typeof price>;

/** By the model's name; the names are data, so they are read one by one. */
export const prices = jsonObject
  .transform((value, context) => {
    const names = Object.keys(value);
    const refuse = (message: string, path: string[]) => {
      context.addIssue({ code: 'custom', message, path });
      return z.NEVER;
    };
    if (names.length > MAX_PRICES) return refuse(`may have ${MAX_PRICES} models at most`, []);
    const read: Record<string, AgentPrice> = Object.create(null);
    for (const name of names) {
      if (name === '' || name.length > MAX_MODEL) return refuse('is no model’s name', [name]);
      const result = price.safeParse(value[name], { error: words });
      if (!result.success) {
        const [first] = result.error.issues;
        return refuse(first?.message ?? 'is not valid', [
          name,
          ...(first?.path ?? []).map((part) => String(part)),
        ]);
      }
      read[name] = result.data;
    }
    return { ...read };
  })
  .meta({ type: 'object', additionalProperties: schemaOf(price) });

const limits = z.object({
  output_tokens: integer(1, MAX_OUTPUT_TOKENS).nullish(),
  turns: integer(1, MAX_TURNS).nullish(),
  credits_nano_per_visitor_day: integer(0, Number.MAX_SAFE_INTEGER).nullish(),
  reached_text: longText(MAX_WORDING).nullish(),
});

const HEADER =
  'must be a header’s name with text as its value, and none that the request has by itself';
const OWN_HEADERS =
  /^(?:host|connection|content-length|content-type|transfer-encoding|accept|traceparent|upgrade|te|trailer)$/i;

/** Sent with each request to a server of the owner's; kept as they are, and shown to nobody. */
export const secretHeaders = jsonObject
  .transform((value, context) => {
    const entries = Object.entries(value);
    const wrong = entries.find(
      ([name, text]) =>
        !/^[A-Za-z0-9-]{1,100}$/.test(name) ||
        OWN_HEADERS.test(name) ||
        typeof text !== 'string' ||
        !/^[\x20-\x7e]{1,4000}$/.test(text),
    );
    if (wrong === undefined && entries.length <= MAX_HEADERS) {
      return Object.fromEntries(entries) as Record<string, string>;
    }
    context.addIssue({
      code: 'custom',
      message: HEADER,
      path: wrong === undefined ? [] : [wrong[0]],
    });
    return z.NEVER;
  })
  .meta({ type: 'object', additionalProperties: { type: 'string' } });

/** What answers: a provider's model, or a backend of the owner's. */
export const KINDS = ['model', 'ag_ui', 'ai_sdk', 'a2a', 'managed_agents', 'http'] as const;

const MAX_BODY = 16_000;
/** What an owner's server is sent, where its protocol leaves that to them. */
const bodyTemplate = jsonObject
  .transform((value, context) => {
    const unknown = unknownPlaceholder(value);
    const fault =
      JSON.stringify(value).length > MAX_BODY || isTooDeep(value)
        ? `must have ${MAX_BODY} characters at most, and not be nested deeply`
        : unknown === null
          ? null
          : `names {{${unknown}}}, which there isn't; there are ${PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ')}`;
    if (fault === null) return value;
    context.addIssue({ code: 'custom', message: fault });
    return z.NEVER;
  })
  .meta({ type: 'object' });

const backend = z.object({
  url: address,
  headers: absent(secretHeaders),
  body: bodyTemplate.nullish(),
});

const PATTERN = 'must be a tool’s name, in which * stands for any letters';
export const patterns = (min: number) =>
  list(z.string({ error: PATTERN }).regex(/^[^\p{Cc}]{1,256}$/u, { error: PATTERN }), {
    min,
    max: MAX_PATTERNS,
  });
const SERVER_NAME = 'must be 1 to 32 of a–z, 0–9, _ and -, a letter first';

/** Tools are called `name/tool`. Which of them is said one by one, or by patterns: none is the agent's by itself. */
const toolServer = z.object({
  name: z.string({ error: SERVER_NAME }).regex(/^[a-z][a-z0-9_-]{0,31}$/, { error: SERVER_NAME }),
  url: address,
  headers: absent(secretHeaders),
  tools: patterns(1),
  /** The tools among them whose every call the visitor has to allow. */
  ask: absent(patterns(0)),
});
export type ToolServer = z.output<typeof toolServer>;

const DOMAIN = 'must be a host’s name, as shop.example';
const webSearch = z.object({
  domains: list(
    z
      .string({ error: DOMAIN })
      .regex(/^(?=.{1,253}$)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,8}$/, { error: DOMAIN }),
    { max: MAX_DOMAINS },
  ).nullish(),
  max_uses: integer(1, MAX_SEARCHES).nullish(),
});

/** Left out: as it was, or as nothing were said. Null: nothing is said of it. */
export const settings = {
  kind: z.enum(KINDS).nullish(),
  backend: backend.nullish(),
  instructions: instructionsText.nullish(),
  provider: z.enum(['anthropic', 'openai']).nullish(),
  model: shortText(MAX_MODEL).nullish(),
  reasoning_effort: z.enum(['low', 'medium', 'high']).nullish(),
  context_window: integer(MIN_CONTEXT_WINDOW, MAX_CONTEXT_WINDOW).nullish(),
  page_context: z.enum(['quote', 'refuse']).nullish(),
  files: list(z.enum(FILE_KINDS), { max: FILE_KINDS.length }).nullish(),
  web_search: webSearch.nullish(),
  limits: limits.nullish(),
  tools: patterns(0).nullish(),
  tool_servers: list(toolServer, { max: MAX_SERVERS }).nullish(),
  collections: list(id, { max: MAX_COLLECTIONS }).nullish(),
  fallback: shortText(MAX_AGENT_NAME).nullish(),
  prices: prices.nullish(),
};
const settingsBody = z.object(settings);
export type SettingsChange = z.output<typeof settingsBody>;

/** All that a version says, with null for what it leaves open. */
export interface AgentSettings {
  /** Whether a provider's model answers, or a backend of the owner's. */
  kind: (typeof KINDS)[number];
  backend: {
    url: string;
    headers?: Readonly<Record<string, string>> | undefined;
    body?: JsonObject | null | undefined;
  } | null;
  instructions: string;
  provider: 'anthropic' | 'openai' | null;
  model: string | null;
  reasoning_effort: 'low' | 'medium' | 'high' | null;
  context_window: number | null;
  page_context: 'quote' | 'refuse' | null;
  /** The kinds of attached files that its model reads; null: as the model's name tells. */
  files: readonly FileKind[] | null;
  /** Its provider's own search of the web; null: none. */
  web_search: z.output<typeof webSearch> | null;
  limits: {
    output_tokens: number | null;
    turns: number | null;
    credits_nano_per_visitor_day: number | null;
    reached_text: string | null;
  };
  /** Patterns of names of the page's tools; null: all that a session offers. */
  tools: readonly string[] | null;
  /** Servers whose tools the gateway itself calls. */
  tool_servers: readonly ToolServer[];
  collections: readonly string[];
  /** An agent's id, or the name of one that the command line brings. */
  fallback: string | null;
  prices: Readonly<Record<string, AgentPrice>>;
}

export const settingsReply = z
  .looseObject({
    kind: z.enum(KINDS),
    backend: z
      .object({
        url: z.string(),
        header_names: z.array(z.string()),
        body: z.record(z.string(), z.unknown()).nullable().optional(),
      })
      .nullable(),
    instructions: z.string(),
    provider: z.string().nullable(),
    model: z.string().nullable(),
    reasoning_effort: z.string().nullable(),
    context_window: z.int().nullable(),
    page_context: z.string().nullable(),
    files: z.array(z.string()).nullable(),
    web_search: z
      .object({
        domains: z.array(z.string()).nullable().optional(),
        max_uses: z.int().nullable().optional(),
      })
      .nullable(),
    limits: z.object({
      output_tokens: z.int().nullable(),
      turns: z.int().nullable(),
      credits_nano_per_visitor_day: z.int().nullable(),
      reached_text: z.string().nullable(),
    }),
    tools: z.array(z.string()).nullable(),
    tool_servers: z.array(
      z.object({
        name: z.string(),
        url: z.string(),
        header_names: z.array(z.string()),
        tools: z.array(z.string()),
        ask: z.array(z.string()).optional(),
      }),
    ),
    collections: z.array(z.string()),
    fallback: z.string().nullable(),
    prices: z.record(z.string(), z.looseObject({ input: z.int(), output: z.int() })),
  })
  .openapi('AgentSettings');
