// `npm run build:gateway`: gateway/dist, the package bellhop-gateway as it is published: plain JavaScript that any
// current Node runs, types, the files for containers and services. Its libraries are installed beside it, not bundled.

import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { buildDesk } from './build/desk.ts';
import { buildDropIn } from './build/drop-in.ts';
import { ROOT } from './build/paths.ts';
import { chunksOf, sharedConfig } from './build/shared-config.ts';
import { writeTypes } from './build/types.ts';
// Plain JavaScript, since it runs before the packages are installed that read TypeScript.
// @ts-expect-error it has no types
import { OLDEST_NODE } from './setup.mjs';

const SOURCE = join(ROOT, 'gateway');
const OUT = join(SOURCE, 'dist');
/** What is imported from outside: the command, the doors for programs and for agents. */
const ENTRIES = ['bin', 'index', 'agent'];
/** Started by kernel/threads/work-thread.ts, which looks for them beside the command. */
const THREADS = ['reading-thread', 'index-thread'];
const DOORS = ['index', 'agent'];

interface Manifest {
  name: string;
  version: string;
  description: string;
  keywords: readonly string[];
  license: string;
  /** Absent as long as there is no public address. */
  repository?: string;
  homepage?: string;
  dependencies: Readonly<Record<string, string>>;
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
const manifest = JSON.parse(readFileSync(join(SOURCE, 'package.json'), 'utf8')) as Manifest;
await writeScripts(Object.keys(manifest.dependencies));
await writeTypes(
  join(ROOT, 'scripts/build/tsconfig.gateway-types.json'),
  join(OUT, 'types'),
  DOORS.map((name) => `gateway/${name}`),
);
writeFileSync(join(OUT, 'package.json'), `${JSON.stringify(published(manifest), null, 2)}\n`);
cpSync(join(ROOT, 'LICENSE'), join(OUT, 'LICENSE'));
cpSync(join(SOURCE, 'README.md'), join(OUT, 'README.md'));
for (const folder of ['deploy', 'examples']) {
  cpSync(join(SOURCE, folder), join(OUT, folder), { recursive: true });
}
await buildDesk(join(OUT, 'desk-app'));
await buildDropIn(join(OUT, 'widget'));
console.log('built gateway/dist, the package bellhop-gateway');

async function writeScripts(libraries: readonly string[]): Promise<void> {
  const config = sharedConfig({
    ssr: true,
    target: 'node22',
    // Whoever reads a stack trace finds the names.
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries([
        ...ENTRIES.map((name) => [name, join(SOURCE, `${name}.ts`)]),
        ...THREADS.map((name) => [name, join(SOURCE, 'knowledge', `${name}.ts`)]),
      ]),
      external: (id) => id.startsWith('node:') || libraries.some((it) => isOf(it, id)),
      preserveEntrySignatures: 'strict',
      output: {
        entryFileNames: '[name].js',
        // It looks for the desk and the widget beside itself.
        chunkFileNames: ({ name }) => (name === 'main' ? '[name].js' : 'chunks/[name]-[hash].js'),
      },
    },
  });
  for (const { fileName, code, imports } of chunksOf(await build(config))) {
    const foreign = imports.filter((id) => !/^(node:|chunks\/|\w+\.js$)/.test(id));
    const unknown = foreign.filter((id) => !libraries.some((it) => isOf(it, id)));
    if (unknown.length > 0) {
      throw new Error(`${fileName} needs ${unknown}, which gateway/package.json doesn't name.`);
    }
    if (fileName === 'bin.js' && imports.length > 0) {
      throw new Error(`bin.js imports ${imports}: an old Node would fail there, without a word.`);
    }
    mkdirSync(join(OUT, 'chunks'), { recursive: true });
    writeFileSync(join(OUT, fileName), code);
  }
  chmodSync(join(OUT, 'bin.js'), 0o755);
}

/** Whether a specifier is this package, or a path in it. */
function isOf(library: string, specifier: string): boolean {
  return specifier === library || specifier.startsWith(`${library}/`);
}

function published({ dependencies, ...manifest }: Manifest) {
  const { name, version, description, keywords, license, repository, homepage } = manifest;
  const door = (entry: string) => ({
    types: `./types/gateway/${entry}.d.ts`,
    default: `./${entry}.js`,
  });
  return {
    name,
    version,
    description,
    keywords,
    license,
    repository,
    homepage,
    type: 'module',
    // node:sqlite, by which a folder of data is locked, and undici.
    engines: { node: `>=${OLDEST_NODE}` },
    bin: { 'bellhop-gateway': './bin.js' },
    exports: { '.': door('index'), './agent': door('agent'), './package.json': './package.json' },
    dependencies,
  };
}
