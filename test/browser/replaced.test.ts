// Pages that replace their root or all that is in it, once the chat has come: it opens again.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml } from './support/world.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

it.each([
  `document.documentElement.innerHTML = '<head></head><body>Anew</body>'`,
  `document.documentElement.replaceWith(document.createElement('html'))`,
  `document.querySelector('bellhop-host').remove()`,
])('opens again with what was said after %s', async (replace) => {
  const world = await createWorld(
    await startReferenceGateway({ script: [[{ say: 'An answer.' }], [{ say: 'Another.' }]] }),
  );
  const context = await browser.newContext();
  const page = await context.newPage();
  const visitor = visitorOf(page);
  world.put('/', pageHtml(world));
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('Hello');
  await visitor.log.getByText('An answer.').waitFor();
  await page.evaluate('bellhop.get().close()');
  await page.evaluate(replace);
  await page.evaluate('bellhop.get().open()');
  await visitor.log.getByText('An answer.').waitFor();
  await visitor.write('And now?');
  await visitor.log.getByText('Another.').waitFor();
  expect(await page.locator('bellhop-host').count()).toBe(1);
  await context.close();
  await world.close();
});
