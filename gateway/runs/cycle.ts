// One run cycle, from session.status_running to its outcome: takes the waiting messages and asks the agent for
// one turn after the other. What a turn writes is in turn.ts, how the cycle ends in settle.ts.

import type { AgentRegistry } from '../agents/registry.ts';
import type { RunPosition, TurnContext } from '../agents/types.ts';
import { sleep } from '../clock.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Origin } from '../sessions/origin.ts';
import type { SessionRow } from '../sessions/session-row.ts';
import type { Relay } from '../stream/relay.ts';
import type { ToolDefinition } from '../wire.ts';
import { readFitting } from './compaction.ts';
import { takeLease, type Worker } from './leases.ts';
import { findRun } from './run-row.ts';
import { seededRandom } from './seeded-random.ts';
import type { Cycle, Outcome, SettleParts } from './settle.ts';
import { playTurn } from './turn.ts';

export interface CycleParts extends SettleParts {
  /** Where previews go, to all processes. */
  relay: Pick<Relay, 'preview' | 'cancel' | 'handOver'>;
  agents: AgentRegistry;
  knowledge: Knowledge;
  /** Model turns that one run may take. */
  maxTurns: number;
  /** Tokens, for sessions that say nothing of it; null: as the agent says. */
  contextWindow: number | null;
}

export interface BegunCycle extends Cycle {
  session: SessionRow;
  position: RunPosition;
}

/** What most models of today read at least. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

/** Takes the waiting messages and says that the run is on; null where there is nothing (left) to run. */
export function beginCycle(
  { log, agents, contextWindow, clock }: CycleParts,
  sessionId: string,
  runId: string,
  worker: Worker,
): Promise<BegunCycle | null> {
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
    const taken = await tx.query<{ type: string }>(
      `UPDATE events SET run_id = $2, history_seq = $3
        WHERE session_id = $1 AND run_id IS NULL AND processed_at IS NULL
          AND type IN ('user.message', 'system.message')
        RETURNING type`,
      [sessionId, runId, running.seq],
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
    return {
      run,
      session: { ...session },
      origin: JSON.parse(run.origin) as Origin,
      turns: run.turns,
      startedAt: clock.now(),
      runningSeq: running.seq,
      requests: [],
      underWay: null,
      unreported: null,
      hasCompacted: false,
      contextWindow:
        session.context_window ??
        contextWindow ??
        agents.get(session.agent)?.contextWindow ??
        DEFAULT_CONTEXT_WINDOW,
      position: {
        earlier_messages: session.taken_messages - run.messages,
        messages: run.messages + messages,
        pauses: run.pauses,
      },
    };
  });
}

/**
 * Plays turns until the cycle has an outcome. `cycle` holds what was used, also when this throws.
 * @throws RunStopped when `signal` is aborted, and whatever the agent throws.
 */
export async function playCycle(
  parts: CycleParts,
  cycle: BegunCycle,
  signal: AbortSignal,
): Promise<Outcome> {
  const { session, run } = cycle;
  const agent = parts.agents.get(session.agent);
  if (agent === undefined) return { kind: 'error', code: 'toolset_incomplete' };
  const search = await openKnowledge(parts, session);
  if (search === null) return { kind: 'error', code: 'toolset_incomplete' };
  const random = seededRandom(`${session.session_id}/${run.run_id}/${run.pauses}`);

  let isRefused = false;
  for (;;) {
    signal.throwIfAborted();
    if (cycle.turns >= parts.maxTurns) return { kind: 'error', code: 'max_iterations' };
    const history = await readFitting(parts, cycle, agent, signal, isRefused);
    if (history === null) return { kind: 'error', code: 'context_exceeded' };
    cycle.turns += 1;
    const context: TurnContext = {
      history,
      contextWindow: cycle.contextWindow,
      tools: JSON.parse(session.client_tools) as ToolDefinition[],
      turn: cycle.turns,
      position: cycle.position,
      search,
      random,
      sleep: (ms) => sleep(parts.clock, ms, signal),
      signal,
      script: session.script === null ? null : (JSON.parse(session.script) as unknown[]),
    };
    const outcome = await playTurn(
      parts,
      cycle,
      (meter, openCall) => agent.turn({ ...context, meter, openCall }),
      signal,
    );
    isRefused = outcome?.kind === 'refused';
    if (isRefused) cycle.turns -= 1;
    if (outcome !== null && outcome.kind !== 'refused') return outcome;
  }
}

/** A search over the session's knowledge base; null where a bound collection is gone. */
async function openKnowledge(
  { db, knowledge }: CycleParts,
  session: SessionRow,
): Promise<TurnContext['search'] | null> {
  let collectionId = session.collection_id;
  if (collectionId === null && session.client_id !== null) {
    const [site] = await db.query<{ kb_collection_id: string | null }>(
      'SELECT kb_collection_id FROM sites WHERE client_id = $1',
      [session.client_id],
    );
    collectionId = site?.kb_collection_id ?? null;
  }
  if (collectionId === null) return async () => [];
  return knowledge.open(collectionId);
}
