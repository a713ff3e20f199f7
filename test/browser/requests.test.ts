// What a conversation asks of a gateway at another origin than the page's: each needless request is a round trip that the
// visitor waits for, and work for the gateway.

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './support/browser.ts';
import { type ReferenceGateway, startReferenceGateway } from './support/reference-gateway.ts';
import { until, visitorOf } from './support/visitor.ts';
import { createWorld, pageHtml, type World } from './support/world.ts';

let browser: Browser;
let gateway: ReferenceGateway;
let world: World;

beforeAll(async () => {
  browser = await launchBrowser();
  gateway = await startReferenceGateway({ script: [[{ say: 'One.' }], [{ say: 'Two.' }]] });
  world = await createWorld(gateway);
});
afterAll(async () => {
  await browser?.close();
  await world?.close();
});

describe('a conversation', () => {
  it('asks for one permission for each address, and sends the next message without a request before it', async () => {
    const page = await browser.newPage();
    world.put('/', pageHtml(world, {}));
    await page.goto(`${world.site}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('First');
    await visitor.log.getByText('One.').waitFor();
    // The lists that follow a run are over once two came after its end.
    const lists = (): number => gateway.requests.filter((one) => /^GET .*order=/.test(one)).length;
    const before = lists();
    await until('two lists after the run', () => lists() >= before + 2);
    const asked = gateway.requests.length;
    await visitor.write('Second');
    await visitor.log.getByText('Two.').waitFor();
    const [first] = gateway.requests.slice(asked);
    expect(first).toMatch(/^POST .*\/events$/);
    const permissions = gateway.requests.filter((one) => one.startsWith('OPTIONS'));
    expect(permissions).toEqual([...new Set(permissions)]);
    await page.close();
  });
});
