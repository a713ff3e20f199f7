// An agent that asks a real model, one request a turn. The page's tools are the model's tools; passages of the
// knowledge base are put before it as reference, and the answer cites those that it drew on.

import { jsonSchema, streamText, type ToolSet, tool } from 'ai';
import { createSystemClock } from '../../kernel/clock.ts';
import { estimateTokens, historyTokens } from '../../log/tokens.ts';
import type { JsonObject, ToolDefinition } from '../../wire.ts';
import { hasSaid, MAX_ANSWER_CHARS, NOTHING_SAID } from '../answer-limits.ts';
import { outputOf } from '../check-call.ts';
import { readConversation } from '../conversation.ts';
import type { Agent, AgentOutput, Passage, TurnContext } from '../types.ts';
import {
  type Answer,
  emptyAnswer,
  isDeclined,
  messageBlock,
  readInput,
  refusalIn,
  refusalNote,
  written,
} from './answer.ts';
import { DEFAULT_OUTPUT_TOKENS } from './defaults.ts';
import { failureOf, isDecline, wantsThoughts } from './errors.ts';
import { lookUp } from './look-up.ts';
import { createToolNames } from './messages.ts';
import type { ModelAgentOptions } from './options.ts';
import { promptOf } from './prompt.ts';
import {
  hasExtras,
  hasFiles,
  isRefusedAtOnce,
  isTooLong,
  type Question,
  questionOf,
} from './question.ts';
import {
  createTurnRecorder,
  keep,
  NO_THOUGHTS,
  thoughtTokens,
  withEmptyThoughts,
} from './reasoning.ts';
import { openRequest } from './request.ts';
import { createSourceCollector } from './sources.ts';
import { summarise } from './summarise.ts';
import { createThinkTags, partAtLoneEnd } from './think-tags.ts';
import { isCounted, readUsage } from './usage.ts';

export function createModelAgent(options: ModelAgentOptions): Agent {
  return {
    ...(options.contextWindow === undefined ? {} : { contextWindow: options.contextWindow }),
    ...(options.pageContext === undefined ? {} : { pageContext: options.pageContext }),
    ...(options.files === undefined ? {} : { files: options.files }),
    resumesFromSummary: true,
    summarise: (request) => summarise(request, options),
    turn: (context) => turn(context, options),
  };
}

async function* turn(
  context: TurnContext,
  options: ModelAgentOptions,
): AsyncGenerator<AgentOutput> {
  const passages = await lookUp(context);
  let answer = emptyAnswer();
  let question = questionOf(context, options, passages);
  yield* ask(context, options, question, answer);
  if (isRefusedAtOnce(answer) && wantsThoughts(answer.failure?.error)) {
    // Of turns from earlier runs, too, which nobody has kept: an empty field stands for them.
    answer = emptyAnswer();
    question = { ...question, fillsThoughts: true };
    yield* ask(context, options, question, answer);
  }
  if (isRefusedAtOnce(answer) && !isTooLong(answer) && hasExtras(question, options)) {
    // Thoughts that its provider can't read any more, or a wish that it doesn't grant: the run goes on without.
    answer = emptyAnswer();
    question = { ...question, thoughts: NO_THOUGHTS, isRefused: true };
    yield* ask(context, options, question, answer);
  }
  if (isRefusedAtOnce(answer) && hasFiles(question.said)) {
    // A file that this model doesn't take, or that is damaged: the conversation goes on without, and the model says so.
    answer = emptyAnswer();
    yield* ask(context, options, { ...question, said: readConversation(context.history) }, answer);
  }
  context.signal.throwIfAborted();
  if (answer.failure !== null) {
    // The meter charges the text written so far, unless the provider has counted it.
    if (answer.usage !== null) yield { kind: 'usage', usage: answer.usage };
    const code = failureOf(answer.failure.error, answer.failure.isLate);
    yield code === 'context_exceeded' && answer.text === ''
      ? { kind: 'too_long' }
      : { kind: 'fail', code };
    return;
  }
  yield* conclude(answer, passages, context, options);
}

