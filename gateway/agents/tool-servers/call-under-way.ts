// One call of a server's tool, as what happens in it: one thing after the other, the last of which is its end. Knows no protocol.

import type { Clock } from '../../kernel/clock.ts';
import type { ServerAnswer, ServerQuestion } from './question-cards.ts';
import type { ServedResult } from './served-result.ts';

/** A server may report each percent; between two reports that are told stands so much time. */
const PROGRESS_EVERY_MS = 500;

export type CallEvent =
  | { kind: 'progress'; text: string }
  /** The server waits for the visitor. */
  | { kind: 'asked'; question: ServerQuestion; answer(answer: ServerAnswer): void }
  | { kind: 'done'; result: ServedResult }
  /** The server is away, too slow, speaks otherwise or says more than it may. */
  | { kind: 'failed' };

export interface CallUnderWay {
  /** What happens next; once it has ended, that end again. */
  next(): Promise<CallEvent>;
}

/** By it who makes a call says what happens. */
export interface CallTeller {
  progress(text: string): void;
  ask(question: ServerQuestion): Promise<ServerAnswer>;
}

/** @param begin makes the call. */
export function startCall(
  clock: Pick<Clock, 'monotonic' | 'setTimeout' | 'clearTimeout'>,
  begin: (tell: CallTeller) => Promise<ServedResult>,
): CallUnderWay {
  const untold: CallEvent[] = [];
  let end: CallEvent | null = null;
  let wake = () => {};
  const tell = (event: CallEvent) => {
    untold.push(event);
    wake();
  };

  let latest = '';
  let toldAt = Number.NEGATIVE_INFINITY;
  let timer: number | null = null;
  const tellProgress = () => {
    timer = null;
    toldAt = clock.monotonic();
    // Of two that nobody has heard of yet, the newer one counts.
    if (untold.at(-1)?.kind === 'progress') untold.pop();
    tell({ kind: 'progress', text: latest });
  };
  const conclude = (event: CallEvent) => {
    if (timer !== null) clock.clearTimeout(timer);
    end = event;
    wake();
  };

  begin({
    progress(text) {
      latest = text;
      if (timer !== null || end !== null) return;
      const wait = toldAt + PROGRESS_EVERY_MS - clock.monotonic();
      if (wait <= 0) tellProgress();
      else timer = clock.setTimeout(tellProgress, wait);
    },
    ask: (question) =>
      new Promise((answer) => {
        tell({ kind: 'asked', question, answer });
      }),
  }).then(
    (result) => conclude({ kind: 'done', result }),
    () => conclude({ kind: 'failed' }),
  );

  return {
    async next() {
      for (;;) {
        const event = untold.shift() ?? end;
        if (event !== null) return event;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
