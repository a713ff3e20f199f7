// A small gateway in memory that follows the interface to the letter, and notes each request that doesn't. Requests in,
// replies out; it knows no network, and its only fault is lateness. The conformance checks test it.

import type { Json, JsonObject } from '../../src/protocol/index.ts';
import { readInput, toHistory } from './model-input.ts';
import { createModelRows } from './model-rows.ts';
import { createModelRuns, nameOfRun } from './model-runs.ts';
import {
  blocksOf,
  type ModelEvent,
  type ModelOptions,
  type ModelReply,
  type ModelRequest,
  type Row,
} from './model-types.ts';

export type {
  ModelEvent,
  ModelOptions,
  ModelReply,
  ModelRequest,
  Row,
  Step,
} from './model-types.ts';

/** A call that a message cancelled, and who wrote the message. */
export interface Cancellation {
  toolUseId: string;
  at: number;
  /** The message's text. */
  by: string;
  isOtherDevice: boolean;
}

export interface ModelGateway {
  /** The reply's events are the objects of the log: they change later. */
  handle(request: ModelRequest): ModelReply;
  /** Applies a POST after `delayMs`; its reply goes to nobody. */
  commitLate(request: ModelRequest, delayMs: number): void;
  /** Calls the listener with each event (the log's object) when it becomes visible, as the stream delivers it. */
  subscribe(listener: (event: ModelEvent) => void): () => void;
  rows(): readonly Row[];
  /** Describes each forbidden request. */
  readonly violations: string[];
  /** The accepted results of each call, as they were sent. */
  readonly accepted: Map<string, JsonObject[]>;
  readonly cancellations: readonly Cancellation[];
  /** Calls whose result was refused with 409, and results that were posted for them after that. */
  readonly refusedCalls: Set<string>;
  readonly afterRefusal: string[];
  /** For each interrupt that ended a run: the run's user event, and how long it had run. */
  readonly interrupted: { runUserEventId: string; ranForMs: number }[];
  tokens: Set<string>;
  isRunning(): boolean;
  isPaused(): boolean;
  /** Monotonic time at which the run began that is paused for this call. Null: no run waits for it. */
  waitsSince(toolUseId: string): number | null;
  /** Another device writes. */
  write(text: string): string;
  /** Adds an event that the gateway makes itself, for tests. */
  append(type: string, content: Json, extra?: JsonObject, lateMs?: number): string;
}

