// Builds the page's script (whole, or with one of its defences taken out), serves it under a strict policy,
// opens it in Chromium and runs texts through it. Requests and navigations are watched from outside.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { jsx } from '../../scripts/build/jsx.ts';
import { isOwners } from './pictures.ts';
import type { Trip } from './tripwires.ts';

/** A defence taken out: `from` in the file that ends with `file` becomes `to`, in each of the edits. */
export interface Mutant {
  name: string;
  file: string;
  from: string;
  to: string;
  also?: readonly { from: string; to: string }[];
}

/** The pages of a run: the content room by itself, the panel with everything in it, and the sanitiser alone. */
export const PAGES = {
  content: join(import.meta.dirname, 'page.ts'),
  widget: join(import.meta.dirname, 'widget-page.ts'),
  sanitiser: join(import.meta.dirname, 'sanitiser-page.ts'),
} as const;

// Pictures, frames and media may come from anywhere, so that it is the widget that keeps them out, not this.
const NONCE = 'cGF5bG9hZHM';
const CSP = [
  "default-src 'self'",
  `script-src 'nonce-${NONCE}'`,
  "style-src 'self'",
  'img-src * data:',
  'media-src *',
  'frame-src *',
  "require-trusted-types-for 'script'",
  'trusted-types bellhop',
].join('; ');

/** For the sanitiser alone, which nothing must stand in for. */
export const NO_POLICY = "default-src * data: 'unsafe-inline'";

const BATCH = 500;

const PIXEL = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface PayloadRig {
  run(payloads: readonly string[]): Promise<Trip[]>;
  sinks(): Promise<string[]>;
  page: Page;
  close(): Promise<void>;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
    args: CHROMIUM_ARGS,
  });
}

export async function createPayloadRig(
  browser: Browser,
  script: string,
  policy: string = CSP,
): Promise<PayloadRig> {
  const server = await serve(script, policy);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const context = await browser.newContext();
  const page = await context.newPage();
  const outside: Trip[] = [];
  const trip = (what: string) => outside.push({ sink: 'browser', what, payload: '' });
  let isOpen = false;
  await context.route('**/*', (route) => {
    const url = route.request().url();
    if (isOwners(url)) return route.fulfill({ contentType: 'image/gif', body: PIXEL });
    // A picture of the page's own site: only a summary and an item may show one, which the page looks at.
    const isPicture = route.request().resourceType() === 'image' && url.startsWith(`${origin}/`);
    if (isPicture) return route.fulfill({ contentType: 'image/gif', body: PIXEL });
    if (isOpen || !url.startsWith(`${origin}/`)) {
      trip(`request for ${url}`);
      return route.abort();
    }
    return route.continue();
  });
  page.on('framenavigated', (frame) => {
    // The frame that a transcript is printed from; its content is looked at where it is made.
    if (isOpen && frame.url() !== 'about:blank') trip(`navigated to ${frame.url()}`);
  });
  page.on('popup', (popup) => trip(`opened ${popup.url()}`));
  page.on('dialog', (dialog) => {
    trip(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => message.type() === 'error' && trip(`console: ${message.text()}`));
  await page.goto(`${origin}/`);
  isOpen = true;

  return {
    page,
    sinks: () => page.evaluate(() => window.payloadSinks()),
    async run(payloads) {
      const trips: Trip[] = [];
      for (let start = 0; start < payloads.length; start += BATCH) {
        const batch = payloads.slice(start, start + BATCH);
        try {
          trips.push(...(await page.evaluate((texts) => window.runPayloads(texts), batch)));
        } catch (error) {
          // Only a page that went elsewhere, or fell over, gets here.
          trip(`the page was lost: ${String(error).slice(0, 200)}`);
          break;
        }
        if (trips.length > 200) break;
      }
      trips.push(...outside.splice(0));
      return trips;
    },
    async close() {
      await context.close();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The page by itself, for a browser that somebody else drives. */
export async function servePage(script: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = await serve(script, CSP);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** One classic script of the page and all that it imports. */
export async function buildPage(entry: string = PAGES.content, mutant?: Mutant): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    plugins: [jsx(), ...(mutant ? [mutate(mutant)] : [])],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      lib: { entry, formats: ['iife'], name: 'payloadPage' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = (Array.isArray(result) ? result : [result]) as {
    output: { type: string; code?: string }[];
  }[];
  const code = outputs[0]?.output.find(({ type }) => type === 'chunk')?.code;
  if (code === undefined) throw new Error('The payload page built to nothing.');
  return code;
}

function mutate({ name, file, from, to, also = [] }: Mutant): Plugin {
  return {
    name: `mutant ${name}`,
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(file)) return null;
      return [{ from, to }, ...also].reduce((changed, edit) => {
        if (changed.includes(edit.from)) return changed.replace(edit.from, () => edit.to);
        throw new Error(`Mutant "${name}" no longer fits ${file}: ${edit.from}`);
      }, code);
    },
  };
}

async function serve(script: string, policy: string): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/page.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
      return;
    }
    response
      .writeHead(request.url === '/' ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      })
      .end(
        '<!doctype html><html lang="en"><title>Payloads</title><link rel="icon" href="data:,"><body><script nonce="' +
          `${NONCE}" src="/page.js"></script>`,
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
