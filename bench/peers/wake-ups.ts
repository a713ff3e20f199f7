// How often the main threads of many pages are woken, by one trace of the whole browser.

import type { Browser, Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
}

const MARK = 'bench-page-';

/** @returns what ends the trace; it tells how many tasks each page's main thread had, in the order of the pages */
export async function startWakeUps(
  browser: Browser,
): Promise<(pages: Page[]) => Promise<number[]>> {
  const cdp = await browser.newBrowserCDPSession();
  const tasks = new Map<string, number>();
  const threads = new Map<string, string>();
  cdp.on('Tracing.dataCollected', ({ value }) => {
    for (const { name, pid, tid } of value as unknown as TraceEvent[]) {
      const thread = `${pid}/${tid}`;
      if (name === 'RunTask') tasks.set(thread, (tasks.get(thread) ?? 0) + 1);
      if (name.startsWith(MARK)) threads.set(name, thread);
    }
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['disabled-by-default-devtools.timeline', 'blink.user_timing'],
      excludedCategories: ['*'],
    },
  });
  return async (pages) => {
    // Only now, so that a page's mark adds a task or two, and says which thread is its own.
    for (const [index, page] of pages.entries()) {
      await page.evaluate((name) => void performance.mark(name), `${MARK}${index}-`);
    }
    const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
    await cdp.send('Tracing.end');
    await complete;
    await cdp.detach();
    return pages.map((page, index) => {
      const thread = threads.get(`${MARK}${index}-`);
      if (thread === undefined) throw new Error(`The trace knows no page at ${page.url()}.`);
      return tasks.get(thread) ?? 0;
    });
  };
}
