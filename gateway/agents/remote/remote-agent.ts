// An agent that asks a backend of the owner's, one request a turn. The conversation and the page's tools go there; what comes
// back are messages, thoughts, and calls of the page's tools.

import { createSystemClock } from '../../kernel/clock.ts';
import { type OutsideFetch, RefusedAddress } from '../../kernel/outside-fetch.ts';
import type { FileKind } from '../../log/attached-files.ts';
import type { JsonObject } from '../../wire.ts';
import { hasSaid, MAX_ANSWER_CHARS, NOTHING_SAID } from '../answer-limits.ts';
import { outputOf } from '../check-call.ts';
import type { RequestClock } from '../model/options.ts';
import type { Agent, AgentOutput, TurnContext } from '../types.ts';
import type { RemoteProtocol } from './protocol.ts';
import {
  emptyRemoteAnswer,
  estimated,
  messageOf,
  type RemoteAnswer,
  take,
} from './remote-answer.ts';
import { type Code, codeOfStatus, codeOfWords, openReport } from './remote-report.ts';

export interface RemoteBackend {
  url: string;
  /** Sent with each request, such as Authorization. */
  headers: Readonly<Record<string, string>>;
  /** The owner's own body, with placeholders; null: the protocol's. */
  body: JsonObject | null;
}

export interface RemoteAgentOptions {
  backend: RemoteBackend;
  protocol: RemoteProtocol;
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
    if (!offered.has(call.name) && protocol.ownsUnknownTools) continue;
    calls += 1;
    yield outputOf(call, context.tools);
  }
  // Where only broken calls came, another turn lets the backend try again.
  if (calls === 0) yield { kind: 'end', stop_reason: 'end_turn' };
}

/** Fills `answer`, and yields what can be shown. @returns the failure's code, or null. */
async function* ask(
  context: TurnContext,
  options: RemoteAgentOptions,
  answer: RemoteAnswer,
): AsyncGenerator<AgentOutput, Code | null> {
  const { backend, protocol, clock = createSystemClock() } = options;
  const silence = new AbortController();
  let timer = 0;
  const heard = () => {
    clock.clearTimeout(timer);
    timer = clock.setTimeout(() => silence.abort(new Error('silence')), options.silenceMs);
  };
  const report = openReport(context, options, clock);
  heard();
  try {
    const reply = await options.fetch(backend.url, {
      method: 'POST',
      headers: {
        ...backend.headers,
        ...report.headers,
        'Content-Type': 'application/json',
        Accept: protocol.accept,
      },
      body: JSON.stringify(
        protocol.ask(context, options.instructions, options.files, backend.body),
      ),
      signal: AbortSignal.any([context.signal, silence.signal]),
    });
    report.status = reply.status;
    if (!reply.ok || reply.body === null) {
      await reply.body?.cancel().catch(() => {});
      return report.end(codeOfStatus(reply.status));
    }
    for await (const part of protocol.read(reply.body, reply.headers.get('content-type') ?? '')) {
      heard();
      report.firstWord ||= part.kind === 'text' || part.kind === 'thought';
      if (part.kind === 'error') return report.end(codeOfWords(part.message));
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
    report.kind = error instanceof RefusedAddress ? 'RefusedAddress' : null;
    return report.end('upstream_error');
  } finally {
    clock.clearTimeout(timer);
  }
}
