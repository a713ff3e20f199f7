// A gateway whose tokens are remembered, so that a test can look for them wherever they must not be.

import type { Page } from 'playwright-core';
import type { TestGateway } from './test-gateway.ts';

export interface Guarded extends TestGateway {
  /** Every token that was handed out. */
  tokens: string[];
}

export function guard(gateway: TestGateway): Guarded {
  const tokens: string[] = [];
  return {
    ...gateway,
    tokens,
    async issue(request) {
      const ticket = await gateway.issue(request);
      tokens.push(ticket.token);
      return ticket;
    },
  };
}

/** All that a script of the page could read of what is stored, shown and kept, as one text. */
export function readWholePage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }, document.cookie, name];
    for (const { name: database } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(database ?? '');
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store).objectStore(store);
        for (const asked of [rows.getAll(), rows.getAllKeys()]) {
          await new Promise<void>((resolve) => {
            asked.onsuccess = () => {
              found.push(asked.result);
              resolve();
            };
          });
        }
      }
      db.close();
    }
    const shown = (root: ParentNode): void => {
      for (const element of root.querySelectorAll('*')) {
        found.push([...element.attributes].map(({ value }) => value));
        if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement)
          found.push(element.value);
        if (element.shadowRoot) {
          found.push(element.shadowRoot.innerHTML);
          shown(element.shadowRoot);
        }
      }
    };
    found.push(document.documentElement.outerHTML, location.href, history.state);
    shown(document);
    // The public object, with what hangs on it.
    const seen = new Set<unknown>();
    const walk = (value: unknown, depth: number): void => {
      if (typeof value === 'string') found.push(value);
      if (typeof value !== 'object' || value === null || seen.has(value) || depth > 4) return;
      seen.add(value);
      for (const key of Reflect.ownKeys(value)) {
        found.push(String(key));
        try {
          walk(Reflect.get(value, key), depth + 1);
        } catch {
          // A getter that refuses says nothing either.
        }
      }
    };
    walk((window as unknown as { bellhop: unknown }).bellhop, 0);
    for (const entry of performance.getEntries()) found.push(entry.name);
    return JSON.stringify(found);
  });
}
