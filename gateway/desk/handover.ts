// A person takes a conversation over, writes in it, and hands it back. On the wire each of these is a run with one agent.message,
// whose text says what happened to a client that knows nothing of people; `extra_content.gateway.person` says it to one that does.
// While a person has a conversation the agent stays silent: what the visitor writes is stored, and waits.

import { z } from 'zod';
import { EVERYTHING } from '../kernel/auth/reach.ts';
import { readRows } from '../kernel/db/rows.ts';
import type { Queryable } from '../kernel/db/types.ts';
import { conflict, invalid } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { findProject } from '../kernel/tenants/project-row.ts';
import { fileIn } from '../log/attached-files.ts';
import type { Origin } from '../log/origin.ts';
import { noSuchSession } from '../log/session-access.ts';
import type { SessionLog, SessionWrite } from '../log/session-log.ts';
import { findSession } from '../log/session-row.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import { cancelPending } from '../log/tool-calls.ts';
import { NO_USAGE } from '../runs/own-question.ts';
import { createRun } from '../runs/run-row.ts';
import type { Runs } from '../runs/runs.ts';
import { type SessionLimits, takeRoom } from '../runs/session-limits.ts';
import type { DocumentBlock, ImageBlock, MessageBlock, PersonMark } from '../wire.ts';
import type { SentFile } from './desk-schema.ts';

export interface HandoverParts {
  db: Queryable;
  log: SessionLog;
  ids: Ids;
  runs: Pick<Runs, 'start' | 'cancel'>;
}

export type Speaker = { person_id: string; name: string };

/** Gives the conversation to this person, also where another had it, and stops the agent if it is answering. @throws HttpError 404 */
export async function takeOver(
  { log, ids, runs }: HandoverParts,
  sessionId: string,
  speaker: Speaker,
): Promise<void> {
  const stopped = await log.write(sessionId, async (write) => {
    const { session, now, set } = write;
    if (session.held_by === speaker.person_id) return null;
    await endPause(write, 'A person has taken over.');
    const running = session.run_id;
    set({
      held_by: speaker.person_id,
      held_at: now,
      wanted_at: null,
      // Their first word is waited for, unless a colleague who had it has answered.
      ...(session.held_by === null
        ? { unanswered_since: session.unanswered_since ?? session.wanted_at ?? now }
        : {}),
      assigned_to: speaker.person_id,
      closed_at: null,
      snoozed_until: null,
      ...(running === null ? {} : { cancel_run_id: running }),
    });
    await act(write, ids, `${speaker.name} has joined the conversation.`, {
      name: speaker.name,
      act: 'joined',
    });
    return running;
  });
  if (stopped !== null) runs.cancel(stopped);
}

/** Messages of the visitor that wait count as answered by it. @throws HttpError 404, 409 where another person has the conversation */
export async function sayAs(
  { log, ids, options }: HandoverParts & { options: { sessionLimits: SessionLimits } },
  sessionId: string,
  speaker: Speaker,
  said: { text?: string | undefined; files?: readonly SentFile[] | undefined },
): Promise<StoredEvent> {
  const { files = [] } = said;
  // Without a word of the person's the message says what was sent: a client that shows no files has that.
  const text = said.text ?? files.map(({ title }) => title).join(', ');
  if (text.trim() === '') throw invalid('Give a text, files, or both.');
  return log.write(sessionId, async (write) => {
    if (write.session.held_by !== speaker.person_id) throw notYours();
    const blocks = files.map(blockOf);
    if (blocks.length > 0) await takeRoom(write, options.sessionLimits, [{ content: blocks }]);
    write.set({ snoozed_until: null });
    return act(write, ids, text, { name: speaker.name, act: 'said' }, { blocks });
  });
}

/** @throws HttpError 404, 409 where the speaker doesn't have the conversation */
export async function requireHolder(
  db: Queryable,
  sessionId: string,
  speaker: Pick<Speaker, 'person_id'>,
): Promise<void> {
  const session = await findSession(db, EVERYTHING, sessionId);
  if (session === null) throw noSuchSession();
  if (session.held_by !== speaker.person_id) throw notYours();
}

const originRow = z.object({
  origin: z.string(),
});

