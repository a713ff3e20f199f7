// A session's events as the turns of a conversation, for protocols that send all of it with each request.

import type { HistoryEvent } from '../../sessions/history-event.ts';
import type { Json, MessageBlock, ToolResultBlock } from '../../wire.ts';
import { pageContext } from '../model/quote.ts';

export interface SaidCall {
  id: string;
  name: string;
  input: Json;
  /** Null: no result has come. */
  result: { text: string; isFailure: boolean } | null;
}

export type Said =
  | { role: 'user'; id: string; text: string }
  | { role: 'instruction'; id: string; text: string }
  | { role: 'agent'; id: string; text: string; calls: SaidCall[] };

export function readConversation(history: readonly HistoryEvent[]): Said[] {
  const results = new Map<string, ToolResultBlock>();
  for (const event of history) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) results.set(block.tool_use_id, block);
  }
  const said: Said[] = [];
  for (const event of history) {
    const { id } = event;
    switch (event.type) {
      case 'user.message':
        said.push({ role: 'user', id, text: textOf(event.content) });
        break;
      case 'page.context':
        said.push({ role: 'user', id, text: pageContext(textOf(event.content)) });
        break;
      case 'system.message':
        said.push({ role: 'instruction', id, text: textOf(event.content) });
        break;
      case 'session.compaction': {
        const text = `[Summary of the conversation so far]\n${textOf(event.content)}`;
        said.push({ role: 'user', id, text });
        break;
      }
      case 'agent.message':
        said.push({ role: 'agent', id, text: textOf(event.content), calls: [] });
        break;
      case 'agent.tool_use': {
        const calls = event.content.map((call) => ({
          id: call.id,
          name: call.name,
          input: call.input,
          result: resultOf(results.get(call.id)),
        }));
        // Calls belong to the words before them, as one turn of the agent's.
        const last = said.at(-1);
        if (last?.role === 'agent') last.calls.push(...calls);
        else said.push({ role: 'agent', id, text: '', calls });
        break;
      }
    }
  }
  return said;
}

function resultOf(block: ToolResultBlock | undefined): SaidCall['result'] {
  if (block === undefined) return null;
  const { content, is_error: isFailure = false } = block;
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? 'Done.');
  return { text, isFailure };
}

function textOf(blocks: readonly MessageBlock[]): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type !== 'document') return [];
      const title = block.title ?? 'untitled';
      return block.source.type === 'text'
        ? [`<document title=${JSON.stringify(title)}>\n${block.source.data}\n</document>`]
        : [`[A document was attached that can't be read here: ${title}]`];
    })
    .join('\n\n');
}
