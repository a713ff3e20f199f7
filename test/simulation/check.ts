// The referee: judges every invariant by the evidence of one conversation. Each broken invariant gives a line that
// begins with its number. Players that have only a part of the evidence name the checks that it is enough for.

import { checkEqual } from './check-equal.ts';
import { checkReload, checkStored } from './check-log.ts';
import {
  checkArrived,
  checkCopies,
  checkDistinct,
  checkForgetful,
  checkKept,
  checkOrder,
  checkTaken,
} from './check-messages.ts';
import { checkMessageBudget, checkOneFollows, checkPatience } from './check-patience.ts';
import { checkForbidden, checkInterrupts, checkTokens } from './check-requests.ts';
import { checkResults } from './check-results.ts';
import { checkRows } from './check-rows.ts';
import {
  checkAllowed,
  checkDropped,
  checkJournaled,
  checkOnce,
  checkTruth,
} from './check-tools.ts';
import { falseWords } from './check-words.ts';
import type { Evidence } from './evidence.ts';

export * from './check-equal.ts';
export * from './check-log.ts';
export * from './check-messages.ts';
export * from './check-patience.ts';
export * from './check-requests.ts';
export * from './check-results.ts';
export * from './check-rows.ts';
export * from './check-tools.ts';
export * from './check-words.ts';
export * from './evidence.ts';

/** Judges some invariants. */
export type Check = (evidence: Evidence) => string[];

const CHECKS: readonly Check[] = [
  checkDistinct,
  checkCopies,
  checkOrder,
  checkKept,
  checkArrived,
  checkTaken,
  checkForgetful,
  checkOnce,
  checkJournaled,
  checkResults,
  checkTruth,
  checkAllowed,
  checkDropped,
  checkRows,
  checkStored,
  checkReload,
  checkInterrupts,
  checkForbidden,
  checkTokens,
  checkPatience,
  checkMessageBudget,
  checkOneFollows,
  checkEqual,
  checkWords,
  checkWarnings,
];

/** @param checks those for which the player has evidence; default: all. */
export function check(evidence: Evidence, checks: readonly Check[] = CHECKS): string[] {
  // Only pages that are still there show anything.
  const living = evidence.tabs.filter(({ tab }) => tab.isAlive());
  const seen = { ...evidence, tabs: living };
  return [...new Set([...evidence.broken, ...checks.flatMap((one) => one(seen))])];
}

/** 5. Holds at every moment, so also at the end. */
function checkWords(evidence: Evidence): string[] {
  return evidence.tabs.flatMap(({ session }) => falseWords(session, evidence));
}

/** 18. Nothing fails inside the chat, so no warning says so. A log that is read anew is no failure. */
function checkWarnings({ warnings }: Evidence): string[] {
  return warnings
    .filter((warning) => !warning.includes('read anew'))
    .map((warning) => `18: ${warning}`);
}
