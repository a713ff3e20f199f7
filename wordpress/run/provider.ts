// A model provider on this machine: speaks chat completions and plays scripts, one for each session. A script is an array of
// turns, one for each of the visitor's messages; its steps are those of the gateway's own scripted agent, as far as a model can do
// them. What a step can't be, `cannotPlay` names.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type Step = Readonly<Record<string, unknown>>;
export type Script = readonly (readonly Step[])[];

export interface ChatRequest {
  user?: string;
  model: string;
  messages: {
    role: string;
    content: unknown;
    tool_calls?: unknown[];
  }[];
  tools?: { function: { name: string; parameters: unknown } }[];
  stream?: boolean;
}

/** A place in a script, `{ hold: name }`, at which the provider stops until the test lets it go on. */
export interface Hold {
  /** A request has come so far. */
  reached: Promise<void>;
  /** A request that stood there was broken off by the site. */
  left: Promise<void>;
  release(): void;
}

export interface Provider {
  /** What a site's settings name as the model's address. */
  url: string;
  asked: { body: ChatRequest; authorization: string }[];
  /** By session; '' is every other's. */
  scripts: Map<string, Script>;
  /** What it says when it is asked for a summary. */
  summary: string;
  /** What it was asked to make vectors of, a request a list. */
  embedded: string[][];
  /** Bodies of requests for moderation. */
  moderated: string[];
  /** The word that its moderation flags, or the status with which it refuses to say. */
  flags: string | number;
  /** The meaning of words, by a number each; null: it has no /embeddings, as some providers. Words without one mean nothing. */
  meanings: Readonly<Record<string, number>> | null;
  /** Whether it answers in pieces where it is asked to; else it refuses that, as old servers do. */
  streams: boolean;
  hold(name: string): Hold;
  close(): Promise<void>;
}

/** Statuses and words that a provider answers with for the failures that it can have. */
const FAILURES: Readonly<Record<string, [status: number, message: string]>> = {
  upstream_error: [500, 'The server had an error.'],
  rate_limit_error: [429, 'Rate limit reached.'],
  context_exceeded: [400, 'This model’s maximum context length is 8192 tokens.'],
  unauthorized: [401, 'Incorrect API key provided.'],
  upstream_timeout: [504, 'Gateway timeout.'],
  invalid_tool_schema: [400, 'Invalid schema for function: tools[0].parameters'],
};

/** Why a script is beyond what any provider does; null where it isn't. */
export function cannotPlay(script: Script): string | null {
  for (const step of script.flat()) {
    if ('compact' in step) return 'a provider doesn’t summarise by itself';
    if ('load' in step) return 'a provider doesn’t load tools';
    if ('citations' in step) return 'no knowledge base here yet, so nothing to cite';
    if (step.stop === 'model_context_window_exceeded') return 'chat completions have no such stop';
    if (typeof step.fail === 'string' && !(step.fail in FAILURES))
      return `${step.fail} is no failure of a provider`;
  }
  return null;
}

