// Asks two versions of an agent its saved questions, a few at a time. What was asked stands in the database, so a comparison whose
// process has ended goes on when somebody looks at it again. An answer's end asks the next question.

import { z } from 'zod';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db } from '../kernel/db/types.ts';
import { HttpError } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { addTrial } from '../log/add-trial.ts';
import type { Hub } from '../log/stream/hub.ts';
import { askTrial } from '../runs/ask-trial.ts';
import type { Runs } from '../runs/runs.ts';
import type { SendParts } from '../runs/send.ts';
import { ASKING_MS } from './comparison-rows.ts';
import { type JudgeParts, judgeNext } from './judge.ts';

/** Answers of one comparison, so that a provider's limits hold. */
const MOST_AT_ONCE = 4;

export interface ComparerParts extends SendParts, Pick<JudgeParts, 'agents' | 'prices'> {
  db: Db;
  clock: Clock;
  ids: Ids;
  hub: Hub;
  runs: Runs;
  observer: Pick<Observer, 'failed'>;
}

/** Runs comparisons of two versions of an agent. */
export interface Comparer {
  /** Asks what is still to be asked, and goes on by itself. Harmless where nothing is. */
  advance(agentId: string): Promise<void>;
  /** Asks nothing more; resolves when nothing of it is under way. */
  close(): Promise<void>;
}

const nextRow = z.object({
  place: z.number(),
  side: z.enum(['a', 'b']),
  question: z.string(),
});

/** A question that a trial was made for. */
type Asked = z.output<typeof nextRow> & { session_id: string };

const versionAVersionBRow = z.object({
  version_a: z.number(),
  version_b: z.number(),
});

const projectIdRow = z.object({
  project_id: z.string(),
});

const countRow = z.object({
  count: z.number(),
});

/** Made once for each gateway; a comparison that another process has begun goes on here once somebody looks at it. */
export function createComparer(parts: ComparerParts): Comparer {
  const { db, clock, ids, hub, observer } = parts;
  const following = new Map<string, () => void>();
  const working = new Set<Promise<void>>();
  const judging = new Set<string>();
  let isClosed = false;

  return {
    advance,
    async close() {
      isClosed = true;
      for (const stop of following.values()) stop();
      await Promise.all(working);
    },
  };

  async function advance(agentId: string): Promise<void> {
    while (!isClosed) {
      const begun = await begin(agentId);
      const faults = await Promise.all(begun.map((asked) => ask(agentId, asked)));
      // Where a question couldn't be asked, no answer's end asks the next one.
      if (!faults.includes(true)) break;
    }
    judgeMeanwhile(agentId);
  }

  /** Where the comparison wants it: the answers that have come by now. Nobody waits for it. */
  function judgeMeanwhile(agentId: string): void {
    if (judging.has(agentId) || isClosed) return;
    judging.add(agentId);
    const work = judgeAll(agentId).catch((error) =>
      observer.failed(error, 'run', { what: 'judging', agent_id: agentId }),
    );
    working.add(work);
    work.finally(() => {
      judging.delete(agentId);
      working.delete(work);
    });
  }

  async function judgeAll(agentId: string): Promise<void> {
    while (!isClosed && (await judgeNext(parts, agentId)));
  }

  /** Gives the next questions a trial each. The lock keeps two processes from asking one question twice. */
  function begin(agentId: string): Promise<Asked[]> {
    return db.transaction(async (tx) => {
      const [comparison] = await readRows(
        tx,
        versionAVersionBRow,
        'SELECT version_a, version_b FROM comparisons WHERE agent_id = $1 FOR UPDATE',
        [agentId],
      );
      const [agent] = await readRows(
        tx,
        projectIdRow,
        'SELECT project_id FROM agents WHERE agent_id = $1',
        [agentId],
      );
      if (comparison === undefined || agent === undefined) return [];
      const [busy] = await readRows(
        tx,
        countRow,
        `SELECT count(*) AS count FROM compared_answers c JOIN sessions s USING (session_id)
          WHERE c.agent_id = $1 AND c.fault IS NULL
            AND (s.run_id IS NOT NULL OR (s.last_seq = 0 AND s.created_at > $2))`,
        [agentId, clock.now() - ASKING_MS],
      );
      const next = await readRows(
        tx,
        nextRow,
        `SELECT c.place, c.side, q.question FROM compared_answers c
           JOIN compared_questions q ON q.agent_id = c.agent_id AND q.place = c.place
          WHERE c.agent_id = $1 AND c.session_id IS NULL AND c.fault IS NULL
          ORDER BY c.place, c.side LIMIT $2`,
        [agentId, Math.max(0, MOST_AT_ONCE - (busy?.count ?? 0))],
      );
      const begun = next.map((one) => ({ ...one, session_id: ids.next('session') }));
      for (const { place, side, session_id } of begun) {
        await addTrial(tx, {
          session_id,
          project_id: agent.project_id,
          agent: agentId,
          agent_version: side === 'a' ? comparison.version_a : comparison.version_b,
          client_tools: '[]',
          collection_id: null,
          created_at: clock.now(),
        });
        await tx.query(
          `UPDATE compared_answers SET session_id = $4
            WHERE agent_id = $1 AND place = $2 AND side = $3`,
          [agentId, place, side, session_id],
        );
      }
      return begun;
    });
  }

  /** @returns whether it couldn't be asked. */
  async function ask(agentId: string, asked: Asked): Promise<boolean> {
    const { session_id: id, question } = asked;
    follow(agentId, id);
    try {
      await askTrial(parts, id, question);
      return false;
    } catch (error) {
      if (!(error instanceof HttpError)) observer.failed(error, 'run', { session_id: id });
      leave(id);
      const why = error instanceof HttpError ? error.message : 'The question couldn’t be asked.';
      await db.query(
        `UPDATE compared_answers SET fault = $4
          WHERE agent_id = $1 AND place = $2 AND side = $3`,
        [agentId, asked.place, asked.side, why],
      );
      return true;
    }
  }

  /** Until the answer has ended, here or in another process. */
  function follow(agentId: string, sessionId: string): void {
    const goOn = () => {
      leave(sessionId);
      const work = advance(agentId).catch((error) =>
        observer.failed(error, 'run', { session_id: sessionId }),
      );
      working.add(work);
      work.finally(() => working.delete(work));
    };
    const stop = hub.subscribe(sessionId, {
      onEvents(events) {
        const isOver = events.some(
          ({ type }) => type === 'session.status_idle' || type === 'session.error',
        );
        if (isOver) goOn();
      },
      onPreview() {},
      onNotice() {
        goOn();
        return null;
      },
    });
    following.set(sessionId, stop);
  }

  function leave(sessionId: string): void {
    following.get(sessionId)?.();
    following.delete(sessionId);
  }
}
