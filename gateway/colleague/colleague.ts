// The agent as a colleague: drafts, sums up, answers the team's questions and proposes how to file a conversation. It reads the
// conversation as material and has no tools; each kind is off until an owner chooses it, and is charged to the project.

import type { AgentDirectory } from '../agents/directory.ts';
import { quoted } from '../agents/model/quote.ts';
import { pricesWith } from '../agents/prices.ts';
import type { AgentUsage, Passage, PriceTable } from '../agents/types.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Db } from '../kernel/db/types.ts';
import { conflict, forbidden, insufficientCredits } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { findProject } from '../kernel/tenants/project-row.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { SessionLog } from '../log/session-log.ts';
import type { SessionRow } from '../log/session-row.ts';
import { ownOrigin } from '../runs/ask-trial.ts';
import { findBoundCollection } from '../runs/cycle.ts';
import { charge, type TEAM_OPERATIONS } from '../runs/ledger.ts';
import { listTags, tagsOf } from '../work/tags.ts';
import { askAside } from './ask-aside.ts';
import type { ColleagueHelp, ColleagueSettings } from './colleague-schema.ts';
import { answerOf, draftOf, proposalOf, summaryOf } from './extracts.ts';
import { asMaterial, type Line, lastSaidIn, linesOf, visitorWords } from './material.ts';
import { addText, findSettings, listTexts, type TextRow } from './rows.ts';
import { DRAFT_TASK, QUESTION_TASK, readProposal, SUMMARY_TASK, suggestionTask } from './tasks.ts';

export interface ColleagueParts {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: SessionLog;
  agents: AgentDirectory;
  prices: PriceTable;
  knowledge: Pick<Knowledge, 'open'>;
}

export interface AskedBy {
  person_id: string;
  name: string;
}

/** The agent's help for the team. Each call throws HttpError 402, 403 where it is off, 409 or 503. */
export interface Colleague {
  read(session: SessionRow): Promise<ColleagueHelp>;
  draft(session: SessionRow): Promise<{ text: string; is_by_model: boolean }>;
  summarise(session: SessionRow, by: AskedBy): Promise<void>;
  ask(session: SessionRow, by: AskedBy, question: string): Promise<void>;
  suggest(session: SessionRow, by: AskedBy): Promise<void>;
}

type Kind = (typeof TEAM_OPERATIONS)[number];
type Found = (limit: number) => Promise<Passage[]>;

interface Task {
  kind: Kind;
  setting: keyof ColleagueSettings;
  task: string;
  /** Behind the conversation. */
  question?: string;
  /** For the search in documents. */
  words(lines: readonly Line[]): string;
  /** Where no model is there. */
  extract(lines: readonly Line[], search: Found): Promise<string> | string;
}

const MOST_EVENTS = 400;
const MAX_EVENT_BYTES = 512 * 1024;
const PASSAGES = 6;
const MAX_QUERY = 1000;
/** Among which the last words are looked for. */
const NEWEST = 20;
/** Of the side thread, so that a question may go on from the one before. */
const EARLIER = 6;

