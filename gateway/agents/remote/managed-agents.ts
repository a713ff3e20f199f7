// Claude Managed Agents (https://platform.claude.com/docs/en/managed-agents/overview): agents that run at Anthropic, and keep the
// conversation as a session there. Which session it is stands with ours, so that a gateway that died, or a stream that broke, goes
// on by the session's list of events.
//
//   open the stream ─► list what was missed ─► still at work? follow it ─► send what is new ─► follow until it stops

import type Anthropic from '@anthropic-ai/sdk';
import type { HistoryEvent } from '../../log/history-event.ts';
import { fieldsOf } from '../../wire.ts';
import { NOTHING_SAID } from '../answer-limits.ts';
import { DECLINED } from '../model/answer.ts';
import type { TurnContext } from '../types.ts';
import { connect, eventsOf, interrupt, type SessionEvents } from './managed-agents-client.ts';
import { createSessionReader, type SessionReader, type Use } from './managed-agents-reader.ts';
import {
  beginSession,
  openMemory,
  type SessionState,
  shareTools,
} from './managed-agents-session.ts';
import { askedName, namesOf, newsFor, sinceTold } from './managed-agents-words.ts';
import type { RemotePart, RemoteTalk, TalkRequest } from './protocol.ts';
import { causeIn, Refused } from './refused.ts';

export const MANAGED_AGENTS: RemoteTalk = {
  name: 'managed-agents',
  ownsUnknownTools: false,
  hasListPrices: true,
  talk,
};

/** A conversation and the session that it is at the provider. */
interface Line {
  context: TurnContext;
  request: TalkRequest;
  client: Anthropic;
  keep(state: SessionState): Promise<void>;
  state: SessionState;
  reader: SessionReader;
  events: SessionEvents;
  /** Messages that the visitor gets before something is sent. */
  late: number;
}

async function* talk(context: TurnContext, request: TalkRequest): AsyncGenerator<RemotePart> {
  const client = connect(request);
  const memory = openMemory(context, request);
  let line: Line | null = null;
  let isLeft = true;
  const open = (state: SessionState, isNew: boolean): Line => {
    const logged = isNew ? [] : loggedSince(context.history, state.told).slice(state.late);
    const reader = createSessionReader(logged);
    const events = eventsOf(client, state, reader, request, isNew);
    return { context, request, client, keep: memory.write, state, reader, events, late: 0 };
  };
  try {
    const kept = await memory.read();
    if (kept !== null) {
      line = open(kept, false);
      const found = yield* catchUp(line);
      if (found === 'gone') {
        await line.events.return(undefined);
        line = null;
      }
      if (line !== null && found === 'answered' && isAskedAgain(context.history, kept.told)) {
        const { late, reader } = line;
        const seen = reader.seen ?? kept.seen;
        const told = newestOf(context.history);
        // Nothing is sent, so nothing of it can be missing later.
        await memory.write({ ...kept, seen, told, before: told, late });
        isLeft = false;
        yield { kind: 'finish' };
        return;
      }
    }
    if (line === null) {
      const state = await beginSession(client, context, request);
      await memory.write(state);
      line = open(state, true);
      await line.events.next();
    }
    yield* answer(line);
    isLeft = false;
  } catch (error) {
    // The session goes on; what it says is read at the visitor's next message.
    isLeft = request.signal.aborted && !isGatewayGone(request.signal.reason);
    throw error;
  } finally {
    if (line !== null) {
      if (isLeft && line.reader.isAtWork) interrupt(client, line.state.session);
      await line.events.return(undefined).catch(() => {});
    }
  }
}

/**
 * Reads what came since something was last sent, until the session rests. Only after a failure has the visitor not been told of it;
 * what a Stop has cut is told to nobody.
 * @returns `answered`: it has now been told of an answer, and all of it
 */
async function* catchUp(line: Line): AsyncGenerator<RemotePart, 'there' | 'answered' | 'gone'> {
  const { context, client, state, reader, events } = line;
  const isTold = !hasFailed(context.history) || sinceTold(context.history, state.told).isHidden;
  let isListed = false;
  try {
    for (;;) {
      const { done, value: event } = await events.next();
      if (done === true) throw new Error('The stream broke too often.');
      if (event === 'caught_up') {
        isListed = true;
        if (reader.isAtWork && isTold) interrupt(client, state.session);
      } else {
        const parts = reader.take(event);
        for (const part of withModel(parts, state)) {
          if (isTold) continue;
          if (part.kind === 'message_end') line.late += 1;
          yield part;
        }
      }
      if (isListed && !reader.isAtWork) break;
    }
  } catch (error) {
    if (causeIn(error, Refused)?.status === 404) return 'gone';
    throw error;
  }
  if (reader.stopped?.why === 'gone') return 'gone';
  if (isTold) {
    reader.forgetUsage();
    return 'there';
  }
  yield { kind: 'message_end' };
  return line.late > 0 && reader.stopped?.why === 'done' ? 'answered' : 'there';
}

