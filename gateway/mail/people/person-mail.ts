// Mails to the people of the desk who have asked for them: of visitors who wait, and a summary. Each mail is written when it is
// sent, of what is true then, so no text of a visitor lies in a queue. A person's row is claimed before, so that of several
// processes one sends; what a server doesn't take is tried again, later and later.

import { z } from 'zod';
import { readSites } from '../../desk/desk-sessions.ts';
import { readPersonSettings } from '../../desk/person-settings.ts';
import { DESK_ROLES, reachOfPerson } from '../../kernel/auth/desk-caller.ts';
import type { Reach } from '../../kernel/auth/reach.ts';
import type { Clock } from '../../kernel/clock.ts';
import { readRows } from '../../kernel/db/rows.ts';
import type { Db } from '../../kernel/db/types.ts';
import { isBetween, localTime, minutesOf, nextLocal } from '../../kernel/local-time.ts';
import type { Observer } from '../../kernel/observability/observer.ts';
import { startRounds } from '../../kernel/rounds.ts';
import { type Mail, MailError, type Mailer } from '../mailer.ts';
import { findWaiting, noteTold, type Waiting } from '../waiting.ts';
import { type MailWords, mailWords } from '../words.ts';
import {
  countDigest,
  countWaiting,
  DIGEST_MINUTES,
  DIGEST_MS,
  DIGEST_WEEKDAY,
  digestLines,
} from './digest.ts';

const MINUTE_MS = 60_000;
const LOOK_MS = 30_000;
/** A mail is sent within a minute; after this time its process has died. */
const CLAIM_MS = 5 * MINUTE_MS;
/** Between two mails to one person: who waits meanwhile stands in the next. */
const APART_MS = 10 * MINUTE_MS;
const BACKOFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS, 240 * MINUTE_MS];
/** Conversations that one mail names. */
const NAMED = 10;

const personRow = z.object({
  person_id: z.string(),
  role: z.enum(DESK_ROLES),
  sites: z.string().nullable(),
  settings: z.string(),
  next_at: z.number().nullable(),
  digest_at: z.number().nullable(),
});

interface Addressee {
  person_id: string;
  email: string;
  reach: Reach;
  settings: ReturnType<typeof readPersonSettings>;
  digest_at: number | null;
  words: MailWords;
}

export interface PersonMailParts {
  db: Db;
  /** The same database over connections of its own, for what counts much. */
  reports: Db;
  clock: Clock;
  mailer: Mailer;
  /** The gateway's origin as browsers see it. */
  publicUrl: string;
  observer: Pick<Observer, 'failed' | 'say'>;
}

