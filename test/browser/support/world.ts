// A site on one origin, Bellhop's files on another, a gateway on a third: what every visitor meets.

import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { extname, join, normalize, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { parseJson } from '../../../src/protocol/json.ts';
import type { TicketRequest } from '../../../src/protocol/session-ticket.ts';
import { listen, readBody } from './listen.ts';
import type { TestGateway } from './test-gateway.ts';

export const DIST = resolve(import.meta.dirname, '../../..', process.env.BELLHOP_DIST ?? 'dist');

export interface PageSource {
  html: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export interface World {
  site: string;
  cdn: string;
  gateway: TestGateway;
  /** Body of each call of the session endpoint. */
  tickets: TicketRequest[];
  /** The latest session that the endpoint has given. */
  sessionId(): string;
  /** Serves a page of the site. */
  put(path: string, source: PageSource | string): void;
  /** Serves the files of a folder of this machine below `prefix`, which ends with a slash. */
  putFolder(prefix: string, folder: string): void;
  /** What the session endpoint answers instead; null: the gateway's own ticket. */
  answerTickets(answer: Answer | null): void;
  /** Headers and status for files of Bellhop, before they are served. */
  breakFile(path: RegExp | null): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
};

export async function createWorld(gateway: TestGateway, dist = DIST): Promise<World> {
  if (!existsSync(join(dist, 'bellhop.js'))) {
    throw new Error('dist/bellhop.js is not there. Run `npm run build` first.');
  }
  const pages = new Map<string, PageSource>();
  const folders = new Map<string, string>();
  const tickets: TicketRequest[] = [];
  let latest = '';
  let answer: Answer | null = null;
  let broken: RegExp | null = null;

  const cdn = await listen(async (request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://cdn.test').pathname);
    response.setHeader('access-control-allow-origin', '*');
    if (broken?.test(path)) return void response.writeHead(503).end('broken');
    try {
      const bytes = await readFile(join(dist, path));
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(bytes);
    } catch {
      response.writeHead(404).end('not here');
    }
  });

  const site = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site.test');
    if (pathname === '/session' && request.method === 'POST') {
      const body = (parseJson(await readBody(request)) ?? {}) as TicketRequest;
      tickets.push(body);
      if (answer !== null)
        return void response.writeHead(answer.status, answer.headers).end(answer.body);
      const ticket = await gateway.issue(body);
      latest = ticket.session_id;
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
      return void response.end(JSON.stringify(ticket));
    }
    if (pathname === '/favicon.ico') return void response.writeHead(204).end();
    const page = pages.get(pathname);
    const [prefix, folder] = [...folders].find(([start]) => pathname.startsWith(start)) ?? [];
    if (page === undefined && prefix !== undefined && folder !== undefined) {
      const path = normalize(decodeURI(pathname).slice(prefix.length - 1));
      const bytes = await readFile(join(folder, path)).catch(() => null);
      if (bytes === null) return void response.writeHead(404).end('no such file');
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      return void response.writeHead(200, { 'content-type': type }).end(bytes);
    }
    if (page === undefined) return void response.writeHead(404).end('no such page');
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...page.headers });
    response.end(page.html);
  });

  return {
    site: site.url,
    cdn: cdn.url,
    gateway,
    tickets,
    sessionId: () => latest,
    put(path, source) {
      pages.set(path, typeof source === 'string' ? { html: source } : source);
    },
    putFolder(prefix, folder) {
      folders.set(prefix, folder);
    },
    answerTickets(next) {
      answer = next;
    },
    breakFile(path) {
      broken = path;
    },
    async close() {
      await Promise.all([cdn.close(), site.close(), gateway.close()]);
    },
  };
}

/** A page of the site with the script tag. `attributes` stand beside the two required ones, or replace them. */
export function pageHtml(
  world: Pick<World, 'cdn' | 'gateway'>,
  attributes: Record<string, string | null> = {},
  body = '',
  head = '',
): string {
  const all = {
    'data-gateway': world.gateway.url,
    'data-session': '/session',
    ...attributes,
  };
  const written = Object.entries(all)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${String(value).replaceAll('"', '&quot;')}"`)
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>${head}</head>
<body><main><h1>Shop</h1>${body}</main>
<script async src="${world.cdn}/bellhop.js"${written}></script></body></html>`;
}

/** Every request of a context, in order, as "METHOD path?query" without the page's own. */
export function recordRequests(context: BrowserContext): string[] {
  const log: string[] = [];
  context.on('request', (request) => log.push(`${request.method()} ${request.url()}`));
  return log;
}

/** What stands in a page's console, and every uncaught error. */
export function recordConsole(page: Page): { type: string; text: string }[] {
  const lines: { type: string; text: string }[] = [];
  page.on('console', (message) => lines.push({ type: message.type(), text: message.text() }));
  page.on('pageerror', (error) => lines.push({ type: 'uncaught', text: String(error) }));
  return lines;
}

/** A picture of the view, for people to look at: .shots/NAME.png. Straight from the browser, since nothing waits. */
export async function shoot(page: Page, name: string): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot');
  await cdp.detach();
  const folder = resolve(import.meta.dirname, '../../../.shots');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.png`), Buffer.from(data, 'base64'));
}
