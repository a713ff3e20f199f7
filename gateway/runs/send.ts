// Applies a send request to a session: the state machine of the interface, inside one transaction.
// Starts and cancels no run itself; it leaves the decision in the session's row and returns it.

import { conflict, insufficientCredits, invalid } from '../kernel/http-error.ts';
import type { Ids } from '../kernel/ids.ts';
import { SENTENCES } from '../kernel/sentences.ts';
import { findProject, type ProjectRow } from '../kernel/tenants/project-row.ts';
import { takeOfDay } from '../kernel/tenants/site-days.ts';
import { quote } from '../kernel/text.ts';
import { onlyOnce, type Repeated } from '../log/intents.ts';
import type { Origin } from '../log/origin.ts';
import type { SessionLog, SessionWrite } from '../log/session-log.ts';
import type { SentInterrupt, SentMessage, SentResult, Submission } from '../log/sort-send.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import { cancelPending, findCalls, markAnswered, pendingCalls } from '../log/tool-calls.ts';
import type { ToolResultBlock } from '../wire.ts';
import { takeRating, visitorOf } from './ask-rating.ts';
import { tellVisitor } from './notice.ts';
import { endOwnQuestion, findOwnQuestion, valuesIn } from './own-question.ts';
import { emailIn } from './request-human.ts';
import { createRun, queueRun } from './run-row.ts';
import { type SessionLimits, takeRoom } from './session-limits.ts';
import { keepContact } from './visitor-contact.ts';
import { linesIn } from './visitor-lines.ts';

/** The work for the caller once the transaction has committed. */
export type AfterSend =
  | { kind: 'nothing' }
  | { kind: 'start'; runId: string }
  | { kind: 'cancel'; runId: string };

export interface SendOutcome {
  events: StoredEvent[];
  after: AfterSend;
}

/** The parts of the gateway that `send` reaches. */
export interface SendParts {
  log: SessionLog;
  ids: Ids;
  options: { sessionLimits: SessionLimits };
  /**
   * Tells a visitor who has written to a person whether anybody is there, in the same write. Without it nobody is told: in trials
   * no person answers.
   */
  tellAbsence?(write: SessionWrite, said: readonly string[], origin: Origin): Promise<void>;
}

/** @throws HttpError 400, 402, 404, 409, 429; then nothing was stored. */
export async function send(
  { log, ids, options, tellAbsence }: SendParts,
  sessionId: string,
  submission: Submission,
  origin: Origin,
): Promise<SendOutcome & Repeated> {
  // A Stop is taken however much else waits, and however full the session is.
  if (submission.kind === 'interrupt') {
    return log.write(sessionId, (write) =>
      onlyOnce(write, [submission.event], ([event]) => interrupt(write, event), nothing),
    );
  }
  const limits = options.sessionLimits;
  const work = (write: SessionWrite) => {
    const inRoom =
      <E extends { content: unknown }>(store: (events: E[]) => Promise<SendOutcome>) =>
      async (events: E[]) => {
        await takeRoom(write, limits, events);
        return store(events);
      };
    return submission.kind === 'results'
      ? onlyOnce(
          write,
          submission.events,
          inRoom((events) => results(write, events, { origin, ids })),
          nothing,
        )
      : onlyOnce(
          write,
          submission.events,
          inRoom((events) => messages(write, events, { origin, ids, tellAbsence })),
          nothing,
        );
  };
  return log.write(sessionId, work, limits.waiting);
}

const nothing = (events: StoredEvent[]): SendOutcome => ({ events, after: { kind: 'nothing' } });

async function interrupt(
  { session, append, set }: SessionWrite,
  sent: SentInterrupt | undefined,
): Promise<SendOutcome> {
  const { run_id: wanted, intent_id } = sent ?? {};
  const event = append({
    type: 'user.interrupt',
    content: [],
    intent_id,
    ...(wanted === undefined ? {} : { run_id: wanted }),
  });
  const runId = session.run_id;
  if (runId === null || (wanted !== undefined && wanted !== runId)) return nothing([event]);
  set({ cancel_run_id: runId });
  return { events: [event], after: { kind: 'cancel', runId } };
}

