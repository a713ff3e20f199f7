// A network that answers from a script, one step for each request, and remembers what was asked.

export interface RecordedCall {
  url: URL;
  method: string;
  headers: Headers;
  /** The JSON body, or undefined. */
  body: unknown;
  init: RequestInit;
}

/** One answer: a Response, an error to reject with, or a function of the call. */
export type Step = Response | Error | ((call: RecordedCall) => Response | Promise<Response>);

export interface ScriptedFetch {
  fetch: typeof fetch;
  calls: RecordedCall[];
  /** Adds answers to the end of the script. */
  push(...steps: Step[]): void;
  /** Answers that nobody has asked for yet. */
  left(): number;
}

export function createScriptedFetch(...steps: Step[]): ScriptedFetch {
  const script = [...steps];
  const calls: RecordedCall[] = [];
  return {
    calls,
    push: (...more) => script.push(...more),
    left: () => script.length,
    async fetch(input, init = {}) {
      const call: RecordedCall = {
        url: new URL(String(input), 'https://page.example'),
        method: init.method ?? 'GET',
        headers: new Headers(init.headers),
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        init,
      };
      calls.push(call);
      const step = script.shift();
      if (step === undefined)
        throw new Error(`no answer in the script for ${call.method} ${call.url}`);
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step(call) : step;
    },
  };
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** An error in the gateway's own shape. */
export function refusal(
  status: number,
  type = 'invalid_request_error',
  message = 'No.',
  headers: Record<string, string> = {},
): Response {
  const request_id = 'req_1';
  return json({ error: { message, type, code: status, request_id } }, status, {
    'x-request-id': request_id,
    ...headers,
  });
}

/** A request that is never answered, but heeds its signal as fetch does. */
export const silence: Step = ({ init }) =>
  new Promise((_, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

export interface OpenBody {
  response: Response;
  write(chunk: string | Uint8Array): void;
  end(): void;
  /** The connection breaks. */
  cut(): void;
  isCancelled(): boolean;
}

/** A reply whose body the test writes piece by piece. */
export function openBody(
  headers: Record<string, string> = { 'content-type': 'text/event-stream' },
): OpenBody {
  let controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start(started) {
      controller = started;
    },
    cancel() {
      isCancelled = true;
    },
  });
  const encoder = new TextEncoder();
  return {
    response: new Response(stream, { headers }),
    write: (chunk) =>
      controller?.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk),
    end: () => controller?.close(),
    cut: () => controller?.error(new TypeError('terminated')),
    isCancelled: () => isCancelled,
  };
}
