// Stops on the device, for every tab and for the next page: one that is under way, and requests of which an interrupt may
// still arrive. No message goes out meanwhile, since its run could be stopped by it. Knows storage and the log; sends
// nothing.
//
//   Stop      waiting ──▶ done, or over: a tab has seen its run end
//   request   posting ──▶ done, refused, or lost ──▶ over when the log shows its interrupt, or W has passed

import { signal } from '@preact/signals-core';
import { createCell } from '../../platform/cell.ts';
import { asTime, isRecord, type SessionEvent, textsOf } from '../../protocol/index.ts';
import type { SessionContext } from '../context.ts';
import { again } from '../facts.ts';
import { OVERLAP } from '../log.ts';
import { strings } from '../outbox-rows.ts';
import type { TabChannel } from '../tab-channel.ts';
import { sleep } from '../wait.ts';

/** A request ends by then, also one of a page that is gone. */
const REQUEST_MS = 30_000;
/** What an earlier page noted so long ago can't arrive any more. Clocks of two pages may differ by a correction; this leaves room for it. */
const MAX_AGE_MS = 600_000;
/** How long a stop waits for the disk: what isn't noted by then holds this tab's messages alone. */
const NOTE_MS = 1_000;
const NEVER = new AbortController().signal;
const MAX_ROWS = 20;

/** Which run is meant: one that goes on, or those that messages begin which are on their way (their local ids). */
export interface Target {
  runId: string | null;
  messages: readonly string[];
}

interface Row extends Target {
  id: string;
  sessionId: string;
  /** Of a Stop: nothing has left, or nothing may leave any more. Of a request: on its way, or ended without a word. */
  state: 'waiting' | 'over' | 'posting' | 'lost';
  /** An event of the log from before the request, far enough back for rows that become visible late. */
  after: string | null;
  /** Interrupts behind it that the log had before, or that another request brought: this one is none of them. */
  known: readonly string[];
  /** When it was noted, Unix milliseconds: what a page sees first after days can't arrive any more. */
  at: number;
}

export interface StopNotesPorts {
  context: SessionContext;
  /** Every run that is meant has ended, as far as lists have shown; also if another tab believes that it goes on. */
  isOver(target: Target): boolean;
  /** Says to the other tabs that notes have changed in storage, or that a request was answered. */
  tell: TabChannel['tell'];
}

export interface StopNotes {
  /** A Stop is under way. Its name. */
  open(target: Target): string;
  /**
   * Before a request of this Stop: the name of the request. Null: another tab has seen that the run is over.
   * @param isBound it names its run, so no message waits for it and nothing need be noted.
   */
  begin(stop: string, isBound?: boolean): Promise<string | null>;
  /**
   * A request has ended: by a reply (with these events), by a refusal (none), or without a word (null). Or the Stop is
   * done (none): what may still arrive of it has notes of its own.
   */
  end(name: string, reply: readonly SessionEvent[] | null): Promise<void>;
  /** A request was answered, in another tab: these interrupts are its own, and no other's of which nothing was heard. */
  settle(name: string, events: readonly string[]): Promise<void>;
  /** Reads what other tabs and earlier pages have noted, and ends Stops whose run is over. */
  read(): Promise<void>;
  /** No message may go out: a Stop is under way, or an interrupt may still arrive. */
  isOpen(): boolean;
}

