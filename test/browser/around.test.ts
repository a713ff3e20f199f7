// What a page notices of the chat on it: its printing, its shortcuts, its listeners. With the built script in Chromium;
// test/pages visits other people's pages with it.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  world = await createWorld(await startReferenceGateway({ script: [[{ say: 'An answer.' }]] }));
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
});
afterEach(async () => {
  await context.close();
  await world.close();
});

const visit = async (head = '', body = '') => {
  world.put('/', pageHtml(world, {}, body, head));
  await page.goto(`${world.site}/`);
  await visitor.launcher.waitFor();
};
const talk = async () => {
  await visitor.open();
  await visitor.write('Hello');
  await visitor.log.getByText('An answer.').waitFor();
};

describe('the page around the chat', () => {
  it('is printed without it, before and after it was opened', async () => {
    await visit();
    await page.emulateMedia({ media: 'print' });
    expect(await visitor.launcher.isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    await talk();
    await page.emulateMedia({ media: 'print' });
    expect(await visitor.launcher.isVisible()).toBe(false);
    expect(await visitor.panel.isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
    expect(await visitor.panel.isVisible()).toBe(true);
  });

  it('may run the script again, as Turbo does at each visit: one chat, and no word of it', async () => {
    const lines = recordConsole(page);
    await visit();
    await talk();
    await page.evaluate(async () => {
      const before = document.querySelector('script[data-gateway]') as HTMLScriptElement;
      const again = document.createElement('script');
      for (const { name, value } of before.attributes) again.setAttribute(name, value);
      const run = new Promise((resolve) => again.addEventListener('load', resolve));
      before.replaceWith(again);
      await run;
    });
    expect(await page.locator('bellhop-host').count()).toBe(1);
    expect(await visitor.log.getByText('An answer.').isVisible()).toBe(true);
    expect(lines).toEqual([]);
  });

  it('gets no key, wheel or focus that belongs to the chat', async () => {
    await visit(`<script>
      window.heard = [];
      for (const type of ['focusin', 'keydown', 'keypress', 'keyup', 'wheel'])
        addEventListener(type, (event) => { heard.push(type); if (type !== 'focusin') event.preventDefault(); }, { passive: false });
      for (const type of ['focus', 'focusin']) document.addEventListener(type, () => heard.push(type + ' on its way down'), true);
    </script>`);
    await talk();
    await page.evaluate('heard.length = 0');
    await visitor.log.focus();
    await visitor.composer.focus();
    await page.keyboard.type('s?/');
    await visitor.log.hover();
    await page.mouse.wheel(0, 50);
    await until('the keys to arrive', async () => (await visitor.composer.inputValue()) === 's?/');
    expect(await page.evaluate('heard')).toEqual([]);
  });

  it('may have what Prototype and MooTools have put in the place of the browser’s own', async () => {
    const lines = recordConsole(page);
    await visit(`<script>
      window.Document = function () {};
      Array.from = function (it) { return it && it.length !== undefined ? [].slice.call(it) : [it]; };
      delete Array.prototype.entries;
      Element.prototype.remove = function () { this.parentNode.removeChild(this); };
      Function.prototype.bind = function (self) {
        const [bound, given] = [this, [...arguments].slice(1)];
        return function () { return bound.apply(self, given.length > 0 ? given : arguments); };
      };
    </script>`);
    await talk();
    expect(lines).toEqual([]);
  });

  it('has none of its listeners any more once it is destroyed', async () => {
    await visit();
    const cdp = await context.newCDPSession(page);
    const listeners = async () => {
      const found: string[] = [];
      for (const expression of ['window', 'document', 'document.documentElement']) {
        const { result } = await cdp.send('Runtime.evaluate', { expression });
        const { listeners: all } = await cdp.send('DOMDebugger.getEventListeners', {
          objectId: String(result.objectId),
        });
        found.push(...all.map(({ type }) => `${expression} ${type}`));
      }
      // The browser's driver listens to the pointer, and a page that has come fires no readystatechange.
      return found.filter((it) => /page|freeze|resume|focus|visib|line|scroll|resize|key/.test(it));
    };
    await talk();
    expect(await listeners()).toContain('window pagehide');
    await page.evaluate('bellhop.get().destroy()');
    await until('all of them to be gone', async () => (await listeners()).length === 0);
  });
});
