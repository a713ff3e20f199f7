// Dictation in the built widget, in Chromium, with a recognizer in the place of the browser's own: that one needs a
// microphone and its maker's servers.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { installRecognizer, type RecognizerDouble } from '../doubles/recognizer.ts';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, shoot, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;
let files: string[];

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context.close();
  await world.close();
});

async function visit(attributes: Record<string, string>, headers: Record<string, string> = {}) {
  world = await createWorld(await startReferenceGateway({ script: [[{ say: 'In blue, then.' }]] }));
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
  files = [];
  page.on('request', (request) => files.push(request.url().split('/').at(-1) ?? ''));
  await page.addInitScript(installRecognizer);
  world.put('/', { html: pageHtml(world, attributes), headers });
  await page.goto(`${world.site}/`);
  await visitor.open();
}

const hear = (...said: [string, boolean][]) =>
  page.evaluate((words) => {
    const made = (window as unknown as { recognizers: RecognizerDouble[] }).recognizers;
    made.at(-1)?.hear(...words);
  }, said);
const fetched = (name: string) => files.filter((file) => file.startsWith(`${name}-`)).length;
const dictate = () => page.getByRole('button', { name: 'Dictate' });

describe('dictation', () => {
  it('is fetched with the first press, says where the sound goes, and writes what is said', async () => {
    await visit({ 'data-voice': 'on' });
    await dictate().waitFor();
    expect(fetched('dictation')).toBe(0);
    await dictate().click();
    await page.getByText('Chrome to Google’s').first().waitFor();
    expect(fetched('dictation')).toBe(1);
    await shoot(page, 'dictation-note');
    await page.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: 'Stop dictating' }).waitFor();
    await hear(['One jacket', false]);
    const box = page.getByRole('textbox');
    await page.waitForFunction(
      () =>
        document.querySelector('bellhop-host')?.shadowRoot?.querySelector('textarea')?.value ===
        'One jacket',
    );
    await box.press('End');
    await box.pressSequentially(', please');
    await hear(['One jacket in blue', true]);
    await shoot(page, 'dictation-listening');
    expect(await box.inputValue()).toBe('One jacket, please in blue');
    await page.keyboard.press('Escape');
    await dictate().waitFor();
    expect(await visitor.panel.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Send' }).click();
    await visitor.log.getByText('In blue, then.').waitFor();
    await visitor.log.getByText('One jacket, please in blue').waitFor();
  });

  it('costs a page without it no file', OUTER, async () => {
    await visit({});
    await visitor.write('Hello');
    await visitor.log.getByText('In blue, then.').waitFor();
    expect(await dictate().count()).toBe(0);
    expect(fetched('voice') + fetched('dictation')).toBe(0);
  });

  it('has no button where the page’s permissions policy denies the microphone', OUTER, async () => {
    await visit({ 'data-voice': 'on' }, { 'Permissions-Policy': 'microphone=()' });
    await visitor.write('Hello');
    await visitor.log.getByText('In blue, then.').waitFor();
    expect(fetched('voice')).toBe(1);
    expect(await dictate().count()).toBe(0);
  });
});
