// The team's answer by mail, to a visitor who has left an address and isn't there any more. Only what a person has written is sent:
// a mail goes to an address that nobody has checked, so no program alone can make the gateway send one.

import { z } from 'zod';
import type { Keyring } from '../../kernel/auth/keyring.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import type { Observer } from '../../kernel/observability/observer.ts';
import { startRounds } from '../../kernel/rounds.ts';
import { isByPerson, personOf, writerOf } from '../../log/by-person.ts';
import { signContinueLink } from '../continue-link.ts';
import { MailError, type Mailer, oneLine } from '../mailer.ts';
import { visitorWords } from '../visitor-words.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 30_000;
/** A visitor who is there writes back within this time, and needs no mail. */
const AWAY_MS = 2 * MINUTE_MS;
const CLAIM_MS = 5 * MINUTE_MS;
const BACKOFF_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 240 * MINUTE_MS];
/** Of one conversation. */
const MOST = 20;
const AT_ONCE = 50;

const dueRow = z.object({
  session_id: z.string(),
  email: z.string(),
  failures: z.number(),
  site_name: z.string().nullable(),
  settings: z.string().nullable(),
  last_seq: z.number(),
});
const saidRow = z.object({ words: z.string().nullable(), person: z.string().nullable() });

export interface VisitorMailParts {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  keyring: Keyring;
  publicUrl: string;
  observer: Pick<Observer, 'failed' | 'say'>;
}

const SAID = `e.type = 'agent.message' AND ${isByPerson('e.content')} AND e.content LIKE '%"act":"said"%'`;
/** What a person has said since the last mail, and the visitor hasn't written after. */
const UNSEEN = `${SAID} AND e.session_id = c.session_id AND e.seq > c.told_seq
  AND NOT EXISTS (SELECT 1 FROM events v WHERE v.session_id = c.session_id AND v.type = 'user.message' AND v.seq > e.seq)`;

export function startVisitorMail(parts: VisitorMailParts): { close(): Promise<void> } {
  const { db, clock, mailer, keyring, publicUrl, observer } = parts;
  const rounds = startRounds(
    clock,
    () => LOOK_MS,
    round,
    (error) => observer.failed(error, 'mail', {}),
  );
  return { close: rounds.close };

  async function round(): Promise<void> {
    const now = clock.now();
    // Claimed in the same statement, so that of several processes one sends.
    const due = await readRows(
      db,
      dueRow,
      `WITH due AS (
         SELECT c.session_id, (SELECT max(e.seq) FROM events e WHERE ${UNSEEN}) AS last_seq
           FROM session_contacts c
          WHERE c.next_at <= $1 AND c.mails < ${MOST}
            AND EXISTS (SELECT 1 FROM events e WHERE ${UNSEEN})
            AND NOT EXISTS (SELECT 1 FROM events e WHERE ${UNSEEN} AND e.created_at > $2)
          ORDER BY c.next_at, c.session_id LIMIT ${AT_ONCE})
       UPDATE session_contacts c SET next_at = $3 FROM due
         JOIN sessions s ON s.session_id = due.session_id
         LEFT JOIN sites ON sites.client_id = s.client_id
         LEFT JOIN public_sites p ON p.client_id = s.client_id
        WHERE c.session_id = due.session_id AND c.next_at <= $1
        RETURNING c.session_id, c.email, c.failures, sites.name AS site_name, p.settings, due.last_seq`,
      [now, now - AWAY_MS, now + CLAIM_MS],
    );
    for (const one of due) {
      if (rounds.isClosed() || !(await send(one))) return;
    }
  }

  /** @returns false where no server could be reached. */
  async function send(one: z.output<typeof dueRow>): Promise<boolean> {
    const said = await readRows(
      db,
      saidRow,
      `SELECT e.words, ${personOf('e.content')} AS person
         FROM session_contacts c JOIN events e ON ${UNSEEN}
        WHERE c.session_id = $1 AND e.seq <= $2 ORDER BY e.seq`,
      [one.session_id, one.last_seq],
    );
    const [{ person = null } = {}] = said;
    const name = oneLine((person === null ? null : writerOf(person)) ?? '');
    const words = visitorWords(one.settings);
    const link = await signContinueLink({ keyring, clock }, one.session_id);
    const lines = [
      words.answered(name),
      '',
      ...said.map((message) => message.words ?? ''),
      '',
      words.goOn,
      `${publicUrl}/c/continue/${link}`,
      '',
      words.noReply,
    ];
    try {
      await mailer.send({
        to: one.email,
        subject: words.subject(oneLine(one.site_name ?? name)),
        text: `${lines.join('\n')}\n`,
      });
      await db.query(
        `UPDATE session_contacts SET told_seq = $2, mails = mails + 1, next_at = 0, failures = 0
          WHERE session_id = $1`,
        [one.session_id, one.last_seq],
      );
      return true;
    } catch (error) {
      const pause = BACKOFF_MS[Math.min(one.failures, BACKOFF_MS.length - 1)] ?? MINUTE_MS;
      await db.query(
        'UPDATE session_contacts SET next_at = $2, failures = failures + 1 WHERE session_id = $1',
        [one.session_id, clock.now() + pause],
      );
      if (!(error instanceof MailError)) throw error;
      observer.say('warn', 'mail_failed', {
        session_id: one.session_id,
        status: error.status ?? 0,
      });
      return error.status !== null;
    }
  }
}
