// The first page of the documents, followed as it stands: a newcomer copies its two files and talks to the chat.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { snippetsOf } from '../../docs/tools/snippets.ts';
import { prepareFolder } from '../doubles/memory-database.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { listen } from './support/listen.ts';
import { createProject, type Project, packTarball } from './support/project.ts';
import { shoot } from './support/world.ts';

const ROOT = join(import.meta.dirname, '../..');
const DOCS = join(ROOT, 'docs');

describe('the first page of the documents', OUTER, () => {
  let browser: Browser;
  let scratch = '';
  let project: Project;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
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
    await page.getByRole('log').getByText('How can I help?').waitFor();
    await shoot(page, 'docs-newcomer');
    await page.close();
  });
});
