// The listed part of the log on disk, in pages of 100 events, so that a reload paints before it asks and an append
// writes one page. A cache: whatever can't be read, or doesn't join up, is fetched again. Knows no rows, no network.

import { writeJson } from '../dom/json.ts';
import type { Storage } from '../platform/types.ts';
import { asString, asTime, isRecord, parseEvents, type SessionEvent } from '../protocol/index.ts';
import { indexOfId, isSame } from './log.ts';
import { withholdEntries } from './withhold.ts';

const PAGE_SIZE = 100;
/** Pages read at once: the last screens, and all anchors. */
const PAGES_AT_ONCE = 2;
/** Pages read if nothing of the log is settled: rows that turn up late must find their place in it. */
const YOUNG_PAGES = 20;
/** A million events, more than any log has: a larger number was written by another script. */
const MAX_PAGES = 10_000;

export interface StoredEvents {
  events: SessionEvent[];
  /** When this browser first saw each, Unix milliseconds. */
  seen: number[];
  /** There are older events, in storage or at the gateway. */
  hasOlder: boolean;
  settledId: string | null;
}

interface Layout {
  no: number;
  events: readonly SessionEvent[];
}

interface Meta {
  first: number;
  last: number;
  hasOlder: boolean;
  settledId: string | null;
}

export interface LogStore {
  /** The latest pages; null where nothing usable is stored. */
  load(): Promise<StoredEvents | null>;
  /** The page before those loaded, which begin with `firstId`; null where the gateway has to be asked. */
  loadOlder(firstId: string | undefined): Promise<StoredEvents | null>;
  /** Resolves when the listed events are stored; rejects with StorageError. */
  save(state: {
    listed: readonly SessionEvent[];
    hasOlder: boolean;
    settledId: string | null;
    seenAt(id: string): number;
    /** This tab may still write: asked again before a write is repeated. */
    isWanted(): boolean;
  }): Promise<void>;
  clear(): Promise<void>;
}

