// What a page has stored on this device, as text: for tests that wait until something stands there, or is gone.

import type { Page } from 'playwright-core';

/** Every key and value of localStorage, sessionStorage and IndexedDB, as JSON. */
export function stored(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    const finished = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await finished(indexedDB.open(name));
      for (const storeName of db.objectStoreNames) {
        const store = db.transaction(storeName).objectStore(storeName);
        found.push(await finished(store.getAllKeys()), await finished(store.getAll()));
      }
      db.close();
    }
    return JSON.stringify(found);
  });
}
