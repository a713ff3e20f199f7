// The parts of a model agent, and its settings.

import type { ToolSet } from 'ai';
import type { Clock } from '../../kernel/clock.ts';
import type { FileKind } from '../../log/attached-files.ts';
import type { Agent } from '../types.ts';
import type { Model, ProviderOptions } from './provider.ts';

export interface ModelAgentOptions {
  model: Model;
  /** As it stands in usage and analytics. */
  name: string;
  /** How long a request may say nothing: before its first word, and between two. */
  silenceMs?: number;
  /** For one whole request; the run has its own limit besides. */
  timeoutMs?: number;
  /** The provider's own options for a request. `isBare`: thoughts that it wants back are missing, or it has refused the request. */
  providerOptions?: (isBare: boolean) => ProviderOptions;
  /** Where a thought of the run is missing, the model can't go on thinking. */
  needsAllThoughts?: boolean;
  /** Tools that the provider itself runs, by name. */
  hostedTools?: ToolSet;
  maxRetries?: number;
  maxOutputTokens?: number;
  /** The owner's, for every conversation. */
  instructions?: string;
  /** Tokens that the model reads at most. */
  contextWindow?: number;
  /** Attached files that the model reads; none where nothing is said. */
  files?: readonly FileKind[];
  /** As of every agent. */
  pageContext?: Agent['pageContext'];
  clock?: RequestClock;
}

export type RequestClock = Pick<Clock, 'monotonic' | 'setTimeout' | 'clearTimeout'>;
