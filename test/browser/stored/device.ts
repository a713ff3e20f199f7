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

/** Each place where something is stored, with the path of each value in it, and which kinds of value stand there. */
export type Form = Map<string, Set<string>>;

/** The form of all that these devices keep, whatever it says. Numbers of versions are part of it. */
export function formOf(devices: readonly Device[]): Form {
  const form: Form = new Map();
  const add = (place: string, value: unknown, path = ''): void => {
    if (Array.isArray(value)) {
      for (const item of value) add(place, item, `${path}[]`);
    } else if (typeof value === 'object' && value !== null && !path.endsWith(OTHERS)) {
      for (const [name, item] of Object.entries(value)) add(place, item, `${path}.${name}`);
    } else {
      const at = `${place}${path}${path === '.v' ? ` = ${value}` : ''}`;
      const kinds = form.get(at) ?? new Set();
      form.set(at, kinds);
      // Null is what isn't known yet, whatever it will be.
      if (value !== null) kinds.add(typeof value);
    }
  };
  for (const { databases, local, session } of devices) {
    for (const { name, version, stores } of databases) {
      for (const [store, rows] of Object.entries(stores)) {
        for (const [key, row] of rows) add(`${name} ${version} ${store} ${plain(key)}`, row);
      }
    }
    for (const [area, texts] of Object.entries({ local, session })) {
      for (const [key, text] of Object.entries(texts)) add(`${area} ${plain(key)}`, parsed(text));
    }
  }
  return form;
}

/** What of a form another one lacks. */
export function newIn(form: Form, known: Form): string[] {
  return [...form].flatMap(([path, kinds]) => {
    const before = known.get(path);
    if (before === undefined) return [path];
    if (before.size === 0) return [];
    return [...kinds].filter((kind) => !before.has(kind)).map((kind) => `${path}: ${kind}`);
  });
}

/** An event of the log is the gateway's, so its form isn't the widget's. */
const OTHERS = '.events[]';

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
