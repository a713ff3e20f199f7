// Stopping a run: an interrupt is bound to the run that the visitor saw, or that the messages begin which were on their
// way, never queued offline, and dropped when that run is over. Knows the log; tools are stopped by whoever has them,
// and messages taken back by the outbox, through functions.

import type { InputBlock, SendInput, SessionEvent } from '../protocol/index.ts';
import type { Coming } from './coming.ts';
import type { ConversationState } from './conversation-state.ts';
import { asksForPatience, decideAgainMs, isNotApplied, isOwnFailure } from './errors.ts';
import type { Gate } from './gate.ts';
import type { OpenInterrupts } from './open-interrupts.ts';
import type { SessionContext } from './settings.ts';
import { createWaker, jitter, whenAborted } from './wait.ts';

const MAX_TRIES = 3;
/** How long a run that was paused for tools may take to go on. */
const RESUME_MS = 15_000;
/** How long a message that has arrived may take to begin its run. */
const BEGIN_MS = 30_000;
/** What a message has become is looked at again this often, should nothing tell of it. */
const LOOK_MS = 1_000;

export interface InterruptsPorts {
  context: SessionContext;
  gate: Gate;
  /** Notes of those that may still arrive. */
  open: Pick<OpenInterrupts, 'begin' | 'end'>;
  conversation: Pick<ConversationState, 'run' | 'isPartial'>;
  coming: Pick<Coming, 'messages' | 'fateOf'>;
  /** Takes a message out of the outbox; null where it has left. */
  takeBack(localId: string): Promise<InputBlock[] | null>;
  onChange(): void;
}

export interface Interrupts {
  /** Resolves when nothing more is to be done, to what had not left: it is the visitor's again. */
  interrupt(): Promise<InputBlock[] | null>;
  /** No run shows, and one may any moment; null: none will. */
  coming(): { isStopping: boolean } | null;
  /** The run that is being stopped. */
  stopping(): string | null;
  /** The log or the outbox has changed. */
  wake(): void;
}

const STOP: SendInput = [{ type: 'user.interrupt' }];
const IS_DONE = [() => true, () => false] as const;

