// The documents' site, built and served below a path as any web server would: checked by axe, also on a phone and in the dark; its
// search, its playground, and the first page's two files as a newcomer copies them.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGES } from '../../docs/tools/pages.ts';
import { snippetsOf } from '../../docs/tools/snippets.ts';
import { prepareFolder } from '../doubles/memory-database.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { listen } from './support/listen.ts';
import { createProject, type Project, packTarball, run } from './support/project.ts';
import { recordConsole, shoot } from './support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');
const BASE = '/docs/';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** As they would stand side by side; the second is no site of this test. */
const VERSIONS = [
  { version: 'this one', path: BASE },
  { version: 'an older one', path: '/older/' },
];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
};

const addressOf = (slug: string) => `${BASE}${slug === '' ? '' : `${slug}/`}`;

describe('the documents’ site', OUTER, () => {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof listen>>;

  beforeAll(async () => {
    if (!existsSync(join(DOCS, 'node_modules/.package-lock.json'))) {
      run('npm', ['ci', '--prefix', DOCS, '--no-audit', '--no-fund', '--prefer-offline'], ROOT);
    }
    run(
      process.execPath,
      [join(DOCS, 'tools/main.ts'), 'build', '--base', BASE, '--versions', '/versions.json'],
      ROOT,
    );
    site = await listen(async (request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://docs.test');
      if (pathname === '/versions.json') return void response.end(JSON.stringify(VERSIONS));
      const path = pathname.replace(BASE, '/');
      const file = path.endsWith('/') ? `${path}index.html` : path;
      try {
        if (!pathname.startsWith(BASE)) throw new Error('below another path');
        const bytes = await readFile(join(DOCS, 'dist', file));
        const type = TYPES[extname(file)] ?? 'application/octet-stream';
        response.writeHead(200, { 'content-type': type }).end(bytes);
      } catch {
        response.writeHead(404).end('not here');
      }
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1280, height: 800 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1280, height: 800 } }],
    ['on a phone', { colorScheme: 'light', viewport: { width: 390, height: 780 } }],
  ] as const)(
    'is without a finding of axe, %s, and no page is wider than its window',
    async (mode, options) => {
      const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
      const page = await context.newPage();
      const lines = recordConsole(page);
      const found: string[] = [];
      for (const { slug } of PAGES) {
        await page.goto(`${site.url}${addressOf(slug)}`);
        await page.addScriptTag({ content: AXE });
        const violations = await page.evaluate(async () => {
          const axe = Reflect.get(window, 'axe') as {
            run(
              options: object,
            ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
          };
          const result = await axe.run({ iframes: false });
          return result.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)}`);
        });
        found.push(...violations.map((words) => `${slug}: ${words}`));
        const excess = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (excess > 0) found.push(`${slug} is ${excess} px too wide`);
        if (
          [
            '',
            'how-to/theming',
            'understand/nothing-lost',
            'reference/javascript',
            'understand/interface',
          ].includes(slug)
        ) {
          await shoot(page, `docs-${slug.replace('/', '-') || 'index'}-${mode}`);
        }
      }
      expect(found).toEqual([]);
      expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
      await context.close();
    },
  );

  it('has each page as plain Markdown behind a link, and a list for models', async () => {
    const page = await browser.newPage();
    for (const { slug } of PAGES) {
      const html = readFileSync(join(DOCS, 'dist', slug, 'index.html'), 'utf8');
      const [, href = ''] = /class="as-markdown"[^>]*><a href="([^"]+)"/.exec(html) ?? [];
      const reply = await page.request.get(`${site.url}${href}`);
      expect(reply.status(), href).toBe(200);
      expect((await reply.text()).startsWith('# '), href).toBe(true);
    }
    const list = await page.request.get(`${site.url}${BASE}llms.txt`);
    for (const [, href = ''] of (await list.text()).matchAll(/\]\((\/[^)]+)\)/g)) {
      expect((await page.request.get(`${site.url}${href}`)).status(), href).toBe(200);
    }
    await page.close();
  });

  it('has no link that leads nowhere', async () => {
    const page = await browser.newPage();
    const seen = new Map<string, number>();
    const broken: string[] = [];
    for (const { slug } of PAGES) {
      const html = readFileSync(join(DOCS, 'dist', slug, 'index.html'), 'utf8');
      for (const [, href = ''] of html.matchAll(/(?:href|src)="(\/[^"#?]*)/g)) {
        if (!seen.has(href))
          seen.set(href, (await page.request.get(`${site.url}${href}`)).status());
        if (seen.get(href) !== 200) broken.push(`${slug}: ${href}`);
      }
    }
    expect(seen.size).toBeGreaterThan(PAGES.length);
    expect(broken).toEqual([]);
    await page.close();
  });

  it('finds a page by its words, without a server', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${BASE}`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByPlaceholder('Search').fill('webhook signature');
    await page.getByRole('dialog').getByRole('link', { name: 'Webhooks' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.close();
  });

  it('lets a reader choose another version', async () => {
    const page = await browser.newPage();
    await page.goto(`${site.url}${BASE}start/react/`);
    const versions = page.getByLabel('Version').first();
    await versions.selectOption('an older one');
    await page.waitForURL('**/older/');
    await page.close();
  });

  it('has a playground with the real widget, and a tag that says what was chosen', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const lines = recordConsole(page);
    await page.goto(`${site.url}${BASE}assets/playground.html`);
    await page.getByLabel('Heading').fill('Ask the harbour');
    await page.getByText('data-title="Ask the harbour"').waitFor();
    const chat = page.frameLocator('iframe');
    await chat.getByRole('heading', { name: 'Ask the harbour' }).waitFor();
    const field = chat.getByRole('textbox', { name: 'Message' });
    await field.fill('Show me products');
    await field.press('Enter');
    await chat.getByText('These two are in stock.').first().waitFor();
    await chat.getByText('Mug, green').first().waitFor();
    await shoot(page, 'docs-playground');
    await page.addScriptTag({ content: AXE });
    const violations = await page.evaluate(async () => {
      const axe = Reflect.get(window, 'axe') as {
        run(options: object): Promise<{ violations: { id: string }[] }>;
      };
      return (await axe.run({ iframes: false })).violations.map(({ id }) => id);
    });
    expect(violations).toEqual([]);
    expect(lines.filter(({ type }) => type === 'error' || type === 'uncaught')).toEqual([]);
    await context.close();
  });

  describe('on its first page', () => {
    let scratch = '';
    let project: Project;
    afterAll(async () => {
      await project?.close();
      rmSync(scratch, { recursive: true, force: true });
    });

    it('shows two files that make a chat which answers', async () => {
      scratch = mkdtempSync(join(tmpdir(), 'bellhop-newcomer-'));
      project = createProject([packTarball(scratch)]);
      await prepareFolder(join(scratch, 'data'));
      const found = snippetsOf('', readFileSync(join(DOCS, 'start/plain-page.md'), 'utf8'));
      const [html, script] = ['html', 'js'].map(
        (name) => found.find(({ language }) => language === name)?.code ?? '',
      );
      const env = { BELLHOP_ADMIN_KEY: 'q7Zt1vXo9Rk4Lw8Bn2Hd6Yp3' };
      const said = await project.start(
        process.execPath,
        [
          join(ROOT, 'gateway/main.ts'),
          '--port',
          '0',
          '--data',
          join(scratch, 'data'),
          '--agent',
          join(ROOT, 'demo/assistant/index.ts'),
        ],
        /http:\/\/localhost:\d+/,
        env,
      );
      // Ports that are free on the machine of this test; everything else as it stands.
      const probe = await listen(() => {});
      const port = new URL(probe.url).port;
      await probe.close();
      const own = (text = '') =>
        text.replaceAll('http://localhost:4320', said).replaceAll('8080', port);
      project.write('index.html', own(html));
      project.write('server.mjs', own(script));
      const opened = await project.start(
        process.execPath,
        ['server.mjs'],
        /http:\/\/localhost:\d+/,
        env,
      );
      const page = await browser.newPage();
      await page.goto(opened);
      await page.getByRole('button', { name: 'Chat' }).click();
      await page.getByText('Hello! Ask me something.').waitFor();
      const field = page.getByRole('textbox', { name: 'Message' });
      await field.fill('Hello');
      await field.press('Enter');
      // The assistant greets in one of three ways.
      const greeting = /What can I do for you\?|How can I help\?|What are you looking for\?/;
      await page.getByRole('log').getByText(greeting).waitFor();
      await shoot(page, 'docs-newcomer');
      await page.close();
    });
  });
});
