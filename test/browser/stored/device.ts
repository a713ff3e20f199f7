// What a browser keeps for a site: read from a page, put into another browser, and its form without what it says.

import type { Page } from 'playwright-core';

export interface Device {
  databases: {
    name: string;
    version: number;
    stores: Record<string, [key: string, row: unknown][]>;
  }[];
  local: Record<string, string>;
  /** Of the one tab. */
  session: Record<string, string>;
}

/** What the browser keeps for the site of this page. */
export function readDevice(page: Page): Promise<Device> {
  return page.evaluate(async () => {
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const databases = [];
    for (const { name = '', version = 0 } of await indexedDB.databases()) {
      const db = await finished(indexedDB.open(name));
      const stores: Record<string, [key: string, row: unknown][]> = {};
      for (const store of db.objectStoreNames) {
        const rows = db.transaction(store).objectStore(store);
        const [keys, values] = [rows.getAllKeys(), rows.getAll()];
        await finished(values);
        stores[store] = keys.result.map((key, at) => [String(key), values.result[at]]);
      }
      databases.push({ name, version, stores });
      db.close();
    }
    return { databases, local: { ...localStorage }, session: { ...sessionStorage } };
  });
}

/** Puts it into this page's browser and tab. No script of the chat may have run there. */
export async function plantDevice(page: Page, device: Device): Promise<void> {
  await page.evaluate(async ({ databases, local, session }) => {
    Object.assign(localStorage, local);
    Object.assign(sessionStorage, session);
    for (const { name, version, stores } of databases) {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, version);
        request.onerror = () => reject(request.error);
        request.onupgradeneeded = () => {
          for (const store of Object.keys(stores)) request.result.createObjectStore(store);
        };
        request.onsuccess = () => {
          const db = request.result;
          const writing = db.transaction(Object.keys(stores), 'readwrite');
          for (const [store, rows] of Object.entries(stores)) {
            for (const [key, value] of rows) writing.objectStore(store).put(value, key);
          }
          writing.onabort = () => reject(writing.error);
          writing.oncomplete = () => {
            db.close();
            resolve();
          };
        };
      });
    }
  }, device);
}

/**
 * Its form: each place where something is stored, with the path and the kind of each value in it, and each number of a
 * version. Two devices have the same form if the same version of the widget wrote both.
 */
export function formOf({ databases, local, session }: Device): string[] {
  const form = new Set<string>();
  for (const { name, version, stores } of databases) {
    for (const [store, rows] of Object.entries(stores)) {
      const place = `${plain(name)} ${version} ${store}`;
      for (const [key, row] of rows)
        for (const line of lines(row)) form.add(`${place} ${plain(key)}${line}`);
    }
  }
  for (const [place, area] of Object.entries({ local, session })) {
    for (const [key, text] of Object.entries(area)) {
      for (const line of lines(parsed(text))) form.add(`${place} ${plain(key)}${line}`);
    }
  }
  return [...form].sort();
}

/** Without ids: of sessions, calls, and pages of a log. */
const plain = (key: string): string =>
  key
    .replace(/ses_\w+/, 'SESSION')
    .replace(/toolu_\w+/, 'CALL')
    .replace(/:log:-?\d+$/, ':log:N');

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** An event of the log is the gateway's, so its form isn't the widget's. */
const OTHERS = /(?<=\.events\[\]).*/;

function lines(value: unknown, path = ''): string[] {
  if (OTHERS.test(path)) return [path.replace(OTHERS, '')];
  if (Array.isArray(value)) return value.flatMap((item) => lines(item, `${path}[]`));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, item]) => lines(item, `${path}.${name}`));
  }
  if (path === '.v') return [`.v = ${value}`];
  // Empty yet, or not known yet: whatever it will be.
  return value === null ? [path] : [path, `${path}: ${typeof value}`];
}
