// Runs checks a few at a time and collects what became of each.

import type { Check, Group } from './check.ts';
import { Broken, Skipped } from './expect.ts';
import { createWorld } from './world.ts';

/** `differ`: otherwise than a check expects that goes beyond the interface. */
export type Verdict = 'pass' | 'fail' | 'differ' | 'skip';

export interface CheckResult {
  check: Check;
  verdict: Verdict;
  /** Why it failed, differs or was skipped. */
  reason: string;
  /** What this gateway chose where the interface leaves it open. */
  notes: string[];
}

export interface RunOptions {
  baseUrl: string;
  adminKey: string;
  /** How many at once; default 4. */
  concurrency?: number;
  fetch?: typeof fetch;
  onResult?: (result: CheckResult) => void;
}

/** Results in the order of the checks. */
export async function runChecks(
  groups: readonly Group[],
  options: RunOptions,
): Promise<CheckResult[]> {
  const { baseUrl, adminKey, concurrency = 4, onResult } = options;
  const checks = groups.flatMap((group) => group.checks);
  const results: CheckResult[] = [];
  let next = 0;

  async function work(): Promise<void> {
    for (;;) {
      const index = next;
      next += 1;
      const check = checks[index];
      if (check === undefined) return;
      const notes: string[] = [];
      const { verdict, reason } = await tryOut(check, notes);
      const result: CheckResult = { check, verdict, reason, notes };
      results[index] = result;
      onResult?.(result);
    }
  }

  async function tryOut(
    check: Check,
    notes: string[],
  ): Promise<{ verdict: Verdict; reason: string }> {
    try {
      await check.run(
        createWorld({
          baseUrl,
          adminKey,
          note: (text) => notes.push(text),
          ...(options.fetch ? { fetch: options.fetch } : {}),
        }),
      );
      return { verdict: 'pass', reason: '' };
    } catch (error) {
      if (error instanceof Skipped) return { verdict: 'skip', reason: error.message };
      const verdict = check.isBeyond ? 'differ' : 'fail';
      if (error instanceof Broken) return { verdict, reason: error.message };
      const cause =
        error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
      return { verdict, reason: `the request failed: ${String(error)}${cause}` };
    }
  }

  await Promise.all(Array.from({ length: concurrency }, work));
  return results;
}
