// All that Bellhop needs from a browser, as interfaces. Only this folder's other files read these browser globals.
// Every other room takes a Platform, or a part of it, as an argument, so that a test can put several tabs, virtual time
// and a failing disk into one process.

import type { Fetch, Signal } from './globals.ts';

export type TimerId = number;

export interface Clock {
  /** Wall time, Unix milliseconds. May jump. */
  now(): number;
  /** Milliseconds that never go back. */
  monotonic(): number;
  setTimeout(callback: () => void, delayMs: number): TimerId;
  clearTimeout(id: TimerId): void;
}

export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** A fresh id of 128 random bits, URL-safe. Works on plain-http pages. */
  id(): string;
}

export interface LockOptions {
  /** Don't wait: if the lock is taken, the callback gets false. */
  ifAvailable?: boolean;
  /** Ends the waiting. */
  signal?: Signal;
}

/** Mutual exclusion across the tabs of one origin: Web Locks, or leases in storage if the browser has none. */
export interface Locks {
  request<T>(name: string, options: LockOptions, run: (isHeld: boolean) => Promise<T>): Promise<T>;
  /** Follows the page's life no longer. What holds a lock or waits for one may still end. */
  close?(): void;
}

/** Messages between the tabs of one origin. The sender gets none of its own. Receivers must check what arrives. */
export interface Channel {
  post(message: unknown): void;
  subscribe(listener: (message: unknown) => void): () => void;
  close(): void;
}

/** A small durable key-value store (IndexedDB through idb-keyval, or memory when that is refused). */
export interface Storage {
  /** False: what is stored ends with the page, or the database isn't open yet (see `settled`). */
  readonly isDurable: boolean;
  /** `close` was called: no call works any more. */
  readonly isClosed?: boolean;
  /**
   * Resolves once the browser has opened or refused the database, which can take longer than a caller waits. Until
   * then calls reject with `closed`.
   */
  settled(): Promise<void>;
  get(key: string): Promise<unknown>;
  getMany(keys: readonly string[]): Promise<unknown[]>;
  set(key: string, value: unknown): Promise<void>;
  setMany(entries: readonly (readonly [string, unknown])[]): Promise<void>;
  /**
   * One transaction: reads, lets `change` decide, writes what it returns (undefined deletes).
   * Resolves to the value after the change. Written with durability "strict".
   */
  update(key: string, change: (before: unknown) => unknown): Promise<unknown>;
  delMany(keys: readonly string[]): Promise<void>;
  keys(): Promise<string[]>;
  close(): void;
}

/** What is read and written: each call stands for itself. */
export type Calls = Omit<Storage, 'isDurable' | 'isClosed' | 'settled' | 'close'>;

export type StorageFailure = 'refused' | 'quota' | 'closed';

/** Thrown by Storage. `quota`: no room; `refused`: the browser stores nothing here; `closed`: may work again later. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly failure: StorageFailure;
  constructor(failure: StorageFailure, cause?: unknown) {
    super(
      failure === 'quota'
        ? 'The browser has no room left for the chat. Free some space, or clear the conversation.'
        : 'The browser keeps nothing for this site. The chat works, but a reload starts it anew.',
      { cause },
    );
    this.failure = failure;
  }
}

export type PageSignal =
  | 'visible'
  | 'hidden'
  | 'online'
  /** The visitor comes back to the window, or presses something in the page. */
  | 'attention'
  | 'offline'
  /** A navigation begins. The page may stay all the same, as after a download. */
  | 'leave'
  /** The page is left, perhaps into the back-forward cache, or the system suspends it. */
  | 'pagehide'
  /** The page is back from the back-forward cache. */
  | 'pageshow';

/** The life of the page: visibility, connectivity, the back-forward cache. */
export interface Page {
  isVisible(): boolean;
  isOnline(): boolean;
  /** The page's own address. */
  url(): string;
  on(signal: PageSignal, listener: () => void): () => void;
}

/** The one mark in localStorage. It says that something is unfinished: the next page loads the engine at once. */
export interface Mark {
  set(): void;
  clear(): void;
}

export interface Platform {
  clock: Clock;
  random: Random;
  fetch: Fetch;
  locks: Locks;
  /** Null where the browser has no BroadcastChannel, or refuses it. */
  openChannel: ((name: string) => Channel) | null;
  storage: Storage;
  /** This tab's own storage: survives reloads and walks through the site, is deleted with the tab. */
  tabStorage: Storage;
  page: Page;
  mark: Mark;
}
