// JSON on pages whose libraries have put a `toJSON` onto everybody's prototypes.

import { afterEach, describe, expect, it } from 'vitest';
import { writeJson } from '../../dom/json.ts';

const VALUES: unknown[] = [
  [],
  {},
  [[1, [2, ['three']]], { four: [5] }],
  { events: [{ type: 'user.message', content: [{ type: 'text', text: 'He said "[1]"' }] }] },
  { at: new Date(1_700_000_000_123), never: new Date(Number.NaN), none: undefined, nothing: null },
  [undefined, () => 1, Symbol('x'), Number.NaN],
  { text: Object('boxed'), count: Object(3), flag: Object(false) },
  { toJSON: () => ({ inner: [1, 2] }) },
  { held: new URL('https://shop.example/a'), set: new Set([1]), map: new Map() },
  JSON.parse('{"__proto__": [1], "a": {"b": []}}'),
  Object.assign(Object.create(null), { list: ['bare'] }),
  'text',
  12,
  true,
  null,
  undefined,
];

/** The same as without any library, but for times before 1970 and after 9999, which no library writes well. */
const expected = VALUES.map((value) => JSON.stringify(value));
const spread = JSON.stringify(VALUES.slice(0, 4), null, 2);

/** As Prototype 1.6 has them. */
const asTexts = (value: unknown): string =>
  Array.isArray(value) ? `[${value.map(asTexts).join(', ')}]` : String(value);
const LIBRARIES: Record<string, [object, (this: unknown) => unknown][]> = {
  'Array.prototype': [
    [
      Array.prototype,
      function () {
        return asTexts(this);
      },
    ],
  ],
  'Object.prototype': [[Object.prototype, () => '{}']],
  'both, and what throws': [
    [
      Array.prototype,
      () => {
        throw new Error('no');
      },
    ],
    [
      Object.prototype,
      () => {
        throw new Error('no');
      },
    ],
  ],
  'String, Number and Boolean': [
    [
      String.prototype,
      function () {
        return `"${this}"`;
      },
    ],
    [
      Number.prototype,
      function () {
        return `${this}`;
      },
    ],
    [
      Boolean.prototype,
      function () {
        return `${this}`;
      },
    ],
    [
      Array.prototype,
      function () {
        return asTexts(this);
      },
    ],
  ],
};

const stops: (() => void)[] = [];
/** Before anything is asserted, since the test runner writes JSON too. */
function restore(): void {
  for (const stop of stops.splice(0)) stop();
}
afterEach(restore);
function put(owner: object, name: string, value: unknown): void {
  const before = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
  stops.push(() => {
    if (before) Object.defineProperty(owner, name, before);
    else Reflect.deleteProperty(owner, name);
  });
}

describe('JSON is written as on a plain page', () => {
  it('on a plain page', () => {
    expect(VALUES.map((value) => writeJson(value))).toEqual(expected);
    expect(writeJson(VALUES.slice(0, 4), 2)).toBe(spread);
  });

  it.each(Object.entries(LIBRARIES))('with a toJSON on %s', (_, patches) => {
    for (const [owner, made] of patches) put(owner, 'toJSON', made);
    const found: unknown[] = [];
    let indented: unknown;
    try {
      for (const value of VALUES) found.push(writeJson(value));
      indented = writeJson(VALUES.slice(0, 4), 2);
    } finally {
      restore();
    }
    expect(found).toEqual(expected);
    expect(indented).toBe(spread);
  });

  it('where dates are written in quotes of their own', () => {
    const { toISOString } = Date.prototype;
    put(Date.prototype, 'toISOString', function (this: Date) {
      return `"${toISOString.call(this)}"`;
    });
    expect(writeJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
  });

  it('and what is no JSON is refused as everywhere', () => {
    put(Array.prototype, 'toJSON', () => '[]');
    const round: unknown[] = [];
    round.push(round);
    expect(() => writeJson(round)).toThrow();
    expect(() => writeJson([1n])).toThrow();
  });
});
