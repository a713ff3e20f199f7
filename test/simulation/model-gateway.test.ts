// Checks the model gateway against the interface with the conformance checks of any gateway, as far as it serves them:
// the events of a session.

import { describe, expect, it } from 'vitest';
import { GROUPS } from '../../gateway/conformance/checks/index.ts';
import { formatReport } from '../../gateway/conformance/report.ts';
import { runChecks } from '../../gateway/conformance/runner.ts';
import type { Clock } from '../../src/platform/types.ts';
import {
  createModelGateway,
  type ModelGateway,
  type ModelReply,
  type Step,
} from './model-gateway.ts';

const ADMIN_KEY = 'model-admin-key';
const SERVED = ['list', 'send', 'runs', 'interrupts', 'replies', 'client-tools', 'tool-results'];
/**
 * Checks that the model leaves out: it has no operator's side (balances, collections, tools loaded late), and it pauses
 * in the moment of the call, so that no message can come between.
 */
const NOT_SERVED = [
  'runs.no-credits',
  'runs.missing-collection',
  'replies.knowledge',
  'client-tools.tool-loaded',
  'client-tools.message-in-flight',
];
/** The model's time passes ten times as fast. */
const SPEED = 10;

const clock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now() * SPEED,
  setTimeout: (callback, delayMs) => Number(setTimeout(callback, delayMs / SPEED)),
  clearTimeout: (id) => clearTimeout(id),
};

type ScriptStep = Record<string, unknown>;

function toStep(step: ScriptStep): Step {
  if (typeof step.think === 'string') return { kind: 'think', text: step.think };
  if (Array.isArray(step.call)) {
    const calls = step.call as { name: string; input?: Record<string, never> }[];
    return {
      kind: 'call',
      names: calls.map(({ name }) => name),
      inputs: calls.map(({ input = {} }) => input),
    };
  }
  if (typeof step.wait_ms === 'number') return { kind: 'wait', ms: step.wait_ms };
  if (typeof step.compact === 'string') return { kind: 'compact', summary: step.compact };
  if (typeof step.stop === 'string') return { kind: 'stop', reason: step.stop };
  if (typeof step.fail === 'string') return { kind: 'fail', code: step.fail };
  const { citations } = step;
  return {
    kind: 'say',
    text: String(step.say),
    ...(Array.isArray(citations) ? { citations } : {}),
  };
}

/** Serves the operator's calls with which a check prepares a session, and makes a gateway for each session. */
function createHost(): typeof fetch {
  const sessions = new Map<string, ModelGateway>();
  const idleProjects = new Set<string>();
  let count = 0;

  function admin(method: string, path: string, body: Record<string, unknown>): ModelReply {
    const reply = (value: ModelReply['body']): ModelReply => ({
      status: 201,
      headers: {},
      body: value,
    });
    const [, , kind, id = ''] = path.split('/');
    count += 1;
    if (kind === 'projects' && method === 'PATCH') {
      if (body.agent_execution === false) idleProjects.add(id);
      return reply({});
    }
    if (path.endsWith('/tokens')) {
      sessions.get(id)?.tokens.add(`token-${count}`);
      return reply({ token: `token-${count}`, expires_at: null });
    }
    if (kind !== 'sessions') return { status: 501, headers: {}, body: null };
    const turns = [...((body.script as ScriptStep[][] | undefined) ?? [])];
    const sessionId = `session-${count}`;
    const gateway = createModelGateway({
      clock,
      script: () => (turns.shift() ?? []).map(toStep),
      isExecuting: () => !idleProjects.has(String(body.project_id)),
      idPrefix: `${sessionId}-`,
      hasTurnUsage: true,
      heldMs: 0,
    });
    sessions.set(sessionId, gateway);
    return reply({ session_id: sessionId });
  }

  return async (input, init = {}) => {
    const url = new URL(String(input));
    const { method = 'GET' } = init;
    const token = new Headers(init.headers).get('authorization')?.slice(7) ?? '';
    let body: unknown = null;
    try {
      body = init.body === undefined ? null : JSON.parse(String(init.body));
    } catch {
      // Not JSON: hand it on, since a check tests the gateway's answer to it.
    }
    if (url.pathname.startsWith('/admin/')) {
      const { status, body: made } = admin(method, url.pathname, (body ?? {}) as never);
      return Response.json(made, { status });
    }
    const gateway = sessions.get(decodeURIComponent(url.pathname.split('/')[3] ?? ''));
    if (gateway === undefined) return Response.json({}, { status: 404 });
    const request = { method, path: url.pathname, query: url.searchParams, token, body };
    const { status, headers, body: answer } = gateway.handle(request);
    return Response.json(answer, { status, headers });
  };
}

describe('the model gateway keeps the interface’s rules', () => {
  const groups = GROUPS.filter(({ name }) => SERVED.includes(name)).map((group) => ({
    ...group,
    checks: group.checks.filter(({ id }) => !NOT_SERVED.includes(id)),
  }));

  it('has all the groups of checks that it serves', () => {
    expect(groups.map(({ name }) => name).sort()).toEqual([...SERVED].sort());
  });

  it.each(groups.map((group) => [group.name, group] as const))('%s', async (_, group) => {
    const results = await runChecks([group], {
      baseUrl: 'http://model.test',
      adminKey: ADMIN_KEY,
      concurrency: 8,
      fetch: createHost(),
    });
    const broken = results.filter(({ verdict }) => verdict !== 'pass');
    expect(broken.length, formatReport([group], broken)).toBe(0);
  });
});
