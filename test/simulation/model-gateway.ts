// A small gateway in memory that follows the interface to the letter and notes whoever doesn't: sessions, runs, pauses,
// rows that become visible late. Requests in, replies out; it knows no network and no fault but lateness.

import type { Clock } from '../../src/platform/types.ts';
import type { Json, JsonObject } from '../../src/protocol/index.ts';

export interface ModelRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  body: unknown;
}

export interface ModelReply {
  status: number;
  headers: Record<string, string>;
  body: Json;
}

export interface ModelEvent extends JsonObject {
  id: string;
  type: string;
  content: Json;
  processed_at: string | null;
  created_at: string;
}

export interface Row {
  event: ModelEvent;
  /** What the list orders by: when the request came, or the agent wrote it. */
  order: number;
  isVisible: boolean;
}

/** One step of a turn; the model plays the first user text's script, "hi" by default. */
export type Step =
  | { kind: 'say'; text: string; ms?: number }
  | { kind: 'call'; names: string[]; ms?: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'fail'; code: string }
  | { kind: 'stop'; reason: string };

export interface ModelOptions {
  clock: Clock;
  /** What the agent does for a message. */
  script?: (text: string) => Step[];
  /** How long a new row stays invisible, by what it is. */
  lateness?: (type: string) => number;
  /** Events that each page of a list holds at most. */
  maxPage?: number;
  idPrefix?: string;
}

interface Run {
  id: number;
  steps: Step[];
  /** Calls of the pause that have no answer. */
  pending: Set<string>;
  isPaused: boolean;
  /** Paused, but the worker still holds the session. */
  isHeld: boolean;
  isCancelled: boolean;
  userEventId: string;
  beganAt: number;
}

export interface ModelGateway {
  handle(request: ModelRequest): ModelReply;
  /** Applies a POST whose commit takes longer; nobody gets its reply. */
  commitLate(request: ModelRequest, delayMs: number): void;
  /** Called with each event when it becomes visible, as the stream delivers it. */
  subscribe(listener: (event: ModelEvent) => void): () => void;
  rows(): readonly Row[];
  /** Requests that the interface forbids, in words. */
  readonly violations: string[];
  /** Results that were accepted, by call. */
  readonly accepted: Map<string, JsonObject[]>;
  /** Results refused with 409, by call, and those that came after. */
  readonly refusedCalls: Set<string>;
  readonly afterRefusal: string[];
  /** Interrupts that ended a run: the interrupt's order and the run's user event. */
  readonly interrupted: { runUserEventId: string; ranForMs: number }[];
  readonly refusedTokens: Map<string, number>;
  tokens: Set<string>;
  isRunning(): boolean;
  isPaused(): boolean;
  /** Another device writes. */
  write(text: string): string;
  /** Something of the gateway's own, for tests. */
  append(type: string, content: Json, extra?: JsonObject, lateMs?: number): string;
}

const OK = 200;

