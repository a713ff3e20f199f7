// The referee: every invariant over the evidence of one conversation. Each broken one is a line that begins with its
// number. The functions are exported one by one for whoever has only a part of the evidence.

import { checkEqual, checkReload, checkStored } from './check-log.ts';
import {
  checkCopies,
  checkDistinct,
  checkKept,
  checkMessageBudget,
  checkOrder,
} from './check-messages.ts';
import { checkForbidden, checkInterrupts, checkPatience, checkTokens } from './check-requests.ts';
import { checkJournaled, checkOnce, checkResults, checkTruth } from './check-tools.ts';
import type { Evidence } from './evidence.ts';

export * from './check-log.ts';
export * from './check-messages.ts';
export * from './check-requests.ts';
export * from './check-tools.ts';
export * from './evidence.ts';

const CHECKS: readonly ((evidence: Evidence) => string[])[] = [
  checkDistinct,
  checkCopies,
  checkOrder,
  checkKept,
  checkOnce,
  checkJournaled,
  checkResults,
  checkTruth,
  checkStored,
  checkReload,
  checkInterrupts,
  checkForbidden,
  checkTokens,
  checkPatience,
  checkMessageBudget,
  checkEqual,
];

export function check(evidence: Evidence): string[] {
  // A page that is gone shows nothing.
  const living = evidence.tabs.filter(({ tab }) => tab.isAlive());
  const seen = { ...evidence, tabs: living };
  return [...new Set([...evidence.broken, ...CHECKS.flatMap((one) => one(seen))])];
}