/** The agent goes on, at once where the visitor waits for an answer. @throws HttpError 404, 409 where nobody has it */
export async function handBack(
  { db, log, ids, runs }: HandoverParts,
  sessionId: string,
  speaker: Speaker,
): Promise<void> {
  if ((await findSession(db, EVERYTHING, sessionId)) === null) throw noSuchSession();
  const next = await log.write(sessionId, async (write) => {
    const { tx, session, now, set } = write;
    if (session.held_by === null) throw conflict('Nobody has this conversation.');
    await endPause(write, 'The agent goes on.');
    const [waiting] = await readRows(
      tx,
      originRow,
      `SELECT origin FROM events
        WHERE session_id = $1 AND type = 'user.message' AND run_id IS NULL AND processed_at IS NULL
        ORDER BY seq DESC LIMIT 1`,
      [sessionId],
    );
    const text = `${speaker.name} has left the conversation.`;
    await act(write, ids, text, { name: speaker.name, act: 'left' }, { takesMessages: false });
    set({
      held_by: null,
      held_at: null,
      wanted_at: null,
      assigned_to: null,
      // What was waited for was a person's word alone.
      ...(waiting === undefined ? { unanswered_since: null } : {}),
    });
    const { agent_execution: mayAnswer } = await findProject(tx, session.project_id);
    if (waiting === undefined || !mayAnswer || session.run_id !== null) return null;
    const runId = ids.next('run');
    const origin = JSON.parse(waiting.origin) as Origin;
    await createRun(tx, { run_id: runId, session_id: sessionId, origin, now });
    set({ run_id: runId });
    return runId;
  });
  if (next !== null) runs.start(sessionId, next);
}

/** A person who had the conversation leaves it, since it is done: what the visitor has said counts as answered. */
export async function leave(
  write: SessionWrite,
  ids: Ids,
  holder: Pick<Speaker, 'name'>,
): Promise<void> {
  const text = `${holder.name} has left the conversation.`;
  await act(write, ids, text, { name: holder.name, act: 'left' }, { takesMessages: true });
  write.set({ held_by: null, held_at: null });
}

/** What was asked of the page or the visitor is asked no more. */
async function endPause(write: SessionWrite, why: string): Promise<void> {
  const { tx, session, now, set } = write;
  const paused = session.paused_run_id;
  if (paused === null) return;
  await cancelPending(write, paused, why, { isProcessed: true });
  await tx.query(`UPDATE runs SET status = 'ended', ended_at = $2 WHERE run_id = $1`, [
    paused,
    now,
  ]);
  set({ paused_run_id: null });
}

/** By its first bytes: what a browser calls a file says little. */
function blockOf({ title, source }: SentFile): DocumentBlock | ImageBlock {
  const block: DocumentBlock = { type: 'document', title, source };
  const file = fileIn(block);
  return file?.kind === 'image'
    ? {
        type: 'image',
        alt: title,
        source: { type: 'base64', media_type: file.mediaType, data: file.data },
      }
    : block;
}

const notYours = () => conflict('You don’t have this conversation. Take it over first.');

async function act(
  write: SessionWrite,
  ids: Ids,
  text: string,
  person: PersonMark,
  {
    takesMessages = person.act === 'said',
    blocks = [],
  }: { takesMessages?: boolean; blocks?: readonly MessageBlock[] } = {},
): Promise<StoredEvent> {
  const { append, session } = write;
  const ours = { run_id: ids.next('run'), isProcessed: true };
  // A run that is being stopped has its own end.
  const isFree = session.run_id === null;
  if (isFree) append({ type: 'session.status_running', content: [], ...ours });
  const said = append({
    type: 'agent.message',
    content: [{ type: 'text', text, extra_content: { gateway: { person } } }, ...blocks],
    ...ours,
  });
  if (isFree) {
    append({
      type: 'session.status_idle',
      content: { stop_reason: 'end_turn', context_tokens: 0 },
      usage: NO_USAGE,
      ...ours,
    });
  }
  if (takesMessages) await takeMessages(write, ours.run_id, said.seq);
  return said;
}

const typeRow = z.object({
  type: z.string(),
});

/** The agent reads them where the person has answered them. */
async function takeMessages(
  { tx, session, now }: SessionWrite,
  runId: string,
  seq: number,
): Promise<void> {
  const taken = await readRows(
    tx,
    typeRow,
    `UPDATE events SET run_id = $2, history_seq = $3, processed_at = $4
      WHERE session_id = $1 AND run_id IS NULL AND processed_at IS NULL AND seq < $3
        AND type IN ('user.message', 'system.message') RETURNING type`,
    [session.session_id, runId, seq, now],
  );
  const messages = taken.filter(({ type }) => type === 'user.message').length;
  await tx.query('UPDATE sessions SET taken_messages = taken_messages + $2 WHERE session_id = $1', [
    session.session_id,
    messages,
  ]);
}
