// The AI SDK's UI message stream (https://ai-sdk.dev): a POST as its chat sends it, answered by chunks over SSE. The page's tools
// and the instructions go beside the messages, as `tools` and `system`.

import { asSchema, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from 'ai';
import type { FileKind } from '../../log/attached-files.ts';
import { isRecord } from '../../wire.ts';
import { readConversation, type Said, type SaidCall } from '../conversation.ts';
import type { TurnContext } from '../types.ts';
import { readJsonEvents } from './json-events.ts';
import type { RemotePart, RemoteProtocol } from './protocol.ts';

export const AI_SDK: RemoteProtocol = {
  name: 'ai-sdk',
  accept: 'text/event-stream',
  ownsUnknownTools: false,
  ask: chatRequest,
  read: readChunks,
};

function chatRequest(
  context: TurnContext,
  instructions: string,
  files: readonly FileKind[],
): object {
  const said = readConversation(context.history, files);
  const system = [
    instructions,
    context.system ?? '',
    ...said.flatMap((one) => (one.role === 'instruction' ? [one.text] : [])),
  ].filter((text) => text !== '');
  return {
    id: context.place?.session_id ?? 'session',
    messages: said.flatMap(toMessage),
    trigger: 'submit-message',
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    tools: Object.fromEntries(
      context.tools.map(({ name, description, input_schema }) => [
        name,
        { description, parameters: input_schema },
      ]),
    ),
  };
}

function toMessage(said: Said): UIMessage[] {
  if (said.role === 'instruction') return [];
  const { id, text } = said;
  const words = text === '' ? [] : [{ type: 'text' as const, text }];
  if (said.role === 'user') {
    const files = said.files.map(({ mediaType, title: filename, data }) => ({
      type: 'file' as const,
      mediaType,
      filename,
      url: `data:${mediaType};base64,${data}`,
    }));
    return [{ id, role: 'user', parts: [...files, ...words] }];
  }
  return [{ id, role: 'assistant', parts: [...words, ...said.calls.map(toPart)] }];
}

function toPart({ id, name, input, result }: SaidCall): UIMessage['parts'][number] {
  const call = { type: `tool-${name}` as const, toolCallId: id, input };
  if (result.isFailure) return { ...call, state: 'output-error', errorText: result.text };
  return { ...call, state: 'output-available', output: result.text };
}

async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<RemotePart> {
  const schema = asSchema(uiMessageChunkSchema);
  for await (const value of readJsonEvents(body)) {
    const parsed = await schema.validate?.(value);
    // A later version's chunks, and those of a shape that isn't the protocol's.
    if (parsed?.success === true) yield* partsOf(parsed.value);
  }
}

function* partsOf(chunk: UIMessageChunk): Generator<RemotePart> {
  switch (chunk.type) {
    case 'text-delta':
      yield { kind: 'text', text: chunk.delta };
      return;
    case 'text-end':
      yield { kind: 'message_end' };
      return;
    case 'reasoning-delta':
      yield { kind: 'thought', text: chunk.delta };
      return;
    case 'source-url':
      yield { kind: 'source', url: chunk.url, title: chunk.title ?? null };
      return;
    case 'tool-input-available': {
      if (chunk.providerExecuted === true) return;
      const { toolCallId: id, toolName: name, input } = chunk;
      yield { kind: 'call', id, name, input: isRecord(input) ? { ...input } : null };
      return;
    }
    case 'tool-input-error':
      yield { kind: 'call', id: chunk.toolCallId, name: chunk.toolName, input: null };
      return;
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-output-denied':
      yield { kind: 'result', id: chunk.toolCallId };
      return;
    case 'error':
      yield { kind: 'error', message: chunk.errorText };
      return;
    case 'abort':
      yield { kind: 'error', message: 'aborted' };
      return;
    case 'finish':
      yield { kind: 'finish' };
  }
}