export function createLogStore(storage: Storage, prefix: string): LogStore {
  const metaKey = `${prefix}:log`;
  const pageKey = (no: number): string => `${prefix}:log:${no}`;
  /** What is stored of the part in memory, oldest first. */
  let layout: Layout[] = [];
  let meta: Meta | null = null;
  let saved = '';

  async function read(from: number, to: number): Promise<StoredEvents | null> {
    const numbers: number[] = [];
    for (let no = from; no <= to; no++) numbers.push(no);
    const values = await storage.getMany(numbers.map(pageKey));
    const pages: Layout[] = [];
    const seen: number[] = [];
    // From the end: each page names the event before its first, and where that doesn't hold the rest is dropped.
    let nextPrev: string | null =
      layout.length > 0 && to < (layout[0]?.no ?? 0) ? prevOfFirst : null;
    let isFirst = layout.length === 0;
    for (let index = numbers.length - 1; index >= 0; index--) {
      const value = values[index];
      const no = numbers[index];
      if (!isRecord(value) || !Array.isArray(value.events) || no === undefined) break;
      const events = parseEvents(value.events);
      if (events.length !== value.events.length || events.length === 0) break;
      if (!isFirst && events.at(-1)?.id !== nextPrev) break;
      isFirst = false;
      nextPrev = asString(value.prev) ?? null;
      pages.unshift({ no, events });
      const times = Array.isArray(value.seen) ? value.seen : [];
      seen.unshift(...events.map((_, at) => asTime(times[at]) ?? 0));
    }
    if (pages.length === 0) return null;
    prevOfFirst = nextPrev;
    layout = [...pages, ...layout];
    const isOldest = pages[0]?.no === meta?.first;
    return {
      events: pages.flatMap((page) => page.events),
      seen,
      hasOlder: !isOldest || meta?.hasOlder === true,
      settledId: meta?.settledId ?? null,
    };
  }
  let prevOfFirst: string | null = null;

  function forget(): void {
    layout = [];
    meta = null;
    saved = '';
  }

  const store: LogStore = {
    async load() {
      layout = [];
      meta = parseMeta(await storage.get(metaKey));
      if (meta === null) return null;
      const pages = meta.settledId === null ? YOUNG_PAGES : PAGES_AT_ONCE;
      const stored = await read(Math.max(meta.first, meta.last - pages + 1), meta.last);
      if (stored === null) meta = null;
      return stored;
    },
    async loadOlder(firstId) {
      const oldest = layout[0]?.no;
      // The page may show another part of the log, with a gap between that and the stored part.
      if (layout[0]?.events[0]?.id !== firstId) return null;
      if (meta === null || oldest === undefined || oldest <= meta.first) return null;
      return read(oldest - 1, oldest - 1);
    },
    async save(state) {
      const { listed, hasOlder, settledId, seenAt } = state;
      const first = layout[0]?.events[0];
      let start = first === undefined ? -1 : listed[0] === first ? 0 : indexOfId(listed, first.id);
      const oldestLoaded = layout[0]?.no ?? 0;
      const isBeyondLoaded = meta !== null && meta.first < oldestLoaded;
      const dropped: number[] = [];
      if (start < 0 || (start > 0 && isBeyondLoaded)) {
        // Another log altogether (a reload), or one that can't be joined to what is stored: begin anew.
        if (meta !== null) for (let no = meta.first; no <= meta.last; no++) dropped.push(no);
        layout = [];
        meta = null;
        start = 0;
      }
      const next: Layout[] = [];
      const changed = new Set<number>();
      let no = layout[0]?.no ?? 0;
      // Newly read older events go in front, in pages of their own.
      for (let end = start, before = no - 1; end > 0; end -= PAGE_SIZE, before--) {
        next.unshift({ no: before, events: listed.slice(Math.max(0, end - PAGE_SIZE), end) });
        changed.add(before);
        changed.add(no);
      }
      let at = start;
      for (const page of layout) {
        const events = listed.slice(at, at + page.events.length);
        if (!isSame(events, page.events) || (page === layout.at(-1) && events.length < PAGE_SIZE)) {
          break;
        }
        next.push(page);
        at += events.length;
        no = page.no + 1;
      }
      for (; at < listed.length; at += PAGE_SIZE, no++) {
        const events = listed.slice(at, at + PAGE_SIZE);
        const known = layout.find((page) => page.no === no);
        if (known === undefined || !isSame(known.events, events)) changed.add(no);
        next.push({ no, events });
      }
      const after: Meta | null =
        next.length === 0
          ? null
          : {
              first: meta === null ? (next[0]?.no ?? 0) : Math.min(meta.first, next[0]?.no ?? 0),
              last: next.at(-1)?.no ?? 0,
              hasOlder: isBeyondLoaded && meta !== null ? meta.hasOlder : hasOlder,
              settledId,
            };
      if (next.length === 0 && dropped.length === 0) return;
      const wanted = writeJson(after);
      if (changed.size === 0 && wanted === saved && dropped.length === 0) return;
      const entries: [string, unknown][] = [];
      next.forEach((page, index) => {
        if (!changed.has(page.no)) return;
        const prev = next[index - 1]?.events.at(-1)?.id ?? (index === 0 ? prevOfFirst : null);
        const seen = page.events.map((event) => seenAt(event.id));
        const events = withholdEntries(page.events, listed);
        entries.push([pageKey(page.no), { v: 1, prev, events, seen }]);
      });
      const kept = new Set(next.map((page) => page.no));
      const stale = dropped.filter((number) => !kept.has(number)).map(pageKey);
      // In one transaction: a tab that stops leading must not write after the new leader.
      const [before] = await Promise.all([
        storage.get(metaKey),
        stale.length > 0 ? storage.delMany(stale) : undefined,
        storage.setMany([...entries, [metaKey, { v: 1, ...after }]]),
      ]);
      if (meta !== null && parseMeta(before) === null) {
        // Another conversation needed the room, and pages of this one are gone: the rest joins up with nothing.
        forget();
        if (state.isWanted()) await store.save(state);
        return;
      }
      if (start > 0 || meta === null) prevOfFirst = null;
      layout = next;
      meta = after;
      saved = wanted;
    },
    async clear() {
      const keys = (await storage.keys()).filter(
        (key) => key === metaKey || key.startsWith(`${metaKey}:`),
      );
      forget();
      await storage.delMany(keys);
    },
  };
  return store;
}

function parseMeta(value: unknown): Meta | null {
  if (!isRecord(value)) return null;
  const { first, last } = value;
  if (!Number.isSafeInteger(first) || !Number.isSafeInteger(last)) return null;
  if (Number(first) > Number(last) || Number(last) - Number(first) > MAX_PAGES) return null;
  return {
    first: Number(first),
    last: Number(last),
    hasOlder: value.hasOlder === true,
    settledId: asString(value.settledId) ?? null,
  };
}
