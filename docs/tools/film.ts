// `npm run docs -- film`: plays a conversation in the demo shop, with its real gateway and assistant, and keeps it as the README's
// moving picture and the still one for readers who want no motion. The pointer is drawn into the pictures afterwards.

import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { DOCS } from './paths.ts';

const SIZE = { width: 960, height: 620 };
/** The page on which what the tool does is to be seen beside the chat. */
const PLACE = '/cart';
const CART = { lines: [{ id: 'wool-blanket', variant: 'moss', quantity: 1 }], coupon: null };
const FRAME_MS = 90;
/** Nobody watches a chat wait: what stands still for longer is cut to this. */
const STILL_MS = 900;
/** How long the end is shown before the film begins again. */
const END_MS = 4_000;
const POINTER = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="22" height="26"><path d="M2 2v19l5-5 3.5 8 3.5-1.500-3.500-7.500h7z" fill="#111" stroke="#fff" stroke-width="1.500"/></svg>',
);

interface Spot {
  x: number;
  y: number;
}
interface Frame {
  picture: Buffer;
  pointer: Spot;
  at: number;
}

/** The part of sharp that is used: the site's tool brings it, and this repository's own packages don't know its types. */
type Sharp = (
  input: Buffer | Buffer[],
  options?: { join: { animated: true } },
) => {
  composite(images: { input: Buffer; left: number; top: number }[]): ReturnType<Sharp>;
  png(): ReturnType<Sharp>;
  webp(options: Record<string, unknown>): ReturnType<Sharp>;
  toBuffer(): Promise<Buffer>;
  toFile(path: string): Promise<{ size: number }>;
};

/** Plays it before a camera, and keeps the film and its last picture. */
export async function makeFilm(): Promise<void> {
  await inTheShop(async (page) => {
    const camera = startCamera(page);
    await play(page, camera.moveTo, 1);
    await write(await camera.stop());
  });
}

/** Plays it without pauses, and keeps the last picture alone. */
export async function drawStill(path: string): Promise<void> {
  await inTheShop(async (page) => {
    await play(page, async (target) => target.hover(), 0);
    await page.screenshot({ path });
  });
}

async function inTheShop(act: (page: Page) => Promise<void>): Promise<void> {
  const { launchBrowser } = await import('../../test/browser/support/browser.ts');
  const { openShop } = await import('../../test/browser/support/shop.ts');
  // The headless shell draws no frame of a page where nothing moves.
  const [browser, shop] = await Promise.all([launchBrowser({ isWhole: true }), openShop()]);
  try {
    const look = { viewport: SIZE, colorScheme: 'light' } as const;
    const { page, troubles } = await shop.enter(browser, '/shipping', look);
    await page.evaluate((cart) => localStorage.setItem('fernway-cart', cart), JSON.stringify(CART));
    await page.goto(`${shop.url}${PLACE}`);
    await act(page);
    if (troubles.length > 0) throw new Error(troubles.join('\n'));
  } finally {
    await browser.close();
    await shop.close();
  }
}

/** What the film shows: a question, its answer as it comes, and a tool that fills the page's own cart. */
async function play(
  page: Page,
  moveTo: (target: Locator) => Promise<void>,
  pace: 0 | 1,
): Promise<void> {
  const panel = page.getByRole('dialog');
  const composer = panel.getByRole('textbox', { name: 'Message' });
  const log = panel.getByRole('log');
  const rest = (ms: number) => page.waitForTimeout(ms * pace);
  const press = async (target: Locator) => {
    await moveTo(target);
    await rest(250);
    await page.mouse.down();
    await page.mouse.up();
  };
  const ask = async (words: string) => {
    await composer.pressSequentially(words, { delay: 50 * pace });
    await rest(300);
    await composer.press('Enter');
  };
  await page.getByText('Wool blanket').waitFor();
  await rest(700);
  await press(page.locator('bellhop-host button[part=launcher]'));
  await composer.waitFor();
  await rest(900);
  await ask('How long does delivery take?');
  await log.getByText('Delivery times and costs').waitFor();
  await rest(1_800);
  await ask('Add two green mugs to my cart');
  const yes = panel.locator('.choices.pair > :first-child');
  await yes.waitFor();
  await rest(1_000);
  while (!(await yes.isEnabled())) await page.waitForTimeout(50);
  await press(yes);
  await log.getByText('Your total is').waitFor();
  // The pointer shows what has changed on the page.
  await moveTo(page.getByRole('link', { name: 'Morning mug' }));
  await panel.getByRole('button', { name: 'Take me to the checkout' }).waitFor();
  await rest(600);
}

/** Takes pictures until it is stopped. */
function startCamera(page: Page) {
  const frames: Frame[] = [];
  let pointer: Spot = { x: 300, y: 420 };
  let isOn = true;
  const shooting = (async () => {
    // The page may be closed by what goes wrong in the play.
    while (isOn && !page.isClosed()) {
      const at = Date.now();
      frames.push({ picture: await page.screenshot({ type: 'png' }), pointer, at });
      await page.waitForTimeout(Math.max(0, FRAME_MS - (Date.now() - at)));
    }
  })();
  shooting.catch(() => {});
  return {
    async moveTo(target: Locator) {
      const box = await target.boundingBox();
      if (box === null) throw new Error('What the pointer should go to is not on the page.');
      const from = pointer;
      const to = { x: box.x + Math.min(box.width / 2, 90), y: box.y + box.height / 2 };
      const steps = 8;
      for (let step = 1; step <= steps; step += 1) {
        const part = (1 - Math.cos((Math.PI * step) / steps)) / 2;
        pointer = {
          x: Math.round(from.x + (to.x - from.x) * part),
          y: Math.round(from.y + (to.y - from.y) * part),
        };
        await page.mouse.move(pointer.x, pointer.y);
        await page.waitForTimeout(FRAME_MS * 0.7);
      }
    },
    async stop(): Promise<Frame[]> {
      isOn = false;
      await shooting;
      return frames;
    },
  };
}

async function write(frames: readonly Frame[]): Promise<void> {
  const sharp = createRequire(join(DOCS, 'package.json'))('sharp') as Sharp;
  const pictures: Buffer[] = [];
  const delays: number[] = [];
  for (const [index, { picture, pointer, at }] of frames.entries()) {
    const next = frames[index + 1]?.at ?? at + END_MS;
    const before = frames[index - 1];
    if (before?.picture.equals(picture) && before.pointer === pointer) {
      delays.push((delays.pop() ?? 0) + next - at);
      continue;
    }
    const drawn = { input: POINTER, left: pointer.x, top: pointer.y };
    pictures.push(await sharp(picture).composite([drawn]).png().toBuffer());
    delays.push(next - at);
  }
  const delay = delays.map((ms, at) =>
    Math.round(at === delays.length - 1 ? END_MS : Math.min(ms, STILL_MS)),
  );
  const film = await sharp(pictures, { join: { animated: true } })
    .webp({ lossless: true, effort: 6, minSize: true, loop: 0, delay })
    .toFile(join(DOCS, 'assets/chat.webp'));
  const last = frames.at(-1)?.picture;
  if (last !== undefined) await sharp(last).png().toFile(join(DOCS, 'assets/chat.png'));
  const seconds = Math.round(delay.reduce((sum, ms) => sum + ms, 0) / 1_000);
  console.log(`docs/assets/chat.webp: ${pictures.length} pictures, ${seconds} s, ${film.size} B`);
}
