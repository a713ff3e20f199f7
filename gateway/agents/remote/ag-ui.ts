// The AG-UI protocol (https://docs.ag-ui.com): a POST with the conversation and the page's tools, answered by events over SSE.

import type { ContentPart, Event, Message, RunAgentInput, TokenUsage, Tool } from '@ag-ui/core';
import { EventSchemas } from '@ag-ui/core/schemas';
import type { AttachedFile, FileKind } from '../../log/attached-files.ts';
import { isRecord, type ToolDefinition } from '../../wire.ts';
import { readConversation, type Said } from '../conversation.ts';
import type { TurnContext } from '../types.ts';
import { readJsonEvents } from './json-events.ts';
import type { RemotePart, RemoteProtocol } from './protocol.ts';

export const AG_UI: RemoteProtocol = {
  name: 'ag-ui',
  accept: 'text/event-stream',
  // Such backends run tools of their own, and not all of them say what came of it.
  ownsUnknownTools: true,
  ask: runInput,
  read: readEvents,
};

function runInput(
  context: TurnContext,
  instructions: string,
  files: readonly FileKind[],
): RunAgentInput {
  const said = readConversation(context.history, files);
  const texts = [instructions, context.system ?? ''].filter((text) => text !== '');
  const system = texts.map((content, i) => ({
    role: 'system' as const,
    id: `system_${i}`,
    content,
  }));
  return {
    threadId: context.place?.session_id ?? 'session',
    runId: `${context.place?.run_id ?? 'run'}.${context.turn}`,
    state: {},
    messages: [...system, ...said.flatMap(toMessages)],
    tools: context.tools.map(toTool),
    context: [],
    forwardedProps: {},
  };
}

function toTool({ name, description, input_schema }: ToolDefinition): Tool {
  return { name, description, parameters: input_schema };
}

function toMessages(said: Said): Message[] {
  const { id } = said;
  if (said.role === 'user') return [{ role: 'user', id, content: userContent(said) }];
  if (said.role === 'instruction') return [{ role: 'system', id, content: said.text }];
  const { text, calls } = said;
  return [
    {
      role: 'assistant',
      id,
      ...(text === '' ? {} : { content: text }),
      ...(calls.length === 0
        ? {}
        : {
            toolCalls: calls.map((call) => ({
              id: call.id,
              type: 'function' as const,
              function: { name: call.name, arguments: JSON.stringify(call.input) },
            })),
          }),
    },
    ...calls.map(({ id: toolCallId, result }) => ({
      role: 'tool' as const,
      id: `${toolCallId}_result`,
      toolCallId,
      content: result.text,
      ...(result.isFailure ? { error: result.text } : {}),
    })),
  ];
}

function userContent({ text, files }: Said & { role: 'user' }): string | ContentPart[] {
  if (files.length === 0) return text;
  return [...files.map(toFilePart), ...(text === '' ? [] : [{ type: 'text' as const, text }])];
}

function toFilePart({ kind, mediaType: mimeType, data: value }: AttachedFile): ContentPart {
  const source = { type: 'data' as const, value, mimeType };
  return kind === 'image' ? { type: 'image', source } : { type: 'document', source };
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<RemotePart> {
  const calls = new Map<string, { name: string; text: string }>();
  let openMessage: string | null = null;
  let openCall: string | null = null;
  for await (const value of readJsonEvents(body)) {
    const parsed = EventSchemas.safeParse(value);
    // A later version's events, and those of a shape that isn't the protocol's.
    if (!parsed.success) continue;
    yield* take(parsed.data as Event);
  }

  function* take(event: Event): Generator<RemotePart> {
    switch (event.type) {
      case 'TEXT_MESSAGE_START':
        yield* endMessage();
        openMessage = event.messageId;
        return;
      case 'TEXT_MESSAGE_CONTENT':
        yield { kind: 'text', text: event.delta };
        return;
      case 'TEXT_MESSAGE_CHUNK':
        if (event.messageId !== undefined && event.messageId !== openMessage) {
          yield* endMessage();
          openMessage = event.messageId;
        }
        yield { kind: 'text', text: event.delta ?? '' };
        return;
      case 'TEXT_MESSAGE_END':
        yield* endMessage();
        return;
      case 'REASONING_MESSAGE_CONTENT':
        yield { kind: 'thought', text: event.delta };
        return;
      case 'REASONING_MESSAGE_CHUNK':
        yield { kind: 'thought', text: event.delta ?? '' };
        return;
      case 'TOOL_CALL_START':
        calls.set(event.toolCallId, { name: event.toolCallName, text: '' });
        return;
      case 'TOOL_CALL_ARGS':
        addArguments(event.toolCallId, event.delta);
        return;
      case 'TOOL_CALL_CHUNK':
        openCall = event.toolCallId ?? openCall;
        if (openCall === null) return;
        if (event.toolCallName !== undefined && !calls.has(openCall)) {
          calls.set(openCall, { name: event.toolCallName, text: '' });
        }
        addArguments(openCall, event.delta ?? '');
        return;
      case 'TOOL_CALL_RESULT':
        calls.delete(event.toolCallId);
        yield { kind: 'result', id: event.toolCallId };
        return;
      case 'RUN_ERROR':
        yield* usageOf(event.usage);
        yield { kind: 'error', message: `${event.code ?? ''} ${event.message}` };
        return;
      case 'RUN_FINISHED':
        yield* endMessage();
        for (const [id, { name, text }] of calls) {
          yield { kind: 'call', id, name, input: readArguments(text) };
        }
        yield* usageOf(event.usage);
        yield { kind: 'finish' };
    }
  }

  function addArguments(id: string, delta: string): void {
    const call = calls.get(id);
    if (call !== undefined) call.text += delta;
  }

  function* endMessage(): Generator<RemotePart> {
    if (openMessage !== null) yield { kind: 'message_end' };
    openMessage = null;
  }
}

function readArguments(text: string): Record<string, unknown> | null {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

/** The usage of all models of the run together, under the first one's name. */
function* usageOf(usages: readonly TokenUsage[] | undefined): Generator<RemotePart> {
  if (usages === undefined || usages.length === 0) return;
  const sum = (field: keyof TokenUsage) =>
    usages.reduce((total, usage) => total + Number(usage[field] ?? 0), 0);
  const [read, created] = [sum('cachedInputTokens'), sum('cacheWriteInputTokens')];
  const model = usages.find((usage) => usage.model !== undefined)?.model;
  yield {
    kind: 'usage',
    usage: {
      ...(model === undefined ? {} : { model }),
      // AG-UI counts tokens from the cache among the input; here they are counted apart.
      input_tokens: Math.max(0, sum('inputTokens') - read - created),
      output_tokens: sum('outputTokens'),
      cache_read_input_tokens: read,
      cache_creation_input_tokens: created,
      reasoning_tokens: sum('reasoningTokens'),
    },
  };
}