export async function startProvider(): Promise<Provider> {
  const asked: Provider['asked'] = [];
  const scripts: Provider['scripts'] = new Map();
  /** By session: turns begun, and pauses of the latest one. */
  const begun = new Map<string, { turns: number; pauses: number }>();
  const holds = new Map<string, Gate>();
  const embed = (response: ServerResponse, { input }: { input: string[] }): void => {
    const { meanings } = provider;
    if (meanings === null) {
      answer(response, 404, failure('Unknown URL.'));
      return;
    }
    provider.embedded.push(input);
    const data = input.map((text, index) => ({ index, embedding: vectorOf(text, meanings) }));
    const total_tokens = Math.ceil(input.join('').length / 4);
    answer(response, 200, {
      object: 'list',
      data,
      usage: { prompt_tokens: total_tokens, total_tokens },
    });
  };
  const server = createServer(async (request, response) => {
    const text = await read(request);
    if (request.url?.endsWith('/moderations')) {
      const { flags } = provider;
      provider.moderated.push(text);
      if (typeof flags === 'number') answer(response, flags, failure('No moderation.'));
      else answer(response, 200, { results: [{ flagged: text.includes(flags) }] });
      return;
    }
    if (request.url?.endsWith('/embeddings')) {
      embed(response, JSON.parse(text) as { input: string[] });
      return;
    }
    const body = JSON.parse(text) as ChatRequest;
    asked.push({ body, authorization: request.headers.authorization ?? '' });
    if (body.stream && !provider.streams) {
      answer(response, 400, failure('Unsupported value: stream.'));
      return;
    }
    const session = body.user ?? '';
    const script = scripts.get(session) ?? scripts.get('') ?? [];
    const isSummary = String(body.messages[0]?.content).startsWith('You keep the memory');
    const at = begun.get(session) ?? { turns: 0, pauses: 0 };
    // A request that ends with the visitor's words begins a turn; one that ends with results goes on with it.
    if (!isSummary && body.messages.at(-1)?.role === 'user')
      Object.assign(at, { turns: at.turns + 1, pauses: 0 });
    begun.set(session, at);
    const turn = script[Math.max(1, at.turns) - 1] ?? [];
    const steps = isSummary ? [{ say: provider.summary }] : segment(turn, at.pauses);
    if (!isSummary && steps.some((step) => 'call' in step)) at.pauses += 1;
    const wait = async (name: string): Promise<void> => {
      const gate = holds.get(name);
      if (gate === undefined) return;
      response.once('close', () => response.writableFinished || gate.onLeft());
      gate.onReached();
      await gate.opened;
    };
    const written = write(steps, wait);
    if (body.stream) await answerInPieces(response, written, body);
    else await answerWhole(response, written, body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    scripts,
    summary: 'A summary of what was said.',
    streams: true,
    embedded: [],
    moderated: [],
    flags: 404,
    meanings: null,
    hold(name) {
      const gate = gateOf();
      holds.set(name, gate);
      return gate;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return provider;
}

/** One number for each meaning, counted; and a last one, so that a text without any has a vector too. */
function vectorOf(text: string, meanings: Readonly<Record<string, number>>): number[] {
  const vector = Array.from({ length: Math.max(...Object.values(meanings)) + 2 }, () => 0);
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const known = words.flatMap((word) => meanings[word] ?? []);
  for (const meaning of known) vector[meaning] = (vector[meaning] ?? 0) + 1;
  if (known.length === 0) vector[vector.length - 1] = 1;
  return vector;
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

/** The part of a turn that follows so many pauses, up to its next call. */
function segment(steps: readonly Step[], pauses: number): readonly Step[] {
  const calls = steps.flatMap((step, index) => ('call' in step ? [index] : []));
  return steps.slice(
    pauses === 0 ? 0 : (calls[pauses - 1] ?? steps.length) + 1,
    (calls[pauses] ?? steps.length) + 1,
  );
}

interface Gate extends Hold {
  opened: Promise<void>;
  onReached(): void;
  onLeft(): void;
}

function gateOf(): Gate {
  let [onReached, onLeft, release] = [(): void => {}, (): void => {}, (): void => {}];
  const reached = new Promise<void>((resolve) => (onReached = resolve));
  const left = new Promise<void>((resolve) => (onLeft = resolve));
  const opened = new Promise<void>((resolve) => (release = resolve));
  return { reached, left, opened, onReached, onLeft, release };
}

/** What a model does next, in the order of the script. */
type Piece =
  | { kind: 'text' | 'thought'; text: string }
  | { kind: 'calls'; calls: { id: string; type: string; function: Record<string, string> }[] }
  | { kind: 'stop'; reason: string }
  | { kind: 'failure'; status: number; message: string };

async function* write(
  steps: readonly Step[],
  wait: (name: string) => Promise<void>,
): AsyncGenerator<Piece> {
  for (const step of steps) {
    const ms = Number(step.wait_ms ?? step.ms ?? 0);
    if (ms > 0) await sleep(ms, undefined, { ref: false });
    if (typeof step.hold === 'string') await wait(step.hold);
    if (typeof step.think === 'string') yield { kind: 'thought', text: step.think };
    if (typeof step.say === 'string') yield { kind: 'text', text: step.say };
    if (step.stop === 'max_tokens') yield { kind: 'stop', reason: 'length' };
    if (typeof step.fail === 'string') {
      const [status, message] = FAILURES[step.fail] ?? [500, 'Unknown.'];
      return yield { kind: 'failure', status, message };
    }
    if (Array.isArray(step.call)) {
      const calls = (step.call as { name: string; input?: unknown }[]).map(({ name, input }) => ({
        id: `call_${crypto.randomUUID().slice(0, 8)}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input ?? {}) },
      }));
      yield { kind: 'calls', calls };
    }
  }
}

type Written = AsyncGenerator<Piece>;

async function answerWhole(response: ServerResponse, written: Written, body: ChatRequest) {
  let content: string | null = null;
  let reasoning_content: string | undefined;
  let finish_reason = 'stop';
  let tool_calls: unknown[] | undefined;
  for await (const piece of written) {
    if (piece.kind === 'failure') return answer(response, piece.status, failure(piece.message));
    if (piece.kind === 'text') content = (content ?? '') + piece.text;
    if (piece.kind === 'thought') reasoning_content = (reasoning_content ?? '') + piece.text;
    if (piece.kind === 'stop') finish_reason = piece.reason;
    if (piece.kind === 'calls') [finish_reason, tool_calls] = ['tool_calls', piece.calls];
  }
  const message = { role: 'assistant', content, reasoning_content, tool_calls };
  const choices = [{ index: 0, message, finish_reason }];
  answer(response, 200, {
    ...{ id: completionId(), object: 'chat.completion', model: body.model, choices },
    usage: usageOf(body, JSON.stringify(message).length),
  });
}

/** Texts in pieces of some characters, arguments cut in two, a last chunk with the usage: as providers do it. */
async function answerInPieces(response: ServerResponse, written: Written, body: ChatRequest) {
  const id = completionId();
  let said = 0;
  // Thought that a provider keeps to itself is told by its tokens alone.
  let reasoning_tokens = 0;
  let finish_reason = 'stop';
  const send = (more: Record<string, unknown>): void => {
    if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
    const chunk = { id, object: 'chat.completion.chunk', model: body.model, ...more };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  };
  const tell = (delta: Record<string, unknown>, reason: string | null = null): void =>
    send({ choices: [{ index: 0, delta, finish_reason: reason }] });
  for await (const piece of written) {
    if (piece.kind === 'failure' && !response.headersSent)
      return answer(response, piece.status, failure(piece.message));
    if (piece.kind === 'failure') {
      send({ error: { code: piece.status, message: piece.message } });
      return void response.end();
    }
    if (piece.kind === 'stop') finish_reason = piece.reason;
    if (piece.kind === 'text' || piece.kind === 'thought') {
      const name = piece.kind === 'text' ? 'content' : 'reasoning_content';
      said += piece.text.length;
      if (piece.text === '') reasoning_tokens += 1;
      for (const part of piece.text.match(/.{1,7}/gsu) ?? []) tell({ [name]: part });
    }
    if (piece.kind === 'calls') {
      finish_reason = 'tool_calls';
      for (const [index, { id: call, type, function: made }] of piece.calls.entries()) {
        const { name, arguments: input = '' } = made;
        said += input.length;
        tell({ tool_calls: [{ index, id: call, type, function: { name, arguments: '' } }] });
        for (const part of [input.slice(0, 3), input.slice(3)])
          tell({ tool_calls: [{ index, function: { arguments: part } }] });
      }
    }
  }
  tell({}, finish_reason);
  const completion_tokens_details = { reasoning_tokens };
  send({ choices: [], usage: { ...usageOf(body, said), completion_tokens_details } });
  response.end('data: [DONE]\n\n');
}

function answer(response: ServerResponse, status: number, reply: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(reply));
}

const completionId = () => `chatcmpl-${crypto.randomUUID()}`;
const failure = (message: string) => ({ error: { message, type: 'error', code: null } });

function usageOf({ messages }: ChatRequest, said: number) {
  const prompt_tokens = Math.ceil(JSON.stringify(messages).length / 4);
  const completion_tokens = Math.ceil(said / 4);
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}
