// The desk in this process: its one-time links, the feed of changes, the files of the console.

import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Hub } from '../log/stream/hub.ts';
import { createDeskFeed, type DeskFeed } from './feed.ts';
import { createHashing, type Hashing } from './hashing.ts';
import { createPresences, type Presences } from './presences.ts';
import { createSignInLinks, type SignInLinks } from './sign-in-link.ts';

export interface DeskFile {
  bytes: Uint8Array;
  /** The value of Content-Type. */
  type: string;
  /** The same bytes, compressed by the build; null where it has none. */
  brotli: Uint8Array | null;
}

/** A built file by its path below /desk/, `index.html` among them; null where there is none. */
export type DeskFiles = (path: string) => Promise<DeskFile | null>;

/** The desk's state in this process. */
export interface Desk {
  links: SignInLinks;
  feed: DeskFeed;
  /** Who reads which conversation now. */
  presences: Presences;
  /** All hashing of passwords goes through here. */
  hashing: Hashing;
  /** Null: the console isn't built. */
  files: DeskFiles | null;
  /** bellhop.js and its chunks; null: not built. */
  widget: DeskFiles | null;
  close(): void;
}

export interface DeskParts {
  db: Db;
  clock: Clock;
  ids: Ids;
  hub: Hub;
  /** How often to look for what other processes wrote. */
  pollMs(): number;
  files: DeskFiles | null;
  widget: DeskFiles | null;
}

/** @param pollMs how often the feed looks for changes of other processes, in milliseconds */
export function createDesk({ db, clock, ids, hub, pollMs, files, widget }: DeskParts): Desk {
  const feed = createDeskFeed({ db, clock, hub, pollMs });
  const links = createSignInLinks(clock, ids);
  const presences = createPresences(clock);
  return {
    links,
    feed,
    presences,
    hashing: createHashing(),
    files,
    widget,
    close() {
      feed.close();
      presences.close();
    },
  };
}
