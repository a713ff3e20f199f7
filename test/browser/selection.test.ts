// What a visitor has selected in an answer that is still being written stays selected, in real Chromium.

import type { Browser, BrowserContext, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { startReferenceGateway } from './support/reference-gateway.ts';
import { type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

let browser: Browser;
let world: World;
let context: BrowserContext;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
afterEach(async () => {
  await context.close();
  await world.close();
});

/** Opens a chat whose assistant writes this slowly. */
async function begin(say: string): Promise<void> {
  world = await createWorld(await startReferenceGateway({ script: [[{ say, ms: 3000 }]] }));
  world.put('/', pageHtml(world));
  context = await browser.newContext();
  const page = await context.newPage();
  visitor = visitorOf(page);
  await page.goto(`${world.site}/`);
  await visitor.open();
  await visitor.write('Go on');
}

type Selecting = { getSelection(): Selection };

/** Selects the first place of these words inside an element. */
const select = (place: Locator, words: string): Promise<void> =>
  place.evaluate((element, words) => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (node && !node.nodeValue?.includes(words)) node = walker.nextNode();
    const from = node?.nodeValue?.indexOf(words) ?? -1;
    if (!node || from < 0) throw new Error(`There is no ${words}.`);
    (element.getRootNode() as unknown as Selecting)
      .getSelection()
      .setBaseAndExtent(node, from, node, from + words.length);
  }, words);

const selected = (place: Locator): Promise<string> =>
  place.evaluate((element) =>
    (element.getRootNode() as unknown as Selecting).getSelection().toString(),
  );

/** Where the words stand, the answer, the words, and the ring: two of them stand for all in every run. */
const ANSWERS: [string, string, string, { tags?: string[] }][] = [
  [
    'a paragraph',
    `Here are the first words, and then **some of them are bold** ${'and more '.repeat(30)}to the end.`,
    'first words',
    OUTER,
  ],
  [
    'bold words',
    `Here **the bold words go on ${'and on '.repeat(30)}and on** to the end.`,
    'bold words',
    {},
  ],
  [
    'an item',
    `- The first item\n- Then ${'another '.repeat(30)}\n- The last to the end.`,
    'first item',
    OUTER,
  ],
  [
    'a cell',
    `| A | B |\n| :-- | - |\n| first cell | b |\n${'| more | cells |\n'.repeat(20)}\nto the end.`,
    'first cell',
    OUTER,
  ],
  [
    'code',
    `\`\`\`js\nconst first = 1;\n${'const more = first;\n'.repeat(20)}\`\`\`\n\nto the end.`,
    'const first',
    OUTER,
  ],
  [
    'code in an item',
    `- Do so:\n\n  \`\`\`\n  first line\n${'  more\n'.repeat(30)}  \`\`\`\n\n- to the end.`,
    'first line',
    {},
  ],
];

describe('words that are selected while an answer is written', () => {
  for (const [place, text, words, ring] of ANSWERS) {
    it(`stay in ${place}, through all that follows and the end of the turn`, ring, async () => {
      await begin(text);
      const { log, panel } = visitor;
      await log.getByText(words).first().waitFor();
      await select(log, words);
      expect(await log.getByText('to the end.').count()).toBe(0);
      await log.getByText('to the end.').waitFor();
      expect(await selected(log)).toBe(words);
      // The visitor's own message has the first.
      await panel.getByRole('button', { name: 'Copy', exact: true }).nth(1).waitFor();
      expect(await selected(log)).toBe(words);
    });
  }
});
