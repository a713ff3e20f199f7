// An agent that asks a backend of the owner's, one request a turn. The conversation and the page's tools go there; what comes
// back are messages, thoughts, and calls of the page's tools.

import { createSystemClock } from '../../kernel/clock.ts';
import { type OutsideFetch, RefusedAddress } from '../../kernel/outside-fetch.ts';
import type { FileKind } from '../../log/attached-files.ts';
import type { JsonObject } from '../../wire.ts';
import { hasSaid, MAX_ANSWER_CHARS, NOTHING_SAID } from '../answer-limits.ts';
import { outputOf } from '../check-call.ts';
import type { RequestClock } from '../model/options.ts';
import { ALLOW_TOOL, approvalInput } from '../tool-servers/approvals.ts';
import type { Agent, AgentOutput, TurnContext } from '../types.ts';
import { createOwnFetch } from './own-server.ts';
import type { RemotePart, RemoteProtocol, RemoteTalk } from './protocol.ts';
import { causeIn, Refused } from './refused.ts';
import {
  emptyRemoteAnswer,
  estimated,
  messageOf,
  type RemoteAnswer,
  take,
} from './remote-answer.ts';
import { type Code, codeOfWords, openReport } from './remote-report.ts';

export interface RemoteBackend {
  url: string;
  /** Sent with each request, such as Authorization. */
  headers: Readonly<Record<string, string>>;
  /** The owner's own body, with placeholders; null: the protocol's. */
  body: JsonObject | null;
}

export interface RemoteAgentOptions {
  backend: RemoteBackend;
  protocol: RemoteProtocol | RemoteTalk;
  instructions: string;
  /** Attached files that the backend reads. */
  files: readonly FileKind[];
  /** Models that have a price; usage of any other stands under the protocol's name. */
  models: ReadonlySet<string>;
  fetch: OutsideFetch;
  /** How long it may say nothing: before its first word, and between two. */
  silenceMs: number;
  contextWindow?: number;
  pageContext?: Agent['pageContext'];
  clock?: RequestClock;
}

/** Characters of one answer: a backend that never ends is cut off. */
const MAX_LENGTH = 1_000_000;
const FREE = { input: 0n, output: 0n, cache_read: 0n, cache_creation: 0n };
export function createRemoteAgent(options: RemoteAgentOptions): Agent {
  return {
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.pageContext === undefined ? {} : { pageContext: options.pageContext }),
    files: options.files,
    resumesFromSummary: true,
    // The owner pays that backend elsewhere; a price of theirs takes the place of this one.
    prices: new Map([[options.protocol.name, FREE]]),
    turn: (context) => turn(context, options),
  };
}

async function* turn(
  context: TurnContext,
  options: RemoteAgentOptions,
): AsyncGenerator<AgentOutput> {
  const { protocol } = options;
  const answer = emptyRemoteAnswer();
  const failure = yield* ask(context, options, answer);
  context.signal.throwIfAborted();
  yield { kind: 'usage', usage: answer.usage ?? estimated(context, options, answer) };
  if (failure !== null) {
    yield { kind: 'fail', code: failure };
    return;
  }
  yield* messageOf(answer);
  const isSilent = answer.written.trim() === '' && !hasSaid(context.history);
  if (isSilent) yield { kind: 'message', blocks: [{ type: 'text', text: NOTHING_SAID }] };
  const offered = new Set(context.tools.map(({ name }) => name));
  let calls = 0;
  for (const call of answer.calls.values()) {
    if (call.kind === 'ask') {
      calls += 1;
      yield questionOf(call);
      continue;
    }
    if (!offered.has(call.name) && protocol.ownsUnknownTools) continue;
    calls += 1;
    yield outputOf(call, context.tools);
  }
  // Where only broken calls came, another turn lets the backend try again.
  if (calls === 0) yield { kind: 'end', stop_reason: 'end_turn' };
}

