// The shrunk schedules that once broke an invariant, as past-failures.jsonl keeps them: one to a line, as JSON. `since`
// says what has held since the fault was mended, the rest of a line is the schedule. A value that most schedules have
// (`USUAL`) isn't written.

import { readFileSync } from 'node:fs';
import type { Plan } from './plan.ts';

export interface PastFailure {
  /** What has held since the fault of the client or of the referee was mended; a sentence. */
  since: string;
  plan: Plan;
}

const FILE = new URL('./past-failures.jsonl', import.meta.url);

const USUAL = {
  tabs: 1,
  hasChannel: true,
  isDurable: true,
  transport: 'auto',
  lateChance: 0,
  lateMs: 8_000,
  diskMs: 1,
  isPlanted: false,
  everyStream: null,
  faults: [],
} as const satisfies Partial<Plan>;

/** The line that keeps a schedule, without its end; `npm run simulate` prints it for every failure. */
export function lineOf({ since, plan }: PastFailure): string {
  const usual: Readonly<Record<string, unknown>> = USUAL;
  const told = Object.entries(plan).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(usual[key]),
  );
  return JSON.stringify({ since, ...Object.fromEntries(told) });
}

/** The schedule that a line keeps. */
export function parseLine(line: string): PastFailure {
  const { since, ...plan } = JSON.parse(line);
  return { since, plan: { ...USUAL, ...plan } };
}

export function readPastFailures(): PastFailure[] {
  return readFileSync(FILE, 'utf8').trimEnd().split('\n').map(parseLine);
}
