// The one file that chooses a provider package.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { streamText, ToolSet } from 'ai';
import { DEFAULT_OUTPUT_TOKENS } from './defaults.ts';
import { thinksByBudget, thinksByItself } from './known-models.ts';
import { isOpenAi, type ModelSettings, OPENAI_URL, speaksResponses } from './settings.ts';

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

/** The provider's search of the web, where an owner has set it up and the provider has one; by the name that both give it. */
export function hostedTools(settings: ModelSettings): ToolSet | undefined {
  const { apiKey, webSearch } = settings;
  if (webSearch === null) return undefined;
  const domains = webSearch.domains.length === 0 ? null : [...webSearch.domains];
  if (settings.provider === 'anthropic') {
    const { webSearch_20250305: search } = createAnthropic({ apiKey }).tools;
    return {
      web_search: search({
        maxUses: webSearch.maxUses,
        ...(domains === null ? {} : { allowedDomains: domains }),
      }),
    };
  }
  if (!speaksResponses(settings)) return undefined;
  const { webSearch: search } = createOpenAI({ apiKey }).tools;
  return { web_search: search(domains === null ? {} : { filters: { allowedDomains: domains } }) };
}

export type ProviderOptions = NonNullable<Parameters<typeof streamText>[0]['providerOptions']>;

/** Tokens that models may think, by effort. */
const THINKING_TOKENS = { low: 2048, medium: 8192, high: 24_576 } as const;

type Thinking = ProviderSettings &
  Pick<ModelSettings, 'reasoningEffort'> &
  Partial<Pick<ModelSettings, 'webSearch'>>;

/** The effort that a request names. A visitor waits: who thinks unasked does so shortly. */
const effortOf = ({ model, reasoningEffort }: Thinking) =>
  reasoningEffort ?? (thinksByItself(model) ? 'low' : undefined);

/** Where Anthropic's models think by a budget, a run that goes on after tools begins with its thoughts, or has none. */
export const needsAllThoughts = (settings: Thinking): boolean =>
  settings.provider === 'anthropic' &&
  thinksByBudget(settings.model) &&
  effortOf(settings) !== undefined;

/**
 * Lets the model think first, where that is set up or it does so by itself. Has OpenAI keep nothing, so no request names an earlier
 * response or a conversation of OpenAI's: the log here is the one that people take part in, that is summarised, and that is erased.
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
        ...(speaksResponses(settings) ? { store: false, ...searchOptions(settings) } : {}),
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

/** Without the pages that a search has only looked at. */
const searchOptions = ({ webSearch = null }: Thinking) =>
  webSearch === null ? {} : { includeWebSearchSources: false, maxToolCalls: webSearch.maxUses };

/** Tokens that an answer may have: thoughts count among them, but where Anthropic's package adds the budget by itself. */
export function outputTokens(settings: Thinking, tokens: number = DEFAULT_OUTPUT_TOKENS): number {
  const effort = effortOf(settings);
  const isAdded = settings.provider === 'anthropic' && thinksByBudget(settings.model);
  return effort === undefined || isAdded ? tokens : tokens + THINKING_TOKENS[effort];
}
