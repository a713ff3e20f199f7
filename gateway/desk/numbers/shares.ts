// The share of each model and each site in a project's credits, requests and thumbs. Credits and requests are the ledger's; a thumb
// counts for the model that was charged for its answer, or for the agent where no model was asked.

import { z } from 'zod';
import { int8, readRows } from '../../kernel/db/rows.ts';
import type { Queryable } from '../../kernel/db/types.ts';
import { CHARGES, SINCE, SUMMED, thumbs } from './counted.ts';

const MOST_SHARES = 20;

export interface Share {
  /** The name of a model, an agent or a site; '' for usage with no registered site. */
  name: string;
  credits_nano: number | bigint;
  requests: number;
  thumbs_up: number;
  thumbs_down: number;
}

const namedRow = z.object({ id: z.string(), name: z.string() });
const chargedRow = namedRow.extend({ credits_nano: int8, requests: z.number() });
const ratedRow = namedRow.extend({ thumbs_up: z.number(), thumbs_down: z.number() });
type Charged = z.output<typeof chargedRow>;
type Rated = z.output<typeof ratedRow>;

/**
 * @param params as numbers.ts has them.
 * @returns at most 20 of each: those with the most credits, then those with thumbs alone.
 */
export async function countShares(
  db: Queryable,
  params: readonly unknown[],
): Promise<{ models: Share[]; sites: Share[] }> {
  const siteName = `COALESCE((SELECT name FROM sites WHERE sites.client_id = id), id)`;
  const charged = (id: string, name: string) =>
    readRows(
      db,
      chargedRow,
      `SELECT id, ${name} AS name, credits_nano, requests FROM (
         SELECT ${id} AS id, sum(credits_nano)::bigint AS credits_nano, sum(requests)::bigint AS requests
           FROM ${CHARGES} charges GROUP BY 1) most ORDER BY 3 DESC, 2 LIMIT ${MOST_SHARES}`,
      params,
    );
  const rated = (id: string, name: string) =>
    readRows(
      db,
      ratedRow,
      `SELECT id, ${name} AS name, thumbs_up, thumbs_down FROM (
         SELECT ${id} AS id, sum(thumbs_up)::bigint AS thumbs_up, sum(thumbs_down)::bigint AS thumbs_down
           FROM (SELECT client_id, model, thumbs_up, thumbs_down FROM number_thumbs WHERE ${SUMMED}
             UNION ALL SELECT client_id, model, thumbs_up, thumbs_down FROM (${thumbs(SINCE)}) since) thumbs
          GROUP BY 1) most ORDER BY thumbs_up + thumbs_down DESC, 2 LIMIT ${MOST_SHARES}`,
      params,
    );
  const [models, sites, ratedModels, ratedSites] = await Promise.all([
    charged('model', 'id'),
    charged('client_id', siteName),
    rated('model', 'id'),
    rated('client_id', siteName),
  ]);
  return { models: join(models, ratedModels), sites: join(sites, ratedSites) };
}

function join(charged: readonly Charged[], rated: readonly Rated[]): Share[] {
  const thumbsOf = new Map(rated.map((row) => [row.id, row]));
  const known = new Set(charged.map(({ id }) => id));
  const alone = rated.filter(({ id }) => !known.has(id));
  return [...charged, ...alone.map((row) => ({ ...row, credits_nano: 0, requests: 0 }))]
    .slice(0, MOST_SHARES)
    .map(({ id, name, credits_nano, requests }) => ({
      name,
      credits_nano,
      requests: Number(requests),
      thumbs_up: Number(thumbsOf.get(id)?.thumbs_up ?? 0),
      thumbs_down: Number(thumbsOf.get(id)?.thumbs_down ?? 0),
    }));
}
