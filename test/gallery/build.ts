// Short words for recorded snapshots, so that a state reads like the conversation it shows.

import type { Citation, JsonObject, MessageBlock } from '../../src/protocol/index.ts';
import type {
  AgentEntry,
  Delivery,
  SessionSnapshot,
  TranscriptEntry,
  TurnPart,
  TurnState,
  UserEntry,
} from '../../src/session/types.ts';
import { mainArguments } from '../../src/tools/main-arguments.ts';
import type { CallState, CallView, ToolQuestion, ToolsSnapshot } from '../../src/tools/types.ts';

/** Friday, 20 November 2026, 14:05:00 in UTC: all states are recorded around it. */
export const NOW = Date.UTC(2026, 10, 20, 14, 5);
const MINUTE_MS = 60_000;

let count = 0;
const nextKey = (kind: string) => `${kind}_${++count}`;

export const text = (words: string): MessageBlock => ({ type: 'text', text: words });

export function user(
  content: string | MessageBlock[],
  options: { delivery?: Delivery; minutesAgo?: number; isSentTwice?: boolean } = {},
): UserEntry {
  const key = nextKey('user');
  return {
    kind: 'user',
    key,
    localId: key,
    eventId: key,
    content: typeof content === 'string' ? [text(content)] : content,
    delivery: options.delivery ?? { state: 'sent' },
    isSentTwice: options.isSentTwice ?? false,
    at: NOW - (options.minutesAgo ?? 3) * MINUTE_MS,
  };
}

export function agent(
  parts: (TurnPart | string)[],
  options: { turn?: TurnState; citations?: Citation[]; minutesAgo?: number } = {},
): AgentEntry {
  return {
    kind: 'agent',
    key: nextKey('agent'),
    parts: parts.map((part) => (typeof part === 'string' ? message(part) : part)),
    turn: options.turn ?? { state: 'ended', stopReason: 'end_turn' },
    citations: options.citations ?? [],
    usage: null,
    at: NOW - (options.minutesAgo ?? 2) * MINUTE_MS,
  };
}

export function message(words: string, isPreview = false): TurnPart {
  const eventId = nextKey('message');
  return { kind: 'message', key: eventId, eventId, blocks: [text(words)], isPreview };
}

/** In the agent's place; `joined` and `left`: the words only say so. */
export function byPerson(name: string, act: string, words: string): TurnPart {
  const block = { ...text(words), extra_content: { gateway: { person: { name, act } } } };
  return { ...message(words), blocks: [block] } as TurnPart;
}

/** What was shown of a message of which nothing more comes on its connection. */
export function cut(words: string): TurnPart {
  return { ...message(words, true), isIncomplete: true } as TurnPart;
}

export function thought(words: string, durationMs?: number): TurnPart {
  return {
    kind: 'thought',
    key: nextKey('thought'),
    text: words,
    ...(durationMs === undefined ? {} : { durationMs }),
  };
}

type ToolPart = Extract<TurnPart, { kind: 'tool' }>;

export function tool(
  name: string,
  input: JsonObject,
  options: { ms?: number; code?: string; content?: string; isPending?: boolean } = {},
): ToolPart {
  const toolUseId = nextKey('call');
  const { ms, code, content, isPending } = options;
  const isAnswered = ms !== undefined || code !== undefined;
  return {
    kind: 'tool',
    key: toolUseId,
    toolUseId,
    name,
    input,
    isPending: isPending ?? false,
    result: isAnswered
      ? {
          type: 'tool_result',
          tool_use_id: toolUseId,
          ...(content === undefined ? {} : { content }),
          ...(code === undefined ? {} : { is_error: true, error_code: code }),
          ...(ms === undefined ? {} : { client_timing: { started_at_ms: 0, ended_at_ms: ms } }),
        }
      : null,
  };
}

export function call(part: ToolPart, title: string, status: CallState): CallView {
  return { toolUseId: part.toolUseId, name: part.name, title, status };
}

export function question(
  part: ToolPart,
  title: string,
  options: Partial<ToolQuestion> = {},
): CallView {
  const asked: ToolQuestion = {
    toolUseId: part.toolUseId,
    title,
    name: part.name,
    description: '',
    input: part.input,
    main: mainArguments(part.input, options.values),
    binding: `binding of ${part.toolUseId}`,
    offersConversation: true,
    isDestructive: false,
    ...options,
  };
  return call(part, title, { state: 'asking', question: asked });
}

export function tools(...calls: CallView[]): ToolsSnapshot {
  return {
    calls: new Map(calls.map((view) => [view.toolUseId, view])),
    questions: calls.flatMap(({ status }) => (status.state === 'asking' ? [status.question] : [])),
    isRunning: calls.some(({ status }) => status.state === 'running'),
  };
}

export function session(
  entries: TranscriptEntry[],
  fields: Partial<SessionSnapshot> = {},
): SessionSnapshot {
  return {
    sessionId: 'session_gallery',
    entries,
    run: { state: 'idle' },
    connection: 'live',
    trouble: null,
    isRestored: true,
    isUpToDate: true,
    hasOlder: false,
    isLoadingOlder: false,
    isForgetful: false,
    ...fields,
  };
}

export const running = (secondsAgo = 2, isStopping = false): SessionSnapshot['run'] => ({
  state: 'running',
  startedAt: NOW - secondsAgo * 1000,
  isStopping,
});

export const paused = (...parts: ToolPart[]): SessionSnapshot['run'] => ({
  state: 'paused',
  isStopping: false,
  calls: parts.map((part) => ({
    toolUseId: part.toolUseId,
    name: part.name,
    input: part.input,
    firstSeenAt: NOW,
    isOurs: true,
  })),
});

export const source = (uri: string, title: string): Citation => ({
  type: 'knowledge_base',
  document_uri: uri,
  document_title: title,
});
