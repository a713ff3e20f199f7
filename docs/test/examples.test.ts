// What a package's user reads in the editor above each name: an example that compiles in strict mode, as it stands there.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleOf } from '../tools/reference/declarations.ts';
import { compile, type Program } from './compile.ts';

const ROOT = join(import.meta.dirname, '../..');
const ENTRIES = [
  'index',
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

/** What an example leaves to its reader. */
const GIVEN = `
declare const cart: { items: string[] };
declare const token: string;
declare const sessionId: string;
declare const body: string;
declare const usage: import('bellhop/client').Usage;
declare const script: import('bellhop/testing').Script;
declare const badge: HTMLElement;
declare const button: HTMLButtonElement;
declare const page: { route(url: string, handler: (route: import('bellhop/testing').Route) => Promise<void>): Promise<void> };
declare const app: { post(path: string, handler: (incoming: import('node:http').IncomingMessage, outgoing: import('node:http').ServerResponse) => unknown): void };
declare const hono: { post(path: string, handler: (c: { req: { raw: Request } }) => Response | Promise<Response>): void };
declare const handler: import('bellhop/server').SessionHandler<import('bellhop/server').NodeRequest>;
declare function draw(entries: readonly import('bellhop/headless').TranscriptEntry[]): void;
declare function userOf(request: Request): Promise<{ id: string; name: string; plan: string } | null>;
declare function registerMyTools(bench: import('bellhop/testing').ToolBench): void;
declare function expect(value: unknown): { toBe(other: unknown): void; toMatchObject(other: object): void };
`;
/** What the example itself makes, where it isn't about that. */
const OTHERS: Readonly<Record<string, string>> = {
  chat: "declare const chat: import('bellhop').Chat;",
  gateway: "declare const gateway: import('bellhop/client').GatewayClient;",
};

const sources = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('test/'))
  .map((path) => readFileSync(join(ROOT, 'src', path), 'utf8'));

/** The source whose own entry or room has this name. */
function sourceWith(entry: string, name: string): string {
  const declares = new RegExp(`^export (?:async )?(?:function|class) ${name}\\b`, 'm');
  const own = readFileSync(join(ROOT, `src/${entry}.ts`), 'utf8');
  return [own, ...sources].find((text) => declares.test(text)) ?? '';
}

const programs: (Program & { name: string })[] = [];
const without: string[] = [];
for (const entry of ENTRIES) {
  const all: Record<string, unknown> = await import(join(ROOT, `src/${entry}.ts`));
  for (const [name, value] of Object.entries(all)) {
    // A list of words says all of itself; an old name has no example of its own.
    if (typeof value !== 'function' || name === 'useBellhopTool') continue;
    const example = exampleOf(sourceWith(entry, name), name);
    if (example === '') without.push(`${entry}: ${name}`);
    const from = entry === 'index' ? 'bellhop' : `bellhop/${entry}`;
    const others = Object.entries(OTHERS).flatMap(([word, declared]) =>
      new RegExp(`\\b${word}\\b`).test(example) && !example.includes(`const ${word} =`)
        ? [declared]
        : [],
    );
    const names = Object.keys(all).filter((one) => new RegExp(`\\b${one}\\b`).test(example));
    const imports = [`import { ${names.join(', ')} } from '${from}';`];
    if (entry === 'signals') imports.push("import { effect } from '@preact/signals-core';");
    programs.push({
      name,
      where: `${from}: ${name}`,
      language: entry === 'react' ? 'tsx' : 'ts',
      code: example,
      given: [...imports, GIVEN, ...others].join('\n'),
    });
  }
}

it('stands above each function, component and class', () => {
  expect(without).toEqual([]);
  expect(programs.length).toBeGreaterThan(30);
});

it('compiles in strict mode, and a wrong one doesn’t', () => {
  const wrong: Program = {
    where: 'wrong',
    language: 'ts',
    code: "createBellhop({ gateway: 'g', session: '/s', theme: 'pink' });",
    given: "import { createBellhop } from 'bellhop';",
  };
  const found = compile([...programs, wrong]);
  expect(found.filter((line) => !line.startsWith('wrong'))).toEqual([]);
  expect(found.some((line) => line.startsWith('wrong'))).toBe(true);
});