export function createModelGateway(options: ModelOptions): ModelGateway {
  const { clock, maxPage = 100, lateness = () => 0 } = options;
  const script = options.script ?? (() => [{ kind: 'say', text: 'hi' } as const]);
  const rows: Row[] = [];
  const listeners = new Set<(event: ModelEvent) => void>();
  const cancelled = new Set<string>();
  const answered = new Set<string>();
  const waiting: { id: string; text: string }[] = [];
  let run: Run | null = null;
  let counter = 0;
  let runs = 0;

  const stamp = (): string =>
    new Date(Math.round(clock.monotonic()) + 1_700_000_000_000).toISOString();

  function insert(
    type: string,
    content: Json,
    extra: JsonObject,
    order: number,
    lateMs: number,
  ): Row {
    counter += 1;
    const event: ModelEvent = {
      id: `${options.idPrefix ?? 'ev_'}${String(counter).padStart(6, '0')}`,
      type,
      content,
      processed_at: type.startsWith('user.') ? null : stamp(),
      created_at: new Date(Math.round(order) + 1_700_000_000_000).toISOString(),
      ...extra,
    };
    const row: Row = { event, order: order + counter / 1e6, isVisible: false };
    let at = rows.length;
    while (at > 0 && (rows[at - 1]?.order ?? 0) > row.order) at--;
    rows.splice(at, 0, row);
    const show = (): void => {
      row.isVisible = true;
      for (const listener of [...listeners]) listener(event);
    };
    if (lateMs > 0) clock.setTimeout(show, lateMs);
    else show();
    return row;
  }

  const add = (type: string, content: Json, extra: JsonObject = {}): Row =>
    insert(type, content, extra, clock.monotonic(), lateness(type));

  // ── runs ────────────────────────────────────────────────────────────────────────────────────────────────────

  function begin(): void {
    if (run !== null) return;
    const next = waiting.shift();
    if (next === undefined) return;
    runs += 1;
    const mine: Run = {
      id: runs,
      steps: script(next.text),
      pending: new Set(),
      isPaused: false,
      isHeld: false,
      isCancelled: false,
      userEventId: next.id,
      beganAt: clock.monotonic(),
    };
    run = mine;
    clock.setTimeout(() => {
      const row = rows.find((other) => other.event.id === next.id);
      if (row !== undefined) row.event.processed_at = stamp();
      add('session.status_running', []);
      play(mine);
    }, 40);
  }

  function end(mine: Run, reason: string, extra: JsonObject = {}): void {
    if (run !== mine) return;
    run = null;
    add('session.status_idle', [{ stop_reason: reason, context_tokens: 10 }], {
      usage: usage(),
      ...extra,
    });
    clock.setTimeout(begin, 10);
  }

  function play(mine: Run): void {
    if (run !== mine) return;
    if (mine.isCancelled) {
      end(mine, 'user_cancelled');
      return;
    }
    const step = mine.steps.shift();
    if (step === undefined) {
      end(mine, 'end_turn');
      return;
    }
    const ms = 'ms' in step ? (step.ms ?? 60) : 30;
    clock.setTimeout(() => {
      if (run !== mine) return;
      if (mine.isCancelled) {
        end(mine, 'user_cancelled');
        return;
      }
      switch (step.kind) {
        case 'wait':
          play(mine);
          return;
        case 'say':
          add('agent.message', [{ type: 'text', text: step.text }]);
          play(mine);
          return;
        case 'stop':
          end(mine, step.reason);
          return;
        case 'fail':
          run = null;
          add('session.error', [{ type: 'error', code: step.code, text: 'failed' }], {
            usage: usage(),
            error_code: step.code,
          });
          clock.setTimeout(begin, 10);
          return;
        case 'call': {
          const ids = step.names.map((name) => {
            const id = `call_${counter + 1}`;
            add('agent.tool_use', [
              { type: 'tool_use', id, name, input: { of: mine.userEventId } },
            ]);
            return id;
          });
          mine.pending = new Set(ids);
          mine.isPaused = true;
          mine.isHeld = true;
          clock.setTimeout(() => {
            mine.isHeld = false;
          }, 300);
          add(
            'session.status_idle',
            [{ stop_reason: 'client_tool_use', context_tokens: 5, tool_use_ids: ids }],
            { usage: usage() },
          );
        }
      }
    }, ms);
  }

  function resume(mine: Run): void {
    mine.isPaused = false;
    clock.setTimeout(() => {
      if (run !== mine) return;
      add('session.status_running', []);
      play(mine);
    }, 30);
  }

  // ── requests ────────────────────────────────────────────────────────────────────────────────────────────────

  const violations: string[] = [];
  const accepted = new Map<string, JsonObject[]>();
  const refusedCalls = new Set<string>();
  const afterRefusal: string[] = [];
  const interrupted: { runUserEventId: string; ranForMs: number }[] = [];
  const refusedTokens = new Map<string, number>();

  function refuse(status: number, message: string, type = 'invalid_request_error'): ModelReply {
    return {
      status,
      headers: { 'content-type': 'application/json', 'x-request-id': `r${counter}` },
      body: { error: { message, type, code: status, request_id: `r${counter}` } },
    };
  }

  function reply(body: Json): ModelReply {
    return { status: OK, headers: { 'content-type': 'application/json' }, body };
  }

  function list({ query }: ModelRequest): ModelReply {
    const limit = Number(query.get('limit') ?? 20);
    const order = query.get('order') ?? 'asc';
    const page = query.get('page');
    const afterId = query.get('after_id');
    if (page !== null && afterId !== null) violations.push('page together with after_id');
    if (limit > 100 || limit < 1) violations.push(`limit ${limit}`);
    for (const name of query.keys()) {
      if (!['limit', 'order', 'page', 'after_id', 'include_thinking'].includes(name)) {
        violations.push(`unknown parameter ${name}`);
      }
    }
    const visible = rows.filter((row) => row.isVisible);
    const sorted = order === 'desc' ? visible.toReversed() : visible;
    const from = page ?? afterId;
    let start = 0;
    if (from !== null) {
      const anchor = rows.find((row) => row.event.id === from);
      if (anchor === undefined) return refuse(400, 'unknown after_id');
      start = sorted.findIndex((row) =>
        order === 'desc' ? row.order < anchor.order : row.order > anchor.order,
      );
      if (start < 0) start = sorted.length;
    }
    const size = Math.min(limit, maxPage);
    const data = sorted.slice(start, start + size).map((row) => row.event);
    const hasMore = start + size < sorted.length;
    return reply({ data, next_page: hasMore ? (data.at(-1)?.id ?? null) : null });
  }

  function send(request: ModelRequest, order: number): ModelReply {
    const events = (request.body as { events?: unknown })?.events;
    if (!Array.isArray(events) || events.length < 1 || events.length > 100) {
      violations.push('events must be 1 to 100');
      return refuse(400, 'events');
    }
    const types = new Set(events.map((event) => event.type));
    const isMixed = types.has('user.tool_result') && types.size > 1;
    if (isMixed) violations.push('results and messages in one request');
    if (types.has('user.interrupt') && events.length > 1) violations.push('interrupt not alone');
    if (isMixed || (types.has('user.interrupt') && events.length > 1)) return refuse(400, 'mixed');
    const type = events[0].type;
    if (type === 'user.interrupt') return interrupt(order);
    if (type === 'user.tool_result') return results(events, order);
    if (type === 'user.message') return messages(events, order);
    violations.push(`event type ${type}`);
    return refuse(400, 'type');
  }

  function interrupt(order: number): ModelReply {
    const row = insert('user.interrupt', [], {}, order, 0);
    if (run !== null && !run.isPaused && !run.isCancelled) {
      run.isCancelled = true;
      interrupted.push({
        runUserEventId: run.userEventId,
        ranForMs: clock.monotonic() - run.beganAt,
      });
    }
    return reply({ data: [row.event], next_page: null });
  }

  function results(events: JsonObject[], order: number): ModelReply {
    const blocks = events.flatMap((event) => event.content as JsonObject[]);
    for (const block of blocks) {
      const id = String(block.tool_use_id);
      if (block.error_code !== undefined && block.is_error !== true)
        violations.push('stray error_code');
      if (refusedCalls.has(id)) afterRefusal.push(id);
    }
    for (const block of blocks) {
      const id = String(block.tool_use_id);
      if (cancelled.has(id) || answered.has(id)) {
        if (blocks.length === 1) refusedCalls.add(id);
        return refuse(409, 'already answered or cancelled', 'conflict_error');
      }
      if (run?.pending.has(id) !== true) return refuse(400, 'no such call');
    }
    const mine = run;
    const data = events.map((event) => {
      const failing = (event.content as JsonObject[]).find((block) => block.is_error === true);
      const extra: JsonObject = {};
      if (failing !== undefined) extra.error_code = failing.error_code ?? 'unclassified';
      return insert('user.tool_result', event.content ?? [], extra, order, 0).event;
    });
    for (const block of blocks) {
      const id = String(block.tool_use_id);
      answered.add(id);
      mine?.pending.delete(id);
      accepted.set(id, [...(accepted.get(id) ?? []), block]);
    }
    if (mine !== null && mine.pending.size === 0) resume(mine);
    return reply({ data, next_page: null });
  }

  function messages(events: JsonObject[], order: number): ModelReply {
    if (run?.isPaused && run.isHeld) return refuse(400, 'paused while a run is in flight');
    const data: ModelEvent[] = [];
    if (run?.isPaused) {
      for (const id of run.pending) {
        cancelled.add(id);
        const block = {
          type: 'tool_result',
          tool_use_id: id,
          is_error: true,
          error_code: 'cancelled',
        };
        data.push(insert('user.tool_result', [block], { error_code: 'cancelled' }, order, 0).event);
      }
      run = null;
    }
    for (const event of events) {
      const row = insert('user.message', event.content ?? [], {}, order, lateness('user.message'));
      data.push(row.event);
      const blocks = event.content as { text?: string }[];
      waiting.push({ id: row.event.id, text: blocks.map((block) => block.text ?? '').join('\n') });
    }
    clock.setTimeout(begin, 5);
    return reply({ data, next_page: null });
  }

  function authorized(request: ModelRequest): ModelReply | null {
    if (model.tokens.has(request.token)) return null;
    refusedTokens.set(request.token, (refusedTokens.get(request.token) ?? 0) + 1);
    const refusal = refuse(401, 'token', 'authentication_error');
    refusal.headers['www-authenticate'] = 'Bearer realm="ai-services"';
    return refusal;
  }

  const model: ModelGateway = {
    violations,
    accepted,
    refusedCalls,
    afterRefusal,
    interrupted,
    refusedTokens,
    tokens: new Set(['t1']),
    handle(request) {
      const refusal = authorized(request);
      if (refusal !== null) return structuredClone(refusal);
      const answer = request.method === 'GET' ? list(request) : send(request, clock.monotonic());
      return structuredClone(answer);
    },
    commitLate(request, delayMs) {
      const order = clock.monotonic();
      clock.setTimeout(() => {
        if (authorized(request) === null) send(request, order);
      }, delayMs);
    },
    subscribe(listener) {
      const entry = (event: ModelEvent): void => listener(structuredClone(event));
      listeners.add(entry);
      return () => listeners.delete(entry);
    },
    rows: () => rows,
    isRunning: () => run !== null || waiting.length > 0,
    isPaused: () => run?.isPaused === true,
    write(text) {
      const answer = messages(
        [{ type: 'user.message', content: [{ type: 'text', text }] }],
        clock.monotonic(),
      );
      return String((answer.body as { data?: ModelEvent[] }).data?.at(-1)?.id ?? '');
    },
    append: (type, content, extra = {}, lateMs = 0) =>
      insert(type, content, extra, clock.monotonic(), lateMs).event.id,
  };
  return model;
}

function usage(): JsonObject {
  return {
    input_tokens: 5,
    output_tokens: 5,
    cache_read_input_tokens: 0,
    cache_creation_input_tokens: 0,
    credits_nano: 1000,
  };
}
