// Gives a conversation that begins to want a person to somebody, by the first rule that fits and has somebody.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { SessionWrite } from '../log/session-log.ts';
import { languageOf } from '../log/visitor-language.ts';
import { presenceOf, thereSince } from './colleagues.ts';
import { listRules } from './rules.ts';
import type { AssignmentRule } from './rules-schema.ts';

const personIdRow = z.object({ person_id: z.string() });
const tagIdRow = z.object({ tag_id: z.string() });

/** Within the write by which the conversation wants a person. Whose it is already stays. */
export async function assignByRule({ tx, session, now, set }: SessionWrite): Promise<void> {
  if (session.assigned_to !== null || session.held_by !== null) return;
  const rules = await listRules(tx);
  if (rules.length === 0) return;
  const tags = await readRows(
    tx,
    tagIdRow,
    'SELECT tag_id FROM session_tags WHERE session_id = $1',
    [session.session_id],
  );
  const facts = {
    client_id: session.client_id,
    agent: session.agent,
    tags: tags.map(({ tag_id }) => tag_id),
    language: await languageOf(tx, session.session_id),
  };
  for (const rule of rules) {
    if (!fits(rule, facts)) continue;
    const personId = await findPerson(tx, rule, session.client_id, now);
    if (personId === null) continue;
    set({ assigned_to: personId });
    return;
  }
}

interface Facts {
  client_id: string | null;
  agent: string;
  tags: readonly string[];
  language: string | null;
}

const fits = (rule: AssignmentRule, facts: Facts): boolean =>
  (rule.client_id === null || rule.client_id === facts.client_id) &&
  (rule.agent === null || rule.agent === facts.agent) &&
  (rule.tag_id === null || facts.tags.includes(rule.tag_id)) &&
  (rule.language === null || rule.language === facts.language);

/**
 * A rule's own person unless they are away; else who of those that are here got the last one longest ago. Nobody gets a
 * conversation that they don't see.
 */
async function findPerson(
  tx: SessionWrite['tx'],
  { rule_id, person_id, in_turn }: AssignmentRule,
  clientId: string | null,
  now: number,
): Promise<string | null> {
  const mayAnswer = `p.disabled_at IS NULL AND p.role <> 'viewer'
    AND (p.role = 'owner' OR p.sites IS NULL OR ($1::text IS NOT NULL AND jsonb_exists(p.sites::jsonb, $1)))`;
  if (person_id !== null) {
    const [row] = await readRows(
      tx,
      personIdRow,
      `SELECT p.person_id FROM desk_people p WHERE ${mayAnswer} AND p.person_id = $2 AND NOT p.is_away`,
      [clientId, person_id],
    );
    return row?.person_id ?? null;
  }
  const inTurn =
    in_turn.length === 0
      ? '$2::text IS NOT NULL'
      : 'p.person_id IN (SELECT person_id FROM assignment_rule_people WHERE rule_id = $2)';
  const take = async (lock: string) => {
    const [row] = await readRows(
      tx,
      personIdRow,
      `UPDATE desk_people SET assigned_at = GREATEST($4::bigint, (SELECT max(assigned_at) + 1 FROM desk_people))
        WHERE person_id = (
          SELECT p.person_id FROM desk_people p
           WHERE ${mayAnswer} AND ${inTurn} AND ${presenceOf('$3', '$4')} = 'here'
           ORDER BY p.assigned_at, p.person_id LIMIT 1 ${lock})
        RETURNING person_id`,
      [clientId, rule_id, thereSince(now), now],
    );
    return row?.person_id ?? null;
  };
  // Whom another conversation is being given to at this moment comes later in turn; if there is nobody else, it is theirs too.
  return (await take('FOR UPDATE SKIP LOCKED')) ?? (await take('FOR UPDATE'));
}
