// Checks every state of the panel, in every mode, in a real browser: axe finds nothing, nothing scrolls
// sideways, a question stands with its first answer in sight, and the accessibility tree is the one that was approved.
// node test/gallery/check.ts [--update] [state,state…|journeys]: each state in every mode
// node test/gallery/check.ts --slice [--seed N]: each in the default mode, one in eight in another one, and one journey
// in three, by a seed that is printed

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { inPairs, MODES, type Mode, openGallery } from './browse.ts';
import { travel } from './journeys.ts';
import { STATES } from './states.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { update: { type: 'boolean' }, slice: { type: 'boolean' }, seed: { type: 'string' } },
});
const TREES = join(import.meta.dirname, 'trees');
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'wcag2aaa', 'best-practice'];

interface Violation {
  id: string;
  nodes: { target: unknown; failureSummary?: string }[];
}

/** Contrast of 7 is the default look's; an owner's colour is held to 4.5. */
const OWNER_TAGS = TAGS.filter((tag) => tag !== 'wcag2aaa');

async function findViolations(page: Page, tagsToRun: readonly string[]): Promise<string[]> {
  // A page of which another state was checked has it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run(options: unknown): Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: tags })).violations;
  }, tagsToRun);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) =>
        `${id} at ${JSON.stringify(target)}: ${failureSummary?.split('\n').slice(1, 3).join(' ')}`,
    ),
  );
}

/** Elements that are wider than the panel, but for code and tables, which scroll in themselves. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('bellhop-gallery')?.shadowRoot;
    const panel = root?.querySelector('.panel');
    if (!panel) return ['there is no panel'];
    const { left, right } = panel.getBoundingClientRect();
    return [...panel.querySelectorAll('*')]
      .filter((element) => !element.closest('pre, .table, .hidden'))
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.left < left - 1 || box.right > right + 1);
      })
      .map((element) => `wider than the panel: ${element.tagName} .${element.className}`);
  });
}

/** In whatever view, a question that waits stands with its heading and its first answer in sight. */
function findHiddenAnswer(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.querySelector('bellhop-gallery')?.shadowRoot;
    const [view, question] = ['.log', '.question'].map((one) => root?.querySelector(one));
    const answer =
      question?.querySelector('.pair button') ??
      question?.querySelector('.choices button, input, select');
    if (!view || !question || !answer) return [];
    const { top, bottom } = view.getBoundingClientRect();
    const isIn = (element: Element) => {
      const box = element.getBoundingClientRect();
      return box.top >= top - 1 && Math.min(box.bottom, box.top + 24) <= bottom + 1;
    };
    const heading = question.firstElementChild ?? question;
    return [
      ...(isIn(heading) ? [] : ['the heading of a question is out of sight']),
      ...(isIn(answer) ? [] : ['the first answer to a question is out of sight']),
    ];
  });
}

/** How long a state may take to become what was approved: buttons that a card arms after half a second, say. */
const SETTLES_MS = 30_000;

async function compareTree(page: Page, name: string): Promise<string[]> {
  const until = Date.now() + SETTLES_MS;
  for (;;) {
    const problems = await compareTreeNow(page, name);
    if (problems.length === 0 || Date.now() > until) return problems;
    await page.waitForTimeout(250);
  }
}

async function compareTreeNow(page: Page, name: string): Promise<string[]> {
  // Of what the host holds: it has no box of its own, and is hidden for what draws the tree.
  const parts = await page.locator('bellhop-gallery > *').all();
  const trees = await Promise.all(parts.map((part) => part.ariaSnapshot()));
  const tree = `${trees.filter(Boolean).join('\n')}\n`;
  const path = join(TREES, `${name}.yml`);
  if (values.update) {
    mkdirSync(TREES, { recursive: true });
    writeFileSync(path, tree);
    return [];
  }
  if (!existsSync(path)) return ['no tree has been approved; look at it, then run with --update'];
  const approved = readFileSync(path, 'utf8').split('\n');
  const lines = tree.split('\n');
  const at = lines.findIndex((line, index) => line !== approved[index]);
  if (at === -1 && lines.length === approved.length) return [];
  return [
    `the tree differs at line ${at + 1}: "${approved[at] ?? ''}" is now "${lines[at] ?? ''}"`,
  ];
}

/** mulberry32 */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isSlice = values.slice === true || values.seed !== undefined;
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const random = createRandom(seed);
const wanted = positionals[0]?.split(',');
const states = STATES.filter(({ name }) => !wanted || wanted.includes(name));

const [first, ...others] = MODES;

/** The default mode, and for one state in eight another one. */
function pickModes(): Mode[] {
  const other = random() < 1 / 8 ? others[Math.floor(random() * others.length)] : undefined;
  return [first, other].filter((mode) => mode !== undefined);
}

const pictures = states.flatMap((state) =>
  (isSlice ? pickModes() : MODES).map((mode) => ({ state, mode })),
);
if (isSlice) {
  console.log(`Each state in ${first?.name}, one in eight in another mode too, by seed ${seed}.`);
}

let failures = 0;
const gallery = await openGallery();
try {
  await inPairs(pictures, async ({ state: { name, options }, mode }) => {
    const page = await gallery.show(name, mode);
    const problems = [
      ...(await findViolations(page, options?.color ? OWNER_TAGS : TAGS)),
      ...(await findOverflow(page)),
      // Those ask with what fills a page.
      ...(name.startsWith('bad-') ? [] : await findHiddenAnswer(page)),
      ...(mode === first ? await compareTree(page, name) : []),
    ];
    if (problems.length > 0) failures++;
    for (const problem of problems) console.error(`${name} (${mode.name}): ${problem}`);
    gallery.release(page);
  });
  if (!wanted || wanted.includes('journeys')) {
    const { problems, count } = await travel(gallery, () => !isSlice || random() < 1 / 3);
    for (const problem of problems) console.error(problem);
    failures += problems.length;
    console.log(`${count} journeys made, ${problems.length} problems.`);
  }
} finally {
  await gallery.close();
}
const how = isSlice ? ` (seed ${seed})` : '';
console.log(`${pictures.length} pictures checked${how}, ${failures} with problems.`);
process.exitCode = failures === 0 ? 0 : 1;
