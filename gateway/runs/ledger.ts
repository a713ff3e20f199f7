// The ledger: what a run cycle used, one row for each model, charged once, in the cycle's last transaction. Vectors are charged
// as an operation of their own: those of a cycle's searches with it, those of passages as they are made.
//
// request_count counts requests to a model (kept turns and those billed before a failure). credits_nano is
// exact. Analytics is built on these rows alone.

import { creditsOf, DEFAULT_PRICE, EMBEDDING_PRICE, tokenCount } from '../agents/prices.ts';
import type { AgentUsage, PriceTable } from '../agents/types.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import { chargeDay } from '../kernel/tenants/site-days.ts';
import type { Origin } from '../log/origin.ts';
import type { Usage } from '../wire.ts';

/** The operation of answers, in the ledger and in analytics. */
export const CHAT_OPERATION = 'chat';
/** What the team asks of its agents about conversations. */
export const TEAM_OPERATIONS = [
  'team_draft',
  'team_summary',
  'team_question',
  'team_suggestion',
  'team_judge',
] as const;
export type Operation = typeof CHAT_OPERATION | 'embedding' | (typeof TEAM_OPERATIONS)[number];

export interface CycleCharge {
  project_id: string;
  session_id: string;
  run_id: string;
  origin: Pick<Origin, 'client_id' | 'auth_method' | 'actor_type' | 'application'>;
  operation: Operation;
  requests: readonly AgentUsage[];
  now: number;
}

/** The wire's usage object; its credits are written out in full, however large. */
export type CycleUsage = Omit<Usage, 'credits_nano'> & { credits_nano: bigint };

/** The aggregate that stands on the cycle's idle or error event. */
export function sumUsage(requests: readonly AgentUsage[], prices: PriceTable): CycleUsage {
  const total = {
    input_tokens: 0,
    output_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
  };
  let credits = 0n;
  for (const usage of requests) {
    total.input_tokens += tokenCount(usage.input_tokens);
    total.output_tokens += tokenCount(usage.output_tokens);
    total.cache_read_input_tokens += tokenCount(usage.cache_read_input_tokens);
    total.cache_creation_input_tokens += tokenCount(usage.cache_creation_input_tokens);
    credits += creditsOf(usage, prices);
  }
  return { ...total, credits_nano: credits };
}

export async function charge(
  tx: Queryable,
  ids: Ids,
  prices: PriceTable,
  { project_id, session_id, run_id, origin, operation, requests, now }: CycleCharge,
): Promise<void> {
  const byModel = new Map<string, AgentUsage[]>();
  for (const usage of requests) {
    byModel.set(usage.model, [...(byModel.get(usage.model) ?? []), usage]);
  }
  let charged = 0n;
  for (const [model, usages] of byModel) {
    const other = operation === 'embedding' ? EMBEDDING_PRICE : DEFAULT_PRICE;
    const credits = usages.reduce((sum, usage) => sum + creditsOf(usage, prices, other), 0n);
    const { input_tokens, output_tokens } = sumUsage(usages, prices);
    charged += credits;
    await tx.query(
      `INSERT INTO usage_ledger (entry_id, project_id, session_id, run_id, model, operation, client_id,
          auth_method, actor_type, application, credits_nano, request_count, input_tokens,
          output_tokens, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
      [
        ids.next('ledger'),
        project_id,
        session_id,
        run_id,
        model,
        operation,
        origin.client_id,
        origin.auth_method,
        origin.actor_type,
        origin.application,
        credits,
        usages.length,
        input_tokens,
        output_tokens,
        now,
      ],
    );
  }
  const runs = operation === CHAT_OPERATION ? 1 : 0;
  const of = { sessionId: session_id, runId: run_id };
  // A day's cap is for visitors: what the team asks takes no room of theirs.
  const isOfTeam = TEAM_OPERATIONS.some((name) => name === operation);
  if (!isOfTeam && (charged > 0n || runs > 0))
    await chargeDay(tx, of, { credits: charged, runs, now });
  if (charged > 0n) {
    await tx.query(
      'UPDATE projects SET credits_nano = credits_nano - $2 WHERE project_id = $1 AND credits_nano IS NOT NULL',
      [project_id, charged],
    );
  }
}
