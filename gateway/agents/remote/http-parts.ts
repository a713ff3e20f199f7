// What the values mean that a server of the owner's answers with. Its own format: objects with `text`, `thought`, `sources`, `calls`,
// `usage` or `error`. Beside it what n8n, Flowise, Dify and Langflow say by themselves, as their documentation has it; what isn't
// known is left out.

import { isRecord } from '../../wire.ts';
import type { RemotePart } from './protocol.ts';

const MAX_DEPTH = 8;
/** Where a whole answer's words stand: ours, n8n's (output), Flowise's (text), Dify's (answer), Langflow's (outputs…). */
const TEXTS = ['text', 'answer', 'output', 'response', 'message', 'content'];
const INSIDE = ['outputs', 'results', 'result', 'message', 'data', 'artifacts'];
/** Kinds of events whose words are for nobody. */
const SILENT =
  /^(?:start|begin|end|metadata|ping|workflow_\w+|node_\w+|agent_thought|message_end|add_message|usedTools|agentFlow\w*|nextAgentFlow\w*|calledTools|end_vertex|vertices_sorted|build_\w+)$/;

export function createHttpReader() {
  let hasText = false;
  let calls = 0;

  return { take };

  function* take(value: unknown, depth = 0): Generator<RemotePart> {
    if (depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      if (value !== '[DONE]') yield* say(value);
    } else if (Array.isArray(value)) {
      for (const one of value) yield* take(one, depth + 1);
    } else if (isRecord(value)) yield* takeObject(value, depth);
  }

  function* takeObject(value: Record<string, unknown>, depth: number): Generator<RemotePart> {
    const failure = failureOf(value);
    if (failure !== null) {
      yield { kind: 'error', message: failure };
      return;
    }
    if (typeof value.thought === 'string' && value.thought !== '')
      yield { kind: 'thought', text: value.thought };
    yield* callsOf(value);
    yield* wordsOf(value, depth);
    yield* sourcesOf(value);
    const { usage } = value;
    if (isRecord(usage) && typeof usage.input_tokens === 'number')
      yield {
        kind: 'usage',
        usage: {
          input_tokens: usage.input_tokens,
          output_tokens: typeof usage.output_tokens === 'number' ? usage.output_tokens : 0,
          ...(typeof usage.model === 'string' ? { model: usage.model } : {}),
        },
      };
  }

  function* wordsOf(value: Record<string, unknown>, depth: number): Generator<RemotePart> {
    const event = kindOf(value);
    if (event === 'token' || event === 'item') {
      // A piece of the answer: n8n's and Flowise's words, Langflow's object with a chunk.
      const { data, content } = value;
      const chunk = isRecord(data) ? data.chunk : (data ?? content);
      if (typeof chunk === 'string') yield* say(chunk);
      return;
    }
    if (SILENT.test(event) && !(event === 'end' && isRecord(value.data))) return;
    const text = TEXTS.map((name) => value[name]).find((one) => typeof one === 'string');
    if (typeof text === 'string') {
      yield* say(text);
      return;
    }
    // The whole once more at the end of its pieces.
    if (hasText) return;
    for (const name of INSIDE) {
      yield* take(value[name], depth + 1);
      if (hasText) return;
    }
  }

  function* say(text: string): Generator<RemotePart> {
    if (text === '') return;
    hasText = true;
    yield { kind: 'text', text };
  }

  function* callsOf({ call, calls: several }: Record<string, unknown>): Generator<RemotePart> {
    for (const one of [call, several].flat()) {
      if (!isRecord(one) || typeof one.name !== 'string') continue;
      calls += 1;
      const id = typeof one.id === 'string' ? one.id : `call_${calls}`;
      const input = one.input === undefined ? {} : one.input;
      yield { kind: 'call', id, name: one.name, input: isRecord(input) ? { ...input } : null };
    }
  }
}

/** An `error` that says something, n8n's and Flowise's event of that name, Dify's code. */
function failureOf(value: Record<string, unknown>): string | null {
  const { error, message, content, data } = value;
  if (typeof error === 'string' && error !== '') return error;
  if (isRecord(error)) return typeof error.message === 'string' ? error.message : 'failed';
  if (kindOf(value) !== 'error') return null;
  return [message, content, data].find((one) => typeof one === 'string') ?? 'failed';
}

const kindOf = ({ event, type }: Record<string, unknown>): string =>
  [event, type].find((one) => typeof one === 'string') ?? '';

function* sourcesOf(value: Record<string, unknown>): Generator<RemotePart> {
  const flowise = kindOf(value) === 'sourceDocuments' ? value.data : value.sourceDocuments;
  for (const one of [value.sources, flowise].flat()) {
    if (!isRecord(one)) continue;
    const meta = isRecord(one.metadata) ? one.metadata : {};
    const url = [one.url, meta.url, meta.source].find((text) => typeof text === 'string');
    const title = [one.title, meta.title].find((text) => typeof text === 'string') ?? null;
    if (url !== undefined) yield { kind: 'source', url, title };
  }
}
