// A model provider on this machine: speaks chat completions and plays scripts, one for each session. A script is an array of
// turns, one for each of the visitor's messages; its steps are those of the gateway's own scripted agent, as far as a model can do
// them. What a step can't be, `cannotPlay` names.

import { createServer, type IncomingMessage } from 'node:http';
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
}

export interface Provider {
  /** What a site's settings name as the model's address. */
  url: string;
  asked: { body: ChatRequest; authorization: string }[];
  /** By session; '' is every other's. */
  scripts: Map<string, Script>;
  /** What it says when it is asked for a summary. */
  summary: string;
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
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await read(request)) as ChatRequest;
    asked.push({ body, authorization: request.headers.authorization ?? '' });
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
    const { status, reply } = await play(steps, body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(reply));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const provider: Provider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    scripts,
    summary: 'A summary of what was said.',
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return provider;
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

async function play(steps: readonly Step[], { messages, model }: ChatRequest) {
  let content: string | null = null;
  let reasoning_content: string | undefined;
  let finish_reason = 'stop';
  let tool_calls: unknown[] | undefined;
  for (const step of steps) {
    const ms = Number(step.wait_ms ?? step.ms ?? 0);
    if (ms > 0) await sleep(ms, undefined, { ref: false });
    if (typeof step.think === 'string') reasoning_content = (reasoning_content ?? '') + step.think;
    if (typeof step.say === 'string') content = (content ?? '') + step.say;
    if (step.stop === 'max_tokens') finish_reason = 'length';
    if (typeof step.fail === 'string') {
      const [status, message] = FAILURES[step.fail] ?? [500, 'Unknown.'];
      return { status, reply: { error: { message, type: 'error', code: null } } };
    }
    if (Array.isArray(step.call)) {
      finish_reason = 'tool_calls';
      tool_calls = (step.call as { name: string; input?: unknown }[]).map(({ name, input }) => ({
        id: `call_${crypto.randomUUID().slice(0, 8)}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(input ?? {}) },
      }));
    }
  }
  const message = { role: 'assistant', content, reasoning_content, tool_calls };
  const prompt_tokens = Math.ceil(JSON.stringify(messages).length / 4);
  const completion_tokens = Math.ceil(JSON.stringify(message).length / 4);
  const usage = {
    prompt_tokens,
    completion_tokens,
    total_tokens: prompt_tokens + completion_tokens,
  };
  const id = `chatcmpl-${crypto.randomUUID()}`;
  const choices = [{ index: 0, message, finish_reason }];
  return { status: 200, reply: { id, object: 'chat.completion', model, choices, usage } };
}
