// A conversation as the messages of a model's request. Providers refuse a request with an unusual tool name: names are written in
// letters that all take.

import type { ModelMessage, UserModelMessage } from 'ai';
import type { ToolDefinition } from '../../wire.ts';
import type { Said, SaidCall } from '../conversation.ts';
import { type Thoughts, withThoughts } from './reasoning.ts';

const MAX_NAME = 64;

export interface ToolNames {
  /** As the provider takes it. */
  toModel(name: string): string;
  /** As the page declared it. */
  fromModel(name: string): string;
}

/** @param taken names of tools that the provider itself brings. */
export function createToolNames(
  tools: readonly ToolDefinition[],
  taken: readonly string[] = [],
): ToolNames {
  const toModel = new Map<string, string>();
  const fromModel = new Map(taken.map((name) => [name, name]));
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

/** Without the site's own instructions, which stand in the system prompt. */
export function toModelMessages(
  said: readonly Said[],
  names: ToolNames,
  thoughts: Thoughts,
): ModelMessage[] {
  return said.flatMap((one): ModelMessage[] => {
    if (one.role === 'instruction') return [];
    if (one.role === 'user') return [{ role: 'user', content: userContent(one) }];
    const { text, calls } = one;
    const shown = shownFiles(one);
    if (calls.length === 0) {
      const words = text === '' ? [] : [{ type: 'text' as const, text }];
      return words.length === 0 ? [] : [{ role: 'assistant', content: words }, ...shown];
    }
    const made = calls.map(({ id, name, input }) => ({
      type: 'tool-call' as const,
      toolCallId: id,
      toolName: names.toModel(name),
      input,
    }));
    return [
      { role: 'assistant', content: withThoughts(text, made, thoughts) },
      toolMessage(calls, names),
      ...shown,
    ];
  });
}

/** Not every protocol takes a file in a tool's result, or in the model's own words. All take one in what comes next. */
function shownFiles({ files }: Said & { role: 'agent' }): ModelMessage[] {
  if (files.length === 0) return [];
  const text =
    '[What the visitor was shown above, by a tool or by the team. These are not the visitor’s words.]';
  return [{ role: 'user', content: userContent({ text, files }) }];
}

/** Files stand before the words that ask about them, as providers advise. */
function userContent({
  text,
  files,
}: Pick<Said & { role: 'user' }, 'text' | 'files'>): UserModelMessage['content'] {
  const words = text === '' ? '(empty message)' : text;
  if (files.length === 0) return words;
  return [
    ...files.map(({ mediaType, title, data }) => ({
      type: 'file' as const,
      mediaType,
      data,
      filename: title,
    })),
    { type: 'text', text: words },
  ];
}

function toolMessage(calls: readonly SaidCall[], names: ToolNames): ModelMessage {
  return {
    role: 'tool',
    content: calls.map(({ id, name, result }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: names.toModel(name),
      output: { type: result.isFailure ? 'error-text' : 'text', value: result.text },
    })),
  };
}

/** The instructions that the site's backend has sent in the session. A system.message with a visitor's token is none. */
export function instructionsOf(said: readonly Said[]): string[] {
  return said.flatMap((one) => (one.role === 'instruction' ? [one.text] : []));
}
