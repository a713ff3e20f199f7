import { describe, expect, it } from 'vitest';
import {
  parseEnvelope,
  parseMessageBlock,
  parseToolResultBlock,
  parseToolUseBlock,
  TOOL_ERROR_CODES,
} from '../../protocol/index.ts';

describe('message blocks', () => {
  it('read text, and drop it when it isn’t any', () => {
    expect(parseMessageBlock({ type: 'text', text: '<b>', style: 'x' })).toEqual({
      type: 'text',
      text: '<b>',
    });
    expect(parseMessageBlock({ type: 'text', text: 5 })).toBeNull();
    expect(parseMessageBlock({ type: 'text' })).toBeNull();
  });

  it('read who has written a text in the agent’s place, and leave out what is no person', () => {
    const block = (gateway: unknown) =>
      parseMessageBlock({ type: 'text', text: 'x', extra_content: { gateway } });
    const person = { name: 'Anna', act: 'joined', picture: 'https://evil.example' };
    expect(block({ person })).toEqual({
      type: 'text',
      text: 'x',
      extra_content: { gateway: { person: { name: 'Anna', act: 'joined' } } },
    });
    expect(block({ person: { name: 'A'.repeat(500) } })).toMatchObject({
      extra_content: { gateway: { person: { name: 'A'.repeat(80), act: 'said' } } },
    });
    for (const odd of [null, 'Anna', { person: 'Anna' }, { person: { name: 5 } }, { person: [] }]) {
      expect(block(odd)).toEqual({ type: 'text', text: 'x' });
    }
  });

  it('read citations, of types to come too, and drop those without an address', () => {
    const block = parseMessageBlock({
      type: 'text',
      text: 'x',
      citations: [
        { type: 'knowledge_base', document_uri: 'https://a', document_title: 'A' },
        { type: 'web_page', document_uri: 'https://b', snippet: 'no' },
        { document_uri: 'https://c', document_title: 5 },
        { type: 'knowledge_base', document_title: 'no address' },
        'https://d',
      ],
    });
    expect(block).toEqual({
      type: 'text',
      text: 'x',
      citations: [
        { type: 'knowledge_base', document_uri: 'https://a', document_title: 'A' },
        { type: 'web_page', document_uri: 'https://b', document_title: '' },
        { type: 'knowledge_base', document_uri: 'https://c', document_title: '' },
      ],
    });
    const many = Array.from({ length: 5000 }, (_, at) => ({
      document_uri: `https://a.example/${at}`,
    }));
    const read = parseMessageBlock({ type: 'text', text: 'x', citations: many });
    expect(read?.type === 'text' && read.citations?.length).toBe(1000);
    expect(parseMessageBlock({ type: 'text', text: 'x', citations: 'no' })).toEqual({
      type: 'text',
      text: 'x',
    });
  });

  it('read thoughts, also those that have only a duration', () => {
    expect(
      parseMessageBlock({
        type: 'thought',
        text: '',
        extra_content: { gateway: { thinking_ms: 1200, x: 1 } },
      }),
    ).toEqual({ type: 'thought', text: '', extra_content: { gateway: { thinking_ms: 1200 } } });
    expect(
      parseMessageBlock({ type: 'thought', text: 'hm', extra_content: { gateway: 5 } }),
    ).toEqual({
      type: 'thought',
      text: 'hm',
    });
    expect(
      parseMessageBlock({ type: 'thought', extra_content: { gateway: { thinking_ms: -1 } } }),
    ).toEqual({ type: 'thought', text: '' });
  });

  it.each([
    { type: 'base64', media_type: 'image/png', data: 'AA==' },
    { type: 'text', media_type: 'text/plain', data: 'hi' },
    { type: 'url', url: 'https://x' },
  ])('read images and documents from %j', (source) => {
    expect(parseMessageBlock({ type: 'image', source, alt: 'A' })).toEqual({
      type: 'image',
      source,
      alt: 'A',
    });
    expect(
      parseMessageBlock({ type: 'document', source: { ...source, x: 1 }, title: 'T' }),
    ).toEqual({
      type: 'document',
      source,
      title: 'T',
    });
    expect(parseMessageBlock({ type: 'document', source })).toEqual({ type: 'document', source });
  });

  it.each(['image', 'document'])('keep an %s of unknown shape as unknown', (type) => {
    for (const source of [
      undefined,
      { type: 'ftp' },
      { type: 'url' },
      { type: 'base64', data: 'x' },
    ]) {
      const raw = JSON.parse(JSON.stringify({ type, source }));
      expect(parseMessageBlock(raw)).toEqual({ type: 'unknown', unknown_type: type, raw });
    }
  });

  it('keep a block of a type to come', () => {
    const raw = { type: 'hologram', depth: 3 };
    expect(parseMessageBlock(raw)).toEqual({ type: 'unknown', unknown_type: 'hologram', raw });
  });

  it('read a stored unknown block again, without nesting', () => {
    const raw = { type: 'text', text: 'now known' };
    expect(parseMessageBlock({ type: 'unknown', unknown_type: 'text', raw })).toEqual(raw);
    expect(parseMessageBlock({ type: 'unknown', raw: { type: 'unknown', raw } })).toBeNull();
  });

  it.each([null, 5, 'text', [], {}, { type: 5 }])('drop %j', (value) => {
    expect(parseMessageBlock(value)).toBeNull();
  });

  it('drop a block with a key that could reach a prototype', () => {
    expect(parseMessageBlock(JSON.parse('{"type":"x","a":{"__proto__":1}}'))).toBeNull();
    expect(parseMessageBlock({ type: 'text', text: 'x', constructor: 1 })).toBeNull();
  });
});

