// Whose packages are whose: what the gateway alone needs is named in its own manifest, and neither manifest names anything that
// nothing uses.

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const CODE = /\.(m?js|tsx?)$/;
const NOT_OURS = /(^|\/)(node_modules|dist|release|\.\w[^/]*)(\/|$)/;

/** Run as programs, by these names. */
const PROGRAMS: Readonly<Record<string, string>> = {
  '@biomejs/biome': 'biome',
  typescript: 'tsc',
  node: 'node',
};
/** Asked for by another package, which doesn't bring it. */
const PEERS: Readonly<Record<string, string>> = {
  '@energetic-ai/core': '@energetic-ai/embeddings',
};

interface Source {
  path: string;
  text: string;
}

function sourcesIn(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => CODE.test(path) && !NOT_OURS.test(path))
    .filter((path) => path !== relative(ROOT, import.meta.filename))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}

/** Whether a source imports it, or names its folder. */
function isUsed(name: string, sources: readonly Source[]): boolean {
  const program = PROGRAMS[name];
  const peer = PEERS[name];
  if (peer !== undefined) return isUsed(peer, sources);
  const [, typed] = /^@types\/(.*)/.exec(name) ?? [];
  if (typed === 'node') return sources.some(({ text }) => text.includes("'node:"));
  if (typed !== undefined) return isUsed(typed, sources);
  const pattern = new RegExp(`(['"\`]|node_modules/)${name}['"\`/]`);
  return sources.some(
    ({ text }) => pattern.test(text) || (program !== undefined && text.includes(`'${program}'`)),
  );
}

const manifest = (path: string) =>
  JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Partial<
    Record<'dependencies' | 'devDependencies' | 'peerDependencies', Record<string, string>>
  >;

const gateway = sourcesIn('gateway');
const isTrial = ({ path }: Source) => /^gateway\/(test|bench|examples)\//.test(path);
const others = [
  ...['src', 'desk', 'scripts', 'test', 'demo', 'bench', 'wordpress', 'docs/tools'].flatMap(
    sourcesIn,
  ),
  { path: 'vite.config.ts', text: readFileSync(join(ROOT, 'vite.config.ts'), 'utf8') },
];
const root = manifest('package.json');
const own = manifest('gateway/package.json');
const unused = (names: object | undefined, sources: readonly Source[]) =>
  Object.keys(names ?? {}).filter((name) => !isUsed(name, sources));

describe('the packages', () => {
  it('of the root are used outside the gateway: what it alone needs is its own', () => {
    expect(others.length).toBeGreaterThan(500);
    expect(root.dependencies).toBeUndefined();
    expect(unused(root.devDependencies, others)).toEqual([]);
    expect(unused(root.peerDependencies, sourcesIn('src'))).toEqual([]);
  });

  it('of the gateway are used: by the program what is installed with it, by its tests the rest', () => {
    const program = gateway.filter((source) => !isTrial(source));
    expect(program.length).toBeGreaterThan(100);
    expect(unused(own.dependencies, program)).toEqual([]);
    expect(unused(own.devDependencies, gateway)).toEqual([]);
  });

  it('would be noticed where nothing uses them', () => {
    expect(unused({ 'left-pad': '1', '@types/left-pad': '1' }, others)).toEqual([
      'left-pad',
      '@types/left-pad',
    ]);
    expect(isUsed('pg', others)).toBe(false);
  });
});
