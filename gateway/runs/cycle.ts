// One run cycle, from session.status_running to its outcome: takes the waiting messages and asks the agent for
// one turn after the other. What a turn writes is in turn.ts, how the cycle ends in settle.ts.

import type { AnsweringAgent } from '../agents/directory.ts';
import { pricesWith } from '../agents/prices.ts';
import { sayOnly } from '../agents/say.ts';
import type { RunPosition, TurnContext } from '../agents/types.ts';
import { sleep } from '../kernel/clock.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Origin } from '../log/origin.ts';
import type { SessionRow } from '../log/session-row.ts';
import type { Relay } from '../log/stream/relay.ts';
import type { ToolDefinition } from '../wire.ts';
import { readFitting } from './compaction.ts';
import { takeLease, type Worker } from './leases.ts';
import { findPresence, REQUEST_HUMAN, REQUEST_HUMAN_TOOL } from './request-human.ts';
import { findRun } from './run-row.ts';
import { seededRandom } from './seeded-random.ts';
import type { Cycle, Outcome, SettleParts } from './settle.ts';
import { isSpentForToday, SPENT } from './spent-today.ts';
import { playTurn } from './turn.ts';

export interface CycleParts extends SettleParts {
  /** Where previews go, to all processes. */
  relay: Pick<Relay, 'preview' | 'cancel' | 'handOver'>;
  knowledge: Knowledge;
  /** Model turns that one run may take. */
  maxTurns: number;
  /** Tokens, for sessions that say nothing of it; null: as the agent says. */
  contextWindow: number | null;
}

/** What a turn looks things up in; empty: there is nothing to find. */
type Search = TurnContext['search'] & { isEmpty: boolean };

export interface BegunCycle extends Cycle {
  /** Whether `request_human` is the gateway's own tool here. */
  offersHuman: boolean;
  session: SessionRow;
  /** Null where the session's agent is gone. */
  answering: AnsweringAgent | null;
  position: RunPosition;
}

/** What most models of today read at least. */
const DEFAULT_CONTEXT_WINDOW = 128_000;

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
    const taken = await tx.query<{ type: string }>(
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

/**
 * Plays turns until the cycle has an outcome. `cycle` holds what was used, also when this throws.
 * @throws RunStopped when `signal` is aborted, and whatever the agent throws.
 */
export async function playCycle(
  parts: CycleParts,
  cycle: BegunCycle,
  signal: AbortSignal,
): Promise<Outcome> {
  const { session, run, answering } = cycle;
  if (answering === null) return { kind: 'error', code: 'toolset_incomplete' };
  const search = await openKnowledge(parts, cycle, answering.collections);
  if (search === null) return { kind: 'error', code: 'toolset_incomplete' };
  const isSpent = await isSpentForToday(parts.db, cycle, parts.clock.now());
  const agent = isSpent ? sayOnly(answering.daily?.text ?? SPENT) : answering.agent;
  const maxTurns = Math.min(parts.maxTurns, answering.maxTurns ?? parts.maxTurns);
  const pageTools = JSON.parse(session.client_tools) as ToolDefinition[];
  const { hasDesk } = await findPresence(parts.db, parts.clock.now());
  // A page's own tool of this name is the page's.
  cycle.offersHuman = hasDesk && pageTools.every(({ name }) => name !== REQUEST_HUMAN);
  const tools = cycle.offersHuman ? [...pageTools, REQUEST_HUMAN_TOOL] : pageTools;
  const random = seededRandom(`${session.session_id}/${run.run_id}/${run.pauses}`);

  let isRefused = false;
  for (;;) {
    signal.throwIfAborted();
    if (cycle.turns >= maxTurns) return { kind: 'error', code: 'max_iterations' };
    const history = await readFitting(parts, cycle, agent, signal, isRefused);
    if (history === null) return { kind: 'error', code: 'context_exceeded' };
    cycle.turns += 1;
    const context: TurnContext = {
      history,
      contextWindow: cycle.contextWindow,
      ...(session.system === null ? {} : { system: session.system }),
      tools,
      place: { session_id: session.session_id, run_id: run.run_id },
      turn: cycle.turns,
      position: cycle.position,
      search: counted(search, cycle),
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

/** The same search, with what it has found noted for the numbers. */
function counted(search: Search, cycle: BegunCycle): Search {
  if (search.isEmpty) return search;
  const look = async (query: string, limit: number) => {
    const found = await search(query, limit);
    cycle.passages = (cycle.passages ?? 0) + found.length;
    return found;
  };
  return Object.assign(look, { isEmpty: false });
}

/** A search over what the session and its agent know; null where a collection is gone. */
async function openKnowledge(
  { db, knowledge }: CycleParts,
  { session, lookups }: BegunCycle,
  ofAgent: readonly string[],
): Promise<Search | null> {
  const bound = session.collection_id ?? (await collectionOfSite(db, session.client_id));
  const collections = [...new Set([...(bound === null ? [] : [bound]), ...ofAgent])];
  const search = await knowledge.open(collections, (usage) => lookups.push(usage));
  if (search === null) return null;
  const look: TurnContext['search'] = (query, limit) => search(query, limit);
  return Object.assign(look, { isEmpty: collections.length === 0 });
}

async function collectionOfSite(db: Queryable, clientId: string | null): Promise<string | null> {
  if (clientId === null) return null;
  const [site] = await db.query<{ kb_collection_id: string | null }>(
    'SELECT kb_collection_id FROM sites WHERE client_id = $1',
    [clientId],
  );
  return site?.kb_collection_id ?? null;
}
