// Runs in a page of the site: puts a log into the visitor's storage by the same code that the widget stores with.

import { createBrowserPlatform } from '../src/platform/index.ts';
import { parseEvents } from '../src/protocol/index.ts';
import { createLogStore } from '../src/session/log-store.ts';

declare global {
  interface Window {
    /** Resolves to how many events are stored. */
    storeLog(namespace: string, sessionId: string, events: unknown[]): Promise<number>;
  }
}

window.storeLog = async (namespace, sessionId, wire) => {
  const { storage } = createBrowserPlatform({ namespace });
  const store = createLogStore(storage, `chat:${sessionId}`);
  await store.load();
  const listed = parseEvents(wire);
  await store.save({
    listed,
    hasOlder: false,
    settledId: listed.at(-1)?.id ?? null,
    seenAt: () => Date.now(),
    isWanted: () => true,
  });
  storage.close();
  return listed.length;
};
