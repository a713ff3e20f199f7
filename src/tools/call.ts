// One call as this tab sees it: its state for the card, and the waits that other tabs, the visitor or the log may end.
// It knows nothing of tools, storage or posting.

import { tellCall } from './input.ts';
import type { CallRequest, CallState, Decision, ToolQuestion } from './types.ts';

/** The log no longer waits for it, or the runner is closed. */
export const GONE = Symbol('gone');
/** Another tab has it. */
export const TAKEN = Symbol('taken');
/** The visitor typed a message instead; the gateway cancels it. */
export const SKIPPED = Symbol('skipped');

/** Starts to wait; returns how to stop waiting. */
type Waiting<T> = (resolve: (value: T) => void) => () => void;

export interface Call {
  /** Its name and input are those that were first seen under its id. */
  readonly request: CallRequest;
  /** They, as one text (see tellCall). */
  readonly text: string | null;
  /** By now, or in an earlier page, the log had another call under this id: nothing of either runs. */
  readonly isChanged: boolean;
  readonly status: CallState;
  /** Monotonic; when this page began to look for the tool. Null: not yet. */
  seenAt: number | null;
  /** The pipeline is at work on it in this tab. */
  isDriven: boolean;
  /** The journal has said what became of it so far: until then it may be running, or done. */
  readonly isKnown: boolean;
  readonly isGone: boolean;
  /** Nothing is left to do in this tab but, perhaps, to post. */
  readonly isOver: boolean;
  /** It is being claimed, or was started by a page that is gone: it begins now, or has begun, for all that is known. */
  readonly isBeginning: boolean;
  /** The visitor chose to run another device's call here. */
  isHere: boolean;
  hasYielded: boolean;
  /** Tabs that said that they have its tool. */
  readonly holders: Set<string>;
  /** Aborts when the run must end: Stop, or gone. */
  readonly signal: AbortSignal;
  show(status: CallState): void;
  known(): void;
  /** False: it has been run, or won't be in this attempt. */
  begin(isBeginning: boolean): void;
  /** A new attempt: what ended the last one is forgotten, unless it is gone. */
  renew(): void;
  /** Ends this attempt: its waits reject with `reason`, its handler's signal aborts. */
  abort(reason: unknown): void;
  /** The log has it again; what else it says of it is news. False: it is another call by now. */
  update(request: CallRequest): boolean;
  /** Ends this attempt and every later one: another call stands, or stood, under this id. */
  change(reason: unknown): void;
  /** Ends this attempt and every later one: the visitor pressed Stop. */
  stop(reason: unknown): void;
  throwIfAborted(): void;
  wait<T>(start: Waiting<T>): Promise<T>;
  /** Waits until `nudge`, or until `start` resolves. Going ends it too; Stop does not. */
  nudged(start: Waiting<void> | null): Promise<void>;
  nudge(): void;
  /** Another tab has claimed it: a question or a search ends here. A running handler goes on. */
  taken(): void;
  ask(question: ToolQuestion): Promise<Decision>;
  answer(binding: string, decision: Decision): void;
  /** The tool of this name was allowed for the conversation by the answer to another question. */
  allow(name: string): void;
  leave(): void;
  /** Resolves when there is nothing more to wait for: settled, discarded, not taken by the gateway, or gone. */
  settled(): Promise<void>;
  /** A posting was tried, whatever came of it. */
  tried(): void;
}

