// Judges a schedule that was played in real time: makes the evidence that the referee of the virtual schedules wants
// from the proxy's record and the gateway's log. A player adds what its tabs have shown.

import { type JsonObject, parseEvents, type SessionEvent } from '../../../src/protocol/index.ts';
import { readRun } from '../../../src/session/run-state.ts';
import { type Check, check } from '../check.ts';
import type { Evidence } from '../evidence.ts';
import type { ModelGateway } from '../model-gateway.ts';
import type { ModelEvent, Row } from '../model-types.ts';
import type { Asked } from '../network.ts';
import type { Heard } from './fault-proxy.ts';
import { callsOf } from './request-body.ts';
import { type Schedule, WINDOW_MS } from './schedule.ts';

/** What a player's tabs have shown; a player that can't look into its tabs has no `tabs` and no `browser`. */
export type TabsEvidence = Pick<Evidence, 'intents' | 'handlers' | 'isSettled'> &
  Partial<Pick<Evidence, 'tabs' | 'browser' | 'warnings' | 'allowed'>> & {
    asked: readonly Asked[];
    /** Default: all of them. */
    checks?: readonly Check[];
  };

/** @param truth the whole log, as the list gives it. @returns broken invariants, lines that begin with the number. */
export function judge(
  { plan, sessionId, proxy, live, resent, meant, broken: before }: Schedule,
  truth: readonly ModelEvent[],
  { asked, checks, ...shown }: TabsEvidence,
): string[] {
  const events = parseEvents([...truth]);
  const evidence: Evidence = {
    plan: { faults: plan.faults, isDurable: true },
    sessionId,
    commitWindowMs: WINDOW_MS,
    gateway: {
      rows: () => rowsOf(truth),
      accepted: acceptedOf(events, proxy.heard),
      afterRefusal: afterRefusal(asked),
      interrupted: interruptedOf(events),
      violations: violationsOf(proxy.heard),
    },
    network: { asked },
    browser: { disk: { peek: () => undefined } },
    tabs: [],
    resent,
    meant,
    broken: [...before],
    warnings: [],
    ...shown,
  };
  const broken = check(evidence, checks);
  const ids = (events: readonly ModelEvent[]): string => events.map(({ id }) => id).join();
  if (ids(truth) !== ids(live)) {
    broken.push('10: the list isn’t what was committed, in its order');
  }
  return broken;
}

export function rowsOf(events: readonly ModelEvent[]): Row[] {
  return events.map((event, order) => ({ event, order, isVisible: true }));
}

/** The results that a client has posted, without the gateway's own cancellations. */
function acceptedOf(events: readonly SessionEvent[], heard: readonly Heard[]) {
  const posted = new Set(
    heard.filter(({ status }) => isOk(status)).flatMap(({ body }) => callsOf(parse(body))),
  );
  const accepted: ModelGateway['accepted'] = new Map();
  for (const event of events) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) {
      const id = block.tool_use_id;
      if (!posted.has(id)) continue;
      accepted.set(id, [...(accepted.get(id) ?? []), { ...block } as unknown as JsonObject]);
    }
  }
  return accepted;
}

/** Calls whose result was refused alone with a 409, and posted again by a page that knew. */
function afterRefusal(asked: readonly Asked[]): string[] {
  return asked.flatMap(({ calls, at }) =>
    calls.filter((id) =>
      asked.some(
        (other) =>
          other.status === 409 &&
          other.calls.length === 1 &&
          other.calls[0] === id &&
          !other.isAborted &&
          other.doneAt < at,
      ),
    ),
  );
}

function interruptedOf(events: readonly SessionEvent[]): ModelGateway['interrupted'] {
  return events.flatMap((event, index) => {
    if (event.type !== 'session.status_idle') return [];
    if (event.content.stop_reason !== 'user_cancelled') return [];
    const before = events.slice(0, index);
    const facts = readRun(before);
    if (facts.state === 'idle' || facts.startedBy === null) return [];
    const began = timeOf(before.find((other) => other.id === facts.runId));
    const stopped = timeOf(before.findLast((other) => other.type === 'user.interrupt'));
    return [{ runUserEventId: facts.startedBy, ranForMs: stopped - began }];
  });
}

function timeOf(event: SessionEvent | undefined): number {
  return Date.parse(String(event?.created_at ?? ''));
}

/** Requests that the interface forbids, even if the gateway accepted them. */
function violationsOf(heard: readonly Heard[]): string[] {
  const broken: string[] = [];
  const known = ['limit', 'order', 'page', 'after_id', 'include_thinking'];
  for (const { step, target, body, status, token } of heard) {
    const { searchParams } = new URL(target, 'http://proxy.test');
    if (token !== '' && target.includes(token)) broken.push('a token in a URL');
    if (step === 'list') {
      if (searchParams.has('page') && searchParams.has('after_id')) {
        broken.push('page together with after_id');
      }
      const limit = Number(searchParams.get('limit') ?? 20);
      if (!(limit >= 1 && limit <= 100)) broken.push(`limit ${limit}`);
      for (const name of searchParams.keys()) {
        if (!known.includes(name)) broken.push(`unknown parameter ${name}`);
      }
      if (status === 400) broken.push(`the list ${target} was refused`);
    }
    if (body === '') continue;
    const { events } = parse(body) as { events: { type: string; content?: unknown[] }[] };
    const types = new Set(events.map((event) => event.type));
    if (events.length < 1 || events.length > 100) broken.push('events must be 1 to 100');
    if (types.has('user.tool_result') && types.size > 1) broken.push('mixed types in one request');
    if (types.has('user.interrupt') && events.length > 1) broken.push('an interrupt not alone');
    for (const block of events.flatMap((event) => event.content ?? [])) {
      const { error_code, is_error } = block as { error_code?: unknown; is_error?: unknown };
      if (error_code !== undefined && is_error !== true) broken.push('a stray error_code');
    }
    if (status === 400 && step !== 'message') broken.push(`a ${step} was refused as invalid`);
  }
  return broken;
}

function parse(body: string): unknown {
  return body === '' ? null : JSON.parse(body);
}

function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}