async function results(
  write: SessionWrite,
  events: readonly SentResult[],
  { origin, ids: newIds }: { origin: Origin; ids: Ids },
): Promise<SendOutcome> {
  const { tx, session, append, set } = write;
  const ids = events.flatMap((event) => event.content.map((block) => block.tool_use_id));
  const calls = new Map(
    (await findCalls(tx, session.session_id, ids)).map((call) => [call.tool_use_id, call]),
  );
  for (const id of ids) {
    if (!calls.has(id)) throw invalid(`This session has no tool_use ${quote(id)}.`);
  }
  for (const [id, call] of calls) {
    if (call.state === 'cancelled') {
      throw conflict(`The tool_use ${quote(id)} was cancelled; discard its result.`);
    }
    if (call.state === 'served') {
      throw conflict(`The tool_use ${quote(id)} is run by the gateway; discard this result.`);
    }
    if (call.state === 'answered') {
      throw conflict(`The tool_use ${quote(id)} has been answered already; discard this result.`);
    }
  }
  await markAnswered(tx, session.session_id, ids);
  const own = await findOwnQuestion(tx, session.paused_run_id);
  const isOwn = own !== null && calls.has(own.tool_use_id);
  const stored = events.map((event) =>
    append({
      ...event,
      content: event.content.map(asStored),
      // A visitor who skips the gateway's own question has not made a tool fail.
      ...(isOwn ? { isProcessed: true } : failureOf(event)),
    }),
  );
  if (isOwn) {
    await endOwnQuestion(write, own);
    const values = valuesIn(events, own.tool_use_id);
    if (own.kind === 'rating') await takeRating(write, values);
    else await takeEmail(write, newIds, values);
    return { events: stored, after: { kind: 'nothing' } };
  }

  const paused = session.paused_run_id;
  if (paused === null) return { events: stored, after: { kind: 'nothing' } };
  const open = await pendingCalls(tx, session.session_id, paused);
  const project = await findProject(tx, session.project_id);
  if (open.length > 0 || !project.agent_execution) {
    return { events: stored, after: { kind: 'nothing' } };
  }
  await queueRun(tx, paused, origin);
  set({ run_id: paused, paused_run_id: null });
  return { events: stored, after: { kind: 'start', runId: paused } };
}

/** The traceparent was for this request's trace; the history doesn't have it. */
function asStored({ traceparent: _, ...block }: ToolResultBlock): ToolResultBlock {
  return block;
}

/** On the event stands the first failing block's code. */
function failureOf(event: SentResult): { error_code?: string } {
  const failed = event.content.find((block) => block.is_error === true);
  return failed?.error_code === undefined ? {} : { error_code: failed.error_code };
}

async function messages(
  write: SessionWrite,
  events: readonly SentMessage[],
  { origin, ids, tellAbsence }: { origin: Origin } & Pick<SendParts, 'ids' | 'tellAbsence'>,
): Promise<SendOutcome> {
  const { tx, session, now, append, set } = write;
  const project = await findProject(tx, session.project_id);
  const asksAgent = events.some((event) => event.type === 'user.message');
  // A person who has the conversation answers, and costs nothing.
  const mayRun = project.agent_execution && session.held_by === null;
  // A word of the page's, too, ends a pause, and the agent goes on.
  const beginsRun = asksAgent || (session.run_id === null && session.paused_run_id !== null);
  if (beginsRun && mayRun && isExhausted(project)) throw insufficientCredits();
  if (beginsRun && mayRun && session.is_public && session.client_id !== null) {
    const amount = Math.max(1, events.filter(({ type }) => type === 'user.message').length);
    await takeOfDay(tx, session.client_id, 'messages', { amount, now });
  }

  if (session.run_id !== null) {
    const open = await pendingCalls(tx, session.session_id, session.run_id);
    if (open.length > 0) {
      throw invalid(
        'The session is paused for tool results while its run is still in flight. Send the message again when the run has become idle.',
      );
    }
    // Waits for the run that follows, which the end of this one starts.
    return { events: events.map(store), after: { kind: 'nothing' } };
  }

  const paused = session.paused_run_id;
  const cancelled: StoredEvent[] = [];
  if (paused !== null) {
    cancelled.push(...(await cancelPending(write, paused, SENTENCES.message_came)));
    await tx.query(`UPDATE runs SET status = 'ended', ended_at = $2 WHERE run_id = $1`, [
      paused,
      now,
    ]);
    set({ paused_run_id: null });
  }
  const stored = [...cancelled, ...events.map(store)];
  if (!beginsRun || !mayRun) {
    if (asksAgent && session.held_by !== null) {
      await tellAbsence?.(write, events.flatMap(textsOf), origin);
    }
    return { events: stored, after: { kind: 'nothing' } };
  }
  const runId = ids.next('run');
  await createRun(tx, { run_id: runId, session_id: session.session_id, origin, now });
  set({ run_id: runId });
  return { events: stored, after: { kind: 'start', runId } };

  function store(event: SentMessage): StoredEvent {
    return append({ ...event, origin: JSON.stringify(origin) });
  }
}

/** Of what the visitor has said. */
function textsOf({ type, content }: SentMessage): string[] {
  if (type !== 'user.message') return [];
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
}

/** The address that the visitor has given in the gateway's own form. */
async function takeEmail(
  write: SessionWrite,
  ids: Ids,
  values: Record<string, unknown> | null,
): Promise<void> {
  const email = emailIn(values ?? {});
  if (email === null) return;
  await keepContact(write, email);
  const { language } = await visitorOf(write.tx, write.session);
  tellVisitor(write, ids, linesIn(language).emailTaken.replace('{email}', email));
}

function isExhausted(project: ProjectRow): boolean {
  return project.credits_nano !== null && project.credits_nano <= 0;
}
