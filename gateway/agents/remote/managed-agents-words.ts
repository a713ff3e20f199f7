// What a managed agent's session is sent for a turn: the results of calls that it waits for, what the site says, and what the
// visitor has said since it was last told. Asks nobody.

import type {
  BetaManagedAgentsEventParams,
  BetaManagedAgentsUserMessageEventParams,
} from '@anthropic-ai/sdk/resources/beta/sessions';
import type { HistoryEvent } from '../../log/history-event.ts';
import { readConversation, type Said, type SaidCall } from '../conversation.ts';
import { ALLOW_TOOL, allows } from '../tool-servers/approvals.ts';
import type { TurnContext } from '../types.ts';
import type { Use } from './managed-agents-reader.ts';
import type { TalkRequest } from './protocol.ts';

/** Characters of what was said before a session began. */
const MAX_TRANSCRIPT = 50_000;
const NOT_RUN = 'The conversation went on without an answer, so nothing was run.';
const NOT_ASKED = 'The visitor could not be asked.';
const REFUSED = 'The visitor has refused this.';

export interface News {
  /** Events for the session, in their order. */
  events: BetaManagedAgentsEventParams[];
  /** The ids of the calls that they answer. */
  answered: string[];
}

/** The part of the history that a session hasn't been told of. @param told the id of the newest event that it has; null: none */
export function sinceTold(history: readonly HistoryEvent[], told: string | null) {
  const at = told === null ? -1 : history.findIndex(({ id }) => id === told);
  // A summary stands in the place of what it was told of: what came after the last answer is new.
  const isHidden = told !== null && at < 0;
  const last = history.findLastIndex(({ type }) => type === 'agent.message');
  return { events: history.slice((isHidden ? last : at) + 1), isHidden };
}

/** How a tool is named for that protocol, which allows fewer letters than a page does. */
export function namesOf(tools: TurnContext['tools']): Map<string, string> {
  const names = new Map<string, string>();
  for (const { name } of tools) {
    const plain = name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 120);
    let free = plain;
    for (let n = 2; names.has(free); n += 1) free = `${plain}_${n}`;
    names.set(free, name);
  }
  return names;
}

/** Under which the visitor is asked; a slash stands in the names of tools of this gateway's own servers alone. */
export const askedName = ({ name }: Use) => name.replaceAll('/', ':');

export function newsFor(
  context: TurnContext,
  { instructions, files }: Pick<TalkRequest, 'instructions' | 'files'>,
  of: {
    told: string | null;
    open: readonly Use[];
    isPlain: boolean;
    names: Map<string, string>;
    /** What a person of the team, or a fallback, has said meanwhile. */
    others: readonly string[];
  },
): News {
  const isFirst = of.told === null;
  const { events: since, isHidden } = sinceTold(context.history, of.told);
  const said = readConversation(since, files);
  const calls = readConversation(isHidden ? context.history : since).flatMap((one) =>
    one.role === 'agent' ? one.calls : [],
  );
  const results = of.open.map((use) => resultFor(use, calls, of.names));
  const told = isFirst ? [instructions, context.system ?? ''].filter((text) => text !== '') : [];
  // Before the visitor's newest words: the session was begun late, or anew.
  const spoken = said.findLastIndex(({ role }) => role === 'agent');
  const earlier = isFirst ? said.slice(0, spoken + 1) : [];
  const news = isFirst ? said.slice(spoken + 1) : said;
  return {
    answered: of.open.map(({ id }) => id),
    events: [
      ...results,
      ...told.map((text) => instruction(text, of.isPlain)),
      ...(earlier.length === 0 ? [] : [user(transcriptOf(earlier))]),
      ...(isFirst || of.others.length === 0 || news.length === 0
        ? []
        : [user(othersOf(of.others))]),
      ...news.flatMap((one) => eventOf(one, of.isPlain)),
    ],
  };
}

function eventOf(one: Said, isPlain: boolean): BetaManagedAgentsEventParams[] {
  if (one.role === 'agent') return [];
  if (one.role === 'instruction') return [instruction(one.text, isPlain)];
  const files = one.files.map(({ kind, mediaType: media_type, title, data }) =>
    kind === 'image'
      ? { type: 'image' as const, source: { type: 'base64' as const, media_type, data } }
      : { type: 'document' as const, title, source: { type: 'base64' as const, media_type, data } },
  );
  if (files.length > 0 && one.text === '') return [{ type: 'user.message', content: files }];
  return [user(one.text, files)];
}

const user = (
  text: string,
  files: BetaManagedAgentsUserMessageEventParams['content'] = [],
): BetaManagedAgentsUserMessageEventParams => ({
  type: 'user.message',
  content: [...files, { type: 'text', text }],
});

/** @param isPlain the agent's model takes no instruction within a conversation */
const instruction = (text: string, isPlain: boolean): BetaManagedAgentsEventParams =>
  isPlain
    ? user(`[The site’s own word, not the visitor’s]\n${text}`)
    : { type: 'system.message', content: [{ type: 'text', text }] };

const transcriptOf = (said: readonly Said[]): string => {
  const lines = said.map(({ role, text }) =>
    role === 'user' ? `Visitor: ${text}` : role === 'agent' ? `You: ${text}` : `The site: ${text}`,
  );
  return `[What was said so far]\n${lines.join('\n\n').slice(-MAX_TRANSCRIPT)}`;
};

const othersOf = (texts: readonly string[]): string =>
  `[What others said to the visitor meanwhile]\n${texts.join('\n\n').slice(-MAX_TRANSCRIPT)}`;

/** Calls and uses are in the same order, so each use takes the first call that is its own. */
function resultFor(
  use: Use,
  calls: SaidCall[],
  names: Map<string, string>,
): BetaManagedAgentsEventParams {
  const name = names.get(use.name) ?? use.name;
  const isMine = (call: SaidCall) =>
    use.kind === 'custom'
      ? call.name === name
      : call.name === ALLOW_TOOL && call.input.tool === askedName(use);
  const at = calls.findIndex(isMine);
  const [call] = at < 0 ? [] : calls.splice(at, 1);
  if (use.kind === 'custom') {
    const { text, isFailure } = call?.result ?? { text: NOT_RUN, isFailure: true };
    return {
      type: 'user.custom_tool_result',
      custom_tool_use_id: use.id,
      content: [{ type: 'text', text }],
      is_error: isFailure,
    };
  }
  const isAllowed = call !== undefined && !call.result.isFailure && allows(call.result.text);
  return {
    type: 'user.tool_confirmation',
    tool_use_id: use.id,
    ...(isAllowed
      ? { result: 'allow' }
      : { result: 'deny', deny_message: call === undefined ? NOT_ASKED : REFUSED }),
  };
}
