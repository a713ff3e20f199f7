// A question's vector. Nobody waits long for it: where the server fails or is slow, the search goes on without, and the server is
// left alone for a while. A run that takes several turns asks the same question in each, so the last ones are remembered.

import type { AgentUsage } from '../../agents/types.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Embedder } from './embedder.ts';

const MAX_REMEMBERED = 256;
const PATIENCE_MS = 3000;
const PAUSE_MS = 30_000;
const MAX_CHARS = 4000;

export interface QuestionVectorsParts {
  embedder: Embedder;
  clock: Clock;
  onFailure: (error: unknown) => void;
}

/** Null where there is none now. `onAsked`: what a request has used; one that is remembered uses nothing. */
export type QuestionVectors = (
  question: string,
  onAsked: (usage: AgentUsage) => void,
) => Promise<Float32Array | null>;

export function createQuestionVectors({
  embedder,
  clock,
  onFailure,
}: QuestionVectorsParts): QuestionVectors {
  const remembered = new Map<string, Float32Array>();
  let pausedUntil = Number.NEGATIVE_INFINITY;

  return async (question, onAsked) => {
    const text = question.trim().slice(0, MAX_CHARS);
    if (text === '') return null;
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (clock.monotonic() < pausedUntil) return null;
    try {
      const vector = await ask(text, onAsked);
      remembered.set(text, vector);
      const [oldest] = remembered.keys();
      if (remembered.size > MAX_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
      return vector;
    } catch (error) {
      pausedUntil = clock.monotonic() + PAUSE_MS;
      onFailure(error);
      return null;
    }
  };

  async function ask(text: string, onAsked: (usage: AgentUsage) => void): Promise<Float32Array> {
    const late = new AbortController();
    const timer = clock.setTimeout(
      () => late.abort(new DOMException('The embeddings took too long.', 'TimeoutError')),
      PATIENCE_MS,
    );
    try {
      const { vectors, tokens } = await embedder.embed([text], late.signal);
      onAsked({ model: embedder.model, input_tokens: tokens, output_tokens: 0 });
      const [vector] = vectors;
      if (vector === undefined) throw new Error('The server has answered with no vector.');
      return vector;
    } finally {
      clock.clearTimeout(timer);
    }
  }
}
