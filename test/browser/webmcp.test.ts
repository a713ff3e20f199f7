// WebMCP in real Chromium: the browser's own (behind its flag), and a polyfill where it has none.
// The room is bundled as it is and served from a local server; the pipeline around it is the real one.

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const EXECUTABLE = process.env.CHROME_PATH ?? '/usr/bin/chromium';
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** What the page's script gives to the test. */
declare global {
  interface Window {
    lab: {
      names(): string[];
      describe(name: string): Record<string, unknown> | null;
      call(name: string, input: object): Promise<Record<string, unknown>>;
      hasContext(): boolean;
    };
  }
}

let folder = '';
let server: Server;
let origin = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-webmcp-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      lib: { entry: join(ROOT, 'test/browser/webmcp-page.ts'), formats: ['es'], fileName: 'page' },
      rollupOptions: { output: { entryFileNames: 'page.js' } },
    },
  });
  const polyfill = join(ROOT, 'node_modules/@mcp-b/webmcp-polyfill/dist/index.iife.js');
  server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    try {
      if (path.endsWith('.js')) {
        const file = path === '/polyfill.js' ? polyfill : join(folder, path);
        response.setHeader('content-type', 'text/javascript');
        response.end(await readFile(file));
      } else {
        response.setHeader('content-type', 'text/html; charset=utf-8');
        response.end('<!doctype html><html lang="en"><title>Shop</title><p>Shop</p></html>');
      }
    } catch {
      response.statusCode = 404;
      response.end();
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server?.closeAllConnections();
  server?.close();
  if (folder !== '') await rm(folder, { recursive: true, force: true });
});

describe.each([
  { what: "Chromium's own", flags: ['--enable-features=WebMCP'], isPolyfill: false },
  { what: 'a polyfill', flags: [], isPolyfill: true },
])('WebMCP by $what', ({ flags, isPolyfill }) => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: EXECUTABLE, args: [...QUIET, ...flags] });
    page = await browser.newPage();
    await page.goto(`${origin}/`);
    if (isPolyfill) await page.addScriptTag({ url: `${origin}/polyfill.js` });
    await page.addScriptTag({ url: `${origin}/page.js`, type: 'module' });
    await page.waitForFunction(() => window.lab?.hasContext());
    await page.evaluate(register);
    await page.waitForFunction(() => window.lab.names().includes('undefined'));
  });

  afterAll(() => browser?.close());

  const call = (name: string, input: object = {}) =>
    page.evaluate(([tool, value]) => window.lab.call(tool, value), [name, input] as const);

  it('offers the tools that the page registered for any agent', async () => {
    expect(await page.evaluate(() => window.lab.describe('echo'))).toMatchObject({
      source: 'webmcp',
      description: 'Says it again.',
      isReadOnly: true,
      approval: 'auto',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
    });
    expect(await page.evaluate(() => window.lab.describe('plain'))).toMatchObject({
      isReadOnly: false,
      approval: 'ask',
    });
  });

  it('hands the input over, and an MCP result comes back as its text', async () => {
    expect(await call('echo', { text: 'hello' })).toMatchObject({ content: 'hello' });
  });

  it('refuses wrong input before the page sees it, though the browser would not', async () => {
    expect(await call('echo', { text: 5 })).toMatchObject({ error_code: 'invalid_input' });
    expect(await page.evaluate(() => document.title)).toBe('Shop: hello');
  });

  it.each([
    ['plain', { content: 'as it is' }],
    ['object', { content: '{"a":1}' }],
    ['thrower', { is_error: true, error_code: 'execution_failed' }],
    ['refuser', { is_error: true, error_code: 'execution_failed' }],
  ])('reports what %s does', async (name, result) => {
    expect(await call(name)).toMatchObject(result);
  });

  it('reports nothing when there is nothing to report', async () => {
    const result = await call('undefined');
    expect(result).not.toHaveProperty('content');
    expect(result).not.toHaveProperty('is_error');
  });

  it('reports a tool whose time is up', async () => {
    const result = await call('slow');
    expect(result).toMatchObject({ error_code: 'timeout' });
  });

  it('follows tools that come and go', async () => {
    await page.evaluate(() => {
      const controller = new AbortController();
      Object.assign(window, { controller });
      const { modelContext } = document as unknown as {
        modelContext: { registerTool(tool: object, options: object): unknown };
      };
      modelContext.registerTool(
        { name: 'brief', description: 'Comes and goes.', execute: () => 'here' },
        { signal: controller.signal },
      );
    });
    await page.waitForFunction(() => window.lab.names().includes('brief'));
    await page.evaluate(() =>
      (window as unknown as { controller: AbortController }).controller.abort(),
    );
    await page.waitForFunction(() => !window.lab.names().includes('brief'));
  });

  it('reports a tool that went while it was being called as unavailable', async () => {
    expect(await page.evaluate(() => window.lab.call('stale', {}))).toMatchObject({
      error_code: 'tool_unavailable',
    });
  });
});

/** Runs in the page. */
function register(): void {
  const { modelContext } = document as unknown as {
    modelContext: { registerTool(tool: object): unknown };
  };
  const tools: Record<string, object> = {
    echo: {
      description: 'Says it again.',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
      annotations: { readOnlyHint: true },
      execute: ({ text }: { text: string }) => {
        document.title = `Shop: ${text}`;
        return { content: [{ type: 'text', text }] };
      },
    },
    plain: { execute: () => 'as it is' },
    object: { execute: () => ({ a: 1 }) },
    thrower: {
      execute: () => {
        throw new Error('a secret');
      },
    },
    refuser: { execute: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }) },
    slow: { execute: () => new Promise(() => {}) },
    undefined: { execute: () => undefined },
  };
  for (const [name, tool] of Object.entries(tools)) {
    modelContext.registerTool({
      name,
      description: `Does ${name}.`,
      inputSchema: { type: 'object', properties: {} },
      ...tool,
    });
  }
}
