// Interrupts that may still arrive. Each is noted on the device before its request, for every tab and for the next
// page, until the log shows it or it can't arrive any more: a message sent meanwhile could have its run stopped by it.
// Knows storage and the log; sends nothing.

import { asString, asTime, isRecord, type SessionEvent } from '../protocol/index.ts';
import type { SessionContext } from './settings.ts';
import { sleep } from './wait.ts';

/** A request ends by then, also one of a page that is gone. */
const REQUEST_MS = 30_000;
/** What an earlier page noted so long ago can't arrive any more. A clock may jump; this leaves room for it. */
const MAX_AGE_MS = 600_000;
/** How long a stop waits for the disk: what isn't noted by then holds this tab's messages alone. */
const NOTE_MS = 1_000;
/** Storage that failed often comes back. */
const NOTE_AGAIN_MS = 1_000;
const NEVER = new AbortController().signal;
const MAX_ROWS = 20;
/** Events before the last one among which a late one may turn up. */
const OVERLAP = 20;

interface Row {
  id: string;
  sessionId: string;
  /** An event of the log from before the request, far enough back for rows that become visible late. */
  after: string | null;
  /** Interrupts behind it that the log had before, or that another request brought: this one is none of them. */
  known: readonly string[];
  /** Its request ended without a word. */
  isLost: boolean;
  /** When it was noted, Unix milliseconds: what a page sees first after days can't arrive any more. */
  at: number;
}

export interface OpenInterruptsPorts {
  context: SessionContext;
  events(): readonly SessionEvent[];
  /** Notes have changed in storage: the other tabs should read them. */
  tellOthers(): void;
}

export interface OpenInterrupts {
  /** Before the request: its name. */
  begin(): Promise<string>;
  /** The request has ended: by a reply (with these events), by a refusal (none), or without a word (null). */
  end(id: string, reply: readonly SessionEvent[] | null): Promise<void>;
  /** What other tabs and earlier pages have noted. */
  read(): Promise<void>;
  /** One may still arrive. */
  isOpen(): boolean;
}

export function createOpenInterrupts(ports: OpenInterruptsPorts): OpenInterrupts {
  const { context } = ports;
  const { clock, random, storage } = context.platform;
  const { commitWindowMs } = context.settings;
  const key = `${context.namespace}:interrupts`;
  let stored: readonly Row[] = [];
  /** This page's own, which it knows also where they can't be stored. */
  const own = new Map<string, Row>();
  /** What its requests brought: none of those that may still arrive, also where that can't be noted. */
  const brought = new Set<string>();
  /** By the clock that can't be set: when each was first seen as it is. Long ago: it was old by then. */
  const seenAt = new Map<string, number>();
  let isNotingAgain = false;

  function rows(): readonly Row[] {
    const ids = new Set(stored.map(({ id }) => id));
    return [...stored, ...[...own.values()].filter(({ id }) => !ids.has(id))];
  }

  function see(): void {
    for (const row of rows()) {
      const name = nameOf(row);
      if (seenAt.has(name)) continue;
      // Whoever has seen its request begin knows better than a clock that can be set meanwhile.
      const isOld = !seenAt.has(row.id) && clock.now() - row.at > MAX_AGE_MS;
      seenAt.set(name, isOld ? Number.NEGATIVE_INFINITY : clock.monotonic());
    }
  }

  /** Those that neither the log shows nor time has ended. Each event is one request's. */
  function open(all: readonly Row[]): Row[] {
    const taken = new Set<string>();
    return all.filter((row) => {
      const since = seenAt.get(nameOf(row));
      const limitMs = commitWindowMs + (row.isLost ? 0 : REQUEST_MS);
      if (since !== undefined && clock.monotonic() - since >= limitMs) return false;
      if (row.sessionId !== context.sessionId()) return true;
      const events = ports.events();
      const from = events.findLastIndex(({ id }) => id === row.after) + 1;
      const found = interruptsIn(events.slice(from)).find(
        (id) => !row.known.includes(id) && !brought.has(id) && !taken.has(id),
      );
      if (found !== undefined) taken.add(found);
      return found === undefined;
    });
  }

  /** What could not be noted is as soon as it can be, for as long as it may arrive. */
  async function noteAgain(): Promise<void> {
    if (isNotingAgain) return;
    isNotingAgain = true;
    await sleep(clock, NOTE_AGAIN_MS, NEVER);
    isNotingAgain = false;
    const mine = open([...own.values()]);
    const ids = new Set(mine.map(({ id }) => id));
    if (context.isOver() || mine.length === 0) return;
    await update((all) => [...open(all).filter(({ id }) => !ids.has(id)), ...mine]);
  }

  /** One transaction. Where storage fails this tab alone knows, until it can be noted. */
  async function update(change: (all: readonly Row[]) => Row[]): Promise<void> {
    for (const row of change([...own.values()])) own.set(row.id, row);
    see();
    try {
      const value = await storage.update(key, (before) => {
        const next = change(parseRows(before)).slice(-MAX_ROWS);
        return next.length === 0 ? undefined : { v: 1, rows: next };
      });
      stored = parseRows(value);
      see();
      ports.tellOthers();
    } catch {
      // Refused, full or closed.
      void noteAgain();
    }
  }

  return {
    async begin() {
      const events = ports.events();
      const row: Row = {
        id: random.id(),
        sessionId: context.sessionId() ?? '',
        after: events.at(-1 - OVERLAP)?.id ?? null,
        known: interruptsIn(events.slice(-1 - OVERLAP)),
        isLost: false,
        at: Math.round(clock.now()),
      };
      const noted = update((all) => [...open(all).filter(({ id }) => id !== row.id), row]);
      await Promise.race([noted, sleep(clock, NOTE_MS, NEVER)]);
      return row.id;
    },
    async end(id, reply) {
      if (reply !== null) own.delete(id);
      const events = interruptsIn(reply ?? []);
      for (const event of events) brought.add(event);
      await update((all) =>
        all.flatMap((row): Row[] => {
          if (row.id === id) return reply === null ? [{ ...row, isLost: true }] : [];
          // It was this request's, and so none of the others'.
          return [{ ...row, known: [...row.known, ...events] }];
        }),
      );
    },
    async read() {
      try {
        stored = parseRows(await storage.get(key));
        see();
      } catch {
        // What this tab knows must do.
      }
    },
    isOpen: () => open(rows()).some(({ sessionId }) => sessionId === context.sessionId()),
  };
}

const nameOf = ({ id, isLost }: Row): string => `${id}${isLost ? ':lost' : ''}`;

const interruptsIn = (events: readonly SessionEvent[]): string[] =>
  events.flatMap(({ id, type }) => (type === 'user.interrupt' ? [id] : []));

function parseRows(value: unknown): Row[] {
  if (!isRecord(value) || value.v !== 1 || !Array.isArray(value.rows)) return [];
  return value.rows.flatMap((row) => {
    if (!isRecord(row) || !Array.isArray(row.known)) return [];
    const id = asString(row.id);
    const sessionId = asString(row.sessionId);
    if (id === undefined || sessionId === undefined) return [];
    const known = row.known.filter((event) => typeof event === 'string');
    return [
      {
        id,
        sessionId,
        after: asString(row.after) ?? null,
        known,
        isLost: row.isLost === true,
        at: asTime(row.at) ?? 0,
      },
    ];
  });
}
