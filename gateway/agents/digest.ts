// Turns of a conversation as short lines of plain text, within a number of tokens: what an extractive summary
// is, and what a model is shown that is asked for a better one.

import type { HistoryEvent } from '../log/history-event.ts';
import { estimateTokens } from '../log/tokens.ts';
import type { MessageBlock, ToolResultBlock } from '../wire.ts';

/** A line may have so many characters; the first that lets all lines fit is taken. */
export const LINE_LIMITS = [4000, 1600, 800, 400, 200, 120, 80, 48];
export const LEFT_OUT = '(What came before is left out.)';

/** @returns at least one line, of at most `maxTokens` where that is possible at all. */
export function digest(history: readonly HistoryEvent[], maxTokens: number): string {
  const lines = history.flatMap(linesOf);
  if (lines.length === 0) return '(Nothing was said.)';
  for (const limit of LINE_LIMITS) {
    const text = lines.map((line) => cut(line, limit)).join('\n');
    if (estimateTokens(text) <= maxTokens) return text;
  }
  // Too many lines even so: the newest are what the conversation goes on from.
  const kept: string[] = [];
  let left = maxTokens - estimateTokens(LEFT_OUT) - 1;
  for (const line of lines.toReversed()) {
    const short = cut(line, LINE_LIMITS.at(-1) ?? 0);
    left -= estimateTokens(short) + 1;
    if (left < 0) break;
    kept.unshift(short);
  }
  return [LEFT_OUT, ...kept].join('\n');
}

function linesOf(event: HistoryEvent): string[] {
  switch (event.type) {
    case 'session.compaction':
      return wordsOf(event.content)
        .split('\n')
        .filter((line) => line.trim() !== '' && line !== LEFT_OUT);
    case 'user.message':
      return [`Visitor: ${wordsOf(event.content)}`];
    case 'system.message':
      return [`Site: ${wordsOf(event.content)}`];
    case 'page.context':
      return [`Page, unverified: ${wordsOf(event.content)}`];
    case 'agent.message':
      return [`Agent: ${wordsOf(event.content)}`];
    case 'agent.tool_use':
      return event.content.map(
        ({ name, input }) => `Agent called ${name} ${JSON.stringify(input)}`,
      );
    case 'user.tool_result':
      return event.content.map(resultLine);
    case 'session.error':
      return [`(No answer: ${event.content.code}.)`];
    default:
      return [];
  }
}

function resultLine({ is_error, error_code, content, status }: ToolResultBlock): string {
  if (status !== undefined) return `Result: ${status}`;
  const words = typeof content === 'string' ? content : content?.error.message;
  const said = words === undefined || words === '' ? '' : `: ${words}`;
  return is_error === true ? `Failed (${error_code ?? 'unclassified'})${said}` : `Result${said}`;
}

function wordsOf(blocks: readonly MessageBlock[]): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type === 'document') return [`[document: ${block.title ?? 'untitled'}]`];
      return block.type === 'image' ? ['[picture]'] : [];
    })
    .join(' ');
}

/** One line, cut at a word where there is one near the end. */
function cut(line: string, limit: number): string {
  const flat = line.replace(/\s+/g, ' ').trim();
  if (flat.length <= limit) return flat;
  const head = flat.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
  const space = head.lastIndexOf(' ');
  return `${space > limit * 0.7 ? head.slice(0, space) : head}…`;
}
