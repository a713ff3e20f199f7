// Apps of tool servers in the thread: how they stand there, and what they ask of the visitor. What they may not do has a file of its
// own, apps-attacks.test.ts.

import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { createAppStage, type Shown } from './support/shown-apps.ts';
import { shoot } from './support/world.ts';

let browser: Browser;
let stage: Awaited<ReturnType<typeof createAppStage>>;
let shown: Shown;

beforeAll(async () => {
  browser = await launchBrowser();
  stage = await createAppStage(browser);
});
afterEach(() => shown?.close());
afterAll(async () => {
  await browser?.close();
  await stage?.close();
});

it('stands in the thread with its name, size and colours, and again after a reload', async () => {
  shown = await stage.show([{}], { theme: 'dark' });
  const { page } = shown;
  for (const time of ['first', 'again']) {
    const frame = await shown.frame();
    expect(await frame.locator('body').getAttribute('data-theme'), time).toBe('dark');
    const place = page.locator('.app-place');
    await expect.poll(async () => (await place.boundingBox())?.height).toBe(180);
    expect(await page.getByRole('region', { name: 'City map' }).count()).toBe(1);
    await shoot(page, `app-${time}`);
    await page.reload();
  }
});

it('asks before a call that needs it, with the app out of sight, and sends no other call meanwhile', async () => {
  shown = await stage.show([
    {
      script: `document.querySelector('#act').onclick = () => {
    ask('tools/call', { name: 'book_room', arguments: { nights: 2 } }).then((it) => say(JSON.stringify(it)));
    ask('tools/call', { name: 'steal', arguments: {} }).then((it) => heard.push(it));
  };`,
    },
  ]);
  const { page, visitor, calls } = shown;
  const frame = await shown.frame();
  await frame.locator('#act').click();
  await page.getByRole('region', { name: 'City map' }).getByText('Book room?').waitFor();
  expect(
    await page
      .locator('.app-place')
      .evaluate((it) => [getComputedStyle(it).visibility, (it as HTMLElement).inert]),
  ).toEqual(['hidden', true]);
  // A press in the first moment counts for nothing.
  await visitor.yes.click({ force: true, timeout: 2_000 });
  expect(calls.some((one) => one.is_allowed)).toBe(false);
  await shoot(page, 'app-asks');
  await visitor.answer('yes');
  await frame.getByText('Booked.').waitFor();
  expect(calls.filter((one) => one.is_allowed).map(({ name }) => name)).toEqual(['book_room']);
});

it('asks where somebody has pressed, at the beginning and at the end of an app higher than the chat', async () => {
  const asks = `ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Take it' }] })`;
  shown = await stage.show([
    {
      script: `document.querySelector('#act').onclick = () => ${asks};
        const end = document.body.appendChild(document.createElement('button'));
        end.textContent = 'At the end';
        end.style.cssText = 'position:absolute;top:560px;left:0';
        end.onclick = () => ${asks};`,
    },
  ]);
  const { page, visitor } = shown;
  const frame = await shown.frame();
  const place = page.locator('.app-place');
  const hasHeight = (height: number) =>
    expect.poll(async () => (await place.boundingBox())?.height).toBe(height);
  await hasHeight(180);
  await frame.evaluate(`tell('ui/notifications/size-changed', { height: 600 })`);
  await hasHeight(600);
  const seen = (element: Element) => {
    const { top, bottom, left, width } = element.getBoundingClientRect();
    const root = element.getRootNode() as ShadowRoot;
    const at = (y: number) => element.contains(root.elementFromPoint(left + width / 2, y));
    return at(top + 4) && at(bottom - 4);
  };
  for (const button of [frame.locator('#act'), frame.getByText('At the end')]) {
    await button.click();
    const question = page.getByRole('group', { name: 'City map: Send?' });
    await question.waitFor();
    expect(await question.evaluate(seen)).toBe(true);
    await shoot(page, 'app-high-asks');
    await visitor.answer('no');
    await question.waitFor({ state: 'detached' });
  }
});

it('is not drawn where what comes is another than what the log names', async () => {
  shown = await stage.show([{ digest: 'f'.repeat(64) }]);
  const { page, visitor } = shown;
  await visitor.log.getByText('City map · Not available right now').waitFor();
  expect(await page.locator('iframe').count()).toBe(0);
  await shoot(page, 'app-failed');
});

