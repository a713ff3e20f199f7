// Gateways that say that they take names for what is sent, and get one thing about it wrong.

import { eachEvent, type NamedMutant, type Next, sends } from './mutant-gateway.ts';

let names = 0;

export const INTENT_MUTANTS: readonly NamedMutant[] = [
  [
    'names are dropped',
    'intents.served',
    eachEvent((event) => {
      delete event.intent_id;
    }),
  ],
  [
    'streams leave names out',
    'intents.streamed',
    async (request, next) => {
      const response = await next(request);
      if (!request.url.endsWith('/stream')) return response;
      const dropped = new TransformStream<string, string>({
        transform: (text, out) => out.enqueue(text.replaceAll('"intent_id"', '"intent"')),
      });
      const stream = response.body
        ?.pipeThrough(new TextDecoderStream())
        .pipeThrough(dropped)
        .pipeThrough(new TextEncoderStream());
      return new Response(stream, response);
    },
  ],
  ...['once', 'mixed', 'at-once'].map(
    (check): NamedMutant => [
      'a name is another each time',
      `intents.${check}`,
      sends((event) => {
        if ('intent_id' in event) event.intent_id = `${event.intent_id}-${++names}`;
      }),
    ],
  ),
  [
    'a name holds for all sessions',
    'intents.of-session',
    (() => {
      const kept = new Map<string, string>();
      return async (request: Request, next: Next) => {
        const text = await request.clone().text();
        if (!text.includes('intent_id')) return next(request);
        const known = kept.get(text);
        if (known !== undefined) return new Response(known, { status: 200 });
        const response = await next(request);
        kept.set(text, await response.clone().text());
        return response;
      };
    })(),
  ],
  [
    'names are compared without case',
    'intents.case',
    sends((event) => {
      if (typeof event.intent_id === 'string') event.intent_id = event.intent_id.toLowerCase();
    }),
  ],
  [
    'a result counts twice',
    'intents.results',
    sends((event) => {
      if (event.type === 'user.tool_result') delete event.intent_id;
    }),
  ],
  [
    'any name is taken',
    'intents.malformed',
    sends((event) => {
      if (event.intent_id !== undefined) event.intent_id = `name-${++names}`;
    }),
  ],
  [
    'an interrupt stops whatever runs',
    'intents.run-id',
    sends((event) => {
      delete event.run_id;
    }),
  ],
];
