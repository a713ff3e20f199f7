import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findCircles } from './boundaries.ts';
import { FLOORS, findClimbs } from './floors.ts';

const GATEWAY = join(import.meta.dirname, '../../gateway');

function gateway(): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(GATEWAY, { recursive: true, encoding: 'utf8' })) {
    const path = name.replaceAll('\\', '/');
    if (/\.ts$/.test(path) && !/^(?:dist|node_modules|test)\//.test(path)) {
      files.set(path, readFileSync(join(GATEWAY, name), 'utf8'));
    }
  }
  return files;
}

describe('the gateway', () => {
  it('has no import that goes up or sideways', () => {
    const files = gateway();
    expect(files.size).toBeGreaterThan(300);
    expect(findClimbs(files)).toEqual([]);
  });

  it('has a file on every floor', () => {
    const paths = [...gateway().keys()];
    for (const folder of FLOORS.flat().filter((name) => name !== 'wire')) {
      expect([folder, paths.some((path) => path.startsWith(`${folder}/`))]).toEqual([folder, true]);
    }
  });

  it('has no file that comes back to itself by its imports, not even by those of types', () => {
    expect(findCircles(gateway())).toEqual([]);
  });

  it.each([
    ['a value from a higher floor', 'log/a.ts', "import { x } from '../runs/x.ts';"],
    ['a type from a higher floor', 'kernel/a.ts', "import type { X } from '../log/x.ts';"],
    ['a lazy import from a higher floor', 'agents/a.ts', "const x = () => import('../runs/x.ts');"],
    ['a re-export from a higher floor', 'runs/a.ts', "export type { X } from '../desk/x.ts';"],
    ['a feature that knows another', 'desk/a.ts', "import { x } from '../sites/x.ts';"],
    ['a feature that knows the whole', 'sites/a.ts', "import type { X } from '../context.ts';"],
    ['a floor inside of the kernel', 'kernel/db/a.ts', "import { x } from '../http/x.ts';"],
    ['a folder inside of the log', 'log/bus/a.ts', "import type { X } from '../stream/x.ts';"],
    ['a feature that knows the command line', 'archive/a.ts', "import { x } from '../cli/x.ts';"],
    ['a floor that uses a test', 'runs/a.ts', "import { x } from '../test/harness.ts';"],
    ['a folder without a floor', 'utils/a.ts', 'export const x = 1;'],
    ['an import of one', 'runs/a.ts', "import { x } from '../utils/x.ts';"],
  ])('would be noticed with %s', (_what, path, source) => {
    expect(findClimbs(new Map([[path, source]]))).toHaveLength(1);
  });

  it.each([
    ['its own folder', 'agents/model/a.ts', "import { x } from '../types.ts';"],
    ['a lower floor', 'desk/numbers/a.ts', "import { x } from '../../runs/ledger.ts';"],
    ['every floor, at the root', 'gateway.ts', "import { x } from './desk/x.ts';"],
    ['every floor, in the command line', 'cli/a.ts', "import { x } from '../desk/x.ts';"],
    ['the wire', 'kernel/a.ts', "import type { X } from '../wire.ts';"],
  ])('may import %s', (_what, path, source) => {
    expect(findClimbs(new Map([[path, source]]))).toEqual([]);
  });
});
