// Turns a session's events into the messages of a model's request. Providers refuse a request with an unanswered tool call
// or an unusual tool name: an unanswered call gets a result that says so, and names are written in letters that all take.

import type { AssistantModelMessage, ModelMessage, ToolModelMessage, ToolResultPart } from 'ai';
import type { HistoryEvent } from '../../sessions/history-event.ts';
import { MAX_DOCUMENT_CHARACTERS } from '../../sessions/tokens.ts';
import type { MessageBlock, ToolDefinition, ToolResultBlock } from '../../wire.ts';
import { pageContext } from './quote.ts';

type AssistantParts = Exclude<AssistantModelMessage['content'], string>;

const MAX_NAME = 64;

export interface ToolNames {
  /** As the provider takes it. */
  toModel(name: string): string;
  /** As the page declared it. */
  fromModel(name: string): string;
}

export function createToolNames(tools: readonly ToolDefinition[]): ToolNames {
  const toModel = new Map<string, string>();
  const fromModel = new Map<string, string>();
  for (const { name } of tools) {
    const plain = plainName(name);
    let unique = plain;
    for (let i = 2; fromModel.has(unique); i++) unique = `${plain.slice(0, MAX_NAME - 4)}_${i}`;
    toModel.set(name, unique);
    fromModel.set(unique, name);
  }
  return {
    toModel: (name) => toModel.get(name) ?? plainName(name),
    fromModel: (name) => fromModel.get(name) ?? name,
  };
}

function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, MAX_NAME) || 'tool';
}

export function toModelMessages(
  history: readonly HistoryEvent[],
  names: ToolNames,
): ModelMessage[] {
  const answers = collectAnswers(history);
  const messages: ModelMessage[] = [];
  let parts: AssistantParts = [];
  let results: ToolResultPart[] = [];
  const flush = (): void => {
    if (parts.length > 0) messages.push({ role: 'assistant', content: parts });
    if (results.length > 0)
      messages.push({ role: 'tool', content: results } satisfies ToolModelMessage);
    parts = [];
    results = [];
  };
  for (const event of history) {
    switch (event.type) {
      case 'user.message': {
        flush();
        const text = textOf(event.content);
        messages.push({ role: 'user', content: text === '' ? '(empty message)' : text });
        break;
      }
      case 'page.context':
        flush();
        messages.push({ role: 'user', content: pageContext(textOf(event.content)) });
        break;
      case 'session.compaction':
        flush();
        messages.push({
          role: 'user',
          content: `[Summary of the conversation so far]\n${textOf(event.content)}`,
        });
        break;
      case 'agent.message': {
        if (results.length > 0) flush();
        const text = textOf(event.content);
        if (text !== '') parts.push({ type: 'text', text });
        break;
      }
      case 'agent.tool_use':
        for (const call of event.content) {
          const toolName = names.toModel(call.name);
          parts.push({ type: 'tool-call', toolCallId: call.id, toolName, input: call.input });
          results.push({
            type: 'tool-result',
            toolCallId: call.id,
            toolName,
            output: output(answers.get(call.id)),
          });
        }
        break;
      case 'session.status_idle':
      case 'session.error':
        flush();
        break;
    }
  }
  flush();
  return messages;
}

/** The system.messages of a session that its site's backend sent; what a visitor's token sent is page.context. */
export function instructionsOf(history: readonly HistoryEvent[]): string[] {
  return history.flatMap((event) =>
    event.type === 'system.message' ? [textOf(event.content)] : [],
  );
}

export function lastUserText(history: readonly HistoryEvent[]): string {
  const last = history.findLast((event) => event.type === 'user.message');
  return last?.type === 'user.message' ? textOf(last.content) : '';
}

function collectAnswers(history: readonly HistoryEvent[]): Map<string, ToolResultBlock> {
  const answers = new Map<string, ToolResultBlock>();
  for (const event of history) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) answers.set(block.tool_use_id, block);
  }
  return answers;
}

function output(answer: ToolResultBlock | undefined): ToolResultPart['output'] {
  if (answer === undefined) return { type: 'error-text', value: 'No result came.' };
  if (answer.status === 'tool_loaded')
    return { type: 'text', value: 'The tool is loaded now; call it again.' };
  const content = answer.content;
  const value =
    typeof content === 'string' ? content : content === undefined ? '' : JSON.stringify(content);
  if (answer.is_error === true)
    return {
      type: 'error-text',
      value: value || `It failed: ${answer.error_code ?? 'unclassified'}.`,
    };
  return { type: 'text', value: value || 'Done.' };
}

function textOf(blocks: readonly MessageBlock[]): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type !== 'document') return [];
      const title = block.title ?? 'untitled';
      return block.source.type === 'text'
        ? [
            `<document title=${JSON.stringify(title)}>\n${block.source.data.slice(0, MAX_DOCUMENT_CHARACTERS)}\n</document>`,
          ]
        : [`[A document was attached that can't be read here: ${title}]`];
    })
    .join('\n\n');
}
