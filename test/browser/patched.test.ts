// Pages whose libraries have changed what all scripts share: what is sent, stored and shown stays as on a plain page.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTER } from '../rings.ts';
import { launchBrowser } from './support/browser.ts';
import { type ReferenceGateway, startReferenceGateway } from './support/reference-gateway.ts';
import { until, type Visitor, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, recordConsole, type World } from './support/world.ts';

/** As Prototype 1.6 has them; written with `for`, as there. */
const TO_JSON = `
  Object.toJSON = function (value) {
    if (value === undefined || typeof value === 'function') return;
    if (value === null || typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (value.toJSON) return value.toJSON();
    var pairs = [];
    for (var name in value) { var text = Object.toJSON(value[name]); if (text !== undefined) pairs.push(name.toJSON() + ': ' + text); }
    return '{' + pairs.join(', ') + '}';
  };
  Array.prototype.toJSON = function () {
    var texts = [];
    for (var at = 0; at < this.length; at++) { var text = Object.toJSON(this[at]); if (text !== undefined) texts.push(text); }
    return '[' + texts.join(', ') + ']';
  };
  String.prototype.toJSON = function () { return '"' + this + '"'; };
  Number.prototype.toJSON = function () { return isFinite(this) ? this.toString() : 'null'; };
  Date.prototype.toJSON = function () { return '"' + this.getUTCFullYear() + '-01-01T00:00:00Z"'; };`;

const PATCHES: Record<string, string> = {
  'toJSON on Array, String, Number and Date': TO_JSON,
  'toJSON on Object': `Object.prototype.toJSON = function () { return '{}'; };`,
  'what Prototype 1.6 puts in the place of array and object functions': `${TO_JSON}
    Array.prototype.reduce = function () { return this.length > 1 ? this : this[0]; };
    Array.prototype.entries = Array.prototype.toArray = function () { return this.slice(); };
    Object.keys = function (object) { var names = []; for (var name in object) names.push(name); return names; };
    Object.values = function (object) { var all = []; for (var name in object) all.push(object[name]); return all; };
    Function.prototype.bind = function () {
      if (arguments.length < 2 && arguments[0] === undefined) return this;
      var method = this, first = [].slice.call(arguments), self = first.shift();
      return function () { return method.apply(self, first.concat([].slice.call(arguments))); };
    };`,
  'dates as Datejs has them': `
    var parse = Date.parse;
    Date.parse = function (text) { return /T.*Z$/.test(text) ? null : new Date(parse(text)); };
    Date.now = function () { return new Date(); };
    var toISOString = Date.prototype.toISOString;
    Date.prototype.toISOString = function () { return '"' + toISOString.call(this) + '"'; };`,
  'names on Object.prototype and Array.prototype that every loop meets': `
    Object.prototype.extend = function () { return this; };
    Object.prototype.each = function () {};
    Array.prototype.remove = Array.prototype.first = Array.prototype.contains = function () { return this; };
    String.prototype.strip = String.prototype.sub = function () { return ''; };`,
  'words and flags on Object.prototype that every loop meets': `
    Object.assign(Object.prototype, { version: '1.2', hidden: 'x', disabled: 1, once: true, ref: 'x', onclick: 'x' });`,
  'parts of a descriptor on Object.prototype': `
    Object.assign(Object.prototype, { value: 'x', writable: true, enumerable: 1, configurable: 1 });`,
};

let browser: Browser;
let gateway: ReferenceGateway;
let world: World;
let context: BrowserContext;
let page: Page;
let visitor: Visitor;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  gateway = await startReferenceGateway({
    script: [
      [
        { call: [{ name: 'find_lamps', input: { colors: ['red', 'blue'], at: { most: 2 } } }] },
        { say: 'Two **lamps** are here.' },
      ],
      [{ say: 'Still here.' }],
    ],
  });
  world = await createWorld(gateway);
  context = await browser.newContext();
  page = await context.newPage();
  visitor = visitorOf(page);
});
afterEach(async () => {
  await context.close();
  await world.close();
});

const TOOL = `<script>
  (window.bellhop ||= []).push((chat) => chat.registerTool({
    name: 'find_lamps', title: 'Find lamps', description: 'Finds lamps.',
    inputSchema: { type: 'object', properties: { colors: { type: 'array', items: { type: 'string' } } }, required: ['colors'] },
    annotations: { readOnlyHint: false },
    execute: (input) => { window.asked = input.colors.length + input.colors[0]; return { found: [['red', 1], ['blue', 2]], at: new Date(0) }; },
  }));
</script>`;

const contentOf = (events: readonly object[], type: string): unknown[] =>
  events
    .filter((event) => Reflect.get(event, 'type') === type)
    .map((event) => Reflect.get(event, 'content'));

describe('on a page with', () => {
  const [first = ['', ''], ...others] = Object.entries(PATCHES);
  const title = '%s a message leaves, a tool runs, and both are there after a reload';
  it.each([first])(title, (_, patch) => talks(patch));
  it.each(others)(title, OUTER, (_, patch) => talks(patch));

  async function talks(patch: string): Promise<void> {
    const lines = recordConsole(page);
    world.put('/', pageHtml(world, {}, TOOL, `<script>${patch}</script>`));
    await page.goto(`${world.site}/`);
    await visitor.open();
    await visitor.write('Which ["lamps"] are there?');
    await visitor.yes.waitFor();
    // What is shown of the input is what the tool gets.
    expect(await visitor.panel.getByText('red').count()).toBeGreaterThan(0);
    await visitor.answer('yes');
    await visitor.log.getByText('Two lamps are here.').waitFor();
    expect(await page.evaluate('window.asked')).toBe('2red');
    await visitor.write('And now?');
    await visitor.log.getByText('Still here.').waitFor();

    const events = await gateway.events(world.sessionId());
    expect(contentOf(events, 'user.message')).toEqual([
      [{ type: 'text', text: 'Which ["lamps"] are there?' }],
      [{ type: 'text', text: 'And now?' }],
    ]);
    expect(JSON.stringify(contentOf(events, 'user.tool_result'))).toContain(
      String.raw`{\"found\":[[\"red\",1],[\"blue\",2]],\"at\":\"1970-01-01T00:00:00.000Z\"}`,
    );
    expect(world.tickets[0]?.tools).toMatchObject([
      { name: 'find_lamps', input_schema: { required: ['colors'] } },
    ]);

    const other = await context.newPage();
    await other.goto(`${world.site}/`);
    await visitorOf(other).openByScript();
    await visitorOf(other).log.getByText('Still here.').waitFor();
    await page.reload();
    await visitor.openByScript();
    await visitor.log.getByText('Still here.').waitFor();
    expect(await visitor.log.getByText('Which ["lamps"] are there?').count()).toBe(1);
    await until('the times to be told', async () => {
      // By the page itself: the test's own driver stumbles over some of these words.
      const times = await page.evaluate(() => {
        const root = document.querySelector('bellhop-host')?.shadowRoot;
        return [...(root?.querySelectorAll('time') ?? [])].map(
          (it) => it.getAttribute('datetime') ?? '',
        );
      });
      return times.length > 0 && times.every((time) => /^20\d\d-\d\d-\d\dT[\d:.]+Z$/.test(time));
    });
    expect(lines.filter(({ type }) => ['error', 'warning', 'uncaught'].includes(type))).toEqual([]);
  }
});
