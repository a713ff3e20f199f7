// An agent that asks a backend of the owner's, one request a turn. The conversation and the page's tools go there; what comes
// back are messages, thoughts, and calls of the page's tools.

import { createSystemClock } from '../../clock.ts';
import { type OutsideFetch, RefusedAddress } from '../../http/outside-fetch.ts';
import { estimateTokens, historyTokens } from '../../sessions/tokens.ts';
import type { RequestClock } from '../model/options.ts';
import type { Agent, AgentOutput, AgentUsage, ProviderCall, TurnContext } from '../types.ts';
import type { RemotePart, RemoteProtocol } from './protocol.ts';

export interface RemoteBackend {
  url: string;
  /** Sent with each request, such as Authorization. */
  headers: Readonly<Record<string, string>>;
}

export interface RemoteAgentOptions {
  backend: RemoteBackend;
  protocol: RemoteProtocol;
  instructions: string;
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
const UNREADABLE =
  'The arguments were no JSON object, so nothing was run. Call the tool again with a valid one.';
const UNKNOWN = 'The page offers no such tool, so nothing was run.';

export function createRemoteAgent(options: RemoteAgentOptions): Agent {
  return {
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.pageContext === undefined ? {} : { pageContext: options.pageContext }),
    resumesFromSummary: true,
    // The owner pays that backend elsewhere; a price of theirs takes the place of this one.
    prices: new Map([[options.protocol.name, FREE]]),
    turn: (context) => turn(context, options),
  };
}

type Code = ProviderCall['outcome'];

/** One answer as it grows. */
interface Answer {
  text: string;
  written: string;
  thoughts: string;
  calls: Map<string, Extract<RemotePart, { kind: 'call' }>>;
  usage: AgentUsage | null;
  hasFinished: boolean;
}

async function* turn(
  context: TurnContext,
  options: RemoteAgentOptions,
): AsyncGenerator<AgentOutput> {
  const { protocol } = options;
  const answer: Answer = {
    text: '',
    written: '',
    thoughts: '',
    calls: new Map(),
    usage: null,
    hasFinished: false,
  };
  const failure = yield* ask(context, options, answer);
  context.signal.throwIfAborted();
  yield { kind: 'usage', usage: answer.usage ?? estimated(context, protocol, answer) };
  if (failure !== null) {
    yield { kind: 'fail', code: failure };
    return;
  }
  yield* messageOf(answer);
  const offered = new Set(context.tools.map(({ name }) => name));
  let calls = 0;
  for (const { name, input } of answer.calls.values()) {
    const isOffered = offered.has(name);
    if (!isOffered && protocol.ownsUnknownTools) continue;
    calls += 1;
    if (isOffered && input !== null) yield { kind: 'tool_use', name, input };
    else if (isOffered) yield { kind: 'broken_tool_use', name, message: UNREADABLE };
    else yield { kind: 'broken_tool_use', name, message: UNKNOWN, code: 'tool_unavailable' };
  }
  // Where only broken calls came, another turn lets the backend try again.
  if (calls === 0) yield { kind: 'end', stop_reason: 'end_turn' };
}

/** Fills `answer`, and yields what can be shown. @returns the failure's code, or null. */
async function* ask(
  context: TurnContext,
  options: RemoteAgentOptions,
  answer: Answer,
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
        Accept: 'text/event-stream',
      },
      body: JSON.stringify(protocol.ask(context, options.instructions)),
      signal: AbortSignal.any([context.signal, silence.signal]),
    });
    report.status = reply.status;
    if (!reply.ok || reply.body === null) {
      await reply.body?.cancel().catch(() => {});
      return report.end(codeOfStatus(reply.status));
    }
    for await (const part of protocol.read(reply.body)) {
      heard();
      report.firstWord ||= part.kind === 'text' || part.kind === 'thought';
      if (part.kind === 'error') return report.end(codeOfWords(part.message));
      yield* take(part, context, options, answer);
      if (answer.written.length + answer.thoughts.length > MAX_LENGTH) {
        return report.end('upstream_error');
      }
      if (part.kind === 'finish') break;
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

function* take(
  part: RemotePart,
  context: TurnContext,
  { protocol, models }: RemoteAgentOptions,
  answer: Answer,
): Generator<AgentOutput> {
  switch (part.kind) {
    case 'text':
      if (part.text === '') return;
      answer.text += part.text;
      answer.written += part.text;
      context.meter?.(estimated(context, protocol, answer));
      yield { kind: 'delta', text: part.text };
      return;
    case 'thought':
      answer.thoughts += part.text;
      return;
    case 'message_end':
      yield* messageOf(answer);
      return;
    case 'call':
      answer.calls.set(part.id, part);
      answer.written += JSON.stringify(part.input ?? '');
      return;
    case 'result':
      answer.calls.delete(part.id);
      return;
    case 'usage': {
      const { model = '', ...usage } = part.usage;
      answer.usage = { ...usage, model: models.has(model) ? model : protocol.name };
      return;
    }
    case 'finish':
      answer.hasFinished = true;
  }
}

function* messageOf(answer: Answer): Generator<AgentOutput> {
  const { text, thoughts } = answer;
  if (text === '') return;
  answer.text = '';
  answer.thoughts = '';
  if (thoughts !== '') yield { kind: 'thought', text: thoughts };
  yield { kind: 'message', blocks: [{ type: 'text', text }] };
}

function estimated(context: TurnContext, { name }: RemoteProtocol, answer: Answer): AgentUsage {
  return {
    model: name,
    input_tokens: historyTokens(context.history),
    output_tokens: estimateTokens(answer.written),
    reasoning_tokens: estimateTokens(answer.thoughts),
  };
}

/** The request as the operator's lines and figures have it. */
function openReport(context: TurnContext, { protocol }: RemoteAgentOptions, clock: RequestClock) {
  const call = context.openCall?.();
  const startedAt = clock.monotonic();
  const since = () => Math.round(clock.monotonic() - startedAt);
  let firstWordMs: number | null = null;
  return {
    headers: (call === undefined ? {} : { traceparent: call.traceparent }) as Record<
      string,
      string
    >,
    status: null as number | null,
    kind: null as string | null,
    get firstWord() {
      return firstWordMs !== null;
    },
    set firstWord(isHere: boolean) {
      if (isHere) firstWordMs ??= since();
    },
    /** @returns the code of a failure, or null. */
    end(code: Code | null): Code | null {
      call?.end({
        provider: protocol.name,
        model: protocol.name,
        operation: 'chat',
        duration_ms: since(),
        first_word_ms: firstWordMs,
        outcome: code ?? 'ok',
        status: this.status,
        kind: this.kind,
        upstream_request_id: null,
      });
      return code;
    },
  };
}

function codeOfStatus(status: number): Code {
  if (status === 429 || status === 529) return 'rate_limit_error';
  if (status === 408 || status === 504 || status === 524) return 'upstream_timeout';
  return status === 413 ? 'context_exceeded' : 'upstream_error';
}

function codeOfWords(message: string): Code {
  if (/rate.?limit|too many requests|overloaded|\b429\b/i.test(message)) return 'rate_limit_error';
  return /timed? ?out|timeout/i.test(message) ? 'upstream_timeout' : 'upstream_error';
}
