// The saved questions of the agent that is open, and how two versions answer them. While answers are still to come it reads
// again and again.

import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ComparedAnswer, Comparison, SavedQuestions } from '../../gateway/desk-types.ts';
import type { Api } from '../edge/api.ts';

export interface Comparing {
  /** Of the open agent; null: not read yet. */
  readonly saved: ReadonlySignal<SavedQuestions | null>;
  /** Null: the page of no agent is open. */
  open(agentId: string | null): Promise<void>;
  /** @param expected in their places; left out: a known question keeps its own. @throws ApiError */
  save(questions: readonly string[], expected?: readonly string[]): Promise<void>;
  /** Asks two versions all saved questions. @throws ApiError */
  compare(versionA: number, versionB: number, isJudged?: boolean): Promise<void>;
  /** @throws ApiError */
  mark(place: number, better: 'a' | 'b' | 'same'): Promise<void>;
}

export interface ComparingParts {
  api: Pick<Api, 'call'>;
  after: (ms: number, work: () => void) => () => void;
}

const LOOK_MS = 1500;

export function createComparing({ api, after }: ComparingParts): Comparing {
  const saved: Signal<SavedQuestions | null> = signal(null);
  let openId: string | null = null;
  let stop: (() => void) | null = null;

  const path = (what: 'questions' | 'comparison') => `/admin/agents/${openId}/${what}`;

  return {
    saved,
    async open(agentId) {
      if (agentId !== openId) saved.value = null;
      openId = agentId;
      stop?.();
      stop = null;
      if (agentId !== null) await look();
    },
    save: (questions, expected) =>
      take(() => api.call('PUT', path('questions'), { questions, expected })),
    compare: (version_a, version_b, is_judged = false) =>
      take(() => api.call('POST', path('comparison'), { version_a, version_b, is_judged })),
    async mark(place, better) {
      show(place, better);
      try {
        await take(() => api.call('PATCH', path('comparison'), { place, better }));
      } catch (failure) {
        await look();
        throw failure;
      }
    },
  };

  /** At once, so that the mark doesn't jump back until the gateway has it. */
  function show(place: number, better: 'a' | 'b' | 'same'): void {
    const before = saved.peek();
    const comparison = before?.comparison ?? null;
    if (before === null || comparison === null) return;
    const marked = comparison.questions.map((one) =>
      one.place === place ? { ...one, better } : one,
    );
    saved.value = { ...before, comparison: { ...comparison, questions: marked } };
  }

  async function look(): Promise<void> {
    // Without it the rest of the agent's page works; the next look may find it.
    await take(() => api.call('GET', path('questions'))).catch(lookLater);
  }

  async function take(ask: () => Promise<SavedQuestions>): Promise<void> {
    const asked = openId;
    const found = await ask();
    if (asked !== openId) return;
    saved.value = found;
    if (found.comparison?.is_done === false) lookLater();
  }

  function lookLater(): void {
    stop?.();
    stop = after(LOOK_MS, () => void look());
  }
}

/** Of all answers of one side. */
export interface SideSum {
  version: number;
  /** Questions for which it was marked as the better. */
  better: number;
  answered: number;
  failed: number;
  /** Of those that were answered; null: none yet. */
  meanMs: number | null;
  tokens: number;
  creditsNano: number;
}

export function sumOf(comparison: Comparison, side: 'a' | 'b'): SideSum {
  const answers = comparison.questions.map((question) => question[side]);
  const sum = (of: (answer: ComparedAnswer) => number) =>
    answers.reduce((total, answer) => total + of(answer), 0);
  const answered = answers.filter(({ state }) => state === 'answered');
  const times = answered.flatMap(({ duration_ms: ms }) => (ms === null ? [] : [ms]));
  return {
    version: side === 'a' ? comparison.version_a : comparison.version_b,
    better: comparison.questions.filter(({ better }) => better === side).length,
    answered: answered.length,
    failed: answers.filter(({ state }) => state === 'failed').length,
    meanMs: times.length === 0 ? null : times.reduce((a, b) => a + b, 0) / times.length,
    tokens: sum(({ input_tokens, output_tokens }) => input_tokens + output_tokens),
    creditsNano: sum(({ credits_nano }) => credits_nano),
  };
}

/** One question a line. */
export function questionsOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
