// The usage of a request to a provider, in the interface's figures.

import type { LanguageModelUsage } from 'ai';
import { estimateTokens } from '../../log/tokens.ts';
import { isRecord } from '../../wire.ts';
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

/** Whether a provider has counted at all: some servers never do, nor does one whose stream was cut. */
export function isCounted(usage: LanguageModelUsage): boolean {
  return usage.inputTokens !== undefined || usage.outputTokens !== undefined;
}

/** Tokens that a request has read, counted by the provider or estimated. */
export type InputUsage = Pick<
  AgentUsage,
  'input_tokens' | 'cache_read_input_tokens' | 'cache_creation_input_tokens'
>;

/**
 * What a request has read, where a chunk of the answer tells it: Anthropic's first one does, so that a request which is
 * cut short is charged exactly, and what came from the cache at the cache's price.
 */
export function inputOf(chunk: unknown): InputUsage | null {
  if (!isRecord(chunk) || chunk.type !== 'message_start' || !isRecord(chunk.message)) return null;
  const { usage } = chunk.message;
  if (!isRecord(usage) || typeof usage.input_tokens !== 'number') return null;
  const count = (value: unknown) => (typeof value === 'number' ? value : 0);
  return {
    input_tokens: usage.input_tokens,
    cache_read_input_tokens: count(usage.cache_read_input_tokens),
    cache_creation_input_tokens: count(usage.cache_creation_input_tokens),
  };
}

/** Estimates the usage of a request whose provider hasn't told it yet, by the length of the text. */
export function estimate(
  model: string,
  input: InputUsage,
  written: string,
  reasoning: string,
): AgentUsage {
  return {
    model,
    ...input,
    output_tokens: estimateTokens(written),
    reasoning_tokens: estimateTokens(reasoning),
  };
}
