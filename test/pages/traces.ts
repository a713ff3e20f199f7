// What a page is, apart from the chat on it: its elements, names, prototypes, address, listeners. Read once on the page
// without the chat and once after the chat was destroyed, the two must be equal.

import type { CDPSession, Page } from 'playwright-core';

/** Each part as lines, so that a difference can be named. */
export type Traces = Record<string, string[]>;

/** Runs in the page. */
function readPage(): Traces {
  const copy = document.documentElement.cloneNode(true) as Element;
  for (const own of copy.querySelectorAll('[data-test-chat]')) own.remove();
  for (const element of copy.querySelectorAll('*')) {
    // Next writes what it has drawn, the chat's tag too, into scripts.
    if (element.localName === 'script' && element.textContent?.startsWith('self.__next_f'))
      element.remove();
    // A page that draws an element of the server's again may write its attributes in another order.
    const attributes = [...element.attributes].sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const attribute of attributes) {
      element.removeAttributeNode(attribute);
      element.setAttributeNode(attribute);
    }
  }
  const html = copy.outerHTML.replaceAll(' style=""', '').replaceAll('><', '>\n<').split('\n');
  const names = Object.getOwnPropertyNames(window).filter(
    // zone.js notes on the window what anybody listens to.
    (name) => name !== 'bellhop' && !name.startsWith('__zone_symbol__'),
  );
  const prototypes: string[] = [];
  for (const name of names) {
    if (!/^[A-Z]/.test(name)) continue;
    const made = Object.getOwnPropertyDescriptor(window, name)?.value;
    for (const [owner, path] of [
      [made, name],
      [made?.prototype, `${name}.prototype`],
    ] as const) {
      if (owner === null || !['object', 'function'].includes(typeof owner)) continue;
      const members = Object.entries(Object.getOwnPropertyDescriptors(owner)).map(
        ([key, { value, get, set, enumerable }]) =>
          `${key} ${enumerable} ${[value, get, set].map((it) => (typeof it === 'function' ? String(it).length : typeof it))}`,
      );
      prototypes.push(`${path}: ${members.sort().join()}`);
    }
  }
  return {
    elements: html.map((line) => line.trim()).filter((line) => line !== ''),
    names: names.sort(),
    prototypes,
    address: [location.href, `${history.length} entries`, document.title, document.cookie],
    sheets: [`${document.styleSheets.length} and ${document.adoptedStyleSheets.length}`],
  };
}

/** What the browser's driver listens to, from its first press on. */
const DRIVER = /^(auxclick|click|contextmenu|dblclick|mouse\w+|pointer\w+|touch\w+)$/;

async function readListeners(cdp: CDPSession): Promise<string[]> {
  const lines: string[] = [];
  for (const expression of ['window', 'document', 'document.documentElement', 'document.body']) {
    const { result } = await cdp.send('Runtime.evaluate', { expression });
    if (result.objectId === undefined) continue;
    const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
      objectId: result.objectId,
    });
    // A page that has come fires these no more; who comes before that, such as a measurer of speed, waits for them.
    const live = listeners.filter(
      ({ type, useCapture }) =>
        !['readystatechange', 'load'].includes(type) &&
        !(useCapture && expression === 'window' && DRIVER.test(type)),
    );
    lines.push(
      ...live
        .filter(({ type }) => !type.startsWith('__playwright'))
        // jQuery listens on the element to which it gives the focus back: the body, unless the visitor was in the chat.
        .filter(({ type }) => !(type === 'focus' && expression === 'document.body'))
        .map(({ type, useCapture }) => `${expression} ${type} ${useCapture}`),
    );
  }
  return lines.sort();
}

export async function readTraces(page: Page): Promise<Traces> {
  const cdp = await page.context().newCDPSession(page);
  try {
    return { ...(await page.evaluate(readPage)), listeners: await readListeners(cdp) };
  } finally {
    await cdp.detach();
  }
}

const numbersAside = (line: string): string => line.replaceAll(/-?\d+(\.\d+)?/g, '#');

/** @param again the page without the chat, once more: what differs between two of those differs by itself. */
export function compareTraces(without: Traces, again: Traces, after: Traces): string[] {
  const found: string[] = [];
  for (const [part, lines] of Object.entries(without)) {
    const moves = new Set(
      [...lines, ...(again[part] ?? [])]
        .filter((line) => !lines.includes(line) || !again[part]?.includes(line))
        .map(numbersAside),
    );
    const isSteady = (line: string) => !moves.has(numbersAside(line));
    const [before, now] = [count(lines.filter(isSteady)), count(after[part]?.filter(isSteady))];
    for (const line of new Set([...before.keys(), ...now.keys()])) {
      const change = (now.get(line) ?? 0) - (before.get(line) ?? 0);
      if (change !== 0) found.push(`${part}: ${change > 0 ? '+' : ''}${change} ${line}`);
    }
  }
  return found;
}

function count(lines: readonly string[] = []): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
