// While a person has a conversation, the agent is silent: a visitor who writes when nobody is there hears so from the gateway, once,
// and when somebody is back; and may leave an address for the answer.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Ids } from '../kernel/ids.ts';
import { isByPerson } from '../log/by-person.ts';
import type { Origin } from '../log/origin.ts';
import type { SessionWrite } from '../log/session-log.ts';
import { visitorOf } from '../runs/ask-rating.ts';
import { tellVisitor } from '../runs/notice.ts';
import { askByForm } from '../runs/own-question.ts';
import { canAskByForm, emailIn } from '../runs/request-human.ts';
import { hasContact, keepContact } from '../runs/visitor-contact.ts';
import { linesIn } from '../runs/visitor-lines.ts';
import { isHereToAnswer, thereSince } from '../work/colleagues.ts';
import { isOpen, opensAt, readHours } from './hours.ts';

/** Who has written so lately is there, whatever the hours say. */
const JUST_NOW_MS = 10 * 60_000;

export interface AbsenceParts {
  ids: Ids;
  /** Whether the team's answer can go to a visitor by mail. */
  sendsMail: boolean;
}

/**
 * Within the write that stores what the visitor has written to a person.
 */
export async function tellAbsence(
  { ids, sendsMail }: AbsenceParts,
  write: SessionWrite,
  { said, origin: sent }: { said: readonly string[]; origin: Origin },
): Promise<void> {
  const { tx, session, now } = write;
  const facts = await readFacts(tx, session, now);
  const email = said.length === 1 ? emailIn({ email: said[0] }) : null;
  const { language, origin } = await visitorOf(tx, session, JSON.stringify(sent));
  const lines = linesIn(language);
  const isTold = facts.told_seq !== null && facts.told_seq > (facts.said_seq ?? 0);
  // An address alone, after it was asked for: words around it may be about somebody else's.
  if (isTold && sendsMail && email !== null) {
    await keepContact(write, email);
    tellVisitor(write, ids, lines.emailTaken.replace('{email}', email));
    return;
  }
  const absence = absenceOf(facts, now);
  if (absence === null || isTold) return;
  const back =
    absence.backAt === null
      ? lines.away
      : lines.backAt.replace('{time}', timeWords(absence.backAt, absence.timeZone, language));
  const mayAsk = sendsMail && !(await hasContact(tx, session.session_id));
  const hasForm = canAskByForm(session.client_tools) && session.run_id === null;
  const text = mayAsk && !hasForm ? `${back} ${lines.askEmail}` : back;
  const { seq } = tellVisitor(write, ids, text);
  await tx.query(
    `INSERT INTO away_notices (session_id, told_seq) VALUES ($1, $2)
     ON CONFLICT (session_id) DO UPDATE SET told_seq = $2`,
    [session.session_id, seq],
  );
  if (!mayAsk || !hasForm) return;
  const field = { name: 'email', label: lines.emailField, type: 'email', required: true };
  const input = { title: lines.emailTitle, fields: [field] };
  await askByForm(write, ids, { kind: 'email', input, origin });
}

const factsRow = z.object({
  hours: z.string().nullable(),
  is_somebody_here: z.boolean(),
  told_seq: z.number().nullable(),
  said_seq: z.number().nullable(),
  said_at: z.number().nullable(),
});
type Facts = z.output<typeof factsRow>;

async function readFacts(
  tx: Queryable,
  session: SessionWrite['session'],
  now: number,
): Promise<Facts> {
  const [row] = await readRows(
    tx,
    factsRow,
    `SELECT (SELECT hours FROM public_sites WHERE client_id = $2) AS hours,
            EXISTS (SELECT 1 FROM desk_people p WHERE ${isHereToAnswer('$3', '$4')}) AS is_somebody_here,
            (SELECT told_seq FROM away_notices WHERE session_id = $1) AS told_seq,
            said.seq AS said_seq, said.created_at AS said_at
       FROM (SELECT 1) one LEFT JOIN LATERAL (
         SELECT e.seq, e.created_at FROM events e
          WHERE e.session_id = $1 AND e.type = 'agent.message' AND ${isByPerson('e.content')}
            AND e.content NOT LIKE '%"act":"left"%' ORDER BY e.seq DESC LIMIT 1) said ON true`,
    [session.session_id, session.client_id, thereSince(now), now],
  );
  if (row === undefined) throw new Error('A query without a table has a row.');
  return row;
}

/** Null: somebody is there. `backAt` null: nobody knows when. */
function absenceOf(
  { hours: stored, is_somebody_here: isHere, said_at: saidAt }: Facts,
  now: number,
): { backAt: number | null; timeZone: string } | null {
  if (saidAt !== null && now - saidAt < JUST_NOW_MS) return null;
  const hours = readHours(stored);
  if (hours === null || isOpen(hours, now))
    return isHere ? null : { backAt: null, timeZone: 'UTC' };
  return { backAt: opensAt(hours, now), timeZone: hours.time_zone };
}

/** By the site's clock, which it names: `Monday, November 30 at 9:00 AM GMT+1`. */
function timeWords(at: number, timeZone: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at);
}
