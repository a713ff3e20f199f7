// Whether a turn of a public session still has room in its site's day: what it may cost is reckoned before it is played.

import { creditsOf } from '../agents/prices.ts';
import type { TurnContext } from '../agents/types.ts';
import { holdTurn } from '../kernel/tenants/site-days.ts';
import { estimateTokens, historyTokens } from '../log/tokens.ts';
import type { BegunCycle, CycleParts } from './begin-cycle.ts';
import { sumUsage } from './ledger.ts';
import { SPENT } from './spent-today.ts';

/** Tokens of an answer, for reckoning; most have fewer. */
const ANSWER_TOKENS = 2000;

const BUSY = 'Many people are writing just now. Please ask again in a minute.';
const CLOSED = 'This chat is closed just now. Please come back later.';

/** @returns what the visitor reads in place of the agent's turn; null where the agent may play it. */
export async function refusalOfDay(
  { db, clock }: Pick<CycleParts, 'db' | 'clock'>,
  cycle: BegunCycle,
  { history, tools, system }: Pick<TurnContext, 'history' | 'tools' | 'system'>,
): Promise<string | null> {
  const { session, run, requests, prices } = cycle;
  if (!session.is_public || session.client_id === null) return null;
  const verdict = await holdTurn(db, {
    clientId: session.client_id,
    runId: run.run_id,
    spent: sumUsage(requests, prices).credits_nano,
    estimate: creditsOf(
      {
        // Before its first turn nobody knows which model will answer: it counts as one without a price of its own.
        model: requests.at(-1)?.model ?? '',
        input_tokens: historyTokens(history) + estimateTokens(tools) + estimateTokens(system ?? ''),
        output_tokens: ANSWER_TOKENS,
      },
      prices,
    ),
    now: clock.now(),
  });
  switch (verdict) {
    case 'held':
      return null;
    case 'closed':
      return CLOSED;
    case 'busy':
      return BUSY;
    case 'spent':
      return SPENT;
  }
}