/** Looks for mails that are due, until `close`. */
export function startPersonMail(parts: PersonMailParts): { close(): Promise<void> } {
  const { db, clock, mailer, publicUrl, observer } = parts;
  const rounds = startRounds(
    clock,
    () => LOOK_MS,
    round,
    (error) => observer.failed(error, 'mail', {}),
  );
  return { close: rounds.close };

  async function round(): Promise<void> {
    for (const person of await addressees()) {
      // Once the server is away it is away for all of them.
      if (rounds.isClosed() || !(await serve(person))) return;
    }
  }

  /** Those to whom something may be sent now. */
  async function addressees(): Promise<Addressee[]> {
    const rows = await readRows(
      db,
      personRow,
      `SELECT p.person_id, p.role, p.sites, p.settings, m.next_at, m.digest_at
         FROM desk_people p LEFT JOIN person_mail m ON m.person_id = p.person_id
        WHERE p.disabled_at IS NULL AND p.settings::jsonb ->> 'email' IS NOT NULL
          AND (m.next_at IS NULL OR m.next_at <= $1)`,
      [clock.now()],
    );
    return rows.flatMap((row) => {
      const settings = readPersonSettings(row.settings);
      const { email } = settings;
      if (email === null) return [];
      const { person_id, role, digest_at } = row;
      const reach = reachOfPerson({ role, sites: readSites(row.sites) });
      return [
        { person_id, email, reach, settings, digest_at, words: mailWords(settings.language) },
      ];
    });
  }

  /** @returns false where no server could be reached. */
  async function serve(person: Addressee): Promise<boolean> {
    const now = clock.now();
    const { mail_after: after, quiet, time_zone: timeZone, digest } = person.settings;
    const { minutes } = localTime(now, timeZone);
    const isQuiet =
      quiet !== null && isBetween(minutes, minutesOf(quiet.from), minutesOf(quiet.until));
    if (digest !== 'off') {
      const plan = {
        timeZone,
        minutes: DIGEST_MINUTES,
        weekday: digest === 'weekly' ? DIGEST_WEEKDAY : null,
      };
      if (person.digest_at === null) await planDigest(person, nextLocal(now, plan));
      // Another day than the one that was planned, where somebody has changed it since.
      else if (
        person.digest_at <= now &&
        (plan.weekday === null || localTime(now, timeZone).weekday === plan.weekday)
      ) {
        return attempt(person, async () => {
          await mailer.send(await writeDigest(person, digest, now));
          await planDigest(person, nextLocal(now, plan));
        });
      } else if (person.digest_at <= now) await planDigest(person, nextLocal(now, plan));
    } else if (person.digest_at !== null) await planDigest(person, null);
    if (after === null || isQuiet) return true;
    const wanted = {
      personId: person.person_id,
      reach: person.reach,
      channel: 'mail' as const,
      now,
      afterMs: after * MINUTE_MS,
    };
    if ((await findWaiting(db, wanted)).length === 0) return true;
    return attempt(person, async () => {
      // Read once more behind the claim: another process may have told of them meanwhile.
      const waiting = await findWaiting(db, wanted);
      if (waiting.length === 0) return;
      await mailer.send(writeWaiting(person, waiting, now));
      await noteTold(db, wanted, waiting);
    });
  }

  async function attempt(person: Addressee, send: () => Promise<void>): Promise<boolean> {
    const { person_id: id } = person;
    const failures = await claim(id);
    if (failures === null) return true;
    try {
      await send();
      await db.query('UPDATE person_mail SET next_at = $2, failures = 0 WHERE person_id = $1', [
        id,
        clock.now() + APART_MS,
      ]);
      return true;
    } catch (error) {
      const pause = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)] ?? MINUTE_MS;
      await db.query(
        'UPDATE person_mail SET next_at = $2, failures = failures + 1 WHERE person_id = $1',
        [id, clock.now() + pause],
      );
      if (!(error instanceof MailError)) throw error;
      observer.say('warn', 'mail_failed', { person_id: id, status: error.status ?? 0 });
      return error.status !== null;
    }
  }

  /** @returns how often in a row no server has taken a mail; null: another process has it. */
  async function claim(personId: string): Promise<number | null> {
    const now = clock.now();
    const [row] = await readRows(
      db,
      z.object({ failures: z.number() }),
      `INSERT INTO person_mail AS m (person_id, next_at) VALUES ($1, $2)
       ON CONFLICT (person_id) DO UPDATE SET next_at = excluded.next_at WHERE m.next_at <= $3
       RETURNING failures`,
      [personId, now + CLAIM_MS, now],
    );
    return row?.failures ?? null;
  }

  async function planDigest({ person_id: id }: Addressee, at: number | null): Promise<void> {
    await db.query(
      `INSERT INTO person_mail (person_id, next_at, digest_at) VALUES ($1, 0, $2)
       ON CONFLICT (person_id) DO UPDATE SET digest_at = excluded.digest_at`,
      [id, at],
    );
  }

  function writeWaiting({ email, words }: Addressee, waiting: Waiting[], now: number): Mail {
    const named = waiting.slice(0, NAMED);
    const rest = waiting.length - named.length;
    return mail(email, words.waitingSubject(waiting.length), [
      words.waiting(waiting.length),
      '',
      ...named.flatMap((one) => [
        ...[one.site_name ?? '', words.minutes(minutesSince(one.waiting_since, now))]
          .filter((part) => part !== '')
          .join(', ')
          .split('\n'),
        quoted(one.words ?? ''),
        `${publicUrl}/desk/conversations/${one.session_id}`,
        '',
      ]),
      ...(rest > 0 ? [words.more(rest), ''] : []),
      words.why,
      settingsUrl(),
    ]);
  }

  async function writeDigest(
    { email, words, reach }: Addressee,
    digest: 'daily' | 'weekly',
    now: number,
  ): Promise<Mail> {
    const span = DIGEST_MS[digest];
    const { reports } = parts;
    const counts = await countDigest(reports, reach, { from: now - span, to: now });
    const before = await countDigest(reports, reach, { from: now - 2 * span, to: now - span });
    const waiting = await countWaiting(reports, reach, now);
    return mail(email, words.digestSubject[digest], [
      ...digestLines(words, { counts, before, waiting }),
      '',
      `${publicUrl}/desk`,
      '',
      words.why,
      settingsUrl(),
    ]);
  }

  function mail(to: string, subject: string, lines: string[]): Mail {
    return { to, subject, text: `${lines.join('\n')}\n`, settingsUrl: settingsUrl() };
  }

  function settingsUrl(): string {
    return `${publicUrl}/desk/team/account`;
  }
}

const minutesSince = (at: number, now: number): number =>
  Math.max(1, Math.round((now - at) / MINUTE_MS));

/** Marked as somebody else's words, line by line. */
const quoted = (words: string): string =>
  words
    .split(/\r\n?|\n/)
    .map((line) => `> ${line}`)
    .join('\n');
