// Rules of assignment as the database keeps them, in their order.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { conflict, invalid, notFound } from '../kernel/http-error.ts';
import { type AssignmentRule, MOST_RULES } from './rules-schema.ts';

const ruleRow = z.object({
  rule_id: z.string(),
  client_id: z.string().nullable(),
  agent: z.string().nullable(),
  tag_id: z.string().nullable(),
  language: z.string().nullable(),
  person_id: z.string().nullable(),
  in_turn: z.string().nullable(),
});

export async function listRules(db: Queryable): Promise<AssignmentRule[]> {
  const rows = await readRows(
    db,
    ruleRow,
    `SELECT r.rule_id, r.client_id, r.agent, r.tag_id, r.language, r.person_id,
            (SELECT json_agg(p.person_id ORDER BY p.person_id)::text FROM assignment_rule_people p
              WHERE p.rule_id = r.rule_id) AS in_turn
       FROM assignment_rules r ORDER BY r.place, r.rule_id LIMIT ${MOST_RULES}`,
  );
  return rows.map(({ in_turn, ...row }) => ({
    ...row,
    in_turn: in_turn === null ? [] : z.array(z.string()).parse(JSON.parse(in_turn)),
  }));
}

/** @throws HttpError 400, 409 */
export function addRule(db: Db, rule: AssignmentRule, now: number): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockRules(tx);
    if (before.length >= MOST_RULES) {
      throw conflict(`There are ${MOST_RULES} rules; delete some first.`);
    }
    await tx.query(
      `INSERT INTO assignment_rules (rule_id, place, client_id, agent, tag_id, language, person_id, created_at)
       VALUES ($1, $2, NULL, NULL, NULL, NULL, NULL, $3)`,
      [rule.rule_id, before.length, now],
    );
    await write(tx, rule);
    await order(tx, [...before, rule.rule_id]);
  });
}

export type RuleChange = {
  [Field in keyof Omit<AssignmentRule, 'rule_id'>]?: AssignmentRule[Field] | undefined;
} & { place?: number | undefined };

/** @throws HttpError 400, 404 */
export function changeRule(db: Db, ruleId: string, change: RuleChange): Promise<AssignmentRule> {
  return db.transaction(async (tx) => {
    const ids = await lockRules(tx);
    const rule = (await listRules(tx)).find(({ rule_id }) => rule_id === ruleId);
    if (rule === undefined) throw noSuchRule();
    const { place, ...rest } = change;
    const given = Object.entries(rest).filter(([, value]) => value !== undefined);
    const changed: AssignmentRule = { ...rule, ...Object.fromEntries(given) };
    await write(tx, changed);
    if (place !== undefined) {
      await order(tx, ids.filter((one) => one !== ruleId).toSpliced(place, 0, ruleId));
    }
    return changed;
  });
}

/** @throws HttpError 404 */
export async function deleteRule(db: Queryable, ruleId: string): Promise<void> {
  const gone = await db.query('DELETE FROM assignment_rules WHERE rule_id = $1 RETURNING 1', [
    ruleId,
  ]);
  if (gone.length === 0) throw noSuchRule();
}

const noSuchRule = () => notFound('There is no such rule.');

const ruleIdRow = z.object({ rule_id: z.string() });

/** In their order, kept from other changes until the end of the transaction. */
async function lockRules(tx: Queryable): Promise<string[]> {
  await tx.query('LOCK TABLE assignment_rules IN SHARE ROW EXCLUSIVE MODE');
  const rows = await readRows(
    tx,
    ruleIdRow,
    'SELECT rule_id FROM assignment_rules ORDER BY place, rule_id',
  );
  return rows.map(({ rule_id }) => rule_id);
}

async function order(tx: Queryable, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE assignment_rules r SET place = o.place
       FROM unnest($1::text[]) WITH ORDINALITY AS o (rule_id, place) WHERE o.rule_id = r.rule_id`,
    [ids],
  );
}

async function write(tx: Queryable, rule: AssignmentRule): Promise<void> {
  const people = [...rule.in_turn, ...(rule.person_id === null ? [] : [rule.person_id])];
  const known = await tx.query(
    `SELECT 1 FROM desk_people WHERE person_id = ANY ($1) AND disabled_at IS NULL AND role <> 'viewer'`,
    [people],
  );
  if (known.length < new Set(people).size) {
    throw invalid('person_id and in_turn must be people who may answer at the desk.');
  }
  if (rule.tag_id !== null) {
    const tags = await tx.query('SELECT 1 FROM tags WHERE tag_id = $1', [rule.tag_id]);
    if (tags.length === 0) throw invalid('This tag isn’t there any more.');
  }
  await tx.query(
    `UPDATE assignment_rules SET client_id = $2, agent = $3, tag_id = $4, language = $5, person_id = $6
      WHERE rule_id = $1`,
    [rule.rule_id, rule.client_id, rule.agent, rule.tag_id, rule.language, rule.person_id],
  );
  await tx.query('DELETE FROM assignment_rule_people WHERE rule_id = $1', [rule.rule_id]);
  await tx.query(
    'INSERT INTO assignment_rule_people (rule_id, person_id) SELECT $1, unnest($2::text[])',
    [rule.rule_id, rule.in_turn],
  );
}