export function createInterrupts(ports: InterruptsPorts): Interrupts {
  const { context, conversation, gate } = ports;
  const { clock, random, page } = context.platform;
  const { stopTools } = context.settings;
  const waker = createWaker(clock);
  const underWay = new Set<string>();
  /** Messages whose run is to be stopped as soon as it shows. */
  let awaited: readonly string[] = [];

  const isStill = (runId: string): boolean => {
    const run = conversation.run();
    return run.state !== 'idle' && run.runId === runId;
  };

  /** For as long as it is this run: whatever it does meanwhile, the visitor has said stop. */
  async function stop(runId: string, signal: AbortSignal): Promise<void> {
    let wasPaused = false;
    let takenAt: number | null = null;
    for (let tries = 0; tries < MAX_TRIES && !signal.aborted; ) {
      const run = conversation.run();
      if (run.state === 'idle' || run.runId !== runId) return;
      if (run.state === 'paused') {
        // While it waits for results an interrupt does nothing: give them, then stop what goes on.
        wasPaused = true;
        takenAt = null;
        // A page that goes waits for nothing: the Stop ends with it, and holds up no message of the next one.
        await Promise.race([stopTools(), whenAborted(signal)]);
        if (!(await goesOn(runId, signal))) return;
      } else if (run.isInterrupted) {
        // Taken: it ends now, or pauses first and goes on.
        takenAt ??= clock.monotonic();
        const leftMs = takenAt + RESUME_MS - clock.monotonic();
        if (leftMs <= 0) return;
        await waker.sleep(leftMs, signal);
      } else {
        tries += 1;
        const came = await attempt(runId, wasPaused || tries > 1, signal);
        // Taken: a second one could hit what comes next. If it came in a pause, the visitor sees that it goes on.
        if (came === 'taken') return;
        if (came === 'late') continue;
        await waker.sleep(jitter(random, tries, 500, 4_000), signal);
      }
    }
  }

  /** Whether the paused run goes on, or ends, within its time. */
  async function goesOn(runId: string, signal: AbortSignal): Promise<boolean> {
    const until = clock.monotonic() + RESUME_MS;
    while (isStill(runId) && conversation.run().state === 'paused') {
      if (signal.aborted || clock.monotonic() >= until) return false;
      await waker.sleep(until - clock.monotonic(), signal);
    }
    return true;
  }

  /** One request, unless the run has gone on to something else meanwhile. */
  async function attempt(
    runId: string,
    mustLook: boolean,
    signal: AbortSignal,
  ): Promise<'taken' | 'late' | 'failed'> {
    // Noted first, since what is known of the run must be known right before the request.
    const name = await ports.open.begin();
    let reply: readonly SessionEvent[] | null = [];
    try {
      // What goes on after a pause, or an attempt, may be the run of another message, and only a list can tell.
      const isSure =
        !mustLook && // A list that goes on, or has ended in its middle, knows nothing of what came after.
        !conversation.isPartial();
      if (!isSure && !(await gate.refresh().then(...IS_DONE))) return 'failed';
      const run = conversation.run();
      if (signal.aborted || !page.isOnline()) return 'late';
      if (!isStill(runId) || run.state !== 'running' || run.isInterrupted) return 'late';
      if (run.isUncertain) return 'failed';
      reply = null;
      reply = await gate.send(STOP).catch((error) => {
        // Its token has been renewed: again at once, if it is still this run. A list first would take longer than a run may
        // last, and whatever comes next could be hit.
        if (decideAgainMs(error) === null || !isStill(runId)) throw error;
        return gate.send(STOP);
      });
      return 'taken';
    } catch (error) {
      if (isNotApplied(error)) reply = [];
      // As its token was renewed the run has ended, or gone on to something else.
      if (decideAgainMs(error) !== null) return 'late';
      // Retry-After, a refused token: the look before the next waits for it like everybody.
      const isTold = isNotApplied(error) || isOwnFailure(error) || asksForPatience(error);
      return isTold && gate.report(error) === null ? 'taken' : 'failed';
    } finally {
      void ports.open.end(name, reply);
    }
  }

  /** Messages that were on their way: takes back what hasn't left, and stops the run that each of the others begins. */
  async function stopComing(signal: AbortSignal): Promise<InputBlock[] | null> {
    const back: InputBlock[] = [];
    let since = clock.monotonic();
    const drop = (id: string): void => {
      awaited = awaited.filter((other) => other !== id);
    };
    while (awaited.length > 0 && !signal.aborted) {
      for (const id of awaited) {
        const fate = ports.coming.fateOf(id);
        if (typeof fate === 'object') {
          await stopRun(fate.runId, signal);
          drop(id);
        } else if (fate === 'unsent') {
          const content = await ports.takeBack(id);
          if (content === null) continue;
          back.push(...content);
          drop(id);
        } else if (fate === 'over') drop(id);
        // It has not arrived yet, or another's run is in flight.
        if (fate !== 'sent' || conversation.run().state !== 'idle') since = clock.monotonic();
      }
      if (clock.monotonic() - since >= BEGIN_MS) awaited = [];
      if (awaited.length > 0) await waker.sleep(LOOK_MS, signal);
    }
    awaited = [];
    return back.length === 0 ? null : back;
  }

  async function stopRun(runId: string, signal: AbortSignal): Promise<void> {
    if (underWay.has(runId)) return;
    underWay.add(runId);
    ports.onChange();
    try {
      await stop(runId, signal);
    } finally {
      // Given up, or come in a pause: it can be pressed again.
      underWay.delete(runId);
    }
  }

  /** Under way, or taken and not over yet. */
  function stopping(): string | null {
    const run = conversation.run();
    if (run.state === 'idle') return null;
    const { runId, isInterrupted } = run;
    const isAwaited = (id: string): boolean => {
      const fate = ports.coming.fateOf(id);
      return typeof fate === 'object' && fate.runId === runId;
    };
    return isInterrupted || underWay.has(runId) || awaited.some(isAwaited) ? runId : null;
  }

  return {
    async interrupt() {
      const run = conversation.run();
      if (!page.isOnline() || stopping() !== null) return null;
      const messages = run.state === 'idle' ? ports.coming.messages() : [];
      if (run.state === 'idle' && (awaited.length > 0 || messages.length === 0)) return null;
      // Until it is through no tab sends anything: that this run has ended may show late, and another's look like it.
      const noted = ports.open.begin();
      try {
        if (run.state !== 'idle') await stopRun(run.runId, context.signal());
        else {
          awaited = messages;
          ports.onChange();
          return await stopComing(context.signal());
        }
      } finally {
        void noted.then((name) => ports.open.end(name, []));
        ports.onChange();
      }
      return null;
    },
    coming() {
      if (conversation.run().state !== 'idle') return null;
      if (awaited.length > 0) return { isStopping: true };
      return page.isOnline() && ports.coming.messages().length > 0 ? { isStopping: false } : null;
    },
    stopping,
    wake: waker.wake,
  };
}
