// Stopping a run: an interrupt is bound to the run that the visitor saw, or that the messages begin which were on their
// way, never queued offline, and dropped when that run is over. What comes next is decided in decide-stop.ts; here it is
// carried out, and then decided anew. Knows the log; stops tools and takes back messages through functions.

import { signal } from '@preact/signals-core';
import type { InputBlock, SendInput, SessionEvent } from '../protocol/index.ts';
import type { SessionContext } from './context.ts';
import { decideStop, type StopFacts } from './decide-stop.ts';
import { asksForPatience } from './errors.ts';
import { createListener } from './facts.ts';
import type { Gate } from './gate.ts';
import { transmit } from './transmit.ts';
import type { Unnamed } from './unnamed/index.ts';
import { jitter, unlessAborted } from './wait.ts';

/** How long a message that has arrived may take to begin its run. */
const BEGIN_MS = 30_000;
/** A message that a Stop waits for is looked at again this often, in case that no change announces what became of it. */
const LOOK_MS = 1_000;

export interface InterruptsPorts {
  context: SessionContext;
  gate: Gate;
  unnamed: Pick<Unnamed, 'coming' | 'fateOf' | 'stops'>;
  /** Takes a message out of the outbox; null where it has left. */
  takeBack(localId: string): Promise<InputBlock[] | null>;
}

export interface Interrupts {
  /** Resolves when nothing more is to be done, to what had not left: it is the visitor's again. */
  interrupt(): Promise<InputBlock[] | null>;
  /** No run shows, and one may any moment; null: none will. A fact. */
  coming(): { isStopping: boolean } | null;
  /** The run that is being stopped. A fact. */
  stopping(): string | null;
}

const IS_DONE = [() => true, () => false] as const;

