// How a run cycle begins: it says that the run is on, and takes the messages that wait. The turns of the cycle are in cycle.ts.

import { z } from 'zod';
import type { AnsweringAgent } from '../agents/directory.ts';
import { pricesWith } from '../agents/prices.ts';
import type { AgentUsage, RunPosition, TurnContext } from '../agents/types.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Origin } from '../log/origin.ts';
import type { SessionWrite } from '../log/session-log.ts';
import type { SessionRow } from '../log/session-row.ts';
import type { Relay } from '../log/stream/relay.ts';
import { takeLease, type Worker } from './leases.ts';
import type { DeskPresence } from './request-human.ts';
import { findRun } from './run-row.ts';
import type { Cycle, SettleParts } from './settle.ts';

export interface CycleParts extends SettleParts {
  /** Where previews go, to all processes. */
  relay: Pick<Relay, 'preview' | 'cancel' | 'handOver'>;
  /** Finds passages for agents, in collections of documents. */
  knowledge: {
    /**
     * One search over all of these collections; null where one of them no longer exists.
     * @param onAsked told what a request for a question's vector has used.
     */
    open(
      collectionIds: readonly string[],
      onAsked: (usage: AgentUsage) => void,
    ): Promise<TurnContext['search'] | null>;
  };
  /** Gives a conversation to somebody, in the write by which it begins to want a person. */
  assign(write: SessionWrite): Promise<void>;
  /** Whether there is a desk, and somebody at it. @param now Unix milliseconds. @param clientId the site whose hours count; null: none */
  findPresence(now: number, clientId: string | null): Promise<DeskPresence>;
  /** Model turns that one run may take. */
  maxTurns: number;
  /** Tokens, for sessions that say nothing of it; null: as the agent says. */
  contextWindow: number | null;
}

export interface BegunCycle extends Cycle {
  /** Whether `request_human` is the gateway's own tool here. */
  offersHuman: boolean;
  /** The same of `close_conversation`. */
  offersClose: boolean;
  session: SessionRow;
  /** Null where the session's agent is gone. */
  answering: AnsweringAgent | null;
  position: RunPosition;
}

/** Tokens that most models of today read at least. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

const typeRow = z.object({
  type: z.string(),
});

/**
 * Says that the run is on, and takes the messages that wait; null where there is nothing (left) to run. A run that goes on
 * after a pause takes no message of the visitor: its agent is in the middle of an answer, and would have to give two.
 * The run that follows takes it.
 */
export function beginCycle(
  parts: CycleParts,
  sessionId: string,
  runId: string,
  worker: Worker,
): Promise<BegunCycle | null> {
  const { log, agents, contextWindow, clock } = parts;
  return log.write(sessionId, async ({ tx, session, append }) => {
    const run = await findRun(tx, runId);
    if (run?.status !== 'queued' || session.run_id !== runId) return null;
    const running = append({
      type: 'session.status_running',
      content: [],
      run_id: runId,
      isProcessed: true,
    });
    await takeLease(tx, runId, worker);
    const taken = await readRows(
      tx,
      typeRow,
      `UPDATE events SET run_id = $2, history_seq = $3
        WHERE session_id = $1 AND run_id IS NULL AND processed_at IS NULL
          AND (type = 'system.message' OR (type = 'user.message' AND $4))
        RETURNING type`,
      [sessionId, runId, running.seq, run.pauses === 0],
    );
    const messages = taken.filter(({ type }) => type === 'user.message').length;
    if (messages > 0) {
      await tx.query('UPDATE runs SET messages = messages + $2 WHERE run_id = $1', [
        runId,
        messages,
      ]);
      await tx.query(
        'UPDATE sessions SET taken_messages = taken_messages + $2 WHERE session_id = $1',
        [sessionId, messages],
      );
    }
    const answering = await agents.open(tx, session);
    const version = answering?.record?.version ?? null;
    if (version !== run.agent_version) {
      await tx.query('UPDATE runs SET agent_version = $2 WHERE run_id = $1', [runId, version]);
    }
    return {
      run: { ...run, agent_version: version },
      session: { ...session },
      answering,
      origin: JSON.parse(run.origin) as Origin,
      turns: run.turns,
      startedAt: clock.now(),
      firstWordAt: null,
      passages: null,
      lookups: [],
      runningSeq: running.seq,
      requests: [],
      underWay: null,
      unreported: null,
      hasCompacted: false,
      offersHuman: false,
      offersClose: false,
      contextWindow:
        session.context_window ??
        contextWindow ??
        answering?.agent.contextWindow ??
        DEFAULT_CONTEXT_WINDOW,
      prices: answering === null ? parts.prices : pricesWith(parts.prices, answering.agent),
      position: {
        earlier_messages: session.taken_messages - run.messages,
        messages: run.messages + messages,
        pauses: run.pauses,
      },
    };
  });
}