/** Fills `answer`, and yields its previews. */
async function* ask(
  context: TurnContext,
  options: ModelAgentOptions,
  { passages, said, thoughts, isBare, fillsThoughts, isRefused }: Question,
  answer: Answer,
): AsyncGenerator<AgentOutput> {
  const { clock = createSystemClock() } = options;
  const { hostedTools = {} } = options;
  const names = createToolNames(context.tools, Object.keys(hostedTools));
  const prompt = promptOf({
    own: [options.instructions, context.system],
    said,
    passages,
    names,
    thoughts,
    hasTools: context.tools.length > 0,
  });
  const inputTokens =
    estimateTokens(prompt.added) +
    historyTokens(context.history, options.files) +
    estimateTokens(context.tools) +
    thoughtTokens(thoughts);
  const request = openRequest(options, context, 'chat', inputTokens);
  const result = streamText({
    model: request.model,
    instructions: prompt.instructions,
    messages: fillsThoughts ? withEmptyThoughts(prompt.messages) : prompt.messages,
    tools: { ...toolSet(context.tools, names.toModel), ...(isRefused ? {} : hostedTools) },
    abortSignal: request.signal,
    maxRetries: options.maxRetries ?? 1,
    ...(options.providerOptions === undefined
      ? {}
      : { providerOptions: options.providerOptions(isBare || isRefused) }),
    maxOutputTokens: options.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS,
    include: { rawChunks: true },
    // Reported by the `error` part; the default would print it.
    onError: () => {},
  });

  const recorder = createTurnRecorder(options.model);
  const sources = createSourceCollector(options.model);
  answer.given = thoughts;
  const tags = createThinkTags();
  let thinkingSince: number | null = null;
  /** Something else stood between two texts of the answer. */
  let isApart = false;
  // Providers tell the usage at the end alone; until then an estimate stands for it.
  const count = () => request.count(written(answer), answer.reasoning);
  try {
    for await (const part of result.stream) {
      recorder.take(part);
      sources.take(part);
      switch (part.type) {
        case 'raw':
          recorder.takeRaw(part.rawValue);
          sources.takeRaw(part.rawValue);
          answer.refusal += refusalIn(part.rawValue);
          request.take(part.rawValue);
          break;
        case 'reasoning-start':
          isApart = true;
          thinkingSince ??= clock.monotonic();
          break;
        case 'text-start':
          isApart ||= options.model.provider === 'openai.responses';
          break;
        case 'tool-result':
          isApart = true;
          break;
        case 'reasoning-delta':
          thinkingSince ??= clock.monotonic();
          answer.reasoning += part.text;
          count();
          break;
        case 'reasoning-end':
          if (thinkingSince !== null) answer.thinkingMs += clock.monotonic() - thinkingSince;
          thinkingSince = null;
          break;
        case 'text-delta': {
          const { thought, said: more } = tags.push(part.text);
          const said = isApart && more !== '' && answer.text !== '' ? `\n\n${more}` : more;
          if (more !== '') isApart = false;
          if (tags.isThinking) thinkingSince ??= clock.monotonic();
          answer.reasoning += thought;
          answer.text += said;
          if (!tags.isThinking && thinkingSince !== null) {
            answer.thinkingMs += clock.monotonic() - thinkingSince;
            thinkingSince = null;
          }
          count();
          if (said !== '') yield { kind: 'delta', text: said };
          break;
        }
        case 'tool-input-delta':
          answer.callText += part.delta;
          count();
          break;
        case 'tool-call':
          // The provider runs those of its own.
          if (part.providerExecuted === true) break;
          answer.calls.push({ name: names.fromModel(part.toolName), input: readInput(part.input) });
          break;
        case 'finish-step':
          answer.reason = { unified: part.finishReason, raw: part.rawFinishReason };
          if (isCounted(part.usage)) answer.usage = readUsage(options.name, part.usage);
          else if (answer.failure === null) answer.usage = count();
          if (answer.usage !== null) context.meter?.(answer.usage);
          break;
        case 'error':
          answer.failure ??= { error: part.error, isLate: request.isLate() };
          break;
      }
      if (answer.text.length > MAX_ANSWER_CHARS) {
        // The rest could be shown nowhere: it isn't paid for.
        answer.reason = { unified: 'length', raw: undefined };
        answer.usage ??= count();
        request.leave();
        break;
      }
    }
  } catch (error) {
    answer.failure ??= { error, isLate: request.isLate() };
  } finally {
    request.close();
  }
  if (request.isLate()) answer.failure ??= { error: null, isLate: true };
  if (answer.failure !== null && !answer.failure.isLate && isDecline(answer.failure.error)) {
    // Not that it can't answer, but that it won't: the visitor reads so, as in an answer that ends for this.
    answer.reason = { unified: 'content-filter', raw: 'content_filter' };
    answer.failure = null;
    if (written(answer) !== '') answer.usage ??= count();
  }
  answer.parts = recorder.parts();
  answer.sources = sources.list();
  const rest = tags.end();
  answer.reasoning += rest.thought;
  answer.text += rest.said;
  if (rest.said !== '') yield { kind: 'delta', text: rest.said };
  const parted = partAtLoneEnd(answer.text);
  answer.reasoning += parted.thought;
  answer.text = parted.said;
}

