// The one file that chooses a provider package.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { streamText } from 'ai';
import { DEFAULT_OUTPUT_TOKENS } from './defaults.ts';
import type { ModelSettings } from './settings.ts';

const OPENAI_HOST = 'api.openai.com';
const OPENAI_URL = `https://${OPENAI_HOST}/v1`;

/** A model as a provider's package makes it. */
export type Model = ReturnType<ReturnType<typeof createAnthropic>>;

/** @param fetch asks the provider, in tests. */
export function openModel(
  {
    provider,
    apiKey,
    baseUrl,
    model,
  }: Pick<ModelSettings, 'provider' | 'apiKey' | 'baseUrl' | 'model'>,
  fetch?: typeof globalThis.fetch,
): Model {
  const own = { apiKey, ...(fetch === undefined ? {} : { fetch }) };
  if (provider === 'anthropic') {
    return createAnthropic({ ...own, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(
      model,
    );
  }
  // OpenAI's own package knows which of its models refuse a parameter that the others want, `max_tokens` above all.
  // Other servers speak OpenAI's protocol as it was when they learnt it, which is what the compatible one writes.
  const baseURL = baseUrl ?? OPENAI_URL;
  return new URL(baseURL).hostname === OPENAI_HOST
    ? createOpenAI({ ...own, baseURL }).chat(model)
    : createOpenAICompatible({ ...own, name: 'openai', baseURL, includeUsage: true })(model);
}

export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;

/** Tokens that models may think, by effort. */
const THINKING_TOKENS = { low: 2048, medium: 8192, high: 24_576 } as const;

/**
 * Lets the model think first, where that is set up.
 * @param isResumed the request goes on after tool results. Anthropic wants the thoughts before them back with a
 *   signature, which no session keeps; without thinking it goes on all the same.
 */
export function reasoningOptions(
  { provider, reasoningEffort }: Pick<ModelSettings, 'provider' | 'reasoningEffort'>,
  isResumed: boolean,
): ProviderOptions {
  if (reasoningEffort === undefined) return {};
  if (provider === 'openai') return { openai: { reasoningEffort } };
  if (isResumed) return {};
  const thinking = { type: 'enabled', budgetTokens: THINKING_TOKENS[reasoningEffort] };
  return { anthropic: { thinking } };
}

/** Tokens that an answer may have: OpenAI counts thoughts among them, Anthropic's package adds the budget by itself. */
export function outputTokens(
  { provider, reasoningEffort }: Pick<ModelSettings, 'provider' | 'reasoningEffort'>,
  tokens: number = DEFAULT_OUTPUT_TOKENS,
): number {
  return provider === 'openai' && reasoningEffort !== undefined
    ? tokens + THINKING_TOKENS[reasoningEffort]
    : tokens;
}
