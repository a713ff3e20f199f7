// Deletes the sessions that their project doesn't keep any longer, owners' trials of agents after a day, and old rows of the
// audit. Trials that an agent's last comparison shows stay. It looks once an hour, in each process; two that look at once delete
// each session once.

import { z } from 'zod';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { type Erased, type EraseParts, eraseSessions } from './erase.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const FIRST_MS = 60_000;
/** Sessions between two looks at whether the gateway closes. */
const BATCH = 50;
/** Rows of the audit, likewise. */
const AUDIT_BATCH = 5000;

export interface Swept extends Erased {
  audit_rows: number;
}

export interface RetentionParts extends EraseParts {
  /** `auditDays`: how long rows of the audit are kept; 0: for ever. */
  options: { auditDays: number };
  /** Told what a sweep has deleted, where it was anything. */
  tell: (swept: Swept) => void;
  observer: Pick<Observer, 'failed'>;
}

export interface Retention {
  /** Deletes all that is due. */
  sweep(): Promise<Swept>;
  close(): void;
}

/** Sweeps a minute after the start, and then each hour until `close`. */
export function startRetention(parts: RetentionParts): Retention {
  const { clock, options, tell, observer } = parts;
  let isClosed = false;
  let timer = clock.setTimeout(look, FIRST_MS);
  return {
    sweep,
    close() {
      isClosed = true;
      clock.clearTimeout(timer);
    },
  };

  async function look(): Promise<void> {
    await sweep().catch((error) => observer.failed(error, 'retention', {}));
    if (!isClosed) timer = clock.setTimeout(look, HOUR_MS);
  }

  async function sweep(): Promise<Swept> {
    const { sessions, events } = await sweepSessions();
    const swept = { sessions, events, audit_rows: await sweepAudit() };
    if (swept.sessions + swept.audit_rows > 0) tell(swept);
    return swept;
  }

  async function sweepSessions(): Promise<Erased> {
    const sum: Erased = { sessions: 0, events: 0 };
    while (!isClosed) {
      const due = await findDue(parts.db, clock.now());
      if (due.length === 0) break;
      const { sessions, events } = await eraseSessions(parts, due);
      sum.sessions += sessions;
      sum.events += events;
    }
    return sum;
  }

  async function sweepAudit(): Promise<number> {
    if (options.auditDays === 0) return 0;
    let sum = 0;
    for (let count = AUDIT_BATCH; count === AUDIT_BATCH && !isClosed; sum += count) {
      count = await deleteAudit(parts.db, clock.now() - options.auditDays * DAY_MS);
    }
    return sum;
  }
}

const countRow = z.object({
  count: z.number(),
});

/** Rows are numbered in the order in which they come, so the oldest have the smallest numbers. */
async function deleteAudit(db: Db, before: number): Promise<number> {
  const [gone] = await readRows(
    db,
    countRow,
    `WITH gone AS (
       DELETE FROM admin_audit WHERE at < $1 AND entry <=
         (SELECT min(entry) + ${AUDIT_BATCH - 1} FROM admin_audit)
       RETURNING 1)
     SELECT count(*) AS count FROM gone`,
    [before],
  );
  return gone?.count ?? 0;
}

const sessionIdRow = z.object({
  session_id: z.string(),
});

async function findDue(db: Db, now: number): Promise<string[]> {
  const rows = await readRows(
    db,
    sessionIdRow,
    `SELECT s.session_id FROM projects p JOIN sessions s ON s.project_id = p.project_id
      WHERE p.retention_days IS NOT NULL AND s.run_id IS NULL
        AND GREATEST(s.last_event_at, s.created_at) < $1::bigint - p.retention_days * ${DAY_MS}::bigint
        AND NOT EXISTS (SELECT 1 FROM compared_answers a WHERE a.session_id = s.session_id)
     UNION
     SELECT s.session_id FROM sessions s
      WHERE s.is_trial AND s.run_id IS NULL
        AND GREATEST(s.last_event_at, s.created_at) < $1::bigint - ${DAY_MS}
        AND NOT EXISTS (SELECT 1 FROM compared_answers a WHERE a.session_id = s.session_id)
      LIMIT ${BATCH}`,
    [now],
  );
  return rows.map(({ session_id }) => session_id);
}
