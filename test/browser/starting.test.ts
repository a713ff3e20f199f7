// A page of the gateway that is opened before its database is: a person sees a line and needs to do nothing.

import { getRequestListener } from '@hono/node-server';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startingReply } from '../../gateway/cli/starting-page.ts';
import { launchBrowser } from './support/browser.ts';
import { type Listening, listen } from './support/listen.ts';

let browser: Browser;
let server: Listening;
let isReady = false;

beforeAll(async () => {
  const answer = getRequestListener((request) =>
    isReady
      ? new Response('<!doctype html><title>Desk</title><h1>Desk</h1>', {
          headers: { 'Content-Type': 'text/html' },
        })
      : startingReply(request, null),
  );
  [browser, server] = await Promise.all([
    launchBrowser(),
    listen((request, response) => {
      answer(request, response);
    }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it.each([true, false])(
  'it becomes the page that was asked for, at its own address (scripts: %s)',
  async (javaScriptEnabled) => {
    isReady = false;
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('console', (line) => {
      if (/Content Security Policy|Refused/.test(line.text())) faults.push(line.text());
    });
    const address = `${server.url}/desk/team${javaScriptEnabled ? '#link=bhl_once' : ''}`;
    await page.goto(address);
    await page.getByText('The gateway is starting. This page goes on by itself.').waitFor();
    isReady = true;
    await page.getByRole('heading', { name: 'Desk' }).waitFor();
    expect(page.url()).toBe(address);
    expect(faults).toEqual([]);
    await context.close();
  },
);
