// A long answer in previews: how its cost grows with its length, and how it compares to plain text. Every
// figure is a ratio of medians from one run on one machine.
//   node bench/markdown.ts

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { buildPage, openBrowser } from '../test/payloads/harness.ts';
import type { Timing } from './markdown-page.ts';
import { type BenchRow, median } from './row.ts';
import { MIXED, repeatTo } from './texts.ts';

const ROUNDS = 5;
/** Of a 3,000-word answer; as many a word for longer ones. */
const PIECES_PER_WORD = 0.5;

const SHAPES: Readonly<Record<string, (words: number) => string>> = {
  'mixed answer': (words) => repeatTo(words, MIXED),
  'one list': (words) => repeatTo(words, '- an item of a list with **some** words in it\n'),
  'one code fence': (words) =>
    `\`\`\`js\n${repeatTo(words, 'const value = compute(a, b); // a line\n')}`,
  'one paragraph': (words) => repeatTo(words, 'words of a sentence that goes on and on. '),
};

export async function benchMarkdown(browser: Browser): Promise<BenchRow[]> {
  const script = await buildPage(join(import.meta.dirname, 'markdown-page.ts'));
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
      .end(isScript ? script : '<!doctype html><body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const rows: BenchRow[] = [];
    for (const [name, make] of Object.entries(SHAPES))
      rows.push(...(await benchShape(page, name, make)));
    return rows;
  } finally {
    await page.close();
    server.close();
  }
}

async function benchShape(
  page: Page,
  name: string,
  make: (words: number) => string,
): Promise<BenchRow[]> {
  const short: Timing[] = [];
  const long: Timing[] = [];
  const plain: Timing[] = [];
  // Measure in turns, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < ROUNDS; round++) {
    short.push(await time(page, 'markdown', make(3000), 3000));
    plain.push(await time(page, 'plain', make(3000), 3000));
    if (round < 3) long.push(await time(page, 'markdown', make(10_000), 10_000));
  }
  const growth =
    median(long.map(({ totalMs }) => totalMs)) / median(short.map(({ totalMs }) => totalMs));
  const cost =
    median(short.map(({ totalMs }) => totalMs)) / median(plain.map(({ totalMs }) => totalMs));
  // Other programs on the machine can only make a step longer, so the shortest of the longest steps is the least disturbed.
  const longest = Math.min(...long.map(({ longestMs }) => longestMs));
  const ms = median(short.map(({ totalMs }) => totalMs)).toFixed(0);
  return [
    row(`${name}: 10,000 words against 3,000 (${ms} ms)`, growth, '×', 3.5),
    row(`${name}: against plain text by blocks`, cost, '×', 2),
    row(`${name}: longest preview of 10,000 words`, longest, 'ms', 16),
  ];
}

function time(
  page: Page,
  kind: 'markdown' | 'plain',
  text: string,
  words: number,
): Promise<Timing> {
  const pieces = Math.round(words * PIECES_PER_WORD);
  return page.evaluate(([kind, text, pieces]) => window.benchmark(kind, text, pieces), [
    kind,
    text,
    pieces,
  ] as const);
}

function row(what: string, value: number, unit: string, most: number): BenchRow {
  return {
    what,
    value: `${value.toFixed(2)} ${unit}`,
    must: `≤ ${most} ${unit}`,
    isMet: value <= most,
  };
}

if (import.meta.main) {
  const browser = await openBrowser();
  try {
    for (const { what, value, must, isMet } of await benchMarkdown(browser)) {
      console.log(`${isMet ? 'ok  ' : 'OVER'} ${what}: ${value} (${must})`);
    }
  } finally {
    await browser.close();
  }
}
