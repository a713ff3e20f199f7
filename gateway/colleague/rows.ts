// What the agents may do for a team, and what they have told it about conversations, as the database holds it.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { TEAM_OPERATIONS } from '../runs/ledger.ts';
import type { ColleagueSettings, ColleagueSpent } from './colleague-schema.ts';

export const OFF: ColleagueSettings = { draft: false, summary: false, ask: false, suggest: false };

const settingsRow = z.object({ colleague: z.string() });
const stored = z.object({
  draft: z.boolean().catch(false),
  summary: z.boolean().catch(false),
  ask: z.boolean().catch(false),
  suggest: z.boolean().catch(false),
});

/** All off where the project isn't there. */
export async function findSettings(db: Queryable, projectId: string): Promise<ColleagueSettings> {
  const [row] = await readRows(
    db,
    settingsRow,
    'SELECT colleague FROM projects WHERE project_id = $1',
    [projectId],
  );
  return row === undefined ? OFF : stored.parse(JSON.parse(row.colleague));
}

/** Within a transaction, so that two changes at once follow each other. */
export async function changeSettings(
  tx: Queryable,
  projectId: string,
  change: { [Name in keyof ColleagueSettings]?: boolean | undefined },
): Promise<ColleagueSettings> {
  await tx.query('SELECT 1 FROM projects WHERE project_id = $1 FOR UPDATE', [projectId]);
  const before = await findSettings(tx, projectId);
  const after = stored.parse({ ...before, ...JSON.parse(JSON.stringify(change)) });
  await tx.query('UPDATE projects SET colleague = $2 WHERE project_id = $1', [
    projectId,
    JSON.stringify(after),
  ]);
  return after;
}

const textRow = z.object({
  text_id: z.string(),
  kind: z.enum(['question', 'summary', 'suggestion']),
  name: z.string(),
  asked: z.string(),
  text: z.string(),
  after_seq: z.number(),
  is_by_model: z.boolean(),
  created_at: z.number(),
});
export type TextRow = z.output<typeof textRow>;

/** Of one conversation: they are read at once. */
const MOST = 200;

/** The oldest first. */
export async function listTexts(db: Queryable, sessionId: string): Promise<TextRow[]> {
  const rows = await readRows(
    db,
    textRow,
    `SELECT text_id, kind, name, asked, text, after_seq, is_by_model, created_at
       FROM colleague_texts WHERE session_id = $1 ORDER BY created_at DESC, text_id DESC LIMIT ${MOST}`,
    [sessionId],
  );
  return rows.toReversed();
}

export interface NewText extends TextRow {
  session_id: string;
  person_id: string;
}

/** A new summary or proposal takes the place of the one before. Each is later than those before, so that their order holds. */
export async function addText(tx: Queryable, row: NewText): Promise<void> {
  if (row.kind !== 'question') {
    await tx.query('DELETE FROM colleague_texts WHERE session_id = $1 AND kind = $2', [
      row.session_id,
      row.kind,
    ]);
  }
  await tx.query(
    `INSERT INTO colleague_texts (text_id, session_id, kind, person_id, name, asked, text, after_seq,
        is_by_model, created_at)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, GREATEST($10::bigint,
       (SELECT max(created_at) + 1 FROM colleague_texts WHERE session_id = $2))`,
    [
      row.text_id,
      row.session_id,
      row.kind,
      row.person_id,
      row.name,
      row.asked,
      row.text,
      row.after_seq,
      row.is_by_model,
      row.created_at,
    ],
  );
}

/** Twice is once. */
export async function deleteText(tx: Queryable, sessionId: string, textId: string): Promise<void> {
  await tx.query('DELETE FROM colleague_texts WHERE session_id = $1 AND text_id = $2', [
    sessionId,
    textId,
  ]);
}

/** As an export has them: the visitor may know what was written about them. */
export const exportedTexts = async (db: Queryable, sessionId: string) =>
  (await listTexts(db, sessionId)).map(({ kind, name, asked, text, created_at }) => ({
    kind,
    name,
    asked,
    text,
    created_at: new Date(created_at).toISOString(),
  }));

const spentRow = z.object({
  kind: z.enum(TEAM_OPERATIONS),
  requests: z.number(),
  credits_nano: z.number(),
});

/** The most expensive first. */
export async function sumSpent(
  db: Queryable,
  projectId: string,
  from: number,
): Promise<ColleagueSpent['data']> {
  return readRows(
    db,
    spentRow,
    `SELECT operation AS kind, sum(request_count)::bigint AS requests,
            sum(credits_nano)::bigint AS credits_nano
       FROM usage_ledger WHERE project_id = $1 AND created_at >= $2 AND operation = ANY ($3)
      GROUP BY 1 ORDER BY 3 DESC, 1`,
    [projectId, from, [...TEAM_OPERATIONS]],
  );
}
