// One visitor's stay on somebody else's page, with each promise looked at: the chat looks as on a plain page, works,
// and leaves nothing behind. Knows the page by host-page.ts alone.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { Step } from '../browser/support/test-gateway.ts';
import { type Visitor, visitorOf } from '../browser/support/visitor.ts';
import { recordConsole, shoot, type World } from '../browser/support/world.ts';
import { DEBIAN, type HostPage, PACKAGES } from './host-page.ts';
import {
  compareLooks,
  differingShare,
  type Look,
  type Pictures,
  readLook,
  takePictures,
} from './look.ts';
import type { Promised } from './table.ts';
import { compareTraces, readTraces } from './traces.ts';

const LONG = Array.from({ length: 30 }, (_, at) => `Line ${at} of a long answer.`).join('\n\n');

export const SCRIPT: Step[][] = [
  [
    {
      say: `The **lamp** is here.\n\n- white\n- black\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nAsk for \`lamp 1\`.`,
    },
  ],
  [
    { call: [{ name: 'add_to_cart', input: { lamp: 1 } }] },
    { say: `It lies in the cart.\n\n${LONG}` },
  ],
  [{ say: 'You are still here.' }],
];

const SETUP = `<script data-test-chat>
(window.bellhop = window.bellhop || []).push(function (chat) {
  chat.registerTool({
    name: 'add_to_cart', title: 'Add to cart', description: 'Puts a lamp into the cart.',
    execute: function () { document.carted = (document.carted || 0) + 1; return { pieces: 1 }; }
  });
});
</script>`;

export const tagOf = (world: World): string =>
  `${SETUP}<script async data-test-chat src="${world.cdn}/bellhop.js" data-gateway="${world.gateway.url}"
   data-session="/session" data-theme="light" data-lang="en"></script>`;

/** Keys that pages like to take for themselves. */
export const KEYS = 'so f?/jkgb .n-p ';
/** Of all pixels; shapes that a processor draws under another layer differ by a few. */
const SAME_SHARE = 0.005;

export interface Appearance {
  look: Look;
  pictures: Pictures;
}

export interface Stay {
  faults: Partial<Record<Promised, string[]>>;
  appearance: Appearance;
}

export const put = async (world: World, host: HostPage, tag: string): Promise<void> => {
  for (const [path, source] of Object.entries(await host.files(tag))) world.put(path, source);
};

export function serveLibraries(world: World, { folders }: HostPage): void {
  for (const [prefix, folder] of Object.entries(folders?.() ?? {})) world.putFolder(prefix, folder);
  world.putFolder('/npm/', PACKAGES);
  world.putFolder('/debian/', DEBIAN);
}

async function arrive(context: BrowserContext, world: World, host: HostPage) {
  const page = await context.newPage();
  const lines = recordConsole(page);
  await page.goto(`${world.site}/`);
  if (host.ready) await page.waitForFunction(host.ready);
  if (host.first) {
    await page.locator(host.first).click();
    await page.locator(host.first).waitFor({ state: 'hidden' });
  }
  return { page, lines };
}

async function walkOn(page: Page, { walk }: HostPage): Promise<void> {
  if (!walk) return;
  await page.evaluate(() => Reflect.set(document, 'isTheSame', true));
  await page.locator(walk.press).click();
  await page.locator(walk.arrives).waitFor();
  await page.waitForTimeout(300);
}

const loudLines = (lines: readonly { type: string; text: string }[]): string[] =>
  lines
    .filter(({ type }) => ['error', 'warning', 'uncaught'].includes(type))
    .map(({ type, text }) => `${type}: ${text}`);

