// The two protocols that most providers speak, as a server writes them to the wire: streamed answers with text, thinking,
// tool calls and usage; refusals; errors in the middle of a stream. Written from the providers' own documentation.

import type { ServerResponse } from 'node:http';
import type { ModelSettings } from '../../../agents/model/settings.ts';
import type { Reply } from './provider-server.ts';

export interface Page {
  url: string;
  title: string;
}

export interface Answer {
  thinking?: string;
  /** A thought that the provider hides, as Anthropic's protocol has it. */
  redacted?: string;
  text?: string[];
  /** What it says before it searches. */
  preface?: string;
  /** Pages that the provider's own search has found before the text. */
  found?: Page[];
  /** Those that the text cites. */
  cited?: Page[];
  calls?: { id: string; name: string; input: string }[];
  end?: 'stop' | 'calls' | 'length' | 'filtered';
  /** The server is done before its answer is: no reason, no figures. */
  isCut?: boolean;
}

/** Tokens, the same for every answer: 100 read, 40 of them from the cache, 30 written, 12 of them thinking. */
export const COUNTED = { input: 60, cacheRead: 40, output: 30, reasoning: 12 };

export interface Protocol {
  provider: ModelSettings['provider'];
  /** Which of OpenAI's; the one that its address would have where nothing is said. */
  openaiApi?: ModelSettings['openaiApi'];
  /** Where this protocol's server says how much of an answer was thinking. */
  countsReasoning: boolean;
  answer(answer: Answer): Reply;
  /** Refuses before anything is said. */
  refuse(status: number, message: string, kind?: string): Reply;
  /** Says `text`, then that it can't go on. */
  breakOff(text: string, kind: string): Reply;
  /** Says `text`, and the connection is gone. */
  vanish(text: string): Reply;
  /** Says `text`, then nothing more. */
  stall(text: string): Reply;
  /** The tools' names in a request. */
  toolNames(asked: Record<string, unknown>): string[];
  /** The results in a request, as text by the call's id. */
  results(asked: Record<string, unknown>): Record<string, string>;
  /** The instructions of a request. */
  system(asked: Record<string, unknown>): string;
  /** What a request has besides its instructions: all that was said, called and answered. */
  said(asked: Record<string, unknown>): Record<string, unknown>[];
  /** A piece of text, in the middle of an answer. */
  piece(response: ServerResponse, text: string): void;
}

type Json = Record<string, unknown>;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);
const begin = (response: ServerResponse) =>
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
export const refuse = (status: number, body: Json): Reply => {
  return (response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', 'retry-after-ms': '5' });
    response.end(JSON.stringify(body));
  };
};

const openAi = (choice: Json | null, usage?: Json) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_760_000_000,
    model: 'm',
    choices: choice === null ? [] : [{ index: 0, finish_reason: null, ...choice }],
    ...(usage === undefined ? {} : { usage }),
  })}\n\n`;

const REASONS = {
  stop: 'stop',
  calls: 'tool_calls',
  length: 'length',
  filtered: 'content_filter',
};

export const OPENAI: Protocol = {
  provider: 'openai',
  countsReasoning: true,
  answer: ({ thinking, text = [], cited = [], calls = [], end = 'stop', isCut = false }) => {
    return (response) => {
      begin(response);
      response.write(openAi({ delta: { role: 'assistant', content: '' } }));
      if (thinking !== undefined)
        response.write(openAi({ delta: { reasoning_content: thinking } }));
      for (const content of text) response.write(openAi({ delta: { content } }));
      const annotations = cited.map((page) => ({
        type: 'url_citation',
        url_citation: { ...page, start_index: 0, end_index: 5 },
      }));
      if (annotations.length > 0) response.write(openAi({ delta: { annotations } }));
      for (const [index, { id, name, input }] of calls.entries()) {
        const half = Math.ceil(input.length / 2);
        const piece = (part: Json) => openAi({ delta: { tool_calls: [{ index, ...part }] } });
        response.write(piece({ id, type: 'function', function: { name, arguments: '' } }));
        response.write(piece({ function: { arguments: input.slice(0, half) } }));
        response.write(piece({ function: { arguments: input.slice(half) } }));
      }
      if (isCut) {
        response.end();
        return;
      }
      const reason = REASONS[end];
      response.write(openAi({ delta: {}, finish_reason: reason }));
      response.write(
        openAi(null, {
          prompt_tokens: COUNTED.input + COUNTED.cacheRead,
          completion_tokens: COUNTED.output,
          total_tokens: COUNTED.input + COUNTED.cacheRead + COUNTED.output,
          prompt_tokens_details: { cached_tokens: COUNTED.cacheRead },
          completion_tokens_details: { reasoning_tokens: COUNTED.reasoning },
        }),
      );
      response.end('data: [DONE]\n\n');
    };
  },
  refuse: (status, message, kind = 'invalid_request_error') =>
    refuse(status, { error: { message, type: kind, param: null, code: null } }),
  breakOff: (text, kind) => (response) => {
    begin(response);
    response.write(openAi({ delta: { role: 'assistant', content: text } }));
    response.end(
      `data: ${JSON.stringify({ error: { message: 'No.', type: kind, code: kind } })}\n\n`,
    );
  },
  vanish: (text) => (response) => {
    begin(response);
    response.write(openAi({ delta: { role: 'assistant', content: text } }), () =>
      response.destroy(),
    );
  },
  stall: (text) => (response) => {
    begin(response);
    response.write(openAi({ delta: { role: 'assistant', content: text } }));
  },
  toolNames: ({ tools }) => list(tools).map((one) => String((one.function as Json).name)),
  results: ({ messages }) =>
    Object.fromEntries(
      list(messages)
        .filter(({ role }) => role === 'tool')
        .map((one) => [String(one.tool_call_id), String(one.content)]),
    ),
  system: ({ messages }) =>
    list(messages)
      .filter(({ role }) => role === 'system')
      .map(({ content }) => JSON.stringify(content))
      .join(),
  said: ({ messages }) => list(messages).filter(({ role }) => role !== 'system'),
  piece: (response, text) => response.write(openAi({ delta: { content: text } })),
};

const anthropic = (event: Json & { type: string }) =>
  `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
