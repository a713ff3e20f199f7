// Whose frame a page stands in, with windows of a test's own making.

import { describe, expect, it } from 'vitest';
import { isFramedByAnother } from '../../platform/index.ts';

type View = Parameters<typeof isFramedByAnother>[0] & object;

/** The innermost of windows of these origins, outermost first; null: one that may not be looked into. */
function nested(...origins: (string | null)[]): View {
  let parent: View | null = null;
  for (const origin of origins) {
    const view = { parent: parent as unknown } as { parent: View; location: { origin: string } };
    if (parent === null) view.parent = view as View;
    Object.defineProperty(view, 'location', {
      get() {
        if (origin === null) throw new DOMException('Blocked', 'SecurityError');
        return { origin };
      },
    });
    parent = view as View;
  }
  return parent as View;
}

const told = (origin: string, ...ancestorOrigins: string[]): View =>
  ({ parent: null as unknown, location: { origin, ancestorOrigins } }) as View;

describe('a page in a frame', () => {
  it.each([
    ['in no frame', nested('https://a'), false],
    ['in frames of its own origin', nested('https://a', 'https://a', 'https://a'), false],
    ['in a frame of another', nested(null, 'https://a'), true],
    ['with another in between', nested('https://a', null, 'https://a'), true],
    ['with another that lets itself be read', nested('https://b', 'https://a'), true],
    ['of no origin, in one of none', nested('null', 'null'), true],
    ['told of no frame', told('https://a'), false],
    ['told of its own origin', told('https://a', 'https://a'), false],
    ['told of another in between', told('https://a', 'https://b', 'https://a'), true],
    ['told of one of none', told('null', 'null'), true],
  ])('%s', (_, view, isFramed) => {
    expect(isFramedByAnother(view)).toBe(isFramed);
  });
});
