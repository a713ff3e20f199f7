// The one file that chooses a provider package.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { streamText } from 'ai';
import { DEFAULT_OUTPUT_TOKENS } from './defaults.ts';
import { thinksByBudget, thinksByItself } from './known-models.ts';
import type { ModelSettings } from './settings.ts';

const OPENAI_HOST = 'api.openai.com';
const OPENAI_URL = `https://${OPENAI_HOST}/v1`;

/** A model as a provider's package makes it. */
export type Model = ReturnType<ReturnType<typeof createAnthropic>>;

export type ProviderSettings = Pick<ModelSettings, 'provider' | 'apiKey' | 'baseUrl' | 'model'> &
  Partial<Pick<ModelSettings, 'openaiApi'>>;

/** @param fetch asks the provider, in tests. */
export function openModel(
  { provider, apiKey, baseUrl, model, openaiApi }: ProviderSettings,
  fetch?: typeof globalThis.fetch,
): Model {
  const own = { apiKey, ...(fetch === undefined ? {} : { fetch }) };
  if (provider === 'anthropic') {
    return createAnthropic({ ...own, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(
      model,
    );
  }
  // OpenAI's newest models call tools in its own interface alone. Other servers speak OpenAI's protocol as it was when they
  // learnt it, which is what the compatible package writes.
  const baseURL = baseUrl ?? OPENAI_URL;
  if (speaksResponses({ provider, baseUrl, openaiApi }))
    return createOpenAI({ ...own, baseURL }).responses(model);
  return isOpenAi(baseURL)
    ? createOpenAI({ ...own, baseURL }).chat(model)
    : createOpenAICompatible({ ...own, name: 'openai', baseURL, includeUsage: true })(model);
}

const isOpenAi = (url: string) => new URL(url).hostname === OPENAI_HOST;

function speaksResponses({
  provider,
  baseUrl,
  openaiApi,
}: Pick<ProviderSettings, 'provider' | 'baseUrl' | 'openaiApi'>): boolean {
  if (provider !== 'openai') return false;
  return openaiApi === undefined ? isOpenAi(baseUrl ?? OPENAI_URL) : openaiApi === 'responses';
}

export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;

/** Tokens that models may think, by effort. */
const THINKING_TOKENS = { low: 2048, medium: 8192, high: 24_576 } as const;

type Thinking = ProviderSettings & Pick<ModelSettings, 'reasoningEffort'>;

/** The effort that a request names. A visitor waits: who thinks unasked does so shortly. */
const effortOf = ({ model, reasoningEffort }: Thinking) =>
  reasoningEffort ?? (thinksByItself(model) ? 'low' : undefined);

/** Where Anthropic's models think by a budget, a run that goes on after tools begins with its thoughts, or has none. */
export const needsAllThoughts = ({ provider, model }: Pick<Thinking, 'provider' | 'model'>) =>
  provider === 'anthropic' && thinksByBudget(model);

/**
 * Lets the model think first, where that is set up or it does so by itself; and has OpenAI keep nothing.
 * @param isBare thoughts that the model needs are missing, or the provider has refused the request: nothing that it may do without.
 */
export function requestOptions(settings: Thinking, isBare: boolean): ProviderOptions {
  const { provider, model, reasoningEffort } = settings;
  const effort = effortOf(settings);
  if (provider === 'openai') {
    // Thoughts are shown where the owner has asked for them. OpenAI gives them to organisations alone that it has verified.
    const reasoningSummary = isBare || reasoningEffort === undefined ? null : 'auto';
    return {
      openai: {
        ...(speaksResponses(settings) ? { store: false } : {}),
        ...(effort === undefined
          ? {}
          : {
              reasoningEffort: effort,
              ...(speaksResponses(settings) ? { reasoningSummary } : {}),
            }),
      },
    };
  }
  if (effort === undefined || (isBare && needsAllThoughts(settings))) return {};
  if (thinksByBudget(model)) {
    return {
      anthropic: { thinking: { type: 'enabled', budgetTokens: THINKING_TOKENS[effort] } },
    };
  }
  // They come as text only if one says so.
  const thinking = { type: 'adaptive', display: 'summarized' };
  return { anthropic: { effort, ...(reasoningEffort === undefined ? {} : { thinking }) } };
}

/** Tokens that an answer may have: thoughts count among them, but where Anthropic's package adds the budget by itself. */
export function outputTokens(settings: Thinking, tokens: number = DEFAULT_OUTPUT_TOKENS): number {
  const effort = effortOf(settings);
  const isAdded = settings.provider === 'anthropic' && thinksByBudget(settings.model);
  return effort === undefined || isAdded ? tokens : tokens + THINKING_TOKENS[effort];
}