describe('tool_use blocks', () => {
  it('read a call, with an empty input where none came', () => {
    const call = { type: 'tool_use', id: 't', name: 'n', input: { a: { b: [1] } } };
    expect(parseToolUseBlock({ ...call, extra: 1 })).toEqual(call);
    expect(parseToolUseBlock({ type: 'tool_use', id: 't', name: 'n' })).toEqual({
      ...call,
      input: {},
    });
  });

  it.each([
    null,
    { type: 'text' },
    { type: 'tool_use', name: 'n' },
    { type: 'tool_use', id: '', name: 'n' },
    { type: 'tool_use', id: 't', name: '' },
    { type: 'tool_use', id: 't', name: 'n', input: [] },
    { type: 'tool_use', id: 't', name: 'n', input: 'x' },
  ])('drop %j', (value) => {
    expect(parseToolUseBlock(value)).toBeNull();
  });
});

describe('tool_result blocks', () => {
  const result = (more: object) =>
    parseToolResultBlock({ type: 'tool_result', tool_use_id: 't', ...more });
  const base = { type: 'tool_result', tool_use_id: 't' };

  it('read a success', () => {
    expect(result({ content: 'ok' })).toEqual({ ...base, content: 'ok' });
    expect(result({})).toEqual(base);
    expect(result({ content: null, is_error: false })).toEqual(base);
  });

  it('show content of another shape as JSON', () => {
    expect(result({ content: [{ type: 'text', text: 'x' }] })).toEqual({
      ...base,
      content: '[{"type":"text","text":"x"}]',
    });
    expect(result({ content: 5 })).toEqual({ ...base, content: '5' });
    let deep: unknown = 'end';
    for (let i = 0; i < 200_000; i += 1) deep = [deep];
    expect(result({ content: deep })).toBeNull();
    expect(result({ content: 5n })).toBeNull();
  });

  it.each([...TOOL_ERROR_CODES, 'unclassified', 'a_code_of_tomorrow'])(
    'read a failure with %s',
    (code) => {
      const envelope = { error: { code, message: 'm', field: 'f', retryable: true } };
      const expected = { ...base, is_error: true, error_code: code, content: envelope };
      expect(result({ is_error: true, error_code: code, content: envelope })).toEqual(expected);
      expect(
        result({ is_error: true, error_code: code, content: JSON.stringify(envelope) }),
      ).toEqual(expected);
    },
  );

  it('keep a failure’s plain text', () => {
    expect(result({ is_error: true, content: 'it broke' })).toEqual({
      ...base,
      is_error: true,
      content: 'it broke',
    });
  });

  it('read traceparent, timing and status', () => {
    const timing = { started_at_ms: 1_700_000_000_000, ended_at_ms: 1_700_000_000_005 };
    expect(
      result({ traceparent: '00-x', client_timing: { ...timing, x: 1 }, status: 'tool_loaded' }),
    ).toEqual({
      ...base,
      traceparent: '00-x',
      client_timing: timing,
      status: 'tool_loaded',
    });
    expect(result({ client_timing: { started_at_ms: 1 } })).toEqual(base);
    expect(result({ client_timing: { started_at_ms: 'a', ended_at_ms: 2 } })).toEqual(base);
    expect(result({ status: 'something_new' })).toEqual({ ...base, status: 'something_new' });
  });

  it.each([
    null,
    { type: 'text' },
    { type: 'tool_result' },
    { type: 'tool_result', tool_use_id: '' },
  ])('drop %j', (value) => {
    expect(parseToolResultBlock(value)).toBeNull();
  });
});

describe('error envelopes', () => {
  it('are read from an object or JSON text', () => {
    const envelope = { error: { code: 'not_found', message: 'm', retryable: false } };
    expect(parseEnvelope(envelope)).toEqual(envelope);
    expect(parseEnvelope(JSON.stringify(envelope))).toEqual(envelope);
    expect(parseEnvelope({ error: { code: 'x', field: 4, retryable: 'yes' } })).toEqual({
      error: { code: 'x', message: '', retryable: false },
    });
  });

  it.each([undefined, 'plain', '{', [], {}, { error: 'x' }, { error: { message: 'no code' } }])(
    '%j is none',
    (value) => {
      expect(parseEnvelope(value)).toBeNull();
    },
  );
});