/** The gateway asks the visitor; the backend hears of the answer in the turn that follows. */
const questionOf = ({ name, input }: { name: string; input: Record<string, unknown> }) => ({
  kind: 'tool_use' as const,
  name: ALLOW_TOOL,
  input: approvalInput({ tool: name, title: null, input }),
  isQuestion: true,
});

/** Fills `answer`, and yields what can be shown. @returns the failure's code, or null. */
async function* ask(
  context: TurnContext,
  options: RemoteAgentOptions,
  answer: RemoteAnswer,
): AsyncGenerator<AgentOutput, Code | null> {
  const { protocol, clock = createSystemClock() } = options;
  const silence = new AbortController();
  let timer = 0;
  const heard = () => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => silence.abort(new Error('silence')), options.silenceMs);
  };
  const report = openReport(context, options, clock);
  heard();
  try {
    const signal = AbortSignal.any([context.signal, silence.signal]);
    const parts =
      'talk' in protocol
        ? talk(context, { ...options, protocol }, { signal, heard, report })
        : post(context, { ...options, protocol }, { signal, report });
    for await (const part of parts) {
      heard();
      report.firstWord ||= part.kind === 'text' || part.kind === 'thought';
      if (part.kind === 'error') return report.end(part.code ?? codeOfWords(part.message));
      yield* take(part, context, options, answer);
      if (answer.written.length + answer.thoughts.length > MAX_LENGTH) {
        return report.end('upstream_error');
      }
      // The message is full: what is left of it could be shown nowhere.
      if (part.kind === 'finish' || answer.text.length > MAX_ANSWER_CHARS) {
        answer.hasFinished = true;
        break;
      }
    }
    // A stream that stops before it says that it is over was cut.
    return report.end(answer.hasFinished ? null : 'upstream_error');
  } catch (error) {
    if (context.signal.aborted) {
      report.end('stopped');
      throw context.signal.reason;
    }
    if (silence.signal.aborted) return report.end('upstream_timeout');
    const refused = causeIn(error, Refused);
    if (refused !== null) return report.end(refused.code);
    report.kind = causeIn(error, RefusedAddress) === null ? null : 'RefusedAddress';
    return report.end('upstream_error');
  } finally {
    clock.clearTimeout(timer);
  }
}

type Report = ReturnType<typeof openReport>;

/** One request, and its reply's parts. */
async function* post(
  context: TurnContext,
  {
    backend,
    protocol,
    fetch,
    instructions,
    files,
  }: RemoteAgentOptions & { protocol: RemoteProtocol },
  { signal, report }: { signal: AbortSignal; report: Report },
): AsyncGenerator<RemotePart> {
  const reply = await fetch(backend.url, {
    method: 'POST',
    headers: {
      ...backend.headers,
      ...report.headers,
      'Content-Type': 'application/json',
      Accept: protocol.accept,
    },
    body: JSON.stringify(protocol.ask(context, instructions, files, backend.body)),
    signal,
  });
  report.status = reply.status;
  if (!reply.ok || reply.body === null) {
    await reply.body?.cancel().catch(() => {});
    throw new Refused(reply.status);
  }
  yield* protocol.read(reply.body, reply.headers.get('content-type') ?? '');
}

/** As many requests as its protocol takes, each to the record's own server: what opens one is not shown to another. */
function talk(
  context: TurnContext,
  { backend, protocol, fetch, instructions, files }: RemoteAgentOptions & { protocol: RemoteTalk },
  { signal, heard, report }: { signal: AbortSignal; heard(): void; report: Report },
): AsyncIterable<RemotePart> {
  const headers = { ...backend.headers, ...report.headers };
  const onReply = (status: number) => {
    heard();
    report.status = status;
  };
  return protocol.talk(context, {
    url: backend.url,
    template: backend.body,
    instructions,
    files,
    signal,
    heard,
    fetch: createOwnFetch({ url: backend.url, headers }, { fetch, signal, onReply }),
  });
}