export function createInterrupts(ports: InterruptsPorts): Interrupts {
  const { context, unnamed, gate } = ports;
  const { page, log: conversation, rows } = context.facts;
  const { clock, random } = context.platform;
  const { stopTools } = context.settings;
  const listener = createListener(clock, () => [conversation.run(), rows.own()], page.end);
  const underWay = signal<readonly string[]>([]);
  /** Messages whose run is to be stopped as soon as it shows. */
  const awaited = signal<readonly string[]>([]);

  function stateOf(runId: string): StopFacts['run'] {
    const run = conversation.run();
    if (run.state === 'idle' || run.runId !== runId) return 'over';
    return run.state === 'running' && run.isInterrupted ? 'interrupted' : run.state;
  }

  /** The gateway's own name for this run. */
  function nameOf(runId: string): string | null {
    const run = conversation.run();
    return run.state === 'idle' || run.runId !== runId ? null : run.name;
  }

  async function stop(runId: string, name: string, signal: AbortSignal): Promise<void> {
    let seen = { run: stateOf(runId), at: clock.monotonic() };
    let areToolsStopped = false;
    let wasPaused = false;
    let tries = 0;
    let tryAt = 0;
    while (!signal.aborted) {
      const run = stateOf(runId);
      const at = clock.monotonic();
      if (run !== seen.run) {
        seen = { run, at };
        areToolsStopped = false;
      }
      wasPaused ||= run === 'paused';
      const facts = { run, sinceMs: at - seen.at, areToolsStopped, tries, waitMs: tryAt - at };
      const action = decideStop(facts);
      switch (action.do) {
        case 'end':
          return;
        case 'wait':
          await listener.sleep(action.ms, signal);
          break;
        case 'stop tools':
          // A page that goes waits for nothing: the Stop ends with it, and holds up no message of the next one.
          await unlessAborted(signal, stopTools(), undefined);
          areToolsStopped = true;
          seen.at = clock.monotonic();
          break;
        case 'try': {
          tries += 1;
          const next = await attempt(runId, name, wasPaused || tries > 1, signal);
          // Taken: a second one could hit what comes next. If it came in a pause, the visitor sees that it goes on.
          if (next === 'end') return;
          if (next === 'later') tryAt = clock.monotonic() + jitter(random, tries, 500, 4_000);
        }
      }
    }
  }

  /** One request, unless the run has gone on to something else meanwhile. */
  async function attempt(
    runId: string,
    name: string,
    mustLook: boolean,
    signal: AbortSignal,
  ): Promise<'end' | 'again' | 'later'> {
    // A request that names its run can hit no other, however late it arrives: no message need wait for it.
    const isBound = gate.hasIntents() && nameOf(runId) !== null;
    // Noted first, since what is known of the run must be known right before the request.
    const request = await unnamed.stops.begin(name, isBound);
    if (request === null) return 'end';
    let reply: readonly SessionEvent[] | null = [];
    try {
      // What goes on after a pause, or an attempt, may be the run of another message, and only a list can tell. A list
      // that goes on, or has ended in its middle, knows nothing of what came after.
      const isSure = !mustLook && !conversation.isPartial();
      if (!isSure && !(await gate.refresh().then(...IS_DONE))) return 'later';
      const run = conversation.run();
      if (signal.aborted || !page.isOnline() || stateOf(runId) !== 'running') return 'again';
      if (run.state === 'running' && run.isUncertain) return 'later';
      reply = null;
      const wanted = nameOf(runId);
      const bond = isBound && wanted !== null ? { run_id: wanted, intent_id: request } : {};
      const stop: SendInput = [{ type: 'user.interrupt', ...bond }];
      let end = await transmit(gate, stop);
      // Its token has been renewed: again at once, if it is still this run. A list first would take longer than a run may
      // last, and whatever comes next could be hit.
      if (end.end === 'early' && stateOf(runId) !== 'over') end = await transmit(gate, stop);
      if (end.end === 'accepted') {
        reply = end.reply;
        return 'end';
      }
      if (end.end === 'early' || end.end === 'refused') reply = [];
      if (end.end === 'early') return 'again';
      // Retry-After, a refused token: the look before the next waits for it like everybody.
      const isTold = end.end !== 'lost' || asksForPatience(end.error);
      return isTold && gate.report(end.error) === null ? 'end' : 'later';
    } finally {
      void unnamed.stops.end(request, reply);
    }
  }

  /** Messages that were on their way: takes back what hasn't left, and stops the run that each of the others begins. */
  async function stopComing(name: string, signal: AbortSignal): Promise<InputBlock[] | null> {
    const back: InputBlock[] = [];
    let since = clock.monotonic();
    const drop = (id: string): void => {
      awaited.value = awaited.peek().filter((other) => other !== id);
    };
    while (awaited.peek().length > 0 && !signal.aborted) {
      for (const id of awaited.peek()) {
        const fate = unnamed.fateOf(id);
        if (typeof fate === 'object') {
          await stopRun(fate.runId, name, signal);
          drop(id);
        } else if (fate === 'unsent') {
          const content = await ports.takeBack(id);
          if (content === null) continue;
          back.push(...content);
          drop(id);
        } else if (fate === 'over') drop(id);
        // The 30 s begin once the message has arrived, and no other run is in flight.
        if (fate !== 'sent' || conversation.run().state !== 'idle') since = clock.monotonic();
      }
      if (clock.monotonic() - since >= BEGIN_MS) awaited.value = [];
      if (awaited.peek().length > 0) await listener.sleep(LOOK_MS, signal);
    }
    awaited.value = [];
    return back.length === 0 ? null : back;
  }

  async function stopRun(runId: string, name: string, signal: AbortSignal): Promise<void> {
    if (underWay.peek().includes(runId)) return;
    underWay.value = [...underWay.peek(), runId];
    try {
      await stop(runId, name, signal);
    } finally {
      // If the run goes on all the same, the visitor can press Stop again.
      underWay.value = underWay.peek().filter((other) => other !== runId);
    }
  }

  /** Under way, or taken and not over yet. */
  function stopping(): string | null {
    const run = conversation.run();
    if (run.state === 'idle') return null;
    const { runId, isInterrupted } = run;
    const isAwaited = (id: string): boolean => {
      const fate = unnamed.fateOf(id);
      return typeof fate === 'object' && fate.runId === runId;
    };
    const isMeant = underWay.value.includes(runId) || awaited.value.some(isAwaited);
    return isInterrupted || isMeant ? runId : null;
  }

  return {
    async interrupt() {
      const run = conversation.run();
      if (!page.isOnline() || stopping() !== null) return null;
      const messages = run.state === 'idle' ? unnamed.coming() : [];
      if (run.state === 'idle' && (awaited.peek().length > 0 || messages.length === 0)) return null;
      // Hold messages in all tabs until this Stop is done: the end of this run may become visible late, and a newer run be
      // mistaken for it.
      const name = unnamed.stops.open({
        runId: run.state === 'idle' ? null : run.runId,
        messages,
      });
      try {
        if (run.state !== 'idle') await stopRun(run.runId, name, context.signal());
        else {
          awaited.value = messages;
          return await stopComing(name, context.signal());
        }
      } finally {
        void unnamed.stops.end(name, []);
      }
      return null;
    },
    coming() {
      if (conversation.run().state !== 'idle') return null;
      if (awaited.value.length > 0) return { isStopping: true };
      return page.isOnline() && unnamed.coming().length > 0 ? { isStopping: false } : null;
    },
    stopping,
  };
}