async function* answer(line: Line): AsyncGenerator<RemotePart> {
  const { context, client, request, reader, events } = line;
  const { signal } = request;
  const names = namesOf(context.tools);
  const tools = await shareTools(client, line.state, context.tools, { names, signal });
  if (tools === null) {
    yield { kind: 'error', message: 'the tools', code: 'invalid_tool_schema' };
    return;
  }
  if (!(await send({ ...line, state: { ...line.state, tools } }, names))) {
    yield { kind: 'finish' };
    return;
  }
  while (reader.stopped === null) {
    const { done, value: event } = await events.next();
    // It was cut: without a `finish` the answer has failed.
    if (done === true) return;
    if (event !== 'caught_up') yield* withModel(reader.take(event), line.state);
  }
  yield* endOf(reader, names);
}

/** @returns false: there is nothing to say */
async function send(line: Line, names: Map<string, string>): Promise<boolean> {
  const { context, request, client, keep, reader } = line;
  const { session, told, before, seen } = line.state;
  const state: SessionState = {
    ...line.state,
    seen: reader.seen ?? seen,
    told: newestOf(context.history) ?? told,
    // Its gateway may have died, or been stopped, before it sent that.
    before: reader.hasArrived ? told : before,
    late: line.late,
  };
  const open = waitingUses(reader);
  const others = reader.others.filter((text) => text !== DECLINED && text !== NOTHING_SAID);
  const newsFrom = (isPlain: boolean) =>
    newsFor(context, request, { told: state.before, open, isPlain, names, others });
  const news = newsFrom(state.isPlain);
  if (news.events.length === 0) return false;
  await keep(state);
  reader.begin(news.answered);
  const { signal } = request;
  try {
    await client.beta.sessions.events.send(session, { events: news.events }, { signal });
  } catch (error) {
    const hasInstruction = news.events.some(({ type }) => type === 'system.message');
    if (causeIn(error, Refused)?.status !== 400 || !hasInstruction) throw error;
    // Not every model takes an instruction within a conversation, and of a refused request nothing is taken.
    await keep({ ...state, isPlain: true });
    await client.beta.sessions.events.send(session, { events: newsFrom(true).events }, { signal });
  }
  return true;
}

/** The calls that the session waits for, in the order in which they were made. */
function waitingUses(reader: SessionReader): Use[] {
  const { stopped } = reader;
  return stopped?.why === 'waits' ? reader.open().filter(({ id }) => stopped.ids.includes(id)) : [];
}

function* endOf(reader: SessionReader, names: Map<string, string>): Generator<RemotePart> {
  const { stopped } = reader;
  switch (stopped?.why) {
    case 'failure':
      yield { kind: 'error', message: 'the session', code: stopped.code };
      return;
    case 'refusal':
      yield { kind: 'text', text: DECLINED };
      break;
    case 'waits':
      for (const use of waitingUses(reader)) {
        const { id, name, input } = use;
        yield use.kind === 'custom'
          ? { kind: 'call', id, name: names.get(name) ?? name, input }
          : { kind: 'ask', id, name: askedName(use), input: input ?? {} };
      }
  }
  yield { kind: 'finish' };
}

function* withModel(parts: Generator<RemotePart>, { model }: SessionState): Generator<RemotePart> {
  for (const part of parts) {
    yield part.kind === 'usage' ? { kind: 'usage', usage: { ...part.usage, model } } : part;
  }
}

const newestOf = (history: readonly HistoryEvent[]) => history.at(-1)?.id ?? null;

/** The gateway ends, or another has taken over; nobody has pressed Stop. */
const isGatewayGone = (reason: unknown) =>
  ['run_interrupted', 'lost'].includes(String(fieldsOf(reason).why));

/** Whether the visitor has only sent once more what failed. */
function isAskedAgain(history: readonly HistoryEvent[], told: string | null): boolean {
  const since = sinceTold(history, told).events;
  const asked = (events: readonly HistoryEvent[]) =>
    events.flatMap((event) =>
      event.type === 'user.message' ? [JSON.stringify(event.content)] : [],
    );
  const before = asked(history.slice(0, history.length - since.length)).at(-1);
  return (
    asked(since).every((content) => content === before) &&
    since.every(({ type }) => type !== 'system.message' && type !== 'page.context')
  );
}

/** Whether the run before this one has failed. */
function hasFailed(history: readonly HistoryEvent[]): boolean {
  const end = history.findLast(
    ({ type }) => type === 'session.status_idle' || type === 'session.error',
  );
  return end?.type === 'session.error';
}

/** What the visitor has read since the session was last told something. */
function loggedSince(history: readonly HistoryEvent[], told: string | null): string[] {
  return sinceTold(history, told).events.flatMap((event) =>
    event.type === 'agent.message'
      ? [event.content.map((block) => (block.type === 'text' ? block.text : '')).join('')]
      : [],
  );
}
