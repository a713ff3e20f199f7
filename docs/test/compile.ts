// Compiles the documents' JavaScript and TypeScript against the sources of the package, all of it in two runs of the compiler.

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Program {
  /** Where it stands, for messages. */
  where: string;
  language: 'ts' | 'tsx' | 'js' | 'jsx';
  code: string;
  given: string;
}

/** What every page has once the script has run. A page's own names stand in a comment above the snippet. */
const GLOBALS = `import type { Chat, Configuration } from 'bellhop';
declare global {
  interface Window {
    bellhop: {
      push(...callbacks: ((chat: Chat) => void)[]): unknown;
      get?(name?: string): Chat | undefined;
    };
    bellhopConfig?: Configuration;
  }
}`;

const ENTRIES = [
  'client',
  'element',
  'headless',
  'react',
  'server',
  'signals',
  'svelte',
  'testing',
  'vue',
];
const PATHS = {
  bellhop: [join(ROOT, 'src/index.ts')],
  ...Object.fromEntries(ENTRIES.map((name) => [`bellhop/${name}`, [join(ROOT, `src/${name}.ts`)]])),
  ...Object.fromEntries(
    ['preact', 'svelte', 'vue'].map((name) => [
      `bellhop/jsx/${name}`,
      [join(ROOT, `src/jsx/${name}.d.ts`)],
    ]),
  ),
  'bellhop-gateway/agent': [join(ROOT, 'gateway/agent.ts')],
  // As from the repository's root, where the page's file stands.
  '@root/*': [join(ROOT, '*')],
};

const COMMON = {
  target: 'ES2022',
  module: 'ESNext',
  moduleResolution: 'Bundler',
  lib: ['ES2023', 'ESNext.Disposable', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
  types: ['node'],
  jsx: 'react-jsx',
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  paths: PATHS,
};

/** A page's script is what people paste: it is checked for what it uses, not for annotations that it can't have. */
const LOOSE = { strict: false, noImplicitAny: false };

/** What plain JavaScript finds in a page is of a type that no annotation says. */
const LOOSE_GLOBALS = `declare global {
  interface ParentNode {
    querySelector(selectors: 'bellhop-chat'): HTMLElementTagNameMap['bellhop-chat'] | null;
    querySelector(selectors: string): any;
  }
  interface Document { getElementById(id: string): any }
  interface RadioNodeList { value: string }
}`;

/** What the compiler says, a line each; empty where all compile. */
export function compile(programs: readonly Program[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'bellhop-snippets-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    const isTyped = ({ language }: Program) => language.startsWith('ts');
    return [
      ...run(folder, 'typed', programs.filter(isTyped), { strict: true }, GLOBALS),
      ...run(
        folder,
        'plain',
        programs.filter((program) => !isTyped(program)),
        LOOSE,
        `${GLOBALS}\n${LOOSE_GLOBALS}`,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(
  folder: string,
  name: string,
  programs: readonly Program[],
  options: object,
  globals: string,
): string[] {
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, 'globals.ts'), `import 'bellhop/element';\n${globals}`);
  // Plain JavaScript as well: as TypeScript it can be told what its page has.
  programs.forEach(({ language, code, given }, at) => {
    const end = language.endsWith('x') ? 'tsx' : 'ts';
    writeFileSync(
      join(own, `snippet-${at}.${end}`),
      `${given}\n${code.replaceAll("'./gateway/", "'@root/gateway/")}\nexport {};\n`,
    );
  });
  const config = {
    compilerOptions: { ...COMMON, ...options },
    include: ['*'],
  };
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify(config));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', own, '--pretty', 'false'],
    { encoding: 'utf8' },
  );
  if (status === 0) return [];
  return `${stdout}${stderr}`
    .trim()
    .split('\n')
    .flatMap((line) => {
      // The package's own sources are drawn by another library than React, and checked by their own settings.
      const [, at = '', rest = ''] = /snippet-(\d+)\.tsx?(.*)/.exec(line) ?? [];
      return at === '' ? [] : [`${programs[Number(at)]?.where}: ${rest}`];
    });
}
