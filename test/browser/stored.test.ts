// What earlier versions of the widget have left in a browser: each recording of test/browser/stored is opened by this version,
// which goes on from it. Nothing is lost, and nothing happens twice. `node test/browser/stored/record.ts NAME` makes a recording.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { type Device, formOf, newIn, plantDevice, readDevice } from './stored/device.ts';
import { ANSWER, DONE, DRAFT, EMPTY, openShop, PART, type Shop } from './stored/shop.ts';
import { type Recording, record, STORIES, STORY_NAMES, type StoryName } from './stored/stories.ts';
import { launchBrowser } from './support/browser.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { DIST, recordConsole } from './support/world.ts';

const FOLDER = join(import.meta.dirname, 'stored');
const RECORDED = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => ({
    version: name.replace('.jsonl', ''),
    recordings: readFileSync(join(FOLDER, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { story: StoryName } & Recording),
  }));
/** The next page comes this long after the recording's: later than a request can still arrive. */
const LATER_MS = 60_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

interface Return {
  shop: Shop;
  visitor: Visitor;
  /** Events since the recording, as "type words". */
  since(): string[];
  /** How often these words stand in the conversation. */
  count(words: string): Promise<number>;
  close(): Promise<void>;
}

/** A minute after a recording was made its visitor opens the page again, with this version of the widget. */
async function comeBack(
  { at, events, device }: Recording,
  history: 'local' | 'session',
): Promise<Return> {
  const context = await browser.newContext();
  const aheadMs = at + LATER_MS - Date.now();
  await context.addInitScript((ms) => {
    const { now } = Date;
    Date.now = () => now() + ms;
  }, aheadMs);
  const shop = await openShop(context, { dist: DIST, history, events: structuredClone(events) });
  const lines = recordConsole(shop.page);
  const visitor = visitorOf(shop.page);
  await shop.page.goto(EMPTY);
  await plantDevice(shop.page, device);
  await shop.visit();
  // The panel is open, as it was, once a message has been sent; before that it opens with the visitor's press.
  if (events.length > 0) await visitor.composer.waitFor();
  else await visitor.open();
  return {
    shop,
    visitor,
    since: () =>
      shop.events.slice(events.length).map(({ type, content }) => `${type} ${wordsOf(content)}`),
    count: (words) => visitor.log.getByText(words, { exact: true }).count(),
    async close() {
      expect(shop.events.slice(0, events.length)).toEqual(events);
      // In the same database, of the same version: the earlier version could still read it.
      expect(placesOf(await readDevice(shop.page))).toEqual(
        expect.arrayContaining(placesOf(device)),
      );
      expect(lines.filter(({ type }) => type === 'uncaught')).toEqual([]);
      await context.close();
    },
  };
}

const placesOf = ({ databases }: Device) =>
  databases.map(({ name, version, stores }) => [name, version, Object.keys(stores)]);

function wordsOf(content: unknown): string {
  const [block] = Array.isArray(content) ? content : [];
  return block?.text ?? block?.tool_use_id ?? '';
}

/** The version in which the visitor's approvals were stored. */
const approvalsOf = ({ databases }: Device) =>
  databases
    .flatMap(({ stores }) => Object.values(stores).flat())
    .filter(([key]) => key.endsWith(':approvals'))
    .map(([, row]) => (row as { v: number }).v)[0];

const GOES_ON: Readonly<Record<StoryName, (back: Return, device: Device) => Promise<void>>> = {
  async outbox({ shop, visitor, since, count }) {
    await until('the answer to the last message', () => since().length === 4);
    // The message whose reply was lost is found in the log; the one behind it leaves once.
    expect(since()).toEqual([
      'user.message And is it blue?',
      'session.status_running ',
      `agent.message ${ANSWER}`,
      'session.status_idle ',
    ]);
    await until('all answers', async () => (await count(ANSWER)) === 3);
    expect(await visitor.composer.inputValue()).toBe(DRAFT);
    expect(await count(DONE)).toBe(1);
    for (const words of [
      'How long does delivery take?',
      'Is it dishwasher-safe?',
      'And is it blue?',
    ]) {
      expect(await count(words), words).toBe(1);
    }
    expect(await shop.done()).toEqual([]);
  },
  async result({ shop, since, count }) {
    await until('the answer to the result', () => since().length === 3);
    expect(since()[0]).toMatch(/^user\.tool_result toolu_/);
    await until('the answer', async () => (await count(DONE)) === 1);
    expect(await shop.done()).toEqual([]);
  },
  async question({ shop, visitor, since, count }, device) {
    await until('the draft', async () => (await visitor.composer.inputValue()) === DRAFT);
    await visitor.answer('yes');
    await until('the answers to the result', async () => (await count(DONE)) === 2);
    expect(since()).toHaveLength(3);
    expect(await shop.done()).toEqual(['cancel_order mug']);
    // What was allowed for the conversation still is. Of the first versions it isn't: they stored a hash, which is no proof.
    await visitor.write('Put a mug among my favourites again');
    if (approvalsOf(device) === 1) await visitor.answer('yes');
    await until('the third answer', async () => (await count(DONE)) === 3);
    expect(await shop.done()).toEqual(['cancel_order mug', 'add_to_favourites mug']);
  },
  async stop({ shop, visitor, since, count }) {
    await until('the part of the answer', async () => (await count(PART)) === 1);
    shop.add('agent.message', [{ type: 'text', text: `${PART} clay.` }]);
    shop.add('session.status_idle', { stop_reason: 'end_turn', context_tokens: 8 });
    await visitor.write('Thank you');
    await until('the whole answer', async () => (await count(`${PART} clay.`)) === 1);
    await until('the answer to the thanks', () => since().length === 6);
    expect(since()[2]).toBe('user.message Thank you');
    expect(await count(PART)).toBe(0);
  },
  async typed({ visitor, since }) {
    await until('the words', async () => (await visitor.composer.inputValue()) === DRAFT);
    await visitor.composer.press('Enter');
    await until('its answer', () => since().length === 4);
    expect(since()[0]).toBe(`user.message ${DRAFT}`);
  },
};

/** Each change opens what the first version has left; the outer ring opens what all others have. */
const ringOf = (index: number) => (index === 0 ? {} : OUTER);

describe('what the widget stores in a browser', () => {
  it('was recorded of several versions', () => {
    for (const name of STORY_NAMES) {
      const versions = RECORDED.filter(({ recordings }) =>
        recordings.some(({ story }) => story === name),
      );
      expect(versions.length, name).toBeGreaterThan(2);
    }
  });

  RECORDED.forEach(({ version, recordings }, index) => {
    describe(`by version ${version}`, { ...ringOf(index), concurrent: true }, () => {
      it.each(recordings)('is opened, and goes on: $story', async ({ story, ...recording }) => {
        const back = await comeBack(recording, STORIES[story].history);
        await GOES_ON[story](back, recording.device);
        await back.close();
      });
    });
  });

  describe('by this version', { concurrent: true }, () => {
    it.each(STORY_NAMES)('has no form that was not recorded: %s', async (story) => {
      // Where one is new: node test/browser/stored/record.ts NAME
      const context = await browser.newContext();
      const { history } = STORIES[story];
      const now = await record(await openShop(context, { dist: DIST, history }), STORIES[story]);
      await context.close();
      const recorded = formOf(
        RECORDED.flatMap(({ recordings }) => recordings.map(({ device }) => device)),
      );
      expect(newIn(formOf([now.device]), recorded)).toEqual([]);
    });
  });
});