/** The outputs of an answer that has come to its end: its text, its calls and its usage. */
function* conclude(
  answer: Answer,
  passages: readonly Passage[],
  { history, tools }: TurnContext,
  { model }: ModelAgentOptions,
): Generator<AgentOutput> {
  if (answer.reasoning !== '' || answer.thinkingMs > 0) {
    const thinking_ms = Math.round(answer.thinkingMs);
    yield { kind: 'thought', text: answer.reasoning, thinking_ms };
  }
  const isRefused = isDeclined(answer) || (answer.text === '' && answer.refusal !== '');
  const said = answer.text === '' ? answer.refusal : answer.text;
  const text = isDeclined(answer) ? said + refusalNote({ ...answer, text: said }) : said;
  const isSilent = text.trim() === '' && answer.calls.length === 0 && !hasSaid(history);
  if (isSilent) yield { kind: 'message', blocks: [{ type: 'text', text: NOTHING_SAID }] };
  else if (text !== '')
    yield { kind: 'message', blocks: [messageBlock(text, passages, answer.sources)] };
  // Calls made before the refusal belong to the answer that was withheld.
  const calls = isRefused ? [] : answer.calls;
  const reasoning = calls.length === 0 ? null : keep(model, answer.parts, answer.given);
  if (reasoning !== null) yield { kind: 'reasoning', reasoning };
  for (const call of calls) yield outputOf(call, tools);
  if (answer.usage !== null) yield { kind: 'usage', usage: answer.usage };
  // Where only broken calls came, another turn lets the model try again; not where it had no room for them.
  if (calls.length === 0 || answer.reason.unified === 'length') yield ending(answer.reason);
}

function ending({ unified, raw }: Answer['reason']): AgentOutput {
  if (raw === 'model_context_window_exceeded') return { kind: 'end', stop_reason: raw };
  switch (unified) {
    case 'length':
      return { kind: 'end', stop_reason: 'max_tokens' };
    case 'error':
      return { kind: 'fail', code: 'upstream_error' };
    default:
      return { kind: 'end', stop_reason: 'end_turn' };
  }
}

function toolSet(tools: readonly ToolDefinition[], toModel: (name: string) => string): ToolSet {
  const set: ToolSet = {};
  for (const { name, description, input_schema } of tools) {
    const schema: JsonObject = { ...input_schema, type: 'object' };
    set[toModel(name)] = tool({
      description,
      inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]),
    });
  }
  return set;
}
