import { describe, expect, it } from 'vitest';
import {
  EVENT_ERROR_CODES,
  EVENT_TYPES,
  parseEvent,
  parseEvents,
  parseUsage,
  RUN_ERROR_CODES,
  STOP_REASONS,
} from '../../protocol/index.ts';

const AT = '2026-01-01T12:00:00Z';
const usage = {
  input_tokens: 1,
  output_tokens: 2,
  cache_read_input_tokens: 3,
  cache_creation_input_tokens: 4,
  credits_nano: 5,
};
const turnUsage = { turn: 1, model: 'm', ...usage, reasoning_tokens: 6, total_tokens: 7 };
const text = (value: string) => ({ type: 'text', text: value });

/** One event of each type, as a gateway sends it. */
const WIRE: Record<(typeof EVENT_TYPES)[number], Record<string, unknown>> = {
  'user.message': { content: [text('hi')] },
  'system.message': { content: [text('be kind')] },
  'agent.message': { content: [text('hello')] },
  'agent.tool_use': { content: [{ type: 'tool_use', id: 't1', name: 'n', input: { a: [1] } }] },
  'user.tool_result': { content: [{ type: 'tool_result', tool_use_id: 't1', content: 'ok' }] },
  'user.interrupt': { content: [] },
  'session.status_running': { content: [] },
  'session.status_idle': {
    content: { stop_reason: 'end_turn', context_tokens: 9 },
    usage,
  },
  'session.error': {
    content: [{ type: 'error', code: 'run_timeout', text: 'Too long.', request_id: 'r1' }],
    usage,
    error_code: 'run_timeout',
  },
  'session.compaction': { content: [text('summary')] },
  'session.turn_usage': { content: [{ type: 'usage', ...turnUsage }] },
};

function read(value: unknown) {
  const dropped: string[] = [];
  const event = parseEvent(value, (reason) => dropped.push(reason));
  return { event, dropped };
}

const idle = (content: unknown, more: object = {}) => ({
  id: 'e',
  type: 'session.status_idle',
  content,
  ...more,
});

describe('events', () => {
  it.each(EVENT_TYPES)('%s is read', (type) => {
    const { event, dropped } = read({ id: 'e1', type, processed_at: AT, ...WIRE[type] });
    expect(event).toMatchObject({ id: 'e1', type, processed_at: AT });
    expect(dropped).toEqual([]);
  });

  it('keep id, processed_at, created_at and error_code, and drop unknown fields', () => {
    const wire = {
      id: 'e1',
      type: 'user.message',
      processed_at: null,
      created_at: AT,
      error_code: 'timeout',
      content: [],
      extra: 1,
      onclick: 'x',
    };
    expect(read(wire).event).toEqual({
      id: 'e1',
      type: 'user.message',
      processed_at: null,
      created_at: AT,
      error_code: 'timeout',
      content: [],
    });
    expect(read({ id: 'e1', type: 'user.interrupt', processed_at: 5 }).event).toEqual({
      id: 'e1',
      type: 'user.interrupt',
      processed_at: null,
    });
  });

  it.each([...EVENT_ERROR_CODES, 'a_code_of_tomorrow'])(
    'pass error_code %s through',
    (error_code) => {
      expect(read({ id: 'e', type: 'user.interrupt', error_code }).event?.error_code).toBe(
        error_code,
      );
    },
  );

  it.each([
    [null, 'an event is not an object'],
    [[], 'an event is not an object'],
    ['text', 'an event is not an object'],
    [{ type: 'user.message' }, 'an event has no id'],
    [{ id: '', type: 'user.message' }, 'an event has no id'],
    [{ id: 7, type: 'user.message' }, 'an event has no id'],
    [{ id: 'e' }, 'event e has no type'],
    [{ id: 'e', type: 4 }, 'event e has no type'],
    [{ id: 'e', type: 'session.status_idle' }, 'event e has no stop_reason'],
    [idle([{ stop_reason: 4 }]), 'event e has no stop_reason'],
    [{ id: 'e', type: 'session.turn_usage', content: [] }, 'event e has no usage block'],
  ])('drop %j with one warning', (value, reason) => {
    expect(read(value)).toEqual({ event: null, dropped: [reason] });
  });

  it('drop a malformed block with one warning, and keep the rest', () => {
    const { event, dropped } = read({
      id: 'e',
      type: 'agent.message',
      content: [{ type: 'text' }, text('stays'), null],
    });
    expect(event).toMatchObject({ content: [text('stays')] });
    expect(dropped.length).toBe(2);
    expect(read({ id: 'e', type: 'agent.message', content: 'text' })).toEqual({
      event: { id: 'e', type: 'agent.message', processed_at: null, content: [] },
      dropped: ['event e: content is not an array'],
    });
  });

  it('of an unknown type are kept as they came', () => {
    const raw = { id: 'e', type: 'agent.dream', content: { a: [1] }, new_field: true };
    expect(read(raw).event).toEqual({
      id: 'e',
      type: 'unknown',
      unknown_type: 'agent.dream',
      processed_at: null,
      raw,
    });
  });

  it('of an unknown type are dropped when they hold a key that could reach a prototype', () => {
    const raw = JSON.parse('{"id":"e","type":"agent.dream","a":[{"__proto__":{"x":1}}]}');
    expect(read(raw)).toEqual({ event: null, dropped: ['event e has a forbidden key'] });
  });

  it('stored as unknown are read again by a version that knows them', () => {
    const raw = { id: 'e', type: 'agent.message', content: [text('hi')] };
    const stored = {
      id: 'e',
      type: 'unknown',
      unknown_type: 'agent.message',
      processed_at: null,
      raw,
    };
    expect(read(stored).event).toMatchObject({ type: 'agent.message', content: [text('hi')] });
  });

  it('that call themselves unknown stay so, and stand for no event but themselves', () => {
    const wire = { id: 'e', type: 'unknown', note: 1 };
    const once = read(wire).event;
    expect(once).toMatchObject({ id: 'e', type: 'unknown', unknown_type: 'unknown', raw: wire });
    expect(read(once).event).toEqual(once);
    const raw = { id: 'other', type: 'agent.message', content: [text('hi')] };
    expect(read({ id: 'e', type: 'unknown', raw }).event).toMatchObject({
      id: 'e',
      type: 'unknown',
    });
  });

  it('in a list are read one by one; what is no list is an empty one', () => {
    expect(parseEvents([{ id: 'a', type: 'user.interrupt' }, 5]).map(({ id }) => id)).toEqual([
      'a',
    ]);
    expect(parseEvents({ 0: { id: 'a', type: 'user.interrupt' } })).toEqual([]);
  });
});

