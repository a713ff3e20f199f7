// What a conversation asks of a gateway at another origin than the page's: each needless request is a round trip that the
// visitor waits for, and work for the gateway.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, launchBrowser, PATIENCE_MS } from './support/browser.ts';
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
  it('opens its connection while the rest of the chat and its session are on their way, and none before it is opened', async () => {
    const { issue } = gateway;
    const before = gateway.connections();
    let isAsked = false;
    gateway.issue = async (request) => {
      isAsked = true;
      await until('a connection', () => gateway.connections() > before);
      return issue(request);
    };
    // A profile of its own: Chromium opens nothing ahead of time in private windows, as which other tests run.
    const folder = mkdtempSync(join(tmpdir(), 'profile-'));
    const profile = await chromium.launchPersistentContext(folder, {
      executablePath: findBrowser(),
      args: ['--no-sandbox', '--disable-gpu'],
      timeout: PATIENCE_MS,
    });
    try {
      const page = await profile.newPage();
      world.put('/', pageHtml(world, {}));
      await page.goto(`${world.site}/`);
      const visitor = visitorOf(page);
      await visitor.launcher.hover();
      await page.waitForLoadState('networkidle');
      expect(gateway.connections()).toBe(before);
      await visitor.open();
      await until('the session', () => isAsked);
      await visitor.write('Hello');
      await visitor.log.getByText('One.').waitFor();
      expect(await page.locator('link[rel=preconnect]').count()).toBe(0);
    } finally {
      gateway.issue = issue;
      await profile.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('asks for permission once for each address, not before each request', async () => {
    const begun = gateway.requests.length;
    const page = await browser.newPage();
    world.put('/', pageHtml(world, {}));
    await page.goto(`${world.site}/`);
    const visitor = visitorOf(page);
    await visitor.open();
    await visitor.write('First');
    await visitor.log.getByText('One.').waitFor();
    await visitor.write('Second');
    await visitor.log.getByText('Two.').waitFor();
    const asked = gateway.requests.slice(begun);
    const count = (what: RegExp): number => asked.filter((one) => what.test(one)).length;
    await page.close();
    expect(count(/^POST/)).toBe(2);
    expect(count(/^OPTIONS .*\/events$/)).toBe(1);
    const permissions = asked.filter((one) => one.startsWith('OPTIONS'));
    expect(permissions).toEqual([...new Set(permissions)]);
    expect(permissions.length).toBeLessThan(count(/^GET/) + 2);
  });
});
