// What a model thinks in a turn that calls tools, as its provider wants it back in the run's next request: the order of thoughts,
// text and calls, with the signatures and sealed thoughts that its package gives. The run loop keeps it while the run goes on.

import type { AssistantContent, JSONValue, ModelMessage, ProviderMetadata } from 'ai';
import { z } from 'zod';
import type { HistoryEvent } from '../../log/history-event.ts';
import { estimateTokens } from '../../log/tokens.ts';
import { isRecord } from '../../wire.ts';
import type { Said } from '../conversation.ts';
import type { KeptReasoning, TurnContext } from '../types.ts';
import type { Model } from './provider.ts';

/** One more is not kept. */
const MAX_KEPT_CHARS = 1_000_000;

type HostedPart = Extract<Part, { type: 'tool-call' | 'tool-result' }>;

const metadata = z.custom<ProviderMetadata>(isRecord).optional();
const turnParts = z.array(
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('reasoning'), text: z.string(), metadata }),
    /** Stands for the turn's text, and for the next of its calls: both are in the log. */
    z.object({ type: z.literal('text'), metadata }),
    z.object({ type: z.literal('call'), metadata }),
    /** A call that the provider itself has run, and then its result. */
    z.object({ type: z.literal('hosted'), id: z.string(), part: z.custom<HostedPart>(isRecord) }),
  ]),
);
export type TurnPart = z.output<typeof turnParts>[number];
type Thought = Extract<TurnPart, { type: 'reasoning' }>;

/** Of earlier turns of a run, by the id of each one's first call. */
export type Thoughts = ReadonlyMap<string, readonly TurnPart[]>;
export const NO_THOUGHTS: Thoughts = new Map();

/** A part of a stream, as far as it matters here. */
interface StreamPart {
  type: string;
  id?: string;
  text?: string;
  providerMetadata?: ProviderMetadata | undefined;
  providerExecuted?: boolean | undefined;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: unknown;
}

/** Notes a turn while it streams. */
export interface TurnRecorder {
  take(part: StreamPart): void;
  /** A chunk as the provider sent it. */
  takeRaw(chunk: unknown): void;
  /** What goes back to this model. */
  parts(): TurnPart[];
}

export function createTurnRecorder({ provider }: Pick<Model, 'provider'>): TurnRecorder {
  const parts: TurnPart[] = [];
  const thoughts = new Map<string, Thought>();
  const texts = new Map<string, Extract<TurnPart, { type: 'text' }>>();
  let isByField = false;
  return {
    take(streamed) {
      const { type, id = '', text = '', providerMetadata } = streamed;
      if (streamed.providerExecuted === true) {
        const hosted = hostedPart(streamed);
        if (hosted !== null) parts.push({ type: 'hosted', id: hosted.toolCallId, part: hosted });
        return;
      }
      switch (type) {
        case 'reasoning-start': {
          const thought: Thought = { type: 'reasoning', text: '' };
          thoughts.set(id, thought);
          parts.push(thought);
          note(thought, providerMetadata);
          break;
        }
        case 'reasoning-delta':
        case 'reasoning-end': {
          const thought = thoughts.get(id);
          if (thought === undefined) break;
          if (type === 'reasoning-delta') thought.text += text;
          note(thought, providerMetadata);
          break;
        }
        case 'text-start':
          parts.push(textOf(id));
          break;
        case 'text-end': {
          // OpenAI's newer models want to read whether they were answering, or only saying what they do.
          const phase = providerMetadata?.openai?.phase;
          if (isText(phase)) textOf(id).metadata = { openai: { phase } };
          break;
        }
        case 'tool-call': {
          // Google's models sign their calls, and refuse one that comes back without.
          const signed = Object.entries(providerMetadata ?? {}).filter(
            ([, fields]) => fields.thoughtSignature !== undefined,
          );
          const metadata = signed.length === 0 ? undefined : Object.fromEntries(signed);
          parts.push({ type: 'call', metadata });
          break;
        }
      }
    },
    takeRaw(chunk) {
      isByField ||= hasReasoningContent(chunk);
    },
    parts() {
      const sealed = sealedItems(parts);
      const done = parts.flatMap((part) =>
        part.type === 'hosted' && part.part.type === 'tool-result' ? [part.id] : [],
      );
      return parts.filter((part) => {
        if (part.type === 'hosted') return done.includes(part.id);
        if (part.type !== 'reasoning') return true;
        const { anthropic, openai } = part.metadata ?? {};
        if (provider.startsWith('anthropic'))
          return isText(anthropic?.signature) || isText(anthropic?.redactedData);
        if (provider === 'openai.responses') return sealed.has(openai?.itemId);
        return isByField;
      });
    },
  };

  function textOf(id: string) {
    const text = texts.get(id) ?? { type: 'text' as const };
    texts.set(id, text);
    return text;
  }
}

function hostedPart(streamed: StreamPart): HostedPart | null {
  const { type, toolCallId = '', toolName = '', input, output, providerMetadata } = streamed;
  const options = providerMetadata === undefined ? {} : { providerOptions: providerMetadata };
  if (type === 'tool-call')
    return { type, toolCallId, toolName, input, providerExecuted: true, ...options };
  if (type !== 'tool-result') return null;
  const value = output as JSONValue;
  return { type, toolCallId, toolName, output: { type: 'json', value }, ...options };
}