/** @param plain what the chat looks like on a plain page; null: this is that page */
export async function stayOn(
  host: HostPage,
  { browser, world, plain }: { browser: Browser; world: World; plain: Appearance | null },
): Promise<Stay> {
  const faults: Stay['faults'] = {};
  const note = (promise: Promised, found: string[]): void => {
    faults[promise] = [...(faults[promise] ?? []), ...found];
  };
  /** What fails by a wait or a throw is a fault of this promise, and the next is looked at all the same. */
  const look = async (
    promise: Promised,
    act: () => Promise<string[] | undefined>,
  ): Promise<void> => {
    try {
      note(promise, (await act()) ?? []);
    } catch (error) {
      note(promise, [String(error).split('\n').slice(0, 4).join(' ')]);
    }
  };
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(60_000);
  const blank = await context.newPage();
  try {
    const [without, again] = [await withoutChat(), await withoutChat()];
    await put(world, host, tagOf(world));
    const { page, lines } = await arrive(context, world, host);
    const visitor = visitorOf(page);
    await visitor.launcher.waitFor();

    await visitor.open();
    await visitor.write('Is the lamp here?');
    await rests(visitor, 'The lamp is here.');
    await page.waitForTimeout(500);
    const appearance = { look: await page.evaluate(readLook), pictures: await takePictures(page) };
    await shoot(page, `pages-${host.name.replaceAll(/\W+/g, '-')}`);
    await look('looks the same', async () => {
      if (plain === null) return [];
      const found = compareLooks(plain.look, appearance.look);
      for (const part of ['launcher', 'panel'] as const) {
        const share = await differingShare(blank, plain.pictures[part], appearance.pictures[part]);
        if (share > SAME_SHARE)
          found.push(`${part}: ${(100 * share).toFixed(1)} % of its pixels differ`);
      }
      return found;
    });
    await look('answers, runs a tool', async () => {
      await visitor.write('Put it into my cart');
      await visitor.answer('yes');
      await rests(visitor, 'It lies in the cart.');
      const times = await page.evaluate(() => Reflect.get(document, 'carted'));
      return times === 1 ? [] : [`the tool ran ${times} times`];
    });
    await look('keeps its keys and wheel', () => typesAndScrolls(visitor));
    await look('usable beside a modal', () => staysUsable(visitor, host));
    await look('isn’t printed', async () => {
      await page.emulateMedia({ media: 'print' });
      // Not by its role, which a dialog of the page's may have too.
      const panel = page.locator('bellhop-host [part=panel]');
      const shown = await Promise.all([visitor.launcher.isVisible(), panel.isVisible()]);
      await page.emulateMedia({ media: null });
      return shown.some(Boolean) ? ['it is on the paper'] : [];
    });
    await look('goes along', async () => {
      if (!host.walk) return [];
      await walkOn(page, host);
      if (!(await page.evaluate(() => Reflect.get(document, 'isTheSame')))) {
        throw new Error('The page made a new document, so nothing was seen.');
      }
      await visitor.log.getByText('It lies in the cart.').waitFor();
      if ((await page.locator('bellhop-host').count()) !== 1)
        return ['there is more than one launcher'];
      await visitor.write('Are you there?');
      await rests(visitor, 'You are still here.');
      return [];
    });
    await look('leaves the page as it was', async () => {
      await page.evaluate('bellhop.get().destroy()');
      await page.waitForTimeout(300);
      return compareTraces(without.traces, again.traces, await readTraces(page));
    });
    note(
      'says nothing in the console',
      loudLines(lines).filter((line) => ![...without.loud, ...again.loud].includes(line)),
    );
    return { faults, appearance };
  } finally {
    await context.close();
  }

  async function withoutChat() {
    await put(world, host, '');
    const { page, lines } = await arrive(context, world, host);
    await whileBusy(page, host, async () => {});
    await walkOn(page, host);
    // What the page does by itself after it has come.
    await page.waitForTimeout(1_500);
    const traces = await readTraces(page);
    await page.close();
    return { traces, loud: loudLines(lines) };
  }
}

/** The answer stands there, and the chat takes the next message. */
async function rests(visitor: Visitor, words: string): Promise<void> {
  await visitor.log.getByText(words).last().waitFor();
  await visitor.panel.getByRole('button', { name: 'Send', exact: true }).waitFor();
}

async function typesAndScrolls({ page, composer, log }: Visitor): Promise<string[]> {
  const found: string[] = [];
  await composer.focus();
  const address = page.url();
  await page.keyboard.type(KEYS);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Home');
  const typed = await composer.inputValue();
  if (typed !== KEYS) found.push(`of “${KEYS}” the text field got “${typed}”`);
  if (page.url() !== address) found.push(`keys led to ${page.url()}`);
  await composer.fill('');
  // Not by `scrollTo`: Prototype and MooTools have put their own in its place.
  await log.evaluate((it) => {
    it.style.scrollBehavior = 'auto';
    it.scrollTop = 100;
    it.style.scrollBehavior = '';
  });
  const box = await log.boundingBox();
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  await page.mouse.move((box?.x ?? 0) + 100, (box?.y ?? 0) + 100);
  await page.mouse.wheel(0, 150);
  await page.waitForTimeout(700);
  const top = await log.evaluate((it) => it.scrollTop);
  if (Math.abs(top - 250) > 2) found.push(`the wheel moved the log from 100 to ${top}, not to 250`);
  if ((await scrolled()) !== before) found.push('the wheel moved the page');
  await page.mouse.move(10, 10);
  return found;
}

/** Opens what the page has to open, and closes it again. */
async function whileBusy(page: Page, { busy }: HostPage, act: () => Promise<void>): Promise<void> {
  if (!busy) return;
  await page.locator(busy.press).evaluate((it) => (it as HTMLElement).click());
  await page.locator(busy.shows).waitFor();
  await page.waitForTimeout(500);
  try {
    await act();
  } finally {
    await page.locator(busy.closes).evaluate((it) => (it as HTMLElement).click());
    await page.locator(busy.shows).waitFor({ state: 'hidden' });
  }
  await page.waitForTimeout(300);
}

async function staysUsable({ page, composer }: Visitor, host: HostPage): Promise<string[]> {
  const found: string[] = [];
  await whileBusy(page, host, async () => {
    await composer.click({ timeout: 10_000 });
    await page.keyboard.type('Aside');
    const typed = await composer.inputValue();
    if (typed !== 'Aside') found.push(`of “Aside” the text field got “${typed}”`);
    await composer.fill('');
  });
  return found;
}
