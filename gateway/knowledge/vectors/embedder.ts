// Asks an OpenAI-compatible server for the vectors of texts.

import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { embedMany } from 'ai';
import { type EmbeddingSettings, embeddingName } from './settings.ts';

export interface Embedder {
  /** Model and dimensions: vectors of two names can't be compared. */
  readonly name: string;
  /** The model alone, as the ledger calls it. */
  readonly model: string;
  /** One vector for each text, of length 1. Rejects where the server can't be asked, or answers with anything else. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<Embedded>;
}

export interface Embedded {
  vectors: Float32Array[];
  /** As the server has counted; where it says nothing, a quarter of the characters. */
  tokens: number;
}

const CHARS_PER_TOKEN = 4;

/** The server has answered with something that is no vectors. */
export class BadVectors extends Error {
  override readonly name = 'BadVectors';
}

export function createEmbedder(settings: EmbeddingSettings): Embedder {
  const { apiKey, baseUrl, model, dimensions } = settings;
  const provider = createOpenAICompatible({
    name: 'embeddings',
    baseURL: baseUrl,
    ...(apiKey === undefined ? {} : { apiKey }),
  });
  const asked = provider.embeddingModel(model);
  return {
    name: embeddingName(settings),
    model,
    async embed(texts, signal) {
      const { embeddings, usage } = await embedMany({
        model: asked,
        values: [...texts],
        maxRetries: 0,
        abortSignal: signal,
        ...(dimensions === null ? {} : { providerOptions: { embeddings: { dimensions } } }),
      });
      const vectors = embeddings.map(unit);
      const isWhole = vectors.every(
        (vector) => vector.length > 0 && vector.length === vectors[0]?.length,
      );
      if (vectors.length !== texts.length || !isWhole) {
        throw new BadVectors('The server of the embeddings has answered with too few vectors.');
      }
      const chars = texts.reduce((sum, text) => sum + text.length, 0);
      const counted = Number.isFinite(usage.tokens) && usage.tokens > 0;
      return {
        vectors,
        tokens: counted ? usage.tokens : Math.ceil(chars / CHARS_PER_TOKEN),
      };
    },
  };
}

/** @throws BadVectors where a number is none, or all are zero. */
function unit(numbers: readonly number[]): Float32Array {
  const length = Math.hypot(...numbers);
  if (!Number.isFinite(length) || length === 0) {
    throw new BadVectors('The server of the embeddings has answered with a vector of no length.');
  }
  return Float32Array.from(numbers, (number) => number / length);
}
