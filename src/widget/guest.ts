// Keeps the secret by which the gateway knows a guest again, where the transcript is kept and as long. It asks nobody; what
// a reply means for it is public-site.ts's matter.

import type { Platform } from '../platform/index.ts';
import { isRecord } from '../protocol/index.ts';
import { asGuest } from '../protocol/public-session.ts';

const KEY = 'guest';
/** With `history: none`, as long as something is unfinished. */
const LEFT_KEY = 'guest:left';

export interface GuestParts {
  platform: Pick<Platform, 'storage' | 'tabStorage'>;
  history: 'local' | 'session' | 'none';
  /** Something is unfinished, which the next page is to go on with. */
  isMarked(): boolean;
}

export interface Guest {
  /** The stored secret. Waits for storage that opens late: a visitor who seems new would lose their conversations. */
  read(): Promise<string | undefined>;
  /**
   * Stores the secret that has come in the place of `sent` (undefined: there was none), unless another tab has stored one
   * meanwhile. Resolves to the one that counts.
   */
  put(secret: string, sent: string | undefined): Promise<string>;
  forget(): Promise<void>;
  /** The mark has been set or cleared. */
  markChanged(): void;
}

export function createGuest({ platform, history, isMarked }: GuestParts): Guest {
  const { storage, tabStorage } = platform;
  const home = history === 'local' ? storage : history === 'session' ? tabStorage : null;
  /** A secret that storage has not taken, or may not have. */
  let held: string | undefined;

  // What an earlier setting of `history` has left.
  if (history !== 'local') void drop(storage, [KEY]);
  if (history !== 'session') void drop(tabStorage, [KEY]);
  if (home !== null) for (const one of [storage, tabStorage]) void drop(one, [LEFT_KEY]);

  /** The tab's own first: with `none` each tab that was open without anything unfinished is a guest of its own. */
  const readLeft = async (): Promise<string | undefined> =>
    (await read(tabStorage, LEFT_KEY)) ?? (await read(storage, LEFT_KEY));

  /** Stores or deletes what stands for the time in which something is unfinished. */
  async function keepLeft(): Promise<void> {
    const secret = held;
    if (home !== null || secret === undefined) return;
    const isKept = isMarked();
    const change = (before: unknown): unknown => {
      // Another tab's stays, for the page that comes after that one.
      const isOurs = (parse(before) ?? secret) === secret;
      return isOurs ? (isKept ? pack(secret) : undefined) : before;
    };
    for (const one of [tabStorage, storage]) await one.update(LEFT_KEY, change).catch(() => {});
  }

  return {
    async read() {
      if (home === null) held ??= await readLeft();
      return (home === null ? undefined : await read(home, KEY)) ?? held;
    },
    async put(secret, sent) {
      if (home === null) {
        held = secret;
        await keepLeft();
        return secret;
      }
      try {
        const stored = await home.update(KEY, (before) =>
          parse(before) === sent ? pack(secret) : before,
        );
        held = undefined;
        return parse(stored) ?? secret;
      } catch {
        // No room, or refused: the page has it.
        held = secret;
        return secret;
      }
    },
    async forget() {
      held = undefined;
      await Promise.all([storage, tabStorage].map((one) => drop(one, [KEY, LEFT_KEY])));
    },
    markChanged: () => void keepLeft(),
  };
}

async function read(storage: Platform['storage'], key: string): Promise<string | undefined> {
  const get = async () => parse(await storage.get(key));
  try {
    return await get();
  } catch {
    // The database is slow to open, or the browser refuses it.
    await storage.settled();
    return get().catch(() => undefined);
  }
}

async function drop(storage: Platform['storage'], keys: readonly string[]): Promise<void> {
  await storage.delMany(keys).catch(() => {});
}

function pack(secret: string): unknown {
  return { v: 1, secret };
}

function parse(stored: unknown): string | undefined {
  return isRecord(stored) ? asGuest(stored.secret) : undefined;
}
