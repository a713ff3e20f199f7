// The npm package as its users meet it: every entry of `exports` resolves, compiles in a project of its own, and can be
// imported in Node, where there is no document.

import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIST } from './support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
let project = '';

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'bellhop-consumer-'));
  const installed = join(project, 'node_modules/bellhop');
  mkdirSync(installed, { recursive: true });
  cpSync(join(ROOT, 'package.json'), join(installed, 'package.json'));
  symlinkSync(DIST, join(installed, 'dist'));
  for (const name of [
    'react',
    'react-dom',
    '@types/react',
    'csstype',
    '@types/node',
    'undici-types',
    'hono',
    'preact',
    '@preact/signals-core',
    'vue',
    '@vue',
    'svelte',
  ]) {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(project, 'node_modules', name));
  }
  writeFileSync(join(project, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(project, { recursive: true, force: true }));

const CONSUMER = `
import { createBellhop, defineTool, ToolError, type Chat } from 'bellhop';
import { createGatewayClient, GatewayError } from 'bellhop/client';
import { BellhopChatElement } from 'bellhop/element';
import { BellhopChat, useTool } from 'bellhop/react';

const chat: Chat = createBellhop({ gateway: 'https://gateway.example', session: '/session' });
chat.registerTool(
  defineTool({
    name: 'add_to_cart',
    description: 'Puts a product into the cart.',
    inputSchema: {
      type: 'object',
      properties: { product: { type: 'string' }, quantity: { type: 'integer' } },
      required: ['product'],
    },
    execute({ product, quantity }) {
      if (product === '') throw new ToolError('not_found', 'No such product.', { field: 'product' });
      const text: string = product;
      return { text, quantity };
    },
  }),
);
const off: () => void = chat.on('unread', ({ count }) => count.toFixed());
const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', token: 't' });
const page = await gateway.list('s', { limit: 5 });
const ids: string[] = page.data.map((event) => event.id);
const shown: Chat | null | undefined = document.querySelector('bellhop-chat')?.chat;
const { state } = chat;
const session: string | null = state.isLoaded ? state.sessionId : null;
export { off, ids, shown, session, GatewayError, BellhopChatElement, BellhopChat, useTool };
// @ts-expect-error the gateway and a session are required
createBellhop({});
// @ts-expect-error a stray option is noticed
createBellhop({ gateway: 'x', sesion: '/session' });
`;

const SERVER = `
import { createGatewayClient, type SessionEvent } from 'bellhop/client';
import { createSessionHandler, toNodeHandler } from 'bellhop/server';

const gateway = createGatewayClient({ baseUrl: 'https://gateway.example', token: 'k' });
const { session_id } = await gateway.createSession({ owner_id: 'user_1', agent: 'shop' });
const { token, expires_at } = await gateway.mintToken(session_id, { expires_in_s: 60 });
const events: SessionEvent[] = (await gateway.list(session_id)).data;
const ends: number | undefined = expires_at;
for await (const { id } of gateway.follow(session_id, { after: 'e' })) events.find((e) => e.id === id);
const chat = createSessionHandler({
  gateway: gateway.baseUrl,
  key: token,
  visitor: (request) => request.headers.get('x-user'),
});
const reply: Promise<Response> = chat.remove(new Request('https://shop.example'));
export { events, ends, reply, toNodeHandler };
// @ts-expect-error a key is required
createSessionHandler({ gateway: 'https://gateway.example' });
`;

/** The examples of a document, which are TypeScript. */
function examplesOf(name: string): string[] {
  const text = readFileSync(join(ROOT, 'docs', name), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)\n```$/gm)].map(([, code = '']) => code);
}

/** What the compiler says of these files in a strict project of their own; '' if they compile. */
function compile(files: Record<string, string>, options: object): string {
  for (const [name, code] of Object.entries(files)) writeFileSync(join(project, name), code);
  const shared = { target: 'ES2022', strict: true, noEmit: true, skipLibCheck: false, types: [] };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...shared, ...options }, include: Object.keys(files) }),
  );
  const tsc = join(ROOT, 'node_modules/.bin/tsc');
  const { status, stdout } = spawnSync(tsc, ['-p', project], { encoding: 'utf8' });
  return status === 0 ? '' : stdout;
}

/** All that each entry has at run time. */
const NAMES = {
  '': 'ToolError createBellhop defineTool providePageState',
  client:
    'EVENT_TYPES GatewayError RUN_ERROR_CODES STOP_REASONS TOOL_ERROR_CODES createGatewayClient formatCredits parseEvent toNanocredits',
  element: 'BellhopChatElement',
  headless: 'ToolError createHeadlessChat',
  react: 'BellhopChat useBellhop useBellhopTool useMessages usePageState useTool',
  server: 'GatewayError createSessionHandler toNodeHandler',
  signals: 'bellhopSignal messagesSignal offerPageState offerTool',
  svelte: 'useBellhop useMessages usePageState useTool',
  testing: 'createTestGateway createToolBench toRoute',
  vue: 'useBellhop useMessages usePageState useTool',
};

const BUNDLER = { module: 'ESNext', moduleResolution: 'Bundler' };
const NODE = { module: 'NodeNext', moduleResolution: 'NodeNext' };
const PAGE = { lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] };

describe('the npm package', () => {
  it.each([
    ['Bundler', BUNDLER],
    ['NodeNext', NODE],
  ])('compiles in a strict project with %s resolution', (_name, resolution) => {
    expect(compile({ 'consumer.ts': CONSUMER }, { ...resolution, ...PAGE })).toBe('');
  });

  it.each([
    ['React', "import 'bellhop/react';", 'react'],
    ['Preact', "import 'bellhop/jsx/preact';", 'preact'],
  ])('knows the element’s attributes in the JSX of %s', (_name, line, jsxImportSource) => {
    const code = `${line}
      export const chat = <bellhop-chat gateway="https://g.example" session="/s" hide-on="/a" class="c" />;
    `;
    const options = { ...BUNDLER, ...PAGE, jsx: 'react-jsx', jsxImportSource, skipLibCheck: true };
    expect(compile({ 'chat.tsx': code }, options)).toBe('');
    if (jsxImportSource === 'react') return;
    const wrong = code.replace('"/s"', '{7}');
    expect(compile({ 'chat.tsx': wrong }, options)).toContain('not assignable');
  });

  it('compiles on a server, without the types of a page', () => {
    const files = { 'server.ts': SERVER };
    expect(compile(files, { ...NODE, lib: ['ES2023'], types: ['node'] })).toBe('');
  });

  it('has a client whose types need neither those of a page nor those of Node', () => {
    const client = SERVER.split('\n').filter((line) =>
      /client'|gateway\b.*createG|list\(/.test(line),
    );
    expect(client).toHaveLength(3);
    const code = client.join('\n').replaceAll('session_id', "'s'");
    expect(compile({ 'client.ts': code }, { ...NODE, lib: ['ES2023'] })).toBe('');
  });

  it('compiles as docs/session-endpoint.md shows it', () => {
    const examples = examplesOf('session-endpoint.md');
    expect(examples).toHaveLength(2);
    const files = Object.fromEntries(examples.map((code, n) => [`example-${n}.ts`, code]));
    const options = { ...BUNDLER, lib: ['ES2023'], types: ['node'], skipLibCheck: true };
    expect(compile(files, options)).toBe('');
  });

  it('can be imported, whichever entry, where there is no document', () => {
    const names = [
      '',
      '/jsx/vue',
      '/client',
      '/element',
      '/react',
      '/vue',
      '/svelte',
      '/signals',
      '/server',
      '/headless',
      '/testing',
    ].map((name) => `bellhop${name}`);
    const script = `for (const name of ${JSON.stringify(names)}) await import(name); console.log('done')`;
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(stdout.trim()).toBe('done');
  });

  it('has the names that its users need, and no other', () => {
    const script = `
      const found = {};
      for (const name of ${JSON.stringify(Object.keys(NAMES))}) {
        found[name] = Object.keys(await import(name === '' ? 'bellhop' : 'bellhop/' + name)).join(' ');
      }
      console.log(JSON.stringify(found));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual(NAMES);
  });

  it('can be read in a debugger and in an error’s lines, where a server or a program runs it', () => {
    for (const name of ['client', 'server', 'headless', 'testing']) {
      const code = readFileSync(join(DIST, `npm/${name}.js`), 'utf8');
      const widest = Math.max(...code.split('\n').map((line) => line.length));
      expect(widest, name).toBeLessThan(2_000);
    }
  });

  it('says what to do instead, where there is no page', () => {
    const script = `
      import { createBellhop } from 'bellhop';
      import { createHeadlessChat } from 'bellhop/headless';
      for (const make of [createBellhop, createHeadlessChat]) {
        try { make({ gateway: 'https://g.example', session: '/s' }); } catch (error) { console.log(error.message); }
      }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout).toMatch(/^createBellhop needs a window.*onMounted.*\ncreateHeadlessChat needs/);
  });

  it('has nothing that publint or are-the-types-wrong complain of', async () => {
    const { publint } = await import('publint');
    const { stdout } = spawnSync('npm', ['pack', '--json', '--ignore-scripts'], {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...process.env, npm_config_pack_destination: project },
    });
    const [packed] = JSON.parse(stdout);
    const names: string[] = packed.files.map(({ path }: { path: string }) => path);
    expect(names.filter((name) => name.endsWith('.zip'))).toEqual([]);
    const tarball = readFileSync(join(project, packed.filename));
    const packedFiles = await publint({
      pack: { tarball: Uint8Array.from(tarball).buffer },
      strict: true,
    });
    expect(packedFiles.messages).toEqual([]);
    const result = await checkPackage(createPackageFromTarballData(tarball));
    // ES modules alone: Node 22 and later take them by require(), too. The script for a page has no types.
    const problems = ('problems' in result ? (result.problems ?? []) : []).filter(
      (problem) =>
        problem.kind !== 'CJSResolvesToESM' &&
        !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
        !('entrypoint' in problem && problem.entrypoint === './dist/bellhop.js'),
    );
    expect(problems).toEqual([]);
  });

  it('may be published, is found by its words, and names the script for pages where a CDN looks', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(manifest).not.toHaveProperty('private');
    expect(manifest.keywords).toContain('chat-widget');
    expect(manifest.license).toBe('MIT');
    for (const path of [manifest.unpkg, manifest.jsdelivr, manifest.exports['./dist/bellhop.js']]) {
      expect(path).toBe('./dist/bellhop.js');
    }
    const resolved = spawnSync(
      process.execPath,
      ['-p', "require.resolve('bellhop/dist/bellhop.js') && require('bellhop/package.json').name"],
      { cwd: project, encoding: 'utf8' },
    );
    expect(resolved.stdout.trim()).toBe('bellhop');
  });

  it('has a client that runs in Node', () => {
    const script = `import { createGatewayClient, GatewayError } from 'bellhop/client';
      const gateway = createGatewayClient({ baseUrl: 'http://127.0.0.1:1', token: 't' });
      try { await gateway.list('s'); } catch (error) { console.log(error instanceof GatewayError, error.code); }`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: project,
      encoding: 'utf8',
    });
    expect(stdout.trim()).toBe('true network');
  });

  it('ships what integrity.json names, byte for byte', async () => {
    const { createHash } = await import('node:crypto');
    const hashes = JSON.parse(readFileSync(join(DIST, 'integrity.json'), 'utf8'));
    const names = Object.keys(hashes);
    expect(names).toContain('bellhop.js');
    for (const name of names) {
      const bytes = readFileSync(join(DIST, name));
      expect(`sha384-${createHash('sha384').update(bytes).digest('base64')}`, name).toBe(
        hashes[name],
      );
    }
  });

  it('has a source map beside each of its modules, and the script for pages no word of one', () => {
    const npm = join(DIST, 'npm');
    const files = readdirSync(npm, { recursive: true, encoding: 'utf8' });
    const modules = files.filter(
      (name) => name.endsWith('.js') && !/^jsx|rolldown-runtime/.test(name),
    );
    expect(modules.length).toBeGreaterThan(6);
    for (const name of modules) {
      const code = readFileSync(join(npm, name), 'utf8');
      // What only hands on what others have needs none.
      if (/^((import[^;]+;)+export\{[^}]+\}|export\{[^}]+\}from"[^"]+");\s*$/.test(code)) continue;
      expect(code, name).toMatch(/\n\/\/# sourceMappingURL=\S+\.map\n?$/);
      const { sources, sourcesContent } = JSON.parse(
        readFileSync(join(npm, `${name}.map`), 'utf8'),
      );
      expect(sources.length, name).toBe(sourcesContent.length);
      const place = (path: string) => join(dirname(join('dist/npm', name)), path);
      expect(sources.map(place).filter((path: string) => /^(\/|\.\.)/.test(path))).toEqual([]);
    }
    const { sources } = JSON.parse(readFileSync(join(npm, 'server.js.map'), 'utf8'));
    expect(sources).toContain('../../src/endpoint/handler.ts');
    const chunks = readdirSync(join(DIST, 'bellhop')).map((name) => `bellhop/${name}`);
    for (const name of ['bellhop.js', ...chunks]) {
      expect(name).toMatch(/\.js$/);
      expect(readFileSync(join(DIST, name), 'utf8')).not.toContain('sourceMappingURL');
    }
  });

  it('is a classic script without module syntax', () => {
    const code = readFileSync(join(DIST, 'bellhop.js'), 'utf8');
    expect(() => new Function(code)).not.toThrow();
    expect(code).not.toMatch(/^\s*(import|export)\s/m);
  });
});
