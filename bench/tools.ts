// What a call costs beyond its handler and the network: validation, journal, locks, batching. Medians of one run on one
// machine, beside one fetch and one durable write of the same page.
//   node bench/tools.ts

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { buildPage, openBrowser } from '../test/payloads/harness.ts';
import { type BenchRow, median, timeRow } from './row.ts';
import type { ToolSample } from './tools-page.ts';

const CALLS = 45;
/** Or what one fetch takes, where that is more. */
const MAX_OVERHEAD_MS = 5.2;

export async function benchTools(browser: Browser): Promise<BenchRow[]> {
  const samples = await measureCalls(browser);
  const call = median(samples.map(({ callMs }) => callMs));
  const fetchMs = median(samples.map(({ fetchMs }) => fetchMs));
  const write = median(samples.map(({ writeMs }) => writeMs));
  return [
    timeRow(
      `a tool call beyond its handler and the network (a durable write: ${write.toFixed(2)} ms)`,
      call,
      { what: 'one fetch', ms: fetchMs },
      Math.max(MAX_OVERHEAD_MS, fetchMs),
    ),
  ];
}

/** One page's calls, one after the other. */
export async function measureCalls(browser: Browser): Promise<ToolSample[]> {
  const script = await buildPage(join(import.meta.dirname, 'tools-page.ts'));
  const server = createServer((request, response) => {
    if (request.url === '/ping') return void response.end('pong');
    const isScript = request.url === '/page.js';
    response
      .writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html; charset=utf-8' })
      .end(isScript ? script : '<!doctype html><body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page = await browser.newPage();
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await page.evaluate((calls) => window.benchTools(calls), CALLS);
  } finally {
    await page.close();
    server.closeAllConnections();
    server.close();
  }
}

if (import.meta.main) {
  const browser = await openBrowser();
  try {
    for (const { what, value, must, isMet } of await benchTools(browser)) {
      console.log(`${isMet ? 'ok  ' : 'OVER'} ${what}: ${value} (${must})`);
    }
  } finally {
    await browser.close();
  }
}
