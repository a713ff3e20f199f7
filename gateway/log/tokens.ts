// How long text is in tokens, roughly, for agents without a tokenizer and for what no model has counted yet.
// Counts what an agent reads of an event: words, calls, results and the files that it can open; not ids and thoughts.

import type { MessageBlock, ToolResultBlock } from '../wire.ts';
import { type AttachedFile, chooseFiles, type FileKind, fileTokens } from './attached-files.ts';
import type { HistoryEvent } from './history-event.ts';

/** The characters of an attached text that an agent reads. */
export const MAX_DOCUMENT_CHARACTERS = 100_000;

const CHARACTERS_PER_TOKEN = 4;
/** Tokens for the braces and names around each event in a model's request. */
const TOKENS_PER_EVENT = 4;
/** The note in place of an attachment that can't be read. */
const TOKENS_PER_ATTACHMENT = 40;
/** Scripts in which a character is a token, more or less. */
const DENSE = /[\u0900-\u0dff\u0e00-\u0fff\u1100-\u11ff\u2e80-\u9fff\ua960-\ud7ff\uf900-\ufaff]/g;

/** Estimates the tokens of a text, or of any other value as JSON. */
export function estimateTokens(value: unknown): number {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const dense = text.match(DENSE)?.length ?? 0;
  return dense + Math.ceil((text.length - dense) / CHARACTERS_PER_TOKEN);
}

/** @param kinds of attached files that the agent reads. */
export function historyTokens(
  history: readonly HistoryEvent[],
  kinds: readonly FileKind[] = [],
): number {
  const files = chooseFiles(history, kinds);
  return history.reduce((sum, event) => sum + eventTokens(event, files), 0);
}

type Files = ReadonlyMap<MessageBlock, AttachedFile>;
const NO_FILES: Files = new Map();

export function eventTokens(event: HistoryEvent, files: Files = NO_FILES): number {
  switch (event.type) {
    case 'user.message':
    case 'system.message':
    case 'page.context':
    case 'agent.message':
    case 'session.compaction':
      return TOKENS_PER_EVENT + sum(event.content, (block) => blockTokens(block, files));
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

function blockTokens(block: MessageBlock, files: Files): number {
  const file = files.get(block);
  if (file !== undefined) return TOKENS_PER_ATTACHMENT + fileTokens(file);
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