export function createStopNotes(ports: StopNotesPorts): StopNotes {
  const { context, tell } = ports;
  const { time, log } = context.facts;
  /** Notes have changed. */
  const changes = signal(0);
  const { clock, random, storage } = context.platform;
  const { commitWindowMs } = context.settings;
  /** Interrupt events that replies have brought, here or in another tab: none of them is a lost request's. */
  const brought = new Set<string>();
  /** Requests that were answered: the disk may still have them, where their tab is gone. */
  const answered = new Set<string>();
  /** By the clock that can't be set: when each was first seen as it is. Long ago: it was old by then. */
  const seenAt = new Map<string, number>();

  const cell = createCell<Row>({
    storage,
    clock,
    key: `${context.namespace}:interrupts`,
    parse: parseRows,
    pack: (rows) => (rows.length === 0 ? undefined : { v: 1, rows }),
    idOf: ({ id }) => id,
    tidy: prune,
    evict: context.evict,
    onChange() {
      see();
      again(changes);
    },
    onStored: () => tell({ type: 'rows' }),
    isOver: context.isOver,
  });

  const bornAt = clock.now() - clock.monotonic();
  /** The earlier of the wall time, and what it would be had nobody set the clock since this page began. */
  const earliestNow = (): number => Math.min(clock.now(), bornAt + clock.monotonic());

  const isOwn = ({ sessionId }: Row): boolean => sessionId === context.sessionId();

  function see(): void {
    for (const row of cell.rows()) {
      const name = nameOf(row);
      if (seenAt.has(name)) continue;
      // What this page saw begin is as old as it saw, whatever the time says that another page has noted.
      const isOld = !seenAt.has(row.id) && earliestNow() - row.at > MAX_AGE_MS;
      seenAt.set(name, isOld ? Number.NEGATIVE_INFINITY : clock.monotonic());
    }
  }

  /** Rows that still count: not in the log, and younger than W. Each event is one request's; `taken` collects those. */
  function open(all: readonly Row[], taken = new Set<string>()): Row[] {
    return all.filter((row) => {
      if (answered.has(row.id)) return false;
      const since = seenAt.get(nameOf(row));
      const limitMs = commitWindowMs + (row.state === 'lost' ? 0 : REQUEST_MS);
      if (since !== undefined && time.isPast(since + limitMs)) return false;
      if (isStop(row) || !isOwn(row)) return true;
      const events = log.events();
      const from = events.findLastIndex(({ id }) => id === row.after) + 1;
      const found = interruptsIn(events.slice(from)).find(
        (id) => !row.known.includes(id) && !brought.has(id) && !taken.has(id),
      );
      if (found !== undefined) taken.add(found);
      return found === undefined;
    });
  }

  /** The event of a row that is dropped can't be another row's. */
  function prune(all: readonly Row[]): readonly Row[] {
    const taken = new Set<string>();
    const left = open(all, taken).slice(-MAX_ROWS);
    return left.length === all.length ? all : left.map((row) => withKnown(row, taken));
  }

  /** Counts here at once, also while the disk takes its time. */
  async function update(change: (all: readonly Row[]) => readonly Row[]): Promise<void> {
    cell.keep(change);
    await cell.flush();
  }

  function rowFor(state: Row['state'], target: Target): Row {
    const events = log.events();
    return {
      ...target,
      id: random.id(),
      sessionId: context.sessionId() ?? '',
      state,
      after: events.at(-1 - OVERLAP)?.id ?? null,
      known: interruptsIn(events.slice(-1 - OVERLAP)),
      at: Math.round(clock.now()),
    };
  }

  async function settle(name: string, events: readonly string[]): Promise<void> {
    answered.add(name);
    again(changes);
    for (const event of events) brought.add(event);
    await update((all) =>
      all.flatMap((row): Row[] => {
        if (row.id === name) return [];
        // The event was this request's, so it is none of the others'.
        return [events.length === 0 ? row : withKnown(row, events)];
      }),
    );
  }

  async function end(name: string, reply: readonly SessionEvent[] | null): Promise<void> {
    if (reply === null) {
      return update((all) =>
        all.map((row) => (row.id === name ? { ...row, state: 'lost' as const } : row)),
      );
    }
    const events = interruptsIn(reply);
    const settled = settle(name, events);
    if (events.length > 0) tell({ type: 'stopped', request: name, events });
    await settled;
  }

  return {
    open(target) {
      const row = rowFor('waiting', target);
      void update((all) => [...all, row]);
      return row.id;
    },
    async begin(stop, isBound = false) {
      const row = rowFor('posting', NOBODY);
      const noted = isBound ? cell.read() : update((all) => [...all, row]);
      await Promise.race([noted, sleep(clock, NOTE_MS, NEVER)]);
      if (cell.rows().every(({ id, state }) => id !== stop || state !== 'over')) return row.id;
      void end(row.id, []);
      return null;
    },
    end,
    settle,
    async read() {
      await cell.read();
      const isOver = (row: Row): boolean =>
        row.state === 'waiting' && isOwn(row) && ports.isOver(row);
      if (!cell.rows().some(isOver)) return;
      // On disk or not at all: the tab of that Stop looks there before each request.
      await cell.attempt((all) =>
        all.map((row) => (isOver(row) ? { ...row, state: 'over' as const } : row)),
      );
    },
    isOpen() {
      void changes.value;
      return open(cell.rows()).some((row) => isOwn(row) && row.state !== 'over');
    },
  };
}

const NOBODY: Target = { runId: null, messages: [] };

const isStop = ({ state }: Row): boolean => state === 'waiting' || state === 'over';

const nameOf = ({ id, state }: Row): string => `${id}${state === 'lost' ? ':lost' : ''}`;

const withKnown = (row: Row, events: Iterable<string>): Row => ({
  ...row,
  known: [...new Set([...row.known, ...events])],
});

/** Without those that name their run: none of them is a request's that was noted. */
const interruptsIn = (events: readonly SessionEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === 'user.interrupt' && event.run_id === undefined ? [event.id] : [],
  );

function parseRows(value: unknown): Row[] {
  if (!isRecord(value) || value.v !== 1 || !Array.isArray(value.rows)) return [];
  return value.rows.flatMap((row) => {
    if (!isRecord(row) || !Array.isArray(row.known)) return [];
    const {
      id,
      sessionId,
      runId = null,
      after = null,
    } = textsOf(row, 'id', 'sessionId', 'runId', 'after');
    if (id === undefined || sessionId === undefined) return [];
    return [
      {
        id,
        sessionId,
        // An older version has noted only whether it is lost.
        state: stateOf(row),
        runId,
        messages: strings(row.messages),
        after,
        known: strings(row.known),
        at: asTime(row.at) ?? 0,
      },
    ];
  });
}

function stateOf({ state, isLost }: Record<string, unknown>): Row['state'] {
  if (state === 'waiting' || state === 'over') return state;
  return state === 'lost' || isLost === true ? 'lost' : 'posting';
}
