// One call as this tab sees it: its state for the card, what this page has done about it, and its question. It knows
// nothing of tools, storage or posting.

import { tellCall } from './input.ts';
import type { CallRequest, CallState, Decision, ToolQuestion } from './types.ts';
import { createWaits, GONE, TAKEN, type Waits } from './waits.ts';

/** What this page has done about a call, and knows of it. */
export interface Marks {
  /** Monotonic; when this page began to look for the tool. Null: not yet. */
  seenAt: number | null;
  /** Monotonic; since when storage could not be read for it. Null: it could. */
  unreadableSince: number | null;
  /** The pipeline is at work on it in this tab. */
  isAtWork: boolean;
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
  /** False: it has been run, or isn't going to be. */
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
  readonly question: Question;
  readonly waits: Waits;
  show(status: CallState): void;
  /** The log has it again, or anew. False: it is another call by now. */
  update(request: CallRequest): boolean;
  /** It runs no more: the log no longer waits for it, or (with a reason) has another call under its id. */
  end(reason: typeof GONE | Error): void;
}

/** Nothing is left to do in this tab but, perhaps, to post. */
export const isOver = ({ isGone, status }: Call): boolean =>
  isGone || ['posting', 'unposted', 'settled', 'discarded'].includes(status.state);

type Own<T> = { -readonly [Key in keyof T]: T[Key] };

export function createCall(first: CallRequest, changed: () => void): Call {
  const { name, input } = first;
  const text = tellCall(first);
  const waits = createWaits(
    () => call.isGone,
    () => ['settled', 'discarded'].includes(call.status.state),
  );
  let decide: ((decision: Decision) => void) | null = null;

  const question: Question = {
    async ask(asked) {
      try {
        return await waits.wait<Decision>((resolve) => {
          decide = resolve;
          call.show({ state: 'asking', question: asked });
          return () => {
            decide = null;
          };
        });
      } finally {
        if (call.status.state === 'asking') call.status = { state: 'looking' };
      }
    },
    answer(binding, decision) {
      const { status } = call;
      if (status.state !== 'asking' || status.question.binding !== binding) return;
      const { offersConversation } = status.question;
      decide?.(decision === 'conversation' && !offersConversation ? 'once' : decision);
    },
    allow(tool) {
      const { status } = call;
      if (status.state !== 'asking' || status.question.name !== tool) return;
      if (status.question.offersConversation) decide?.('once');
    },
    taken() {
      const { state } = call.status;
      if (state === 'looking' || state === 'asking') waits.abort(TAKEN);
    },
  };

  const call: Own<Call> = {
    request: first,
    text,
    isChanged: false,
    status: { state: 'looking' },
    isGone: false,
    marks: createMarks(changed),
    question,
    waits,
    show(next) {
      call.status = next;
      if (['unposted', 'settled', 'discarded'].includes(next.state)) waits.tried();
      changed();
    },
    update(next) {
      // Mostly it is the very object: events that haven't changed stay what they are.
      const isSame = next.name === name && next.input === input;
      call.request = { ...next, name, input };
      return isSame || (text !== null && tellCall(next) === text);
    },
    end(reason) {
      if (reason === GONE) call.isGone = true;
      else call.isChanged = true;
      waits.stop(reason);
      if (!call.isGone) return;
      waits.nudge();
      waits.tried();
    },
  };
  return call;
}

function createMarks(changed: () => void): Marks {
  const marks: Own<Marks> = {
    seenAt: null,
    unreadableSince: null,
    isAtWork: false,
    isHere: false,
    hasYielded: false,
    holders: new Set(),
    isKnown: false,
    isBeginning: false,
    known() {
      if (marks.isKnown) return;
      marks.isKnown = true;
      changed();
    },
    begin(isBeginning) {
      if (marks.isBeginning === isBeginning) return;
      marks.isBeginning = isBeginning;
      changed();
    },
  };
  return marks;
}
