// OpenAI's own interface, as a server writes it to the wire. Written from OpenAI's documentation.

import type { ServerResponse } from 'node:http';
import { COUNTED, type Page, type Protocol, refuse } from './protocols.ts';
import type { Reply } from './provider-server.ts';

type Json = Record<string, unknown>;
const list = (value: unknown): Json[] => (Array.isArray(value) ? value : []);

/** Writes events with the numbers that each of them has. */
function openStream(response: ServerResponse) {
  let sequence = 0;
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  return (type: string, more: Json): void => {
    const event = { type, sequence_number: sequence++, ...more };
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`);
  };
}

const RESPONSE = { id: 'resp_1', object: 'response', created_at: 1_760_000_000, model: 'm' };
const USAGE = {
  input_tokens: COUNTED.input + COUNTED.cacheRead,
  input_tokens_details: { cached_tokens: COUNTED.cacheRead },
  output_tokens: COUNTED.output,
  output_tokens_details: { reasoning_tokens: COUNTED.reasoning },
  total_tokens: COUNTED.input + COUNTED.cacheRead + COUNTED.output,
};

type Write = ReturnType<typeof openStream>;

function begin(response: ServerResponse): Write {
  const write = openStream(response);
  write('response.created', { response: { ...RESPONSE, status: 'in_progress', output: [] } });
  write('response.in_progress', { response: { ...RESPONSE, status: 'in_progress', output: [] } });
  return write;
}

function item(write: Write, index: number, shown: Json, inside: () => void, done: Json): void {
  write('response.output_item.added', {
    output_index: index,
    item: { ...shown, status: 'in_progress' },
  });
  inside();
  write('response.output_item.done', {
    output_index: index,
    item: { ...shown, ...done, status: 'completed' },
  });
}

/** The thought itself, which OpenAI alone can read. */
export const SEALED = 'gAAAAABsealed';

function think(write: Write, index: number, text: string): void {
  const id = `rs_${index}`;
  const part = { item_id: id, output_index: index, summary_index: 0 };
  item(
    write,
    index,
    { type: 'reasoning', id, summary: [], encrypted_content: null },
    () => {
      write('response.reasoning_summary_part.added', {
        ...part,
        part: { type: 'summary_text', text: '' },
      });
      write('response.reasoning_summary_text.delta', { ...part, delta: text });
      write('response.reasoning_summary_part.done', {
        ...part,
        part: { type: 'summary_text', text },
      });
    },
    { summary: [{ type: 'summary_text', text }], encrypted_content: SEALED },
  );
}

function search(write: Write, index: number, found: readonly Page[]): void {
  const id = `ws_${index}`;
  const at = { item_id: id, output_index: index };
  item(
    write,
    index,
    { type: 'web_search_call', id },
    () => {
      for (const state of ['in_progress', 'searching', 'completed'])
        write(`response.web_search_call.${state}`, at);
    },
    { action: { type: 'search', query: 'mugs', queries: ['mugs'], sources: found.map(sourceOf) } },
  );
}

const sourceOf = ({ url }: Page) => ({ type: 'url', url });

const MESSAGE = { type: 'message', id: 'msg_1', role: 'assistant', content: [] };

function piece(write: Write, index: number, delta: string): void {
  write('response.output_text.delta', {
    item_id: 'msg_1',
    output_index: index,
    content_index: 0,
    delta,
    logprobs: [],
  });
}

function openMessage(write: Write, index: number, more: Json = {}): void {
  write('response.output_item.added', {
    output_index: index,
    item: { ...MESSAGE, ...more, status: 'in_progress' },
  });
}

function say(write: Write, index: number, text: string): void {
  const more = { id: `msg_before_${index}`, phase: 'commentary' };
  openMessage(write, index, more);
  const at = { item_id: more.id, output_index: index, content_index: 0 };
  write('response.output_text.delta', { ...at, delta: text, logprobs: [] });
  const content = [{ type: 'output_text', text, annotations: [], logprobs: [] }];
  write('response.output_item.done', {
    output_index: index,
    item: { ...MESSAGE, ...more, status: 'completed', content },
  });
}

/** The model declines by itself. */
export const refuseInWords =
  (words: string): Reply =>
  (response) => {
    const write = begin(response);
    openMessage(write, 0);
    const part = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    write('response.refusal.delta', { ...part, delta: words });
    write('response.refusal.done', { ...part, refusal: words });
    const content = [{ type: 'refusal', refusal: words }];
    write('response.output_item.done', {
      output_index: 0,
      item: { ...MESSAGE, status: 'completed', content },
    });
    write('response.completed', { response: { ...RESPONSE, status: 'completed', usage: USAGE } });
    response.end();
  };

const INCOMPLETE = { length: 'max_output_tokens', filtered: 'content_filter' } as const;

export const RESPONSES: Protocol = {
  provider: 'openai',
  openaiApi: 'responses',
  countsReasoning: true,
  answer: (answer) => {
    const { thinking, text = [], found, cited = [] } = answer;
    const { preface, calls = [], end = 'stop', isCut = false } = answer;
    return (response) => {
      const write = begin(response);
      let index = 0;
      if (thinking !== undefined) think(write, index++, thinking);
      if (preface !== undefined) say(write, index++, preface);
      if (found !== undefined) search(write, index++, found);
      if (text.length > 0) {
        const at = index++;
        const phase = calls.length > 0 ? 'commentary' : 'final_answer';
        openMessage(write, at, { phase });
        for (const delta of text) piece(write, at, delta);
        const annotations = cited.map((page) => ({
          type: 'url_citation',
          ...page,
          start_index: 0,
          end_index: 5,
        }));
        for (const [annotation_index, annotation] of annotations.entries())
          write('response.output_text.annotation.added', {
            item_id: 'msg_1',
            output_index: at,
            content_index: 0,
            annotation_index,
            annotation,
          });
        write('response.output_item.done', {
          output_index: at,
          item: {
            ...MESSAGE,
            phase,
            status: 'completed',
            content: [{ type: 'output_text', text: text.join(''), annotations, logprobs: [] }],
          },
        });
      }
      for (const { id, name, input } of calls) {
        const at = index++;
        const half = Math.ceil(input.length / 2);
        const call = { type: 'function_call', id: `fc_${id}`, call_id: id, name };
        item(
          write,
          at,
          { ...call, arguments: '' },
          () => {
            for (const delta of [input.slice(0, half), input.slice(half)])
              write('response.function_call_arguments.delta', {
                item_id: call.id,
                output_index: at,
                delta,
              });
          },
          { arguments: input },
        );
      }
      if (isCut) {
        response.end();
        return;
      }
      const reason = end === 'length' || end === 'filtered' ? INCOMPLETE[end] : null;
      write(reason === null ? 'response.completed' : 'response.incomplete', {
        response: {
          ...RESPONSE,
          status: reason === null ? 'completed' : 'incomplete',
          incomplete_details: reason === null ? null : { reason },
          usage: USAGE,
        },
      });
      response.end();
    };
  },
  refuse: (status, message, kind = 'invalid_request_error') =>
    refuse(status, { error: { message, type: kind, param: null, code: null } }),
  breakOff: (text, kind) => (response) => {
    const write = begin(response);
    openMessage(write, 0);
    piece(write, 0, text);
    write('response.failed', {
      response: { ...RESPONSE, status: 'failed', error: { code: kind, message: 'No.' } },
    });
    response.end();
  },
  vanish: (text) => (response) => {
    const write = begin(response);
    openMessage(write, 0);
    piece(write, 0, text);
    response.write(': gone\n\n', () => response.destroy());
  },
  stall: (text) => (response) => {
    const write = begin(response);
    openMessage(write, 0);
    piece(write, 0, text);
  },
  toolNames: ({ tools }) => list(tools).map(({ name }) => String(name)),
  results: ({ input }) =>
    Object.fromEntries(
      list(input)
        .filter(({ type }) => type === 'function_call_output')
        .map((one) => [String(one.call_id), String(one.output)]),
    ),
  system: ({ input }) =>
    list(input)
      .filter(({ role }) => role === 'system' || role === 'developer')
      .map(({ content }) => JSON.stringify(content))
      .join(),
  said: ({ input }) => list(input).filter(({ role }) => role !== 'system' && role !== 'developer'),
  piece: (response, text) => {
    response.write(
      `data: ${JSON.stringify({ type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta: text, logprobs: [] })}\n\n`,
    );
  },
};
