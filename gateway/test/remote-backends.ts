// Backends of owners, as their protocols' own packages write them: AG-UI by its encoder, the AI SDK's UI message stream by the AI SDK.

import type { ServerResponse } from 'node:http';
import { type BaseEvent, EventType } from '@ag-ui/core';
import { RunAgentInputSchema } from '@ag-ui/core/schemas';
import { EventEncoder } from '@ag-ui/encoder';
import {
  convertToModelMessages,
  jsonSchema,
  pipeUIMessageStreamToResponse,
  streamText,
  tool,
  toUIMessageStream,
  type UIMessage,
} from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import type { Wire } from './harness.ts';

export type Answer = (asked: Wire, response: ServerResponse) => unknown;

/** A backend of that protocol, made with its own packages: what it is asked is checked, its events are encoded. */
export function agUi(...events: (Wire & { type: EventType })[]): Answer {
  return (body, response) => {
    const input = RunAgentInputSchema.parse(body);
    const ids = { threadId: input.threadId, runId: input.runId };
    const encoder = new EventEncoder();
    response.writeHead(200, { 'Content-Type': encoder.getContentType() });
    for (const event of [{ type: EventType.RUN_STARTED, ...ids }, ...events]) {
      response.write(encoder.encode({ ...ids, ...event } as BaseEvent));
    }
    response.end();
  };
}
export const FINISHED = { type: EventType.RUN_FINISHED };
export const says = (id: string, ...deltas: string[]) => [
  { type: EventType.TEXT_MESSAGE_START, messageId: id, role: 'assistant' },
  ...deltas.map((delta) => ({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: id, delta })),
  { type: EventType.TEXT_MESSAGE_END, messageId: id },
];
export const calls = (id: string, name: string, ...args: string[]) => [
  { type: EventType.TOOL_CALL_START, toolCallId: id, toolCallName: name },
  ...args.map((delta) => ({ type: EventType.TOOL_CALL_ARGS, toolCallId: id, delta })),
  { type: EventType.TOOL_CALL_END, toolCallId: id },
];

/** A backend as the AI SDK's guide has it: the page's tools have no `execute`, so that the page runs them. */
export function aiSdk(
  stream: Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'],
  prompts: unknown[] = [],
): Answer {
  return async (body, response) => {
    const model = new MockLanguageModelV4({
      doStream: async ({ prompt }) => {
        prompts.push(prompt);
        return { stream };
      },
    });
    const given = body.tools as Record<string, { description: string; parameters: Wire }>;
    const result = streamText({
      model,
      ...(typeof body.system === 'string' ? { instructions: body.system } : {}),
      messages: await convertToModelMessages(body.messages as UIMessage[]),
      tools: Object.fromEntries(
        Object.entries(given).map(([name, { description, parameters }]) => [
          name,
          tool({ description, inputSchema: jsonSchema(parameters) }),
        ]),
      ),
      onError: () => {},
    });
    pipeUIMessageStreamToResponse({
      stream: toUIMessageStream({ stream: result.stream }),
      response,
    });
  };
}
export const USED = {
  inputTokens: { total: 3, noCache: 3, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};
export const chunks = (...parts: Wire[]) =>
  simulateReadableStream({ chunks: parts }) as Awaited<
    ReturnType<MockLanguageModelV4['doStream']>
  >['stream'];
export const finish = (unified: string) => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage: USED,
});
export const writes = (...deltas: string[]) => [
  { type: 'stream-start', warnings: [] },
  { type: 'text-start', id: 't' },
  ...deltas.map((delta) => ({ type: 'text-delta', id: 't', delta })),
  { type: 'text-end', id: 't' },
];
export const callPart = (input: string, toolName = 'add_to_cart') => ({
  type: 'tool-call',
  toolCallId: 'c1',
  toolName,
  input,
});

/** One frame, and the connection is gone. */
export const cutAfter =
  (frame: object): Answer =>
  (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`data: ${JSON.stringify(frame)}\n\n`, () => response.destroy());
  };

/** A whole answer of one chunk. */
export function cutShort(chunk: Wire): Answer {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const frames = [chunk, { type: 'finish' }].map((one) => `data: ${JSON.stringify(one)}\n\n`);
    response.end(`${frames.join('')}data: [DONE]\n\n`);
  };
}
