// One call as this tab sees it: its state for the card, what this page has done about it, and the waits that other tabs,
// the visitor or the log may end. It knows nothing of tools, storage or posting.

import { type Attempt, createAttempt, GONE, TAKEN, type Waiting } from './attempt.ts';
import { tellCall } from './input.ts';
import type { CallRequest, CallState, Decision, ToolQuestion } from './types.ts';

/** What this page has done about a call, and knows of it. */
export interface Marks {
  /** Monotonic; when this page began to look for the tool. Null: not yet. */
  seenAt: number | null;
  /** The pipeline is at work on it in this tab. */
  isDriven: boolean;
  /** The visitor chose to run another device's call here. */
  isHere: boolean;
  hasYielded: boolean;
  /** Tabs that said that they have its tool. */
  readonly holders: Set<string>;
  /** The journal has said what became of it so far: until then it may be running, or done. */
  readonly isKnown: boolean;
  /** It is being claimed, or was started by a page that is gone: it begins now, or has begun, for all that is known. */
  readonly isBeginning: boolean;
  known(): void;
  /** False: it has been run, or won't be in this attempt. */
  begin(isBeginning: boolean): void;
}

export interface Question {
  ask(question: ToolQuestion): Promise<Decision>;
  answer(binding: string, decision: Decision): void;
  /** The tool of this name was allowed for the conversation by the answer to another question. */
  allow(name: string): void;
  /** Another tab has claimed the call: a question or a search ends here. A running handler goes on. */
  taken(): void;
}

export interface Waits {
  /** Waits until `nudge`, or until `start` resolves. Going ends it too; Stop does not. */
  nudged(start: Waiting<void> | null): Promise<void>;
  nudge(): void;
  /** Resolves when there is nothing more to wait for: settled, discarded, not taken by the gateway, or gone. */
  settled(): Promise<void>;
  /** A posting was tried, whatever came of it. */
  tried(): void;
}

export interface Call {
  /** Its name and input are those that were first seen under its id. */
  readonly request: CallRequest;
  /** They, as one text (see tellCall). */
  readonly text: string | null;
  /** By now, or in an earlier page, the log had another call under this id: nothing of either runs. */
  readonly isChanged: boolean;
  readonly status: CallState;
  readonly isGone: boolean;
  readonly marks: Marks;
  readonly attempt: Attempt;
  readonly question: Question;
  readonly waits: Waits;
  show(status: CallState): void;
  /** The log has it again, or anew. False: it is another call by now. */
  update(request: CallRequest): boolean;
  /** No attempt runs it any more: the log no longer waits for it, or (with a reason) has another call under its id. */
  end(reason: typeof GONE | Error): void;
}

/** Nothing is left to do in this tab but, perhaps, to post. */
export const isOver = ({ isGone, status }: Call): boolean =>
  isGone || ['posting', 'unposted', 'settled', 'discarded'].includes(status.state);

export function createCall(first: CallRequest, changed: () => void): Call {
  const { name, input } = first;
  const text = tellCall(first);
  const attempt = createAttempt();
  const waits = createWaits(
    () => isGone,
    () => ['settled', 'discarded'].includes(status.state),
  );
  let request = first;
  let isChanged = false;
  let status: CallState = { state: 'looking' };
  let isGone = false;
  let decide: ((decision: Decision) => void) | null = null;

  function show(next: CallState): void {
    status = next;
    if (['unposted', 'settled', 'discarded'].includes(next.state)) waits.tried();
    changed();
  }

  const question: Question = {
    async ask(asked) {
      try {
        return await attempt.wait<Decision>((resolve) => {
          decide = resolve;
          show({ state: 'asking', question: asked });
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
    allow(tool) {
      if (status.state !== 'asking' || status.question.name !== tool) return;
      if (status.question.offersConversation) decide?.('once');
    },
    taken() {
      if (status.state === 'looking' || status.state === 'asking') attempt.abort(TAKEN);
    },
  };

  return {
    text,
    get request() {
      return request;
    },
    get isChanged() {
      return isChanged;
    },
    get status() {
      return status;
    },
    get isGone() {
      return isGone;
    },
    marks: createMarks(changed),
    attempt,
    question,
    waits,
    show,
    update(next) {
      // Mostly it is the very object: events that haven't changed stay what they are.
      const isSame = next.name === name && next.input === input;
      request = { ...next, name, input };
      return isSame || (text !== null && tellCall(next) === text);
    },
    end(reason) {
      if (reason === GONE) isGone = true;
      else isChanged = true;
      attempt.stop(reason);
      if (!isGone) return;
      waits.nudge();
      waits.tried();
    },
  };
}

function createMarks(changed: () => void): Marks {
  let isKnown = false;
  let isBeginning = false;
  return {
    seenAt: null,
    isDriven: false,
    isHere: false,
    hasYielded: false,
    holders: new Set(),
    get isKnown() {
      return isKnown;
    },
    get isBeginning() {
      return isBeginning;
    },
    known() {
      if (isKnown) return;
      isKnown = true;
      changed();
    },
    begin(next) {
      if (isBeginning === next) return;
      isBeginning = next;
      changed();
    },
  };
}

function createWaits(isGone: () => boolean, isDone: () => boolean): Waits {
  let nudges: (() => void)[] = [];
  const enders: (() => void)[] = [];
  return {
    nudged: (start) =>
      new Promise((resolve) => {
        if (isGone()) return resolve();
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
    settled: () =>
      isGone() || isDone() ? Promise.resolve() : new Promise((resolve) => enders.push(resolve)),
    tried() {
      for (const end of enders.splice(0)) end();
    },
  };
}
