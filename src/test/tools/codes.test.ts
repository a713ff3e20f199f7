// Each way in which a call can end, through the real pipeline. The codes are literals: they are the interface's words.

import { beforeAll, describe, expect, it } from 'vitest';
import { StorageError } from '../../platform/types.ts';
import { ToolError } from '../../tools/tool-error.ts';
import type { PageTool } from '../../tools/types.ts';
import {
  buy,
  createSite,
  decide,
  echo,
  envelope,
  type PageOptions,
  request,
  settle,
} from './site.ts';

beforeAll(() => import('../../tools/validate.ts'));

async function run(tool: PageTool, input: object = {}, options: PageOptions = {}) {
  const site = createSite();
  const page = site.openPage({ tools: [tool], ...options });
  page.runner.update([request(site, { name: tool.name, input: { ...input } })]);
  await settle(site);
  return { site, page, result: site.posts[0]?.[0] };
}

/** A tool that must not run twice. */
const once = (execute: PageTool['execute']): PageTool =>
  echo({ annotations: {}, approval: 'auto', execute });

const person = {
  type: 'object',
  properties: {
    name: { type: 'string', minLength: 2 },
    age: { type: 'integer', minimum: 0 },
    address: { type: 'object', properties: { zip: { type: 'string' } }, required: ['zip'] },
  },
  required: ['name'],
  additionalProperties: false,
};

