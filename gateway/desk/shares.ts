// What each model and each site had of a project's credits, requests and thumbs. Credits and requests are the ledger's; a thumb
// counts for the model that was charged for its answer, or for the agent where no model was asked.

import type { Queryable } from '../db/types.ts';
import { CHAT_OPERATION } from '../runs/ledger.ts';

const MOST_SHARES = 20;

export interface Share {
  /** Of a model, an agent or a site; '' for what has no registered site. */
  name: string;
  credits_nano: number | bigint;
  requests: number;
  thumbs_up: number;
  thumbs_down: number;
}

interface Named {
  id: string;
  name: string;
}
type Charged = Named & { credits_nano: number | bigint; requests: number };
type Rated = Named & { thumbs_up: number; thumbs_down: number };

export interface SharesPlan {
  /** SQL, from FROM on: the ledger's rows `l` of the time that is counted. */
  ledger: string;
  /** The same: events `e` of sessions `s`, with their feedback `f`. */
  events: string;
  params: readonly unknown[];
}

/** @returns at most 20 of each: those with the most credits, then those with thumbs alone. */
export async function countShares(
  db: Queryable,
  { ledger, events, params }: SharesPlan,
): Promise<{ models: Share[]; sites: Share[] }> {
  const charges =
    'COALESCE(sum(l.credits_nano), 0)::bigint AS credits_nano, COALESCE(sum(l.request_count), 0)::bigint AS requests';
  const thumbs = `count(*) FILTER (WHERE f.value = 'up') AS thumbs_up,
    count(*) FILTER (WHERE f.value = 'down') AS thumbs_down`;
  const siteName = (id: string) =>
    `COALESCE((SELECT name FROM sites WHERE sites.client_id = ${id}), ${id})`;
  // An answer is charged with its cycle's end, so the first charge that follows is its own.
  const model = `COALESCE((SELECT l.model FROM usage_ledger l
      WHERE l.session_id = e.session_id AND l.run_id = e.run_id AND l.operation = '${CHAT_OPERATION}'
        AND l.created_at >= e.created_at
      ORDER BY l.created_at, l.credits_nano DESC LIMIT 1), s.agent)`;
  const list = [...params];
  const [models, sites, ratedModels, ratedSites] = await Promise.all([
    db.query<Charged>(
      `SELECT l.model AS id, l.model AS name, ${charges} ${ledger}
        GROUP BY 1 ORDER BY 3 DESC, 1 LIMIT ${MOST_SHARES}`,
      list,
    ),
    db.query<Charged>(
      `SELECT l.client_id AS id, ${siteName('l.client_id')} AS name, ${charges} ${ledger}
        GROUP BY 1 ORDER BY 3 DESC, 2 LIMIT ${MOST_SHARES}`,
      list,
    ),
    db.query<Rated>(
      `SELECT f.model AS id, f.model AS name, ${thumbs}
         FROM (SELECT ${model} AS model, f.value ${events} AND f.value IS NOT NULL) f
        GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT ${MOST_SHARES}`,
      list,
    ),
    db.query<Rated>(
      `SELECT f.client_id AS id, ${siteName('f.client_id')} AS name, ${thumbs}
         FROM (SELECT COALESCE(s.client_id, '') AS client_id, f.value ${events}
               AND f.value IS NOT NULL) f
        GROUP BY 1 ORDER BY count(*) DESC, 2 LIMIT ${MOST_SHARES}`,
      list,
    ),
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
