// Teaches an agent an answer: it becomes a document of the agent's knowledge, and the agent is asked the question in a trial at once.

import { z } from 'zod';
import type { AgentDirectory } from '../agents/directory.ts';
import type { AgentUsage, PriceTable } from '../agents/types.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Db, Queryable } from '../kernel/db/types.ts';
import { conflict, HttpError, invalid } from '../kernel/http-error.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import { beginChange, insertDocuments, removeDocument } from '../knowledge/collections.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { EmbedCollections } from '../knowledge/vectors/embed-collections.ts';
import { addTrial } from '../log/add-trial.ts';
import type { SessionRow } from '../log/session-row.ts';
import { type AskParts, askTrial, ownOrigin } from '../runs/ask-trial.ts';
import { findBoundCollection } from '../runs/cycle.ts';
import { charge } from '../runs/ledger.ts';
import { type MessageBlock, personOf } from '../wire.ts';
import {
  addLearned,
  findOneLearned,
  type LearnedRow,
  presentLearned,
  readTrial,
} from './learned-rows.ts';
import type { TriedAnswer } from './learning-schema.ts';
import { saveQuestion } from './saved-questions.ts';

export interface LearningParts extends AskParts {
  db: Db;
  clock: Clock;
  agents: AgentDirectory;
  prices: PriceTable;
  knowledge: Pick<Knowledge, 'open'>;
  embedding: Pick<EmbedCollections, 'kick'>;
  observer: Pick<Observer, 'failed'>;
}

export interface Lesson {
  question: string;
  answer: string;
  asked?: string | undefined;
  /** The agent's message that was wrong. */
  event_id?: string | undefined;
  by: { person_id: string; name: string };
}

/** Teaches agents what the team knows. */
export interface Learning {
  /** @throws HttpError 400, 409 */
  learn(session: SessionRow, lesson: Lesson): Promise<TriedAnswer>;
  /** With its trial as it stands, and the passages that the agent's knowledge has for the question. */
  present(row: LearnedRow): Promise<TriedAnswer>;
  /** Harmless where it is gone. */
  unlearn(row: LearnedRow): Promise<void>;
}

/** Passages that are shown of a search. */
const PASSAGES = 6;
const MAX_SHOWN = 600;
const MAX_TITLE = 200;