const START = anthropic({
  type: 'message_start',
  message: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: COUNTED.input,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: COUNTED.cacheRead,
      output_tokens: 1,
    },
  },
});

function anthropicText(response: ServerResponse, text: string): void {
  begin(response);
  response.write(START);
  const block = { index: 0, content_block: { type: 'text', text: '' } };
  response.write(anthropic({ type: 'content_block_start', ...block }));
  response.write(
    anthropic({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  );
}

const ANTHROPIC_REASONS = {
  stop: 'end_turn',
  calls: 'tool_use',
  length: 'max_tokens',
  filtered: 'refusal',
};

export const ANTHROPIC: Protocol = {
  provider: 'anthropic',
  countsReasoning: false,
  answer: (answer) => {
    const { thinking, redacted, text, found, cited = [] } = answer;
    const { preface, calls = [], end = 'stop', isCut = false } = answer;
    return (response) => {
      begin(response);
      response.write(START);
      response.write(anthropic({ type: 'ping' }));
      let index = 0;
      const block = (content_block: Json, deltas: Json[]) => {
        response.write(anthropic({ type: 'content_block_start', index, content_block }));
        for (const delta of deltas)
          response.write(anthropic({ type: 'content_block_delta', index, delta }));
        response.write(anthropic({ type: 'content_block_stop', index }));
        index += 1;
      };
      if (thinking !== undefined) {
        block({ type: 'thinking', thinking: '', signature: '' }, [
          { type: 'thinking_delta', thinking },
          { type: 'signature_delta', signature: 'c2lnbmVk' },
        ]);
      }
      if (redacted !== undefined) block({ type: 'redacted_thinking', data: redacted }, []);
      if (preface !== undefined)
        block({ type: 'text', text: '' }, [{ type: 'text_delta', text: preface }]);
      if (found !== undefined) {
        const id = 'srvtoolu_1';
        block({ type: 'server_tool_use', id, name: 'web_search', input: {} }, [
          { type: 'input_json_delta', partial_json: '{"query": ' },
          { type: 'input_json_delta', partial_json: '"mugs"}' },
        ]);
        const content = found.map((page) => ({
          type: 'web_search_result',
          ...page,
          encrypted_content: 'c2VhbGVk',
          page_age: null,
        }));
        block({ type: 'web_search_tool_result', tool_use_id: id, content }, []);
      }
      if (text !== undefined) {
        const citations = cited.map((page) => ({
          type: 'citations_delta',
          citation: {
            type: 'web_search_result_location',
            ...page,
            encrypted_index: 'aW5kZXg=',
            cited_text: 'A mug.',
          },
        }));
        block({ type: 'text', text: '' }, [
          ...text.map((piece) => ({ type: 'text_delta', text: piece })),
          ...citations,
        ]);
      }
      for (const { id, name, input } of calls) {
        const half = Math.ceil(input.length / 2);
        block({ type: 'tool_use', id, name, input: {} }, [
          { type: 'input_json_delta', partial_json: input.slice(0, half) },
          { type: 'input_json_delta', partial_json: input.slice(half) },
        ]);
      }
      if (isCut) {
        response.end();
        return;
      }
      const reason = ANTHROPIC_REASONS[end];
      response.write(
        anthropic({
          type: 'message_delta',
          delta: { stop_reason: reason, stop_sequence: null },
          usage: { output_tokens: COUNTED.output },
        }),
      );
      response.end(anthropic({ type: 'message_stop' }));
    };
  },
  refuse: (status, message, kind = 'invalid_request_error') =>
    refuse(status, { type: 'error', error: { type: kind, message }, request_id: 'req_1' }),
  breakOff: (text, kind) => (response) => {
    anthropicText(response, text);
    response.end(anthropic({ type: 'error', error: { type: kind, message: 'No.' } }));
  },
  vanish: (text) => (response) => {
    anthropicText(response, text);
    response.write(': gone\n\n', () => response.destroy());
  },
  stall: (text) => (response) => anthropicText(response, text),
  toolNames: ({ tools }) => list(tools).map(({ name }) => String(name)),
  results: ({ messages }) =>
    Object.fromEntries(
      list(messages)
        .flatMap(({ content }) => list(content))
        .filter(({ type }) => type === 'tool_result')
        .map((one) => [
          String(one.tool_use_id),
          typeof one.content === 'string'
            ? one.content
            : list(one.content)
                .map(({ text }) => String(text))
                .join(''),
        ]),
    ),
  system: ({ system }) => JSON.stringify(system),
  said: ({ messages }) => list(messages),
  piece: (response, text) =>
    response.write(
      anthropic({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
    ),
};
