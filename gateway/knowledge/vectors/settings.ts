// Which embeddings the environment asks for.

import { type Environment, given, UsageError, wholeNumber } from '../../kernel/cli-values.ts';

/** A provider of vectors, as the environment names it. */
export interface EmbeddingSettings {
  /** Undefined: the server asks for none. */
  apiKey: string | undefined;
  baseUrl: string;
  model: string;
  /** Null: as many as the model gives by itself. */
  dimensions: number | null;
  /** From -1 to 1: a passage that is less like the question isn't found by its vector. */
  minSimilarity: number;
}

/** Model and dimensions: vectors of two names can't be compared. */
export const embeddingName = ({ model, dimensions }: EmbeddingSettings) =>
  dimensions === null ? model : `${model}:${dimensions}`;

const OPENAI_URL = 'https://api.openai.com/v1';
const OPENAI_MODEL = 'text-embedding-3-small';
const MAX_DIMENSIONS = 4096;
const MIN_SIMILARITY = 0.2;

/** Null: none. With OpenAI's own key they are on by themselves; with any other server its model has to be named. @throws UsageError */
export function readEmbeddingSettings(env: Environment): EmbeddingSettings | null {
  const named = given(env.BELLHOP_EMBEDDINGS_MODEL);
  if (named === 'off') return null;
  const ownUrl = given(env.BELLHOP_EMBEDDINGS_URL);
  const baseUrl = ownUrl ?? given(env.OPENAI_BASE_URL) ?? OPENAI_URL;
  // OpenAI's key goes to no other server than the one that it is set for.
  const apiKey =
    given(env.BELLHOP_EMBEDDINGS_KEY) ??
    (ownUrl === undefined ? given(env.OPENAI_API_KEY) : undefined);
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    throw new UsageError('BELLHOP_EMBEDDINGS_URL must be an http or https URL.');
  }
  if (ownUrl !== undefined && named === undefined) {
    throw new UsageError(
      'BELLHOP_EMBEDDINGS_URL is set: name the model in BELLHOP_EMBEDDINGS_MODEL.',
    );
  }
  if (named !== undefined && ownUrl === undefined && apiKey === undefined) {
    throw new UsageError(
      'BELLHOP_EMBEDDINGS_MODEL is set: give its key in BELLHOP_EMBEDDINGS_KEY or OPENAI_API_KEY, or its address in BELLHOP_EMBEDDINGS_URL.',
    );
  }
  const isOpenai = new URL(baseUrl).hostname === new URL(OPENAI_URL).hostname;
  const model = named ?? (isOpenai && apiKey !== undefined ? OPENAI_MODEL : undefined);
  if (model === undefined) return null;
  const dimensions = given(env.BELLHOP_EMBEDDINGS_DIMENSIONS);
  return {
    apiKey,
    baseUrl,
    model,
    dimensions:
      dimensions === undefined
        ? null
        : wholeNumber('BELLHOP_EMBEDDINGS_DIMENSIONS', dimensions, 1, MAX_DIMENSIONS),
    minSimilarity: similarity(given(env.BELLHOP_EMBEDDINGS_MIN_SIMILARITY)),
  };
}

function similarity(text: string | undefined): number {
  if (text === undefined) return MIN_SIMILARITY;
  const value = /^-?(?:0|1|0?\.\d+|1\.0+)$/.test(text) ? Number(text) : Number.NaN;
  if (value >= -1 && value <= 1) return value;
  throw new UsageError(
    `BELLHOP_EMBEDDINGS_MIN_SIMILARITY must be a number from -1 to 1, not “${text}”.`,
  );
}
