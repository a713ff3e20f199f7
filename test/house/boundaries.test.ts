import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  countPorts,
  DESK_ROOTS,
  DESK_RULES,
  findCircles,
  findDetours,
  findViolations,
  findWideInterfaces,
} from './boundaries.ts';

const SRC = join(import.meta.dirname, '../../src');

function house(folder = SRC): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (/\.tsx?$/.test(name) && !name.startsWith('test/')) {
      files.set(name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8'));
    }
  }
  return files;
}

describe('the house', () => {
  it('has no arrow that the design forbids', () => {
    const files = house();
    expect(files.size).toBeGreaterThan(10);
    expect(findViolations(files)).toEqual([]);
  });

  it.each([
    ['a value import against an arrow', 'session/a.ts', "import { x } from '../ui/x.ts';"],
    ['a value where only types may pass', 'ui/a.ts', "import { x } from '../session/x.ts';"],
    ['a dynamic import against an arrow', 'tools/a.ts', "const x = import('../session/x.ts');"],
    ['a re-export against an arrow', 'protocol/a.ts', "export * from '../platform/x.ts';"],
    ['a package of another room', 'session/a.ts', "import { marked } from 'marked';"],
    ['a browser global away from the edge', 'session/a.ts', 'const now = Date.now();'],
    ['a folder that is no room', 'utils/a.ts', 'export const x = 1;'],
  ])('would notice %s', (_what, path, source) => {
    expect(findViolations(new Map([[path, source]]))).toHaveLength(1);
  });

  it('lets types pass where the design says so', () => {
    const source = "import type { Session } from '../session/types.ts';";
    expect(findViolations(new Map([['ui/a.ts', source]]))).toEqual([]);
  });
});

describe('a file of the house', () => {
  it('never comes back to itself by its imports, not even by those of types', () => {
    expect(findCircles(house())).toEqual([]);
  });

  it.each([
    ['at run time', "import { b } from './parts/b.ts';", "import { a } from '../a.ts';"],
    ['of types', "import type { B } from './parts/b.ts';", "export type { A } from '../a.ts';"],
    ['by what comes later', "const b = () => import('./parts/b.ts');", "import '../a.ts';"],
  ])('would be noticed in a circle %s', (_what, a, b) => {
    const files = new Map([
      ['ui/start.ts', "import { a } from './a.ts';"],
      ['ui/a.ts', a],
      ['ui/parts/b.ts', b],
    ]);
    expect(findCircles(files)).toEqual(['ui/a.ts → ui/parts/b.ts → ui/a.ts']);
  });

  it('may be imported by two that meet again', () => {
    const files = new Map([
      ['ui/a.ts', "import './b.ts';\nimport './c.ts';"],
      ['ui/b.ts', "import './d.ts';"],
      ['ui/c.ts', "import './d.ts';"],
      ['ui/d.ts', ''],
    ]);
    expect(findCircles(files)).toEqual([]);
  });
});

describe('the desk', () => {
  const desk = () => house(join(SRC, '../desk'));

  it('has no arrow that its design forbids, and no circle', () => {
    expect(desk().size).toBeGreaterThan(10);
    expect(findViolations(desk(), DESK_RULES, DESK_ROOTS)).toEqual([]);
    expect(findCircles(desk())).toEqual([]);
  });

  it.each([
    ['a page that asks the gateway itself', 'views/a.tsx', "import { x } from '../edge/api.ts';"],
    ['a page with the widget’s code', 'views/a.tsx', "import { x } from '../../src/ui/a.ts';"],
    ['a model that knows a page', 'model/a.ts', "import { x } from '../views/app.tsx';"],
    ['a model that reads the clock', 'model/a.ts', 'const now = Date.now();'],
  ])('would be noticed with %s', (_what, path, source) => {
    expect(findViolations(new Map([[path, source]]), DESK_RULES, DESK_ROOTS)).toHaveLength(1);
  });
});

