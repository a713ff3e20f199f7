// What stands on every object of a page that merged untrusted JSON, and must count for nothing.

import { afterEach, describe, expect, it } from 'vitest';
import { ownOf, parseEvent, parseJson, parseTicket } from '../../protocol/index.ts';
import { createToolRegistry } from '../../tools/registry.ts';

const planted: string[] = [];
const plant = (name: string, value: unknown): void => {
  planted.push(name);
  Object.defineProperty(Object.prototype, name, { value, writable: true, configurable: true });
};

afterEach(() => {
  for (const name of planted.splice(0)) Reflect.deleteProperty(Object.prototype, name);
});

describe('what a page has put onto Object.prototype', () => {
  it('makes no ticket', () => {
    plant('token', 'evil');
    plant('session_id', 'evil');
    expect(parseTicket({})).toBeNull();
  });

  it('makes no tool read-only', () => {
    plant('readOnlyHint', true);
    plant('annotations', { readOnlyHint: true });
    plant('approval', 'auto');
    const registry = createToolRegistry();
    registry.register({ name: 'buy', description: 'Buys.', execute: () => 'bought' });
    expect(registry.find('buy')).toMatchObject({ isReadOnly: false, approval: 'ask' });
  });

  it('is in nothing that was parsed', () => {
    plant('citations', [{ type: 'kb', document_uri: 'https://evil.test', document_title: 'Evil' }]);
    const value = parseJson(
      '{"id":"e","type":"agent.message","content":[{"type":"text","text":"Hi"}]}',
    );
    const event = parseEvent(value) as { content: { citations?: unknown }[] };
    expect(event.content[0]?.citations).toBeUndefined();
  });

  it('is no own property, while members of a class are', () => {
    plant('headers', 'evil');
    class Tool {
      name = 'look';
      execute() {
        return 'seen';
      }
    }
    const own = ownOf(new Tool()) as Tool & { headers?: unknown };
    expect([own.name, own.execute(), own.headers]).toEqual(['look', 'seen', undefined]);
  });
});