it('sends its message as the visitor’s after their press alone', async () => {
  shown = await stage.show([
    {
      script: `document.querySelector('#act').onclick = () => ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'Take the blue one' }] });`,
    },
  ]);
  const { page, visitor } = shown;
  const frame = await shown.frame();
  await frame.locator('#act').click();
  await page.getByRole('region', { name: 'City map' }).getByText('City map: Send?').waitFor();
  expect(await page.locator('.bubble').getByText('Take the blue one').count()).toBe(0);
  await visitor.answer('yes');
  await page.locator('.bubble').getByText('Take the blue one').waitFor();
});

it('saves the visitor a file after their press', async () => {
  const file = `{ type: 'resource', resource: { uri: 'file:///prices.csv', mimeType: 'text/csv', text: 'mug,12' } }`;
  shown = await stage.show([
    {
      script: `document.querySelector('#act').onclick = () => ask('ui/download-file', { contents: [${file}] }).then(({ result }) => say(JSON.stringify(result)));`,
    },
  ]);
  const { page, visitor } = shown;
  const frame = await shown.frame();
  await frame.locator('#act').click();
  await page
    .getByRole('region', { name: 'City map' })
    .getByText('City map: Save prices.csv?')
    .waitFor();
  await shoot(page, 'app-saves');
  const saving = page.waitForEvent('download');
  await visitor.answer('yes');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('prices.csv');
  expect(readFileSync(await saved.path(), 'utf8')).toBe('mug,12');
  await frame.getByText('{}').waitFor();
});

it('can have all of the panel, and Escape leads back to its button, on a phone too', async () => {
  shown = await stage.show([{}], { width: 390 });
  const { page, visitor } = shown;
  const frame = await shown.frame();
  await page.getByRole('button', { name: 'Make bigger (City map)' }).click();
  const smaller = page.getByRole('button', { name: 'Make smaller (City map)' });
  await smaller.waitFor();
  await expect
    .poll(async () => (await page.locator('.app').boundingBox())?.height ?? 0)
    .toBeGreaterThan(500);
  await frame.getByText('For Rome').waitFor();
  await shoot(page, 'app-full');
  await smaller.press('Escape');
  await page.getByRole('button', { name: 'Make bigger (City map)' }).waitFor();
  expect(await visitor.panel.isVisible()).toBe(true);
});

it.each([
  { width: 320 },
  { width: 320, lang: 'ar', hasLessMotion: true },
  { width: 1280, lang: 'ar', theme: 'dark' as const },
])('fits the panel and has a name: %j', async (look) => {
  shown = await stage.show(
    [
      {
        script: `document.querySelector('#act').onclick = () => ask('ui/open-link', { url: 'https://shop.example/' });`,
      },
    ],
    look,
  );
  const { page } = shown;
  const frame = await shown.frame();
  const region = page.getByRole('region', { name: 'City map' });
  const place = page.locator('.app-place');
  expect(await place.getAttribute('aria-busy')).toBe('false');
  expect(await region.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
  const [log, app] = [await shown.visitor.log.boundingBox(), await region.boundingBox()];
  expect(app?.x).toBeGreaterThanOrEqual(log?.x ?? 0);
  expect((app?.x ?? 0) + (app?.width ?? 0)).toBeLessThanOrEqual((log?.x ?? 0) + (log?.width ?? 0));
  // The button stands at the end of the line.
  const bigger = region.getByRole('button');
  const at = await bigger.boundingBox();
  const isAtLeft = (at?.x ?? 0) < (app?.x ?? 0) + (app?.width ?? 0) / 2;
  expect(isAtLeft).toBe(look.lang === 'ar');
  // The title stands at its beginning, in whichever direction it is written itself.
  const name = await region.locator('bdi').boundingBox();
  const isBegun = (name?.x ?? 0) < (app?.x ?? 0) + (app?.width ?? 0) / 2;
  expect(isBegun).toBe(look.lang !== 'ar');
  const motion = await place.evaluate((it) => {
    it.classList.add('is-loading');
    const { animationDuration } = getComputedStyle(it);
    it.classList.remove('is-loading');
    return Number.parseFloat(animationDuration);
  });
  if (look.hasLessMotion) expect(motion).toBeLessThan(0.01);
  else expect(motion).toBeGreaterThan(1);
  await frame.locator('#act').click();
  await region.getByRole('group', { name: 'shop.example' }).waitFor();
  // What is asked is said once, to who can't see it too.
  await page
    .getByRole('dialog')
    .locator('[aria-live]')
    .getByText('shop.example')
    .first()
    .waitFor({ state: 'attached' });
  await shoot(page, `app-${look.lang ?? 'en'}-${look.width}`);
  expect(await region.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
});