export function createModelGateway(options: ModelOptions): ModelGateway {
  const { clock, lateness = () => 0, isExecuting = () => true, hasIntents = false } = options;
  const violations: string[] = [];
  const log = createModelRows(options, (rule) => violations.push(rule));
  const runs = createModelRuns(options, log);
  const cancelled = new Set<string>();
  const answered = new Set<string>();
  const accepted = new Map<string, JsonObject[]>();
  const cancellations: Cancellation[] = [];
  const refusedCalls = new Set<string>();
  const afterRefusal: string[] = [];
  const interrupted: ModelGateway['interrupted'] = [];
  /** The first event of each name. */
  const named = new Map<string, ModelEvent>();
  let replies = 0;

  /** The event that has this one's name already; undefined: store it, by `nameOf`. */
  const known = ({ intent_id }: JsonObject): ModelEvent | undefined =>
    named.get(String(intent_id ?? ''));

  /** What an event is stored with, for its name and the run that it means. */
  const nameOf = ({ intent_id, run_id }: JsonObject): JsonObject => ({
    ...(intent_id === undefined ? {} : { intent_id }),
    ...(run_id === undefined ? {} : { run_id }),
  });

  function note(event: ModelEvent): ModelEvent {
    if (typeof event.intent_id === 'string') named.set(event.intent_id, event);
    return event;
  }

  function headers(): Record<string, string> {
    replies += 1;
    const id = `${options.idPrefix ?? ''}${replies}`;
    const hex = [...id].map((char) => char.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return {
      'content-type': 'application/json',
      'x-request-id': hex.slice(-32).padStart(32, '0'),
      ...(hasIntents ? { 'bellhop-intents': '1' } : {}),
    };
  }

  function refuse(status: number, message: string, type = 'invalid_request_error'): ModelReply {
    const head = headers();
    const request_id = head['x-request-id'] ?? '';
    return { status, headers: head, body: { error: { message, type, code: status, request_id } } };
  }

  const reply = (data: ModelEvent[], next_page: string | null = null): ModelReply => ({
    status: 200,
    headers: headers(),
    body: { data, next_page },
  });

  function list({ query }: ModelRequest): ModelReply {
    const listed = log.list(query);
    return 'refusal' in listed ? refuse(400, listed.refusal) : reply(listed.data, listed.next_page);
  }

  function send({ body }: ModelRequest, order: number): ModelReply {
    const input = readInput(body);
    switch (input.kind) {
      case 'refused':
        violations.push(input.rule);
        return refuse(400, input.rule);
      case 'interrupt':
        return once([input.event], ([event = {}]) => interrupt(event, order));
      case 'results':
        return once(input.events, (events) => results(events, order));
      case 'messages':
        return once(input.events, (events) => messages(events, order, false));
    }
  }

  /** Stores what comes under a new name, and answers with the first event of each name that is known. */
  function once(events: JsonObject[], store: (fresh: JsonObject[]) => ModelReply): ModelReply {
    for (const event of events) {
      if (!hasIntents && Object.keys(nameOf(event)).length > 0) violations.push('an unknown name');
    }
    const before = events.flatMap((event) => known(event) ?? []);
    const fresh = events.filter((event) => known(event) === undefined);
    if (fresh.length === 0) return reply(before);
    const stored = store(fresh);
    if (stored.status !== 200 || before.length === 0) return stored;
    return reply([...before, ...(stored.body as { data: ModelEvent[] }).data]);
  }

  function interrupt(event: JsonObject, order: number): ModelReply {
    const row = log.insert('user.interrupt', [], nameOf(event), order, 0);
    note(row.event);
    const run = runs.current();
    const isMeant = run !== null && (event.run_id ?? nameOfRun(run)) === nameOfRun(run);
    if (run !== null && isMeant && !run.isPaused && !run.isCancelled) {
      run.isCancelled = true;
      const { userEventId, beganAt } = run;
      interrupted.push({ runUserEventId: userEventId, ranForMs: clock.monotonic() - beganAt });
    }
    return reply([row.event]);
  }

  function results(events: JsonObject[], order: number): ModelReply {
    const blocks = events.flatMap((event) => blocksOf(event.content));
    const ids = blocks.map((block) => String(block.tool_use_id));
    for (const id of ids) if (refusedCalls.has(id)) afterRefusal.push(id);
    const run = runs.current();
    for (const [index, id] of ids.entries()) {
      if (cancelled.has(id) || answered.has(id) || ids.indexOf(id) !== index) {
        if (blocks.length === 1) refusedCalls.add(id);
        return refuse(409, 'already answered or cancelled', 'conflict_error');
      }
      if (run?.pending.has(id) !== true) return refuse(400, 'no such call');
    }
    const data = events.map((event) => {
      const shown = blocksOf(event.content).map(toHistory);
      const failing = shown.find((block) => block.is_error === true);
      const extra: JsonObject =
        failing === undefined ? {} : { error_code: failing.error_code ?? '' };
      return note(
        log.insert('user.tool_result', shown, { ...extra, ...nameOf(event) }, order, 0).event,
      );
    });
    for (const block of blocks) {
      const id = String(block.tool_use_id);
      const timing = block.client_timing as
        | { started_at_ms: number; ended_at_ms: number }
        | undefined;
      if (timing !== undefined && timing.ended_at_ms < timing.started_at_ms) {
        violations.push('client_timing turns time back');
      }
      answered.add(id);
      run?.pending.delete(id);
      accepted.set(id, [...(accepted.get(id) ?? []), block]);
    }
    if (run !== null && run.pending.size === 0) runs.resume(run);
    return reply(data);
  }

  function messages(events: JsonObject[], order: number, isOtherDevice: boolean): ModelReply {
    const run = runs.current();
    if (run?.isPaused && run.isHeld) return refuse(400, 'paused while a run is in flight');
    const text = events.map(textOf).join('\n');
    const data: ModelEvent[] = [];
    if (run?.isPaused) {
      for (const id of run.pending) {
        cancelled.add(id);
        cancellations.push({ toolUseId: id, at: clock.monotonic(), by: text, isOtherDevice });
        const why = { message: 'A message came instead.' };
        const block = toHistory({
          type: 'tool_result',
          tool_use_id: id,
          is_error: true,
          error_code: 'cancelled',
          content: JSON.stringify({ error: why }),
        });
        const extra = { error_code: 'cancelled' };
        data.push(log.insert('user.tool_result', [block], extra, order, 0).event);
      }
      runs.drop();
    }
    for (const event of events) {
      const type = String(event.type);
      const row = log.insert(type, event.content ?? [], nameOf(event), order, lateness(type));
      data.push(note(row.event));
      if (type === 'user.message' && isExecuting()) runs.enqueue(row.event.id, textOf(event));
    }
    return reply(data);
  }

  function authorized(request: ModelRequest): ModelReply | null {
    if (model.tokens.has(request.token)) return null;
    const refusal = refuse(401, 'token', 'authentication_error');
    refusal.headers['www-authenticate'] = 'Bearer realm="ai-services"';
    return refusal;
  }

  const model: ModelGateway = {
    violations,
    accepted,
    cancellations,
    refusedCalls,
    afterRefusal,
    interrupted,
    tokens: new Set(['t1']),
    handle(request) {
      const refusal = authorized(request);
      if (refusal !== null) return refusal;
      return request.method === 'GET' ? list(request) : send(request, clock.monotonic());
    },
    commitLate(request, delayMs) {
      const order = clock.monotonic();
      clock.setTimeout(() => {
        if (authorized(request) === null) send(request, order);
      }, delayMs);
    },
    subscribe: log.subscribe,
    rows: () => log.rows,
    isRunning: runs.isRunning,
    isPaused: () => runs.current()?.isPaused === true,
    waitsSince(id) {
      const run = runs.current();
      return run?.pending.has(id) ? run.beganAt : null;
    },
    write(text) {
      const event = { type: 'user.message', content: [{ type: 'text', text }] };
      const answer = messages([event], clock.monotonic(), true);
      return String((answer.body as { data?: ModelEvent[] }).data?.at(-1)?.id ?? '');
    },
    append: (type, content, extra = {}, lateMs = 0) =>
      log.insert(type, content, extra, clock.monotonic(), lateMs).event.id,
  };
  return model;
}

function textOf(event: JsonObject): string {
  return blocksOf(event.content)
    .map((block) => (typeof block.text === 'string' ? block.text : ''))
    .join('\n');
}
