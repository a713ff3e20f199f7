// What a model agent is made of.

import type { LanguageModel } from 'ai';
import type { ProviderOptions } from './provider.ts';

export interface ModelAgentOptions {
  model: LanguageModel;
  /** As it stands in usage and analytics. */
  name: string;
  /** For one request; the run has its own limit besides. */
  timeoutMs?: number;
  /** The provider's own options for a request. `isResumed`: the request follows tool results. */
  providerOptions?: (isResumed: boolean) => ProviderOptions;
  maxRetries?: number;
  maxOutputTokens?: number;
  /** Tokens that the model reads at most. */
  contextWindow?: number;
  /** Milliseconds, for how long the model thought. */
  now?: () => number;
}

export const DEFAULT_TIMEOUT_MS = 60_000;
