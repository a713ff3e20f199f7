// Invariants 14 and 18 for the whole page: no token outside its header, and no changed global of the host.

import { TOKEN_PREFIX } from './network.ts';
import type { Played } from './played.ts';

/** 14. No token in storage or in the messages between tabs. (For headers and URLs see check-requests.ts.) */
export function checkLeaks({ browser, conversations }: Played): string[] {
  const places: Record<string, unknown> = {
    storage: browser.disk.entries(),
    'a message between tabs': browser.channels.log,
    'a warning': [...conversations.values()].map(({ warnings }) => warnings),
  };
  return Object.entries(places).flatMap(([place, value]) =>
    JSON.stringify(value).includes(TOKEN_PREFIX) ? [`14: a token in ${place}`] : [],
  );
}

const WATCHED: readonly object[] = [
  globalThis,
  Object.prototype,
  Array.prototype,
  Function.prototype,
  String.prototype,
  Promise.prototype,
  Map.prototype,
  Set.prototype,
  EventTarget.prototype,
  Object,
  Array,
  JSON,
  Math,
  Promise,
];

/** 18. No host global changed: remembers them, and returns a function that names those that differ then. */
export function watchHost(): () => string[] {
  // Read each global once first: Node makes some of them only when they are read.
  for (const key of Reflect.ownKeys(globalThis)) Reflect.get(globalThis, key);
  const before = WATCHED.map(snapshot);
  return () =>
    WATCHED.flatMap((host, index) => {
      const now = snapshot(host);
      const then = before[index] ?? new Map();
      const keys = new Set([...then.keys(), ...now.keys()]);
      return [...keys].flatMap((key) =>
        Object.is(then.get(key), now.get(key))
          ? []
          : [`18: ${String(key)} of the host was changed`],
      );
    });
}

function snapshot(host: object): Map<PropertyKey, unknown> {
  return new Map(
    Reflect.ownKeys(host).map((key) => {
      const property = Reflect.getOwnPropertyDescriptor(host, key);
      return [key, property?.get ?? property?.value];
    }),
  );
}