/** A part's metadata comes in pieces: a signature with the last of them, and a later piece may lack what an earlier one had. */
function note(thought: Thought, more: ProviderMetadata = {}): void {
  for (const [provider, fields] of Object.entries(more)) {
    const before = thought.metadata?.[provider];
    thought.metadata = { ...thought.metadata, [provider]: { ...before, ...fields } };
  }
}

/** OpenAI's thoughts are in sealed letters; several summaries may belong to one. */
const sealedItems = (parts: readonly TurnPart[]): ReadonlySet<unknown> =>
  new Set(
    parts.flatMap((part) => {
      const { openai } = (part.type === 'reasoning' && part.metadata) || {};
      return isText(openai?.reasoningEncryptedContent) ? [openai?.itemId] : [];
    }),
  );

/** Servers that write thoughts into this field take them from it, and some want them there; servers with another one may refuse it. */
function hasReasoningContent(chunk: unknown): boolean {
  const choice = isRecord(chunk) && Array.isArray(chunk.choices) ? chunk.choices[0] : null;
  const delta = isRecord(choice) ? choice.delta : null;
  return isRecord(delta) && isText(delta.reasoning_content);
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const nameOf = ({ provider, modelId }: Pick<Model, 'provider' | 'modelId'>) =>
  `${provider}/${modelId}`;

/** Null where the provider wants nothing back. @param before what went back with the request: a turn without thoughts then belongs to it. */
export function keep(
  model: Pick<Model, 'provider' | 'modelId'>,
  parts: readonly TurnPart[],
  before: Thoughts,
): KeptReasoning | null {
  const isWanted = parts.some(
    (part) => part.type === 'reasoning' || part.type === 'hosted' || part.metadata !== undefined,
  );
  if (!isWanted && before.size === 0) return null;
  const json = JSON.stringify(parts);
  return json.length > MAX_KEPT_CHARS ? null : { model: nameOf(model), parts: json };
}

/** What this model has thought before in the run, and whether nothing of it is missing. */
export function readThoughts(
  model: Pick<Model, 'provider' | 'modelId'>,
  { history, reasoning = new Map() }: Pick<TurnContext, 'history' | 'reasoning'>,
  said: readonly Said[],
): { thoughts: Thoughts; isWhole: boolean } {
  const thoughts = new Map<string, readonly TurnPart[]>();
  for (const [id, { model: by, parts }] of reasoning) {
    // Another version of the gateway may have written it.
    const read = by === nameOf(model) ? turnParts.safeParse(JSON.parse(parts)).data : undefined;
    if (read !== undefined) thoughts.set(id, read);
  }
  const run = turnsOfRun(history, said).map((turn) => thoughts.get(turn.calls[0]?.id ?? ''));
  const isWhole = run.every((parts) => parts !== undefined);
  const beginsThinking = run.length === 0 || run[0]?.[0]?.type === 'reasoning';
  return { thoughts, isWhole: isWhole && beginsThinking };
}

/** A run's turns stand behind all of its visitor's messages. */
function turnsOfRun(history: readonly HistoryEvent[], said: readonly Said[]) {
  const question = history.findLastIndex(({ type }) => type === 'user.message');
  const later = new Set(history.slice(question + 1).map(({ id }) => id));
  return said.filter(
    (one) => one.role === 'agent' && one.calls.length > 0 && later.has(one.id),
  ) as Extract<Said, { role: 'agent' }>[];
}

/** Estimated: what goes back is read again. */
export const thoughtTokens = (thoughts: Thoughts): number =>
  [...thoughts.values()]
    .flat()
    .reduce((sum, part) => sum + (part.type === 'reasoning' ? estimateTokens(part.text) : 0), 0);

type Part = Exclude<AssistantContent, string>[number];

/** The content of a turn that called tools: text and calls, with the thoughts between them where they stood. */
export function withThoughts(
  text: string,
  calls: readonly (Part & { type: 'tool-call' })[],
  thoughts: Thoughts,
): Part[] {
  const content: Part[] = [];
  let isSaid = text === '';
  const say = (options: { providerOptions?: ProviderMetadata | undefined } = {}) => {
    if (!isSaid) content.push({ type: 'text', text, ...options });
    isSaid = true;
  };
  const left = [...calls];
  while (left.length > 0) {
    const before = left.length;
    for (const part of thoughts.get(left[0]?.toolCallId ?? '') ?? []) {
      const metadata = part.type === 'hosted' ? undefined : part.metadata;
      const options = metadata === undefined ? {} : { providerOptions: metadata };
      if (part.type === 'reasoning')
        content.push({ type: 'reasoning', text: part.text, ...options });
      else if (part.type === 'hosted') content.push(part.part);
      else if (part.type === 'text') say(options);
      else {
        say();
        const call = left.shift();
        if (call !== undefined) content.push({ ...call, ...options });
      }
    }
    say();
    if (left.length === before) content.push(...left.splice(0, 1));
  }
  return content;
}

/** The messages as servers of the older protocol take them that want a thought before each of a model's words. */
export function withEmptyThoughts(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.map((message) => {
    const { role, content, providerOptions } = message;
    const hasThought = Array.isArray(content) && content.some(({ type }) => type === 'reasoning');
    if (role !== 'assistant' || hasThought) return message;
    const empty = { openaiCompatible: { reasoning_content: '' } };
    return { ...message, providerOptions: { ...providerOptions, ...empty } };
  });
}
