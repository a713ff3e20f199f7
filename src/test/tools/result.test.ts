import { describe, expect, it } from 'vitest';
import { MAX_RESULT_BYTES, succeeded, toOutcome, toResult } from '../../tools/result.ts';

const post = (value: unknown) => toResult({ toolUseId: 'a' }, succeeded(value));

describe('what a tool returned', () => {
  it.each([
    ['a string as it is', 'hello', 'hello'],
    ['an empty string', '', ''],
    ['an object as JSON', { a: [1, true, null] }, '{"a":[1,true,null]}'],
    ['null as JSON', null, 'null'],
    ['a number as JSON', 3, '3'],
    ['false as JSON', false, 'false'],
    ['a date as JSON', new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["MCP's texts, joined", { content: [text('a'), text('b')] }, 'a\nb'],
    [
      "MCP's other items as JSON",
      { content: [text('a'), { type: 'image' }] },
      'a\n{"type":"image"}',
    ],
    ["MCP's structured content", { content: [], structuredContent: { a: 1 } }, '{"a":1}'],
    ['an object that only looks a little like MCP', { content: ['a'] }, '{"content":["a"]}'],
  ])('goes back: %s', (_what, value, content) => {
    expect(post(value)).toEqual({ type: 'tool_result', tool_use_id: 'a', content });
  });

  it('leaves content out when there is nothing to report', () => {
    expect(post(undefined)).toEqual({ type: 'tool_result', tool_use_id: 'a' });
  });

  it('fails in words when it cannot be written as JSON', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const hostile = {
      toJSON() {
        throw new Error('not me');
      },
    };
    for (const value of [cyclic, 10n, { n: 10n }, () => 1, Symbol('x'), hostile]) {
      const result = post(value);
      expect(result.error_code).toBe('execution_failed');
      expect(JSON.parse(result.content ?? '').error.message).toMatch(/can't be written as JSON/);
    }
  });

  it.each(['x', 'é', '漢', '😀'])(
    'is cut at 256 KiB of %s, says so, and splits no character',
    (unit) => {
      const { content = '' } = post(unit.repeat(MAX_RESULT_BYTES + 1));
      const bytes = new TextEncoder().encode(content).length;
      expect(bytes).toBeLessThanOrEqual(MAX_RESULT_BYTES);
      expect(bytes).toBeGreaterThan(MAX_RESULT_BYTES - 200);
      expect(content.slice(-200)).toMatch(
        /\[Cut: the result has \d+ bytes, and only the first \d+ are here\.\]$/,
      );
      expect(new TextDecoder().decode(new TextEncoder().encode(content)) === content).toBe(true);
    },
  );

  it('is not cut when it just fits', () => {
    const whole = 'é'.repeat(MAX_RESULT_BYTES / 2);
    expect(post(whole).content).toBe(whole);
  });

  it('gives the card its message and duration', () => {
    const failed = toResult(
      { toolUseId: 'a', timing: { started_at_ms: 10, ended_at_ms: 25 } },
      { isOk: false, failure: { code: 'not_found', message: 'Gone.', retryable: false } },
    );
    expect(toOutcome(failed)).toMatchObject({
      isError: true,
      code: 'not_found',
      message: 'Gone.',
      durationMs: 15,
    });
  });
});

function text(value: string) {
  return { type: 'text', text: value };
}
