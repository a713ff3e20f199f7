// The one file that chooses a provider package.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import type { ModelSettings } from './settings.ts';

const OPENAI_URL = 'https://api.openai.com/v1';

export function openModel({
  provider,
  apiKey,
  baseUrl,
  model,
}: Omit<ModelSettings, 'contextWindow'>): LanguageModel {
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
