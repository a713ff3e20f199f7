// Records what a version of the widget stores in a visitor's browser, for test/browser/stored.test.ts:
//   node test/browser/stored/record.ts NAME [--dist dist]
// Plays each story in a browser of its own. A story that this version can't play to its end is left out by --without.

import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../support/browser.ts';
import { openShop } from './shop.ts';
import { record, STORIES, STORY_NAMES } from './stories.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    dist: { type: 'string', default: 'dist' },
    without: { type: 'string', multiple: true, default: [] },
  },
});
const [name] = positionals;
if (name === undefined)
  throw new Error('Name the version: node test/browser/stored/record.ts 1.2.3');

const browser = await launchBrowser();
try {
  let text = '';
  for (const story of STORY_NAMES.filter((one) => !values.without.includes(one))) {
    const context = await browser.newContext();
    const { history } = STORIES[story];
    const shop = await openShop(context, { dist: resolve(values.dist), history });
    const recording = await record(shop, STORIES[story]);
    await context.close();
    const line = JSON.stringify({ story, ...recording });
    console.log(`${story}: ${line.length} characters`);
    text += `${line}\n`;
  }
  const file = join(import.meta.dirname, `${name}.jsonl`);
  writeFileSync(file, text);
  console.log(file);
} finally {
  await browser.close();
}