export function createCall(first: CallRequest, changed: () => void): Call {
  const { name, input } = first;
  const text = tellCall(first);
  let request = first;
  let isChanged = false;
  let status: CallState = { state: 'looking' };
  let attempt = new AbortController();
  let isGone = false;
  let isKnown = false;
  let isBeginning = false;
  let stopReason: unknown = null;
  let nudges: (() => void)[] = [];
  const enders: (() => void)[] = [];
  let decide: ((decision: Decision) => void) | null = null;

  const isOver = (): boolean =>
    isGone || ['posting', 'unposted', 'settled', 'discarded'].includes(status.state);
  const end = (): void => {
    for (const ender of enders.splice(0)) ender();
  };

  const call: Call = {
    text,
    get request() {
      return request;
    },
    get isChanged() {
      return isChanged;
    },
    seenAt: null,
    isDriven: false,
    isHere: false,
    hasYielded: false,
    holders: new Set(),
    get status() {
      return status;
    },
    get isGone() {
      return isGone;
    },
    get isKnown() {
      return isKnown;
    },
    get isOver() {
      return isOver();
    },
    get signal() {
      return attempt.signal;
    },
    show(next) {
      status = next;
      if (['unposted', 'settled', 'discarded'].includes(next.state)) end();
      changed();
    },
    known() {
      if (isKnown) return;
      isKnown = true;
      changed();
    },
    get isBeginning() {
      return isBeginning;
    },
    begin(next) {
      if (isBeginning === next) return;
      isBeginning = next;
      changed();
    },
    renew() {
      if (!attempt.signal.aborted || isGone) return;
      attempt = new AbortController();
      if (stopReason !== null) attempt.abort(stopReason);
    },
    abort: (reason) => attempt.abort(reason),
    update(next) {
      // Mostly it is the very object: events that haven't changed stay what they are.
      const isSame = next.name === name && next.input === input;
      request = { ...next, name, input };
      return isSame || (text !== null && tellCall(next) === text);
    },
    change(reason) {
      isChanged = true;
      call.stop(reason);
    },
    stop(reason) {
      stopReason = reason;
      attempt.abort(reason);
    },
    throwIfAborted() {
      if (attempt.signal.aborted) throw attempt.signal.reason;
    },
    wait<T>(start: Waiting<T>): Promise<T> {
      const { signal } = attempt;
      return new Promise((resolve, reject) => {
        if (signal.aborted) return reject(signal.reason);
        let stop: (() => void) | null = null;
        let isDone = false;
        const done = (): void => {
          isDone = true;
          stop?.();
          signal.removeEventListener('abort', fail);
        };
        const fail = (): void => {
          done();
          reject(signal.reason);
        };
        signal.addEventListener('abort', fail);
        stop = start((value) => {
          done();
          resolve(value);
        });
        // Whoever is told of a question may answer it at once, before there was a way to stop waiting.
        if (isDone) stop();
      });
    },
    nudged: (start) =>
      new Promise((resolve) => {
        if (isGone) return resolve();
        const done = (): void => {
          nudges = nudges.filter((nudge) => nudge !== done);
          stop?.();
          resolve();
        };
        nudges.push(done);
        const stop = start?.(done);
      }),
    nudge() {
      for (const nudge of [...nudges]) nudge();
    },
    taken() {
      if (status.state === 'looking' || status.state === 'asking') attempt.abort(TAKEN);
    },
    async ask(question) {
      try {
        return await call.wait<Decision>((resolve) => {
          decide = resolve;
          call.show({ state: 'asking', question });
          return () => {
            decide = null;
          };
        });
      } finally {
        if (status.state === 'asking') status = { state: 'looking' };
      }
    },
    answer(binding, decision) {
      if (status.state !== 'asking' || status.question.binding !== binding) return;
      const { offersConversation } = status.question;
      decide?.(decision === 'conversation' && !offersConversation ? 'once' : decision);
    },
    allow(name) {
      if (status.state !== 'asking' || status.question.name !== name) return;
      if (status.question.offersConversation) decide?.('once');
    },
    leave() {
      isGone = true;
      attempt.abort(GONE);
      call.nudge();
      end();
    },
    settled: () =>
      isGone || status.state === 'settled' || status.state === 'discarded'
        ? Promise.resolve()
        : new Promise((resolve) => enders.push(resolve)),
    tried: end,
  };
  return call;
}
