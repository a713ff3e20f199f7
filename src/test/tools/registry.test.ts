import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { toTool } from '../../tools/descriptor.ts';
import { createToolRegistry } from '../../tools/registry.ts';
import type { PageTool } from '../../tools/types.ts';

const tool = (over: Record<string, unknown> = {}): PageTool => ({
  name: 'add_to_cart',
  description: 'Adds.',
  execute: () => 'ok',
  ...over,
});

describe('registering a tool', () => {
  it('offers it as the session endpoint wants it', () => {
    const registry = createToolRegistry();
    const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
    registry.register(tool({ inputSchema }));
    registry.register(tool({ name: 'bare' }));
    expect(registry.definitions()).toEqual([
      {
        name: 'add_to_cart',
        title: 'Add to cart',
        description: 'Adds.',
        input_schema: inputSchema,
      },
      {
        name: 'bare',
        title: 'Bare',
        description: 'Adds.',
        input_schema: { type: 'object', properties: {} },
      },
    ]);
  });

  it('keeps the schema as it was, whatever the page does to its object later', () => {
    const registry = createToolRegistry();
    const inputSchema = { type: 'object', required: ['id'] };
    registry.register(tool({ inputSchema }));
    inputSchema.required.push('other');
    expect(registry.find('add_to_cart')?.inputSchema).toEqual({ type: 'object', required: ['id'] });
  });

  it.each([
    ['no object', 'add', /must be an object/],
    ['no name', tool({ name: undefined }), /Tool name undefined must be 1 to 64/],
    ['a name with a space', tool({ name: 'add to cart' }), /Tool name "add to cart" must be/],
    ['a long name', tool({ name: 'x'.repeat(65) }), /1 to 64/],
    ['no description', tool({ description: ' ' }), /"add_to_cart": description is missing/],
    ['no function', tool({ execute: 'x' }), /execute must be a function/],
    ['a verify that is none', tool({ verify: true }), /verify must be a function/],
    [
      'a schema that is no object',
      tool({ inputSchema: 'string' }),
      /inputSchema must be JSON Schema of an object/,
    ],
    ['a schema of a string', tool({ inputSchema: { type: 'string' } }), /always an "object"/],
    [
      'a schema that cannot say itself',
      tool({ inputSchema: v.object({}) }),
      /toStandardJsonSchema/,
    ],
    ['a schema that JSON can’t say', tool({ inputSchema: z.object({ at: z.date() }) }), /Date/],
    ['a hostile schema', tool({ inputSchema: { constructor: {} } }), /key "constructor"/],
    ['an approval unheard of', tool({ approval: 'never' }), /approval "never" must be "auto"/],
    ['no time', tool({ timeoutMs: 0 }), /timeoutMs must be/],
    ['annotations that are none', tool({ annotations: [] }), /annotations must be an object/],
    ['a title that is none', tool({ title: 3 }), /title must be a string/],
  ])('refuses %s, in words', (_what, given, message) => {
    const registry = createToolRegistry();
    expect(() => registry.register(given as PageTool)).toThrow(TypeError);
    expect(() => registry.register(given as PageTool)).toThrow(message);
    expect(registry.list()).toEqual([]);
  });

  it('stands before an earlier one of its name, and gives it back when it ends', () => {
    const registry = createToolRegistry();
    const [page, first, second] = [0, 1, 2].map(() => new AbortController());
    const titled = () => registry.find('add_to_cart')?.title;
    registry.register(tool({ title: 'Page' }), { signal: page?.signal as AbortSignal });
    registry.register(tool({ title: 'First' }), { signal: first?.signal as AbortSignal });
    registry.register(tool({ title: 'Second' }), { signal: second?.signal as AbortSignal });
    first?.abort();
    expect(titled()).toBe('Second');
    second?.abort();
    expect(titled()).toBe('Page');
    registry.register(tool({ title: 'Kept' }));
    registry.register(tool({ title: 'Kept anew' }));
    expect(titled()).toBe('Kept anew');
    registry.unregister('add_to_cart');
    expect(titled()).toBeUndefined();
    page?.abort();
    expect(registry.list()).toEqual([]);
  });

  it('ends with its signal, but not a later registration of the same name', () => {
    const registry = createToolRegistry();
    const [first, second] = [new AbortController(), new AbortController()];
    registry.register(tool({ title: 'First' }), { signal: first.signal });
    registry.register(tool({ title: 'Second' }), { signal: second.signal });
    first.abort();
    expect(registry.find('add_to_cart')?.title).toBe('Second');
    second.abort();
    expect(registry.find('add_to_cart')).toBeNull();
    registry.register(tool(), { signal: AbortSignal.abort() });
    expect(registry.list()).toEqual([]);
  });

  it('tells of each change, until one stops listening', () => {
    const registry = createToolRegistry();
    const listener = vi.fn();
    const off = registry.onChange(listener);
    registry.register(tool());
    registry.unregister('nothing');
    registry.unregister('add_to_cart');
    expect(listener).toHaveBeenCalledTimes(2);
    off();
    registry.register(tool());
    expect(listener).toHaveBeenCalledTimes(2);
  });

  it('gives a title: its own, else the annotation, else the name made readable', () => {
    const title = (over: Record<string, unknown>) => toTool(tool(over), 'page').title;
    expect(title({ title: 'Put in cart' })).toBe('Put in cart');
    expect(title({ annotations: { title: 'Cart' } })).toBe('Cart');
    expect(title({})).toBe('Add to cart');
    expect(title({ name: 'getCartTotal' })).toBe('Get cart total');
  });

  it.each([
    [{}, 'ask'],
    [{ annotations: { readOnlyHint: true } }, 'auto'],
    [{ annotations: { readOnlyHint: true }, approval: 'ask' }, 'ask'],
    [{ approval: 'auto' }, 'auto'],
    [{ approval: 'always' }, 'always'],
    [{ annotations: { consequentialHint: true }, approval: 'auto' }, 'always'],
  ])('decides how %j asks: %s', (over, approval) => {
    expect(toTool(tool(over), 'page').approval).toBe(approval);
  });

  it('keeps time limits within what a browser can wait', () => {
    expect(toTool(tool({ timeoutMs: Number.POSITIVE_INFINITY }), 'page').timeoutMs).toBe(
      2147483647,
    );
    expect(toTool(tool(), 'page').timeoutMs).toBe(30_000);
  });
});

