// What run a tab knew of, from outside: as the visitor pressed Stop there, and as an interrupt went out. Knows what the
// tab was told of the log, and nothing of what its client made of it.

import { parseEvents, type SessionEvent } from '../../src/protocol/index.ts';
import { isMessage } from './evidence.ts';
import type { ModelGateway } from './model-gateway.ts';
import { type ReadRun, runAtEnd } from './read-run.ts';

/** A run that has just been heard of: the interrupt was on its way already. */
const CROSSING_MS = 150;

export interface Stops {
  hear(event: SessionEvent): void;
  /**
   * The visitor presses Stop: whatever runs now, to this tab's knowledge, is meant; where nothing shows, the runs that
   * messages of these texts begin.
   */
  press(texts: readonly string[] | null): void;
  /** Stop was pressed for what runs now, to this tab's knowledge: late rows can make two runs one. */
  isStopped(): boolean;
  /** A request goes out. False: it stops a run that nobody meant. */
  isMeant(body: unknown): boolean;
}

export function createStops(gateway: ModelGateway, now: () => number): Stops {
  /** What may have been stored as the page came: what shows later is heard of, wherever in the log it stands. */
  const stored = new Set(
    gateway.rows().flatMap(({ event, isVisible }) => (isVisible ? [event.id] : [])),
  );
  const heard = new Set<string>();
  /** Runs go by their own id and their message's: rows that turn up late can give one another name. */
  const pressed = new Set<string>();
  let heardAt = 0;
  /** Texts whose runs are meant. */
  const awaited = new Set<string>();
  /**
   * Pressed for a run that can't be told from here: an earlier page had stored it, or its end has been heard of by
   * stream alone, which is no end to the client.
   */
  let isBlind = false;

  function knownEvents(): SessionEvent[] {
    const known = gateway.rows().filter(({ event: { id } }) => stored.has(id) || heard.has(id));
    return parseEvents(known.map(({ event }) => event));
  }

  const runOf = (): ReadRun | null => runAtEnd(knownEvents());

  /** The run is the first that shows behind a message of these texts. */
  function isAwaited(run: ReadRun | null): boolean {
    if (run === null) return false;
    const events = knownEvents();
    const place = events.findIndex(({ id }) => id === run.id);
    return events.some((event, index) => {
      if (event.type !== 'user.message') return false;
      if (![...awaited].some((text) => isMessage(event, text))) return false;
      if (run.startedBy === event.id) return true;
      const begins = events.findIndex(
        ({ type }, at) => at > index && type === 'session.status_running',
      );
      return place > index && place <= begins;
    });
  }

  function isStopped(): boolean {
    const run = runOf();
    return isBlind || isAwaited(run) || namesOf(run).some((name) => pressed.has(name));
  }

  const namesOf = (run: ReadRun | null): string[] =>
    run === null ? [] : [run.id, run.startedBy ?? ''].filter((name) => name !== '');

  return {
    hear({ id }) {
      heard.add(id);
      heardAt = now();
    },
    press(texts) {
      for (const text of texts ?? []) awaited.add(text);
      if (texts !== null) return;
      const names = namesOf(runOf());
      if (names.length === 0) isBlind = true;
      for (const name of names) pressed.add(name);
    },
    isStopped,
    isMeant(body) {
      const isInterrupt = typeof body === 'string' && body.includes('"user.interrupt"');
      if (!isInterrupt || now() - heardAt < CROSSING_MS || isStopped()) return true;
      return namesOf(runOf()).length === 0;
    },
  };
}
