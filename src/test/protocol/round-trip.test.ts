// What is stored is what was parsed: reading it again must change nothing, whatever once arrived.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cases } from '../../../test/chance.ts';
import { EVENT_TYPES, parseEvent } from '../../protocol/index.ts';

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
/** Mostly what belongs there, sometimes anything. */
const mostly = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 6, arbitrary: value as fc.Arbitrary<unknown> },
    { weight: 1, arbitrary: fc.jsonValue() },
  );

const count = mostly(fc.nat());
const source = mostly(
  fc.oneof(
    fc.record({
      type: fc.constantFrom('base64', 'text'),
      media_type: fc.string(),
      data: fc.string(),
    }),
    fc.record({ type: fc.constant('url'), url: fc.webUrl() }),
  ),
);
const citation = mostly(
  fc.record({
    type: maybe(fc.string()),
    document_uri: fc.string(),
    document_title: maybe(fc.string()),
  }),
);
const envelope = fc.record({
  error: mostly(
    fc.record({
      code: mostly(fc.string()),
      message: fc.string(),
      field: maybe(fc.string()),
      retryable: fc.boolean(),
    }),
  ),
});
const timing = mostly(fc.record({ started_at_ms: count, ended_at_ms: count }));
const block = mostly(
  fc.oneof(
    fc.record({
      type: fc.constant('text'),
      text: fc.string(),
      citations: maybe(fc.array(citation)),
    }),
    fc.record({
      type: fc.constant('thought'),
      text: fc.string(),
      extra_content: fc.record({ gateway: fc.record({ thinking_ms: count }) }),
    }),
    fc.record({
      type: fc.constantFrom('image', 'document'),
      source,
      title: maybe(fc.string()),
      alt: maybe(fc.string()),
    }),
    fc.record({
      type: fc.constant('tool_use'),
      id: fc.string(),
      name: fc.string(),
      input: mostly(fc.dictionary(fc.string(), fc.jsonValue())),
    }),
    fc.record({
      type: fc.constant('tool_result'),
      tool_use_id: fc.string({ minLength: 1 }),
      content: maybe(
        mostly(
          fc.oneof(
            fc.string(),
            envelope,
            envelope.map((value) => JSON.stringify(value)),
          ),
        ),
      ),
      is_error: maybe(fc.boolean()),
      error_code: maybe(fc.string()),
      client_timing: maybe(timing),
      status: maybe(fc.string()),
    }),
    fc.record({ type: fc.constant('unknown'), raw: fc.jsonValue() }),
    fc.record({ type: fc.string(), more: fc.jsonValue() }),
  ),
);
const single = mostly(
  fc.record({
    stop_reason: fc.string(),
    context_tokens: count,
    tool_use_ids: maybe(fc.array(fc.oneof(fc.string(), fc.integer()))),
    tool_traceparents: maybe(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer()))),
    code: maybe(fc.string()),
    text: maybe(fc.string()),
    turn: count,
    model: mostly(fc.string()),
  }),
);
const event = fc.record({
  id: mostly(fc.string({ minLength: 1 })),
  type: mostly(fc.oneof(fc.constantFrom(...EVENT_TYPES), fc.constant('unknown'), fc.string())),
  processed_at: maybe(fc.oneof(fc.string(), fc.constant(null))),
  created_at: maybe(fc.string()),
  error_code: maybe(fc.string()),
  usage: maybe(mostly(fc.record({ input_tokens: count, credits_nano: count }))),
  content: maybe(fc.oneof(fc.array(block), single, fc.tuple(single))),
  raw: maybe(fc.jsonValue()),
});

describe('an event that was parsed, stored as JSON and parsed again', () => {
  it('is the same', () => {
    let read = 0;
    fc.assert(
      fc.property(event, (generated) => {
        const wire: unknown = JSON.parse(JSON.stringify(generated));
        const once = parseEvent(wire);
        if (once === null) return;
        read += 1;
        const stored = JSON.parse(JSON.stringify(once));
        const again = parseEvent(stored);
        expect(JSON.parse(JSON.stringify(again))).toEqual(stored);
      }),
      { numRuns: cases(3_000) },
    );
    expect(read).toBeGreaterThan(cases(1_500));
  });

  it('never throws, whatever arrives', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        parseEvent(value);
      }),
      { numRuns: cases(2_000) },
    );
  });

  it('survives a depth that would overflow a recursion', () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 200_000; i += 1) deep = [deep];
    expect(parseEvent({ id: 'e', type: 'later', deep })?.type).toBe('unknown');
  });
});
