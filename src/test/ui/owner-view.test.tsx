// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { NOW, session } from '../../../test/gallery/build.ts';
import { creditsText, debugFacts } from '../../ui/later/debug-facts.ts';
import { joinDebug, sumDebug } from '../../ui/later/debug-join.ts';
import type { DebugEntry } from '../../ui/types.ts';
import { mount } from './harness.ts';

let count = 0;
const event = (type: string, afterMs: number, fields: object = {}): DebugEntry => ({
  key: `d${++count}`,
  at: NOW + afterMs,
  kind: 'event',
  title: type,
  latencyMs: null,
  requestId: null,
  raw: { id: `evt_${count}`, type, content: [], processed_at: null, ...fields },
});
const request = (title: string, latencyMs: number): DebugEntry => ({
  key: `d${++count}`,
  at: NOW,
  kind: 'request',
  title,
  latencyMs,
  requestId: 'req_1',
  raw: null,
});
const idle = (afterMs: number, stop_reason = 'end_turn', usage?: object) =>
  event('session.status_idle', afterMs, {
    content: { stop_reason, context_tokens: 12 },
    ...(usage ? { usage } : {}),
  });

/** What the owner reads of the last line. */
function factsOfLast(entries: DebugEntry[], now = NOW): Record<string, string> {
  const last = entries.at(-1) as DebugEntry;
  return Object.fromEntries(debugFacts(last, now, joinDebug(entries).get(last.key)));
}

describe('the owner’s view joins lines', () => {
  it('says of an interrupt whether it hit a run', () => {
    const interrupt = event('user.interrupt', 50);
    const hit = 'A run was in flight and was asked to stop.';
    const nothing = 'No run was in flight: the interrupt had no effect.';
    const runs = event('session.status_running', 10);
    expect(factsOfLast([runs, interrupt]).Run).toBe(hit);
    expect(factsOfLast([runs, idle(20, 'client_tool_use'), interrupt]).Run).toBe(hit);
    expect(factsOfLast([runs, idle(20), interrupt]).Run).toBe(nothing);
    expect(factsOfLast([runs, event('session.error', 20), interrupt]).Run).toBe(nothing);
    expect(factsOfLast([interrupt]).Run).toBe(nothing);
  });

  it('says how long after the message, or the tool’s result, an event came', () => {
    const asked = event('user.message', 0);
    const started = event('session.status_running', 120);
    expect(factsOfLast([asked, started])['After the message or result']).toBe('120 ms');
    const result = event('user.tool_result', 5000);
    const answer = event('agent.message', 5900);
    expect(factsOfLast([asked, started, result, answer])['After the message or result']).toBe(
      '900 ms',
    );
    // Nobody asked for what comes after the end.
    expect(
      factsOfLast([asked, idle(300), event('session.compaction', 400)])[
        'After the message or result'
      ],
    ).toBeUndefined();
  });

  it('calls a message unprocessed after 15 seconds in which nothing took it up', () => {
    const asked = event('user.message', 0);
    const says = 'Not processed within 15 s: agent execution may be off for this site.';
    expect(factsOfLast([asked], NOW + 14_999).processed_at).toBeUndefined();
    expect(factsOfLast([asked], NOW + 15_000).processed_at).toBe(says);
    const lines = [asked, event('session.status_running', 100)];
    expect(joinDebug(lines).get(asked.key)?.isWaiting).toBe(false);
    const known = event('user.message', 0, { processed_at: '2026-11-20T14:05:00Z' });
    expect(factsOfLast([known], NOW + 60_000).processed_at).toBeUndefined();
  });

  it('names tools, results with their timing, and what it doesn’t know', () => {
    const use = { type: 'tool_use', id: 'call_1', name: 'get_stock', input: {} };
    expect(factsOfLast([event('agent.tool_use', 0, { content: [use] })])).toMatchObject({
      Tool: 'get_stock',
      'Call id': 'call_1',
    });
    const result = {
      type: 'tool_result',
      tool_use_id: 'call_1',
      is_error: true,
      error_code: 'timeout',
      client_timing: { started_at_ms: 1000, ended_at_ms: 31_000 },
    };
    expect(factsOfLast([event('user.tool_result', 0, { content: [result] })])).toMatchObject({
      'Call id': 'call_1',
      'Ran in the page for': '30000 ms',
      timeout: 'The tool ran past its time limit.',
    });
    const strange = { type: 'unknown', unknown_type: 'hologram', raw: {} };
    expect(factsOfLast([event('agent.message', 0, { content: [strange] })])).toMatchObject({
      'Blocks of types this version does not know': 'hologram',
    });
  });

  it('sums what it cost: requests, runs, tokens and the charge at the ends of runs', () => {
    const usage = { input_tokens: 800, output_tokens: 50, credits_nano: 2_000_000_000 };
    const totals = sumDebug([
      request('POST /v1beta1/sessions/s/events 200', 40),
      request('GET /v1beta1/sessions/s/events 503', 900),
      request('GET /v1beta1/sessions/s/events no reply', 60),
      // Informational: the charge stands on the end.
      event('session.turn_usage', 10, { content: [{ ...usage, model: 'm' }] }),
      idle(20, 'client_tool_use', usage),
      idle(40, 'end_turn', usage),
      event('session.error', 60, { usage }),
    ]);
    expect(totals).toEqual({
      requests: 3,
      failedRequests: 2,
      medianMs: 60,
      runs: 2,
      failedRuns: 1,
      inputTokens: 2400,
      outputTokens: 150,
      creditsNano: 6_000_000_000n,
    });
  });

  it('sums a charge beyond 2^53 to the last nanocredit, and writes it in credits', () => {
    const usage = { credits_nano: '9007199254740993' };
    const { creditsNano } = sumDebug([idle(20, 'end_turn', usage), idle(40, 'end_turn', usage)]);
    expect(creditsText(creditsNano)).toBe('18014398.509481986');
    expect([0n, 5n, 2_000_000_000n, 1_200_000_000n].map(creditsText)).toEqual([
      '0',
      '0.000000005',
      '2',
      '1.2',
    ]);
  });
});

describe('the owner’s view', () => {
  it('warns by itself when a message has waited for 15 seconds', async () => {
    const view = mount(
      { session: session([]), debug: [event('user.message', 0)] },
      { options: { isDebug: true } },
    );
    await view.user.click(view.screen.getByRole('button', { name: 'Menu' }));
    await view.pass();
    await view.user.click(await view.screen.findByRole('menuitem', { name: 'Owner’s view' }));
    await view.pass(1000);
    const warning = /agent execution may be off/;
    expect(view.root.querySelector('.owner-alert')).toBeNull();
    await view.pass(15_000);
    expect(view.root.querySelector('.owner-alert')?.textContent).toMatch(warning);
  });
});
