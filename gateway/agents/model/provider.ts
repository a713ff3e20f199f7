// The one file that chooses a provider package.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel, streamText } from 'ai';
import type { ModelSettings } from './settings.ts';

const OPENAI_URL = 'https://api.openai.com/v1';

export function openModel({
  provider,
  apiKey,
  baseUrl,
  model,
}: Omit<ModelSettings, 'contextWindow' | 'reasoningEffort'>): LanguageModel {
  if (provider === 'anthropic') {
    return createAnthropic({ apiKey, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(
      model,
    );
  }
  const openai = createOpenAICompatible({
    name: 'openai',
    apiKey,
    baseURL: baseUrl ?? OPENAI_URL,
    includeUsage: true,
  });
  return openai(model);
}

export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;

/** Tokens that Anthropic's models may think, by effort. */
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
