// A session's events as the turns of a conversation, which is how models and other backends read it: who said what, with which
// files, and which calls came of it with what result.

import { SENTENCES } from '../kernel/sentences.ts';
import { type AttachedFile, chooseFiles, type FileKind, noteOf } from '../log/attached-files.ts';
import type { HistoryEvent } from '../log/history-event.ts';
import { MAX_DOCUMENT_CHARACTERS } from '../log/tokens.ts';
import type { JsonObject, MessageBlock, ToolResultBlock } from '../wire.ts';
import { pageContext } from './model/quote.ts';

export interface SaidCall {
  id: string;
  name: string;
  input: JsonObject;
  result: { text: string; isFailure: boolean };
}

export type Said =
  | { role: 'user'; id: string; text: string; files: readonly AttachedFile[] }
  | { role: 'instruction'; id: string; text: string }
  | {
      role: 'agent';
      id: string;
      text: string;
      calls: SaidCall[];
      /** What its tools have shown the visitor, or the team has. */
      files: readonly AttachedFile[];
    };

/**
 * @param kinds of files that are read as what they are
 * @param readsOwn files that tools and the team have shown are read, too
 */
export function readConversation(
  history: readonly HistoryEvent[],
  kinds: readonly FileKind[] = [],
  readsOwn = false,
): Said[] {
  const results = collectResults(history);
  const files = chooseFiles(history, kinds, readsOwn ? undefined : ['user.message']);
  const words = (blocks: readonly MessageBlock[]) =>
    textOf(blocks, (block) =>
      files.has(block) ? `[File: ${files.get(block)?.title}]` : noteOf(block, kinds),
    );
  const said: Said[] = [];
  /** Whether the agent's next outputs belong to its last message. */
  let isSameTurn = false;
  for (const event of history) {
    const { id } = event;
    const user = (text: string, own: readonly AttachedFile[] = []) => {
      said.push({ role: 'user', id, text, files: own });
    };
    switch (event.type) {
      case 'user.message':
        user(
          words(event.content),
          event.content.flatMap((block) => files.get(block) ?? []),
        );
        break;
      case 'page.context':
        user(pageContext(words(event.content)));
        break;
      case 'system.message':
        said.push({ role: 'instruction', id, text: words(event.content) });
        break;
      case 'session.compaction':
        user(`[Summary of the conversation so far]\n${words(event.content)}`);
        break;
      case 'agent.message': {
        const last = said.at(-1);
        const shown = event.content.flatMap((block) => files.get(block) ?? []);
        if (isSameTurn && last?.role === 'agent' && isOfTool(event.content, last.calls)) {
          last.files = [...last.files, ...shown];
          break;
        }
        const text = textOf(event.content, sentNote);
        if (isSameTurn && last?.role === 'agent' && last.calls.length === 0) {
          last.text = [last.text, text].filter((one) => one !== '').join('\n\n');
          last.files = [...last.files, ...shown];
        } else said.push({ role: 'agent', id, text, calls: [], files: shown });
        isSameTurn = true;
        break;
      }
      case 'agent.tool_use': {
        const calls = event.content.map((call) => ({
          id: call.id,
          name: call.name,
          input: call.input,
          result: resultOf(results.get(call.id)),
        }));
        const last = said.at(-1);
        if (isSameTurn && last?.role === 'agent') last.calls.push(...calls);
        else said.push({ role: 'agent', id, text: '', calls, files: [] });
        isSameTurn = true;
        break;
      }
      case 'session.turn_usage':
      case 'session.status_idle':
      case 'session.error':
        isSameTurn = false;
        break;
    }
  }
  return said;
}

/** The visitor's newest messages in their own words, without what is attached: the newest first, at most so many. */
export function questionsOf(history: readonly HistoryEvent[], limit: number): string[] {
  return history
    .filter((event) => event.type === 'user.message')
    .slice(-limit)
    .toReversed()
    .map(({ content }) => textOf(content, () => '').trim());
}

function collectResults(history: readonly HistoryEvent[]): Map<string, ToolResultBlock> {
  const results = new Map<string, ToolResultBlock>();
  for (const event of history) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) results.set(block.tool_use_id, block);
  }
  return results;
}

function resultOf(block: ToolResultBlock | undefined): SaidCall['result'] {
  if (block === undefined) return { text: SENTENCES.no_result, isFailure: true };
  if (block.status === 'tool_loaded') {
    return { text: 'The tool is loaded now; call it again.', isFailure: false };
  }
  const { content, is_error: isFailure = false, error_code } = block;
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  if (text !== '' && text !== '""') return { text, isFailure };
  return {
    text: isFailure ? `It failed: ${error_code ?? 'unclassified'}.` : 'Done.',
    isFailure,
  };
}

function textOf(
  blocks: readonly MessageBlock[],
  attached: (block: MessageBlock & { type: 'document' | 'image' }) => string,
): string {
  return blocks
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type !== 'document' && block.type !== 'image') return [];
      const text = block.type === 'document' ? readableText(block) : null;
      return [text ?? attached(block)];
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Pictures and files that a tool's result has shown: the result itself says so. */
const isOfTool = (blocks: readonly MessageBlock[], calls: readonly SaidCall[]): boolean =>
  calls.length > 0 && blocks.every(({ type }) => type === 'image' || type === 'document');

/** A person of the team has sent it to the visitor. */
const sentNote = (block: MessageBlock & { type: 'document' | 'image' }): string =>
  `[The file ${JSON.stringify((block.type === 'image' ? block.alt : block.title) ?? 'untitled')} was sent to the visitor here.]`;

const TEXT_TYPE = /^text\/|^application\/(?:json|xml|x-ndjson|yaml)\b/;

/** A text file with its name; null where the file is none. */
function readableText({ title = 'untitled', source }: MessageBlock & { type: 'document' }) {
  if (source.type === 'url') return null;
  if (source.type === 'base64' && !TEXT_TYPE.test(source.media_type)) return null;
  const whole =
    source.type === 'text' ? source.data : Buffer.from(source.data, 'base64').toString('utf8');
  return `<document title=${JSON.stringify(title)}>\n${whole.slice(0, MAX_DOCUMENT_CHARACTERS)}\n</document>`;
}