describe('session.status_idle', () => {
  it.each([...STOP_REASONS, 'a_reason_of_tomorrow'])(
    'passes stop_reason %s through',
    (stop_reason) => {
      expect(read(idle({ stop_reason })).event).toMatchObject({
        content: { stop_reason, context_tokens: 0 },
      });
    },
  );

  it('is read from an object and from a list of one block', () => {
    const content = { stop_reason: 'max_tokens', context_tokens: 5 };
    expect(read(idle([content])).event).toEqual(read(idle(content)).event);
  });

  it('keeps the pending calls and their traceparents, strings only', () => {
    const { event } = read(
      idle({
        stop_reason: 'client_tool_use',
        context_tokens: 1,
        tool_use_ids: ['a', 4, 'b'],
        tool_traceparents: { a: '00-x', b: 5 },
      }),
    );
    expect(event).toMatchObject({
      content: { tool_use_ids: ['a', 'b'], tool_traceparents: { a: '00-x' } },
    });
    const { event: older } = read(idle({ stop_reason: 'client_tool_use', tool_use_ids: ['a'] }));
    expect(older).not.toHaveProperty('content.tool_traceparents');
  });

  it('takes no call id for a key of a prototype', () => {
    const { event } = read(
      idle(
        JSON.parse(
          '{"stop_reason":"x","tool_traceparents":{"__proto__":"00-x","toString":"00-y"}}',
        ),
      ),
    );
    const traceparents =
      event?.type === 'session.status_idle' ? event.content.tool_traceparents : {};
    expect(Object.entries(traceparents ?? {}).sort()).toEqual([
      ['__proto__', '00-x'],
      ['toString', '00-y'],
    ]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it.each(Object.keys(usage))('carries %s of the charge', (field) => {
    expect(parseUsage({ [field]: 42 })).toEqual({
      ...Object.fromEntries(Object.keys(usage).map((name) => [name, 0])),
      [field]: 42,
    });
    for (const bad of [-1, 1.5, Number.NaN, '4', null]) {
      expect(parseUsage({ [field]: bad })).toMatchObject({ [field]: 0 });
    }
    // Of the figures only the credits may pass 2^53, and none of their digits is lost.
    const huge = field === 'credits_nano' ? '1152921504606846976' : 0;
    expect(parseUsage({ [field]: 2 ** 60 })).toMatchObject({ [field]: huge });
  });

  it('has no usage where none came', () => {
    expect(read(idle({ stop_reason: 'end_turn' })).event).not.toHaveProperty('usage');
    expect(read(idle({ stop_reason: 'end_turn' }, { usage: [] })).event).not.toHaveProperty(
      'usage',
    );
  });
});

describe('session.error', () => {
  const error = (content: unknown, more: object = {}) =>
    read({ id: 'e', type: 'session.error', content, ...more }).event;

  it.each([...RUN_ERROR_CODES, 'a_code_of_tomorrow'])('passes code %s through', (code) => {
    expect(error([{ type: 'error', code, text: 't', request_id: 'r' }])).toMatchObject({
      content: { code, text: 't', request_id: 'r' },
    });
  });

  it('is never lost: the code comes from the block, the event, or is unclassified', () => {
    expect(error([{ code: 'run_timeout' }], { error_code: 'internal_error' })).toMatchObject({
      content: { code: 'run_timeout', text: '' },
    });
    expect(error(undefined, { error_code: 'run_abandoned' })).toMatchObject({
      content: { code: 'run_abandoned' },
    });
    expect(error('boom')).toMatchObject({ content: { code: 'unclassified' } });
  });
});

describe('session.turn_usage', () => {
  it.each(Object.keys(turnUsage))('carries %s', (field) => {
    const value = field === 'model' ? 'gpt' : 42;
    const content = [{ type: 'usage', [field]: value }];
    expect(read({ id: 'e', type: 'session.turn_usage', content }).event).toMatchObject({
      content: { [field]: value },
    });
  });
});
