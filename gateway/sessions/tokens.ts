// How long text is in tokens, roughly, for agents without a tokenizer and for what no model has counted yet.
// Counts what an agent reads of an event: words, calls and results; not ids, thoughts or attachments it can't open.

import type { MessageBlock, ToolResultBlock } from '../wire.ts';
import type { HistoryEvent } from './history-event.ts';

/** Of an attached text an agent reads this much. */
export const MAX_DOCUMENT_CHARACTERS = 100_000;

const CHARACTERS_PER_TOKEN = 4;
/** What stands around each event in a model's request. */
const TOKENS_PER_EVENT = 4;
/** The note in place of an attachment that can't be read. */
const TOKENS_PER_ATTACHMENT = 16;
/** Scripts in which a character is a token, more or less. */
const DENSE = /[\u0900-\u0dff\u0e00-\u0fff\u1100-\u11ff\u2e80-\u9fff\ua960-\ud7ff\uf900-\ufaff]/g;

/** Of text as it is, of anything else as JSON. */
export function estimateTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const dense = text.match(DENSE)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN);
}

export function historyTokens(history: readonly HistoryEvent[]): number {
  return history.reduce((sum, event) => sum + eventTokens(event), 0);
}

export function eventTokens(event: HistoryEvent): number {
  switch (event.type) {
    case 'user.message':
    case 'system.message':
    case 'page.context':
    case 'agent.message':
    case 'session.compaction':
      return TOKENS_PER_EVENT + sum(event.content, blockTokens);
    case 'agent.tool_use':
      return sum(
        event.content,
        ({ name, input }) => TOKENS_PER_EVENT + estimateTokens(name) + estimateTokens(input),
      );
    case 'user.tool_result':
      return sum(event.content, resultTokens);
    default:
      return 0;
  }
}

function blockTokens(block: MessageBlock): number {
  switch (block.type) {
    case 'text':
      return estimateTokens(block.text);
    case 'document':
      return block.source.type === 'text'
        ? TOKENS_PER_ATTACHMENT +
            estimateTokens(block.source.data.slice(0, MAX_DOCUMENT_CHARACTERS))
        : TOKENS_PER_ATTACHMENT;
    case 'thought':
      return 0;
    default:
      return TOKENS_PER_ATTACHMENT;
  }
}

function resultTokens({ content }: ToolResultBlock): number {
  return TOKENS_PER_EVENT + (content === undefined ? 0 : estimateTokens(content));
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