describe('the code that goes back', () => {
  it('is none for a success', async () => {
    const { result } = await run(echo({ execute: () => 'as it is' }));
    expect(result).toMatchObject({ type: 'tool_result', content: 'as it is' });
    expect(result).not.toHaveProperty('error_code');
  });

  it.each([
    ['a wrong type', { name: 'Ada', age: 'old' }, 'age', /"age": is of type string/],
    ['a missing argument', {}, 'name', /"name": is required/],
    ['an argument that the tool does not have', { name: 'Ada', x: 1 }, 'x', /"x": is not an arg/],
    ['a fault deep inside one argument', { name: 'Ada', address: {} }, 'address', /"address.zip"/],
    ['two faults in one argument', { name: 'Ada', age: -0.5 }, 'age', /"age"/],
    ['faults in two arguments', { name: 'A', age: 'old' }, undefined, /"name".*"age"/],
  ])('is invalid_input for %s, and names the argument', async (_what, input, field, message) => {
    const { result } = await run(echo({ inputSchema: person as never }), input);
    expect(result).toMatchObject({ is_error: true, error_code: 'invalid_input' });
    expect(envelope(result)).toMatchObject({ code: 'invalid_input', retryable: false });
    expect(envelope(result).field).toBe(field);
    expect(envelope(result).message).toMatch(message);
    expect(result).not.toHaveProperty('client_timing');
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'is invalid_input for a key %s',
    async (key) => {
      const inputs: unknown[] = [];
      const tool = echo({ execute: (input) => inputs.push(input) });
      const { result } = await run(tool, { a: JSON.parse(`{"b":[{"${key}":1}]}`) });
      expect(result?.error_code).toBe('invalid_input');
      expect(inputs).toEqual([]);
    },
  );

  it('is internal_error for a schema that cannot be used', async () => {
    const { result } = await run(echo({ inputSchema: { $ref: '#/$defs/nowhere' } }), { a: 1 });
    expect(result?.error_code).toBe('internal_error');
    expect(envelope(result).message).toMatch(/schema can't be used/);
  });

  it.each([
    'invalid_input',
    'permission_denied',
    'not_found',
    'tool_unavailable',
    'declined',
    'cancelled',
    'rate_limited',
    'timeout',
    'unavailable',
    'wp_fatal_error',
    'execution_failed',
    'internal_error',
  ] as const)('is %s when the tool throws a ToolError that says so', async (code) => {
    const { result } = await run(
      echo({
        execute: () => {
          throw new ToolError(code, 'Because <b>of</b> this.', { field: 'id', retryable: true });
        },
      }),
    );
    expect(result).toMatchObject({ is_error: true, error_code: code });
    expect(envelope(result)).toEqual({
      code,
      message: 'Because of this.',
      field: 'id',
      retryable: true,
    });
    expect(result?.client_timing).toBeDefined();
  });

  it('knows a ToolError of another copy of the class, and distrusts a code it never heard of', async () => {
    const throwing = (code: string) =>
      echo({
        execute: () => {
          throw Object.assign(new Error('no'), { name: 'ToolError', code });
        },
      });
    expect((await run(throwing('not_found'))).result?.error_code).toBe('not_found');
    expect((await run(throwing('teapot'))).result?.error_code).toBe('execution_failed');
  });

  it.each([
    ['any other error', new Error('boom'), 'execution_failed', false],
    ['a string', 'boom', 'execution_failed', false],
    ['nothing', undefined, 'execution_failed', false],
    [
      "the browser's refusal",
      new DOMException('no', 'NotAllowedError'),
      'permission_denied',
      false,
    ],
    ['a security error', new DOMException('no', 'SecurityError'), 'permission_denied', false],
    ['a 401', Object.assign(new Error('x'), { status: 401 }), 'permission_denied', false],
    ['a 403', Object.assign(new Error('x'), { status: 403 }), 'permission_denied', false],
    ['a 404', Object.assign(new Error('x'), { status: 404 }), 'not_found', false],
    ['a 429', Object.assign(new Error('x'), { status: 429 }), 'rate_limited', true],
    ['a 502', Object.assign(new Error('x'), { status: 502 }), 'unavailable', true],
    ['a 503', Object.assign(new Error('x'), { status: 503 }), 'unavailable', true],
    ['no network (Chromium)', new TypeError('Failed to fetch'), 'unavailable', true],
    ['no network (Firefox)', new TypeError('NetworkError when attempting…'), 'unavailable', true],
    ['no network (Safari)', new TypeError('Load failed'), 'unavailable', true],
    ['a bug in the tool', new TypeError('x is not a function'), 'execution_failed', false],
    ['refused storage', new StorageError('refused'), 'unavailable', true],
  ])('for %s', async (_what, thrown, code, retryable) => {
    const { result } = await run(echo({ execute: () => Promise.reject(thrown) }));
    expect(result?.error_code).toBe(code);
    expect(envelope(result)).toMatchObject({ code, retryable });
    expect(envelope(result).message).not.toBe('');
  });

  it.each([
    ['no network', new TypeError('Failed to fetch'), 'unavailable'],
    ['a 502', Object.assign(new Error('x'), { status: 502 }), 'unavailable'],
    ['a 504', Object.assign(new Error('x'), { status: 504 }), 'timeout'],
  ])(
    'says that nobody knows, and that it must not be repeated, for %s in a tool that must not run twice',
    async (_what, thrown, code) => {
      const { result } = await run(once(() => Promise.reject(thrown)));
      expect(envelope(result)).toMatchObject({
        code,
        message: expect.stringMatching(/[.] It may or may not .*the outcome is unknown/),
        retryable: false,
      });
    },
  );

  it('lets a tool be repeated that was turned away before it did anything, or says so itself', async () => {
    const limited = Object.assign(new Error('slow down'), { status: 429 });
    const known = new ToolError('unavailable', 'The till is closed; nothing was bought.');
    for (const thrown of [limited, known]) {
      const { result } = await run(once(() => Promise.reject(thrown)));
      expect(envelope(result)).toMatchObject({ retryable: true });
    }
  });

  it('is execution_failed for a result that says isError', async () => {
    const value = { content: [{ type: 'text', text: 'no such thing' }], isError: true };
    const { result } = await run(echo({ execute: () => value }));
    expect(envelope(result)).toMatchObject({ code: 'execution_failed', message: 'no such thing' });
  });

  it('is tool_unavailable when nobody registers the tool within 10 s', async () => {
    const site = createSite();
    const page = site.openPage();
    page.runner.update([request(site)]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('looking');
    await site.browser.clock.advance(9_900);
    expect(site.posts).toHaveLength(0);
    await site.browser.clock.advance(200);
    await settle(site);
    expect(site.posts[0]?.[0]?.error_code).toBe('tool_unavailable');
  });

  it('waits for a page that registers its tool late', async () => {
    const site = createSite();
    const page = site.openPage();
    page.runner.update([request(site)]);
    await site.browser.clock.advance(9_000);
    page.registry.register(echo({ execute: () => 'late' }));
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'late' });
  });

  it('is declined when the visitor says no', async () => {
    const { page, site } = await run(buy());
    decide(page, 'call_1', 'no');
    await settle(site);
    expect(site.posts[0]?.[0]?.error_code).toBe('declined');
  });

  it('is cancelled when it is stopped before it began', async () => {
    const { page, site } = await run(buy());
    const stopped = page.runner.stop();
    await settle(site);
    await stopped;
    expect(site.posts[0]?.[0]?.error_code).toBe('cancelled');
  });

  it('is cancelled when a read-only tool is stopped while it runs', async () => {
    const { page, site } = await run(echo({ execute: () => new Promise(() => {}) }));
    const stopped = page.runner.stop();
    await site.browser.clock.advance(2_000);
    await settle(site);
    await stopped;
    expect(site.posts[0]?.[0]?.error_code).toBe('cancelled');
  });

  it('is execution_failed, not cancelled, when a stopped tool may have had an effect', async () => {
    const signals: AbortSignal[] = [];
    const { page, site } = await run(
      buy({
        approval: 'auto',
        execute: (_, { signal }) => {
          signals.push(signal);
          return new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason)),
          );
        },
      }),
    );
    const stopped = page.runner.stop();
    await settle(site);
    await stopped;
    expect(signals[0]?.aborted).toBe(true);
    expect(envelope(site.posts[0]?.[0])).toMatchObject({
      code: 'execution_failed',
      retryable: false,
      message: expect.stringMatching(/outcome is unknown/),
    });
  });

  it('tells the truth when a stopped tool had finished after all', async () => {
    const { page, site } = await run(
      buy({
        approval: 'auto',
        execute: (_, { signal }) =>
          new Promise((resolve) => signal.addEventListener('abort', () => resolve('bought'))),
      }),
    );
    const stopped = page.runner.stop();
    await settle(site);
    await stopped;
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
    expect(site.posts[0]?.[0]).not.toHaveProperty('is_error');
  });

  it.each([
    ['a read-only tool', true, true],
    ['a tool that changes something', false, false],
  ])('is timeout when the time of %s is up', async (_what, readOnlyHint, retryable) => {
    const signals: AbortSignal[] = [];
    const { site } = await run(
      echo({
        approval: 'auto',
        timeoutMs: 5_000,
        annotations: { readOnlyHint },
        execute: (_, { signal }) => {
          signals.push(signal);
          return new Promise(() => {});
        },
      }),
    );
    await site.browser.clock.advance(5_000);
    await settle(site);
    expect(signals[0]?.reason).toMatchObject({ name: 'TimeoutError' });
    const [result] = site.posts[0] ?? [];
    expect(envelope(result)).toMatchObject({ code: 'timeout', retryable });
    expect(result?.client_timing).toMatchObject({
      ended_at_ms: (result?.client_timing?.started_at_ms ?? 0) + 5_000,
    });
  });

  it('is permission_denied in a frame of another origin, unless the tool only reads', async () => {
    const { result } = await run(buy({ approval: 'auto' }), {}, { isFramed: true });
    expect(result?.error_code).toBe('permission_denied');
    expect((await run(echo(), {}, { isFramed: true })).result?.is_error).toBeUndefined();
  });

  it('is unavailable for a tool that must not run twice where nothing can be stored', async () => {
    let runs = 0;
    const count = () => {
      runs += 1;
    };
    const tool = buy({ approval: 'auto', execute: count });
    const { result } = await run(tool, {}, { isDurable: false });
    expect(result?.error_code).toBe('unavailable');
    expect(runs).toBe(0);
    const safe = buy({ approval: 'auto', annotations: { idempotentHint: true }, execute: count });
    expect((await run(safe, {}, { isDurable: false })).result?.is_error).toBeUndefined();
    expect(runs).toBe(1);
  });
});
