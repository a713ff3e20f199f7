// One run cycle, from session.status_running to its outcome: takes the waiting messages and asks the agent for
// one turn after the other. How it begins is in begin-cycle.ts, what a turn writes in turn.ts, how it ends in settle.ts.

import { z } from 'zod';
import { keepBackendSession, readBackendSession } from '../agents/records/backend-sessions.ts';
import { sayOnly } from '../agents/say.ts';
import type { BackendMemory, TurnContext } from '../agents/types.ts';
import { sleep } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import type { SessionRow } from '../log/session-row.ts';
import type { ToolDefinition } from '../wire.ts';
import { CLOSE_CONVERSATION, CLOSE_CONVERSATION_TOOL } from './ask-rating.ts';
import type { BegunCycle, CycleParts } from './begin-cycle.ts';
import { readFitting } from './compaction.ts';
import { writeForRun } from './hold.ts';
import { readReasoning } from './kept-reasoning.ts';
import { REQUEST_HUMAN, REQUEST_HUMAN_TOOL } from './request-human.ts';
import { seededRandom } from './seeded-random.ts';
import type { Outcome } from './settle.ts';
import { refusalOfDay } from './site-day.ts';
import { isSpentForToday, SPENT } from './spent-today.ts';
import { playTurn } from './turn.ts';

/** The search of a turn; empty: neither session nor agent has a collection. */
type Search = TurnContext['search'] & { isEmpty: boolean };

/**
 * Plays turns until the cycle has an outcome. `cycle` holds what was used, also when this throws.
 * @throws RunStopped when `signal` is aborted, and each error of the agent's own.
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
  const { hasDesk, asksRating } = await parts.findPresence(parts.clock.now(), session.client_id);
  // A page's own tool of this name is the page's.
  cycle.offersHuman = hasDesk && pageTools.every(({ name }) => name !== REQUEST_HUMAN);
  cycle.offersClose = asksRating && pageTools.every(({ name }) => name !== CLOSE_CONVERSATION);
  const tools = [
    ...pageTools,
    ...(cycle.offersHuman ? [REQUEST_HUMAN_TOOL] : []),
    ...(cycle.offersClose ? [CLOSE_CONVERSATION_TOOL] : []),
  ];
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
      memory: memoryOf(parts, cycle),
      turn: cycle.turns,
      position: cycle.position,
      reasoning: cycle.turns === 1 ? new Map() : await readReasoning(parts.db, run),
      search: counted(search, cycle),
      random,
      sleep: (ms) => sleep(parts.clock, ms, signal),
      signal,
      script: session.script === null ? null : (JSON.parse(session.script) as unknown[]),
    };
    const refusal = isSpent ? null : await refusalOfDay(parts, cycle, context);
    const speaker = refusal === null ? agent : sayOnly(refusal);
    const outcome = await playTurn(
      parts,
      cycle,
      (meter, openCall) => speaker.turn({ ...context, meter, openCall }),
      signal,
    );
    isRefused = outcome?.kind === 'refused';
    if (isRefused) cycle.turns -= 1;
    if (outcome !== null && outcome.kind !== 'refused') return outcome;
  }
}

/** Written only while the run still holds the session: what another process has found out since is newer. */
function memoryOf({ db, log }: CycleParts, cycle: BegunCycle): BackendMemory {
  const { session_id } = cycle.session;
  return {
    read: (backend) => readBackendSession(db, session_id, backend),
    write: (backend, state) =>
      writeForRun(log, cycle, ({ tx }) => keepBackendSession(tx, session_id, backend, state)),
  };
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
  const bound = await findBoundCollection(db, session);
  const collections = [...new Set([...(bound === null ? [] : [bound]), ...ofAgent])];
  const search = await knowledge.open(collections, (usage) => lookups.push(usage));
  if (search === null) return null;
  const look: TurnContext['search'] = (query, limit) => search(query, limit);
  return Object.assign(look, { isEmpty: collections.length === 0 });
}

const kbCollectionIdRow = z.object({
  kb_collection_id: z.string().nullable(),
});

/** The session's own collection, or its site's. */
export async function findBoundCollection(
  db: Queryable,
  { collection_id, client_id: clientId }: Pick<SessionRow, 'collection_id' | 'client_id'>,
): Promise<string | null> {
  if (collection_id !== null || clientId === null) return collection_id;
  const [site] = await readRows(
    db,
    kbCollectionIdRow,
    'SELECT kb_collection_id FROM sites WHERE client_id = $1',
    [clientId],
  );
  return site?.kb_collection_id ?? null;
}