describe('tools of several sources', () => {
  const from = (source: 'webmcp' | 'abilities', over = {}) => toTool(tool(over), source);

  it('are one for each name: the page, then WebMCP, then abilities', () => {
    const registry = createToolRegistry();
    registry.replace('abilities', [from('abilities'), from('abilities', { name: 'only' })]);
    expect(registry.find('add_to_cart')?.source).toBe('abilities');
    registry.replace('webmcp', [from('webmcp')]);
    expect(registry.find('add_to_cart')?.source).toBe('webmcp');
    registry.register(tool());
    expect(registry.find('add_to_cart')?.source).toBe('page');
    expect(registry.list().map(({ name, source }) => [name, source])).toEqual([
      ['add_to_cart', 'page'],
      ['only', 'abilities'],
    ]);
    registry.unregister('add_to_cart');
    registry.replace('webmcp', []);
    expect(registry.find('add_to_cart')?.source).toBe('abilities');
  });

  it('are only those that the site offers', () => {
    const registry = createToolRegistry(['webmcp']);
    registry.register(tool());
    expect(registry.list()).toEqual([]);
    expect(registry.find('add_to_cart')).toBeNull();
  });

  it('are found by the name that WordPress or WebMCP gave them', () => {
    const registry = createToolRegistry();
    registry.replace('abilities', [from('abilities', { name: 'core__get-site-info' })]);
    expect(registry.find('core/get-site-info')?.name).toBe('core__get-site-info');
  });
});
