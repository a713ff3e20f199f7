// What a request to a provider used, in the interface's figures.

import type { LanguageModelUsage } from 'ai';
import { estimateTokens } from '../../sessions/tokens.ts';
import type { AgentUsage } from '../types.ts';

export function readUsage(model: string, usage: LanguageModelUsage): AgentUsage {
  const read = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const written = usage.inputTokenDetails.cacheWriteTokens ?? 0;
  return {
    model,
    // The SDK counts cached tokens as input too; the interface counts them apart.
    input_tokens: Math.max(0, (usage.inputTokens ?? 0) - read - written),
    output_tokens: usage.outputTokens ?? 0,
    cache_read_input_tokens: read,
    cache_creation_input_tokens: written,
    reasoning_tokens: usage.outputTokenDetails.reasoningTokens ?? 0,
  };
}

/** Of a request whose provider hasn't said yet: roughly, by the length of the text. */
export function estimate(
  model: string,
  inputTokens: number,
  written: string,
  reasoning: string,
): AgentUsage {
  return {
    model,
    input_tokens: inputTokens,
    output_tokens: estimateTokens(written),
    reasoning_tokens: estimateTokens(reasoning),
  };
}