/** Made once for each gateway. */
export function createLearning(parts: LearningParts): Learning {
  const { db, clock, ids, agents, prices, knowledge, embedding, observer } = parts;

  const learning: Learning = {
    async learn(session, lesson) {
      const { question, answer, asked = question, event_id, by } = lesson;
      if (event_id !== undefined) await requireAnswer(db, session.session_id, event_id);
      const learned_id = ids.next('learned');
      const trial_id = ids.next('session');
      const bound = await findBoundCollection(db, session);
      const now = clock.now();
      await db.transaction(async (tx) => {
        const collection_id = await findPlace(tx, session, bound, now);
        const uri = `answer:${learned_id}`;
        const title = question.replace(/\s+/g, ' ').slice(0, MAX_TITLE);
        await insertDocuments(tx, collection_id, [
          { uri, title, text: `${question}\n\n${answer}` },
        ]);
        if (event_id !== undefined) await saveQuestion(tx, session.agent, question, answer);
        await addLearned(tx, {
          learned_id,
          project_id: session.project_id,
          session_id: session.session_id,
          agent: session.agent,
          collection_id,
          uri,
          question,
          answer,
          asked,
          is_correction: event_id !== undefined,
          ...by,
          trial_id,
          created_at: now,
        });
        await addTrial(tx, {
          session_id: trial_id,
          project_id: session.project_id,
          agent: session.agent,
          agent_version: null,
          client_tools: '[]',
          collection_id: bound,
          created_at: now,
        });
      });
      embedding.kick();
      await ask(learned_id, trial_id, question);
      const row = await findOneLearned(db, learned_id);
      if (row === null) throw conflict('This answer was deleted meanwhile.');
      return learning.present(row);
    },
    async present(row) {
      const [trial, passages] = await Promise.all([readTrial(db, row), findPassages(row)]);
      return { ...presentLearned(row), trial, passages };
    },
    unlearn: ({ learned_id, collection_id, uri }) =>
      db.transaction(async (tx) => {
        if (await beginChange(tx, collection_id)) await removeDocument(tx, collection_id, uri);
        await tx.query('DELETE FROM learned_answers WHERE learned_id = $1', [learned_id]);
      }),
  };
  return learning;

  /**
   * The collection that this agent's answers go to: a record has one of its own; an agent by code reads the site's alone.
   * Its row is locked until the transaction's end.
   */
  async function findPlace(
    tx: Queryable,
    session: SessionRow,
    bound: string | null,
    now: number,
  ): Promise<string> {
    const [agent] = await readRows(
      tx,
      agentRow,
      `SELECT name, learned_collection FROM agents WHERE agent_id = $1 AND project_id = $2 FOR UPDATE`,
      [session.agent, session.project_id],
    );
    const known = agent === undefined ? bound : agent.learned_collection;
    if (known !== null && (await beginChange(tx, known))) return known;
    if (agent === undefined) {
      throw conflict(
        'This conversation’s agent reads only its site’s knowledge, and the site has none. Give the site a knowledge base, or let an agent of the desk answer there.',
      );
    }
    const collection_id = ids.next('collection');
    await tx.query(
      'INSERT INTO collections (collection_id, project_id, name, created_at) VALUES ($1, $2, $3, $4)',
      [collection_id, session.project_id, `${agent.name}: answers of the team`, now],
    );
    await tx.query('UPDATE agents SET learned_collection = $2 WHERE agent_id = $1', [
      session.agent,
      collection_id,
    ]);
    return collection_id;
  }

  /** The document is there, whether the agent can be asked now or not. */
  async function ask(learnedId: string, trialId: string, question: string): Promise<void> {
    try {
      await askTrial(parts, trialId, question);
    } catch (error) {
      if (!(error instanceof HttpError)) observer.failed(error, 'run', { session_id: trialId });
      const why = error instanceof HttpError ? error.message : 'The question couldn’t be asked.';
      await db.query('UPDATE learned_answers SET trial_fault = $2 WHERE learned_id = $1', [
        learnedId,
        why,
      ]);
    }
  }

  /** Over what the agent reads in the trial. */
  async function findPassages(row: LearnedRow): Promise<TriedAnswer['passages']> {
    const [found] = await readRows(
      db,
      tried,
      'SELECT project_id, agent, agent_version, collection_id FROM sessions WHERE session_id = $1',
      [row.trial_id],
    );
    if (found === undefined) return [];
    const answering = await agents.open(db, found);
    const bound = found.collection_id === null ? [] : [found.collection_id];
    const collections = [...new Set([...bound, ...(answering?.collections ?? [])])];
    const lookups: AgentUsage[] = [];
    const search = await knowledge.open(collections, (usage) => lookups.push(usage));
    const passages = (await search?.(row.question, PASSAGES)) ?? [];
    if (lookups.length > 0) {
      await db.transaction((tx) =>
        charge(tx, ids, prices, {
          project_id: found.project_id,
          session_id: row.trial_id ?? '',
          run_id: '',
          operation: 'embedding',
          origin: ownOrigin(ids),
          requests: lookups,
          now: clock.now(),
        }),
      );
    }
    return passages.map(({ uri, title, text }) => ({
      uri,
      title,
      text: text.slice(0, MAX_SHOWN),
      is_new: uri === row.uri,
    }));
  }
}

const agentRow = z.object({ name: z.string(), learned_collection: z.string().nullable() });
const tried = z.object({
  project_id: z.string(),
  agent: z.string(),
  agent_version: z.number().nullable(),
  collection_id: z.string().nullable(),
});
const contentRow = z.object({ content: z.string() });

/** @throws HttpError 400 for anything but an answer of the agent's. */
async function requireAnswer(db: Queryable, sessionId: string, eventId: string): Promise<void> {
  const [row] = await readRows(
    db,
    contentRow,
    `SELECT content FROM events WHERE session_id = $1 AND event_id = $2 AND type = 'agent.message'`,
    [sessionId, eventId],
  );
  const blocks = row === undefined ? [] : (JSON.parse(row.content) as MessageBlock[]);
  if (row === undefined || blocks.some((block) => personOf(block) !== null)) {
    throw invalid('event_id must be an answer of the agent in this conversation.');
  }
}
