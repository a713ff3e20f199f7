// Judges interrupts from outside: which run did the tab know when the visitor pressed Stop, and when the interrupt went
// out? It knows the events that the tab was told, and nothing of what its client made of them.

import { parseEvents, type SessionEvent } from '../../src/protocol/index.ts';
import { isMessage } from './evidence.ts';
import type { ModelGateway } from './model-gateway.ts';
import { type ReadRun, runAtEnd } from './read-run.ts';

/** If the tab heard of a run only this shortly before, the interrupt was on its way already. */
const CROSSING_MS = 150;

export interface Stops {
  hear(event: SessionEvent): void;
  /**
   * The visitor presses Stop. They mean the run that goes on now, as far as this tab knows; if none shows, the runs
   * that messages of these texts begin.
   */
  press(texts: readonly string[] | null): void;
  /**
   * Whether Stop was pressed for the present run, as far as this tab knows: late rows can make two runs look like one.
   */
  isStopped(): boolean;
  /** Called when a request goes out. False: it stops a run that nobody meant to stop. */
  isMeant(body: unknown): boolean;
}

export function createStops(gateway: ModelGateway, now: () => number): Stops {
  /** Events that may have been stored when the page loaded. All others the tab hears of later. */
  const stored = new Set(
    gateway.rows().flatMap(({ event, isVisible }) => (isVisible ? [event.id] : [])),
  );
  const heard = new Set<string>();
  /** The runs that were meant, by their id and by their message's: late rows can change what a run is called. */
  const pressed = new Set<string>();
  let heardAt = 0;
  /** Texts of messages whose runs are meant. */
  const awaited = new Set<string>();
  /**
   * Stop was pressed for a run that can't be identified from here: an earlier page had stored it, or only the stream
   * told its end, which the client doesn't count.
   */
  let isBlind = false;

  function knownEvents(): SessionEvent[] {
    const known = gateway.rows().filter(({ event: { id } }) => stored.has(id) || heard.has(id));
    return parseEvents(known.map(({ event }) => event));
  }

  const runOf = (): ReadRun | null => runAtEnd(knownEvents());

  /** Whether this run is the first one after a message of the awaited texts. */
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
