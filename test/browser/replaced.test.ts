// Pages that replace their root or all that is in it: the chat comes back, before the engine has come and after.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

interface Place {
  context: BrowserContext;
  page: Page;
  visitor: Visitor;
  world: World;
  said: string[];
}

async function atPage(act: (place: Place) => Promise<void>, size?: { width: number }) {
  const world = await createWorld(
    await startReferenceGateway({ script: [[{ say: 'An answer.' }], [{ say: 'Another.' }]] }),
  );
  const context = await browser.newContext({
    viewport: { width: size?.width ?? 1_280, height: 800 },
  });
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
  world.put('/', pageHtml(world));
  await page.goto(`${world.site}/`);
  await act({ context, page, visitor: visitorOf(page), world, said });
  await context.close();
  await world.close();
}

const INNER_HTML = `document.documentElement.innerHTML = '<head></head><body>Anew</body>'`;
const NEW_ROOT = `document.documentElement.replaceWith(document.createElement('html'))`;
const REPLACED = [INNER_HTML, NEW_ROOT];
const TAKEN_OUT = `document.querySelector('bellhop-host').remove()`;
const WRITTEN = `document.open(); document.write('<!doctype html><body>Anew</body>'); document.close()`;

/** All ways pass the same lines of come-back.ts: each test plays one of them in the inner ring, and each way has its test. */
const inner = (ways: readonly string[], first: string) =>
  ways.map((way) => [way, way === first ? {} : OUTER] as const);

async function talkAndClose(page: Page, visitor: Visitor): Promise<void> {
  await visitor.open();
  await visitor.write('Hello');
  await visitor.log.getByText('An answer.').waitFor();
  await page.evaluate('bellhop.get().close()');
}

async function isThere(page: Page): Promise<void> {
  await page.locator('bellhop-host button').first().waitFor();
  expect(await page.locator('bellhop-host').count()).toBe(1);
}

describe('once the chat has come', () => {
  for (const [replace, ring] of inner([...REPLACED, TAKEN_OUT], TAKEN_OUT)) {
    it(`opens again with what was said after ${replace}`, ring, async () => {
      await atPage(async ({ page, visitor }) => {
        await talkAndClose(page, visitor);
        await page.evaluate(replace);
        await page.evaluate('bellhop.get().open()');
        await visitor.log.getByText('An answer.').waitFor();
        await visitor.write('And now?');
        await visitor.log.getByText('Another.').waitFor();
        expect(await page.locator('bellhop-host').count()).toBe(1);
      });
    });
  }

  for (const [replace, ring] of inner(REPLACED, INNER_HTML)) {
    it(`stands there again by itself after ${replace}, and a press opens it`, ring, async () => {
      await atPage(async ({ page, visitor }) => {
        await talkAndClose(page, visitor);
        // Twice, since what is replaced once is replaced again.
        await page.evaluate(replace);
        await isThere(page);
        await page.evaluate(replace);
        await isThere(page);
        await visitor.open();
        await visitor.log.getByText('An answer.').waitFor();
      });
    });
  }

  it.each([1_280, 390])('stays open where it was open, in a window of %i px', async (width) => {
    await atPage(
      async ({ page, visitor }) => {
        await visitor.open();
        await visitor.write('Hello');
        await visitor.log.getByText('An answer.').waitFor();
        await page.evaluate(INNER_HTML);
        await visitor.write('And now?');
        await visitor.log.getByText('Another.').waitFor();
      },
      { width },
    );
  });

  it('stays out where the page has taken it out alone', async () => {
    await atPage(async ({ page, visitor }) => {
      await visitor.open();
      await page.evaluate(TAKEN_OUT);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
      expect(await page.locator('bellhop-host').count()).toBe(0);
    });
  });

  it('says why it doesn’t open in a document that was opened anew, and begins again with its script', async () => {
    await atPage(async ({ page, visitor, world, said }) => {
      await visitor.open();
      await visitor.write('Hello');
      await visitor.log.getByText('An answer.').waitFor();
      await page.evaluate(`window.old = bellhop.get(); ${WRITTEN}`);
      const refusal = await page.evaluate('old.open().then(() => "", (error) => error.message)');
      expect(refusal).toContain('Include its script again');
      expect(said.join('\n')).toContain('document.open');
      expect(said.join('\n')).not.toContain('uncaught');
      await page.evaluate((html) => {
        document.open();
        document.write(html);
        document.close();
      }, pageHtml(world));
      // It was open, so it opens again.
      await visitor.log.getByText('An answer.').waitFor();
      await visitor.write('And now?');
      await visitor.log.getByText('Another.').waitFor();
    });
  });
});

describe('before the chat has come', () => {
  for (const [replace, ring] of inner([...REPLACED, WRITTEN], NEW_ROOT)) {
    it(`the launcher stands there again after ${replace}`, ring, async () => {
      await atPage(async ({ page, visitor }) => {
        await page.evaluate('bellhop.get().ready');
        // The launcher has been seen.
        await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
        await page.evaluate(replace);
        await isThere(page);
        await visitor.open();
        await visitor.write('Hello');
        await visitor.log.getByText('An answer.').waitFor();
      });
    });
  }

  for (const [replace, ring] of inner([...REPLACED, TAKEN_OUT, WRITTEN], WRITTEN)) {
    it(`a page that opens it at once gets it after ${replace}`, ring, async () => {
      await atPage(async ({ page, visitor }) => {
        await page.evaluate(`window.opened = bellhop.get().open(); ${replace}; window.opened`);
        await visitor.write('Hello');
        await visitor.log.getByText('An answer.').waitFor();
      });
    });
  }
});

it('a destroyed chat stays destroyed, and says so when it is opened', async () => {
  await atPage(async ({ page, said }) => {
    const refusal = await page.evaluate(`(async () => {
      const chat = await bellhop.get().ready;
      await chat.open();
      chat.destroy();
      return chat.open().then(() => '', (error) => error.message);
    })()`);
    expect(refusal).toContain('destroyed');
    expect(await page.locator('bellhop-host').count()).toBe(0);
    expect(said.join('\n')).not.toContain('uncaught');
  });
});
