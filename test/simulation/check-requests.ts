// Invariants 12 to 14: requests keep the interface's rules, and carry the token only in its header.

import { type Evidence, isMessage } from './evidence.ts';
import type { Asked } from './network.ts';

/** An interrupt names no run, so no client can spare a run that began while the interrupt was on its way. */
const RACE_MS = 150;

/** 12. An interrupt stops only the run that it was meant for. */
export function checkInterrupts({ gateway, meant, crossing = new Set() }: Evidence): string[] {
  const crossed = gateway
    .rows()
    .filter(({ event }) => [...crossing].some((text) => isMessage(event, text)))
    .map(({ event }) => event.id);
  return gateway.interrupted.flatMap(({ runUserEventId, ranForMs }) =>
    meant.has(runUserEventId) || crossed.includes(runUserEventId) || ranForMs < RACE_MS
      ? []
      : [`12: the run of ${runUserEventId} was hit`],
  );
}

/** 13. The client makes no request that the interface forbids. */
export function checkForbidden({ gateway }: Evidence): string[] {
  return gateway.violations.map((violation) => `13: ${violation}`);
}

export const byTab = (asked: readonly Asked[]): [number, Asked[]][] =>
  [...new Set(asked.map(({ tab }) => tab))].map((tab) => [
    tab,
    asked.filter((other) => other.tab === tab),
  ]);

/** 14. A refused token is not used again, and no URL contains a token. */
export function checkTokens({ network }: Evidence): string[] {
  const broken: string[] = [];
  for (const [tab, asked] of byTab(network.asked)) {
    const refused = new Map<string, number>();
    for (const { token, at, status, isAborted, doneAt, url } of asked) {
      if (token !== '' && url.includes(token)) broken.push('14: a token in a URL');
      if (at > (refused.get(token) ?? Number.POSITIVE_INFINITY)) {
        broken.push(`14: tab ${tab} used a refused token again`);
      }
      if (status === 401 && !isAborted) refused.set(token, doneAt);
    }
  }
  return broken;
}