describe('the doors of the other houses', () => {
  const ROOT = join(SRC, '..');
  const sourcesOf = (folder: string): [string, string][] =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && (folder === 'gateway' || !name.startsWith('test/')))
      .map((name) => {
        const path = `${folder}/${name.replaceAll('\\', '/')}`;
        return [path, readFileSync(join(ROOT, path), 'utf8')];
      });

  it('lead the gateway to the wire’s types and parsers by one file, and to nothing else of src/', () => {
    expect(
      findDetours(new Map(sourcesOf('gateway')), 'src/', {
        'gateway/wire.ts': ['src/protocol/index.ts'],
      }),
    ).toEqual([]);
  });

  it('lead everybody else to the gateway, who neither test it nor are it', () => {
    const outside = ['src', 'demo', 'wordpress', 'bench', 'scripts'].flatMap(sourcesOf);
    expect(
      findDetours(new Map(outside), 'gateway/', {
        '': ['gateway/index.ts', 'gateway/agent.ts', 'gateway/conformance/index.ts'],
        // Data alone, which the WordPress plugin has in PHP.
        'wordpress/php-table.ts': ['gateway/interface-table.ts'],
        'wordpress/tests/php-table.test.ts': ['gateway/interface-table.ts'],
      }),
    ).toEqual([]);
  });

  it('lead the desk to the widget’s rooms by their doors, and to the gateway’s types alone', () => {
    const desk = new Map(sourcesOf('desk'));
    const rooms = ['apps', 'content', 'client', 'i18n', 'protocol', 'theme'];
    // The table of attributes, by which the desk writes a site's tag.
    const doors = [...rooms.map((room) => `src/${room}/index.ts`), 'src/loader/attributes.ts'];
    expect(findDetours(desk, 'src/', { '': doors })).toEqual([]);
    expect(findDetours(desk, 'gateway/', { '': ['gateway/desk-types.ts'] })).toEqual([]);
    for (const [path, source] of desk) {
      expect([path, /^import (?!type).*desk-types/m.test(source)]).toEqual([path, false]);
    }
  });

  it('lead the gateway to no agent of the demo', () => {
    expect(findDetours(new Map(sourcesOf('gateway')), 'demo/', {})).toEqual([]);
  });

  it.each([
    ['a deep import', 'gateway/a.ts', "import type { Json } from '../src/protocol/json.ts';"],
    ['a second door', 'gateway/runs/a.ts', "import { x } from '../../src/protocol/index.ts';"],
    ['another room', 'gateway/wire.ts', "export * from '../src/session/index.ts';"],
    ['a dynamic import', 'gateway/a.ts', "const x = import('../src/index.ts');"],
  ])('would notice %s', (_what, path, source) => {
    expect(
      findDetours(new Map([[path, source]]), 'src/', {
        'gateway/wire.ts': ['src/protocol/index.ts'],
      }),
    ).toHaveLength(1);
  });
});

describe('an interface between the parts of a room', () => {
  it('has at most twelve members in the session and tools rooms', () => {
    expect(findWideInterfaces(house())).toEqual([]);
  });

  it('has fewer than 80 with all the others of the session room, where each part once woke the others by 183', () => {
    const { ports, members } = countPorts(house());
    expect(ports.length).toBeGreaterThan(10);
    expect(members, ports.join('\n')).toBeLessThan(80);
  });

  it('counts each member of each of them, and nothing else', () => {
    const source = (name: string): string =>
      `export interface ${name} {\n  /** One. */\n  a: A;\n  b(): void;\n}\n`;
    const files = new Map([
      ['session/a.ts', source('APorts') + source('A')],
      ['session/deep/b.ts', source('BPorts')],
      ['ui/c.ts', source('CPorts')],
    ]);
    expect(countPorts(files).members).toBe(4);
  });

  it('would be noticed with a thirteenth', () => {
    const members = Array.from(
      { length: 12 },
      (_, index) => `  /** Does it. */\n  m${index}(): void;`,
    );
    const wide = (more: string): ReadonlyMap<string, string> =>
      new Map([['session/a.ts', `export interface A<T> {\n${members.join('\n')}\n${more}}\n`]]);
    expect(findWideInterfaces(wide(''))).toEqual([]);
    expect(findWideInterfaces(wide('  readonly last?: string;\n'))).toEqual([
      'session/a.ts: A (13)',
    ]);
  });
});