/** Made once for each gateway. */
export function createColleague(parts: ColleagueParts): Colleague {
  const { db, clock, ids, log, agents, prices, knowledge } = parts;

  return {
    async read(session) {
      const [is_on, texts, tags, newest] = await Promise.all([
        findSettings(db, session.project_id),
        listTexts(db, session.session_id),
        listTags(db),
        log.readPage(session.session_id, 'desc', null, {
          limit: NEWEST,
          maxBytes: MAX_EVENT_BYTES,
        }),
      ]);
      const lastSaid = lastSaidIn(newest.events) ?? session.message_seq;
      const has = new Set(await tagsOf(db, session.session_id));
      const summary = texts.findLast(({ kind }) => kind === 'summary');
      const proposed = texts.findLast(({ kind }) => kind === 'suggestion');
      const present = (row: TextRow) => ({
        text_id: row.text_id,
        name: row.name,
        is_by_model: row.is_by_model,
        created_at: new Date(row.created_at).toISOString(),
        is_old: row.after_seq < lastSaid,
      });
      const proposal = proposed === undefined ? null : readProposal(proposed.text);
      return {
        is_on,
        summary: summary === undefined ? null : { ...present(summary), text: summary.text },
        suggestion:
          proposed === undefined || proposal === null
            ? null
            : {
                ...present(proposed),
                tags: tags.filter(({ name }) => proposal.tags.includes(name) && !has.has(name)),
                is_done: proposal.is_done && session.closed_at === null,
                why: proposal.why,
              },
        thread: texts.flatMap((row) =>
          row.kind === 'question' ? [{ ...present(row), asked: row.asked, text: row.text }] : [],
        ),
      };
    },
    async draft(session) {
      const { text, is_by_model } = await help(session, {
        kind: 'team_draft',
        setting: 'draft',
        task: DRAFT_TASK,
        words: lastWords,
        extract: async (_, search) => draftOf(await search(1)),
      });
      if (text === '')
        throw conflict('The agent found nothing to write. Teach it the answer first.');
      return { text, is_by_model };
    },
    async summarise(session, by) {
      const made = await help(session, {
        kind: 'team_summary',
        setting: 'summary',
        task: SUMMARY_TASK,
        words: () => '',
        extract: summaryOf,
      });
      await keep(session, by, 'summary', made);
    },
    async ask(session, by, asked) {
      const texts = await listTexts(db, session.session_id);
      const earlier = texts.filter(({ kind }) => kind === 'question').slice(-EARLIER);
      const thread = earlier.map(
        (one) => `{"asked":${quoted(one.asked)},"answered":${quoted(one.text)}}`,
      );
      const made = await help(session, {
        kind: 'team_question',
        setting: 'ask',
        task: QUESTION_TASK,
        question: [
          ...(thread.length === 0 ? [] : [`<thread>\n${thread.join('\n')}\n</thread>`]),
          `The team asks: ${quoted(asked)}`,
        ].join('\n\n'),
        words: (lines) => `${asked}\n${lastWords(lines)}`,
        extract: async (_, search) => answerOf(await search(PASSAGES)),
      });
      await keep(session, by, 'question', made, asked);
    },
    async suggest(session, by) {
      const names = (await listTags(db)).map(({ name }) => name);
      const made = await help(session, {
        kind: 'team_suggestion',
        setting: 'suggest',
        task: suggestionTask(names),
        words: () => '',
        extract: (lines) => JSON.stringify(proposalOf(lines, names)),
      });
      const proposal = readProposal(made.text);
      if (proposal === null) throw conflict('The agent’s proposal couldn’t be read. Ask again.');
      await keep(session, by, 'suggestion', { ...made, text: JSON.stringify(proposal) });
    },
  };

  async function help(session: SessionRow, task: Task) {
    const isOn = await findSettings(db, session.project_id);
    if (!isOn[task.setting]) {
      throw forbidden('This help of the agent is off. An owner switches it on at Agents.');
    }
    const { events } = await log.readPage(session.session_id, 'desc', null, {
      limit: MOST_EVENTS,
      maxBytes: MAX_EVENT_BYTES,
    });
    const lines = linesOf(events.toReversed());
    if (lines.length === 0) throw conflict('Nothing was said in this conversation yet.');
    const after_seq = session.message_seq;
    const plain = await agents.openPlain(db, session);
    const lookups: AgentUsage[] = [];
    const requests: AgentUsage[] = [];
    const query = task.words(lines).slice(0, MAX_QUERY);
    const bound = await findBoundCollection(db, session);
    const collections = [...(bound === null ? [] : [bound]), ...plain.collections];
    const open = await knowledge.open([...new Set(collections)], (used) => lookups.push(used));
    const search: Found = async (limit) =>
      query.trim() === '' || open === null ? [] : open(query, limit);
    try {
      const { agent } = plain;
      if (agent === null) {
        return { text: await task.extract(lines, search), is_by_model: false, after_seq };
      }
      const project = await findProject(db, session.project_id);
      if (!project.agent_execution) throw conflict('This project’s agents don’t run now.');
      if (project.credits_nano !== null && project.credits_nano <= 0) throw insufficientCredits();
      const material = [asMaterial(lines), ...(task.question === undefined ? [] : [task.question])];
      const aside = { task: task.task, material: material.join('\n\n'), search };
      const text = await askAside(agent, clock, aside, (used) => requests.push(used));
      return { text, is_by_model: true, after_seq };
    } finally {
      await pay(session, task.kind, requests, plain.agent);
      await pay(session, 'embedding', lookups, null);
    }
  }

  async function pay(
    session: SessionRow,
    operation: Kind | 'embedding',
    requests: readonly AgentUsage[],
    agent: { prices?: PriceTable } | null,
  ): Promise<void> {
    if (requests.length === 0) return;
    await db.transaction((tx) =>
      charge(tx, ids, agent === null ? prices : pricesWith(prices, agent), {
        project_id: session.project_id,
        session_id: session.session_id,
        run_id: '',
        operation,
        origin: ownOrigin(ids, session.client_id ?? ''),
        requests,
        now: clock.now(),
      }),
    );
  }

  /** Colleagues who have the conversation open see it, too. */
  async function keep(
    { session_id }: SessionRow,
    by: AskedBy,
    kind: TextRow['kind'],
    made: { text: string; is_by_model: boolean; after_seq: number },
    asked = '',
  ): Promise<void> {
    await log.write(session_id, async (write) => {
      await addText(write.tx, {
        text_id: ids.next('aside'),
        session_id,
        kind,
        ...by,
        asked,
        ...made,
        created_at: write.now,
      });
      write.noteWork();
    });
  }
}

const lastWords = (lines: readonly Line[]): string =>
  visitorWords(lines).slice(0, 2).toReversed().join('\n');
