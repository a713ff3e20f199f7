import { beforeAll, describe, expect, it } from 'vitest';
import { buy, createSite, decide, echo, envelope, request, settle } from './site.ts';

// The validator is a chunk of its own; loading it takes real time once.
beforeAll(() => import('../../tools/validate.ts'));

describe('a call through the pipeline', () => {
  it('runs a read-only tool by itself and posts its result with timing and traceparent', async () => {
    const site = createSite();
    const { clock } = site.browser;
    const page = site.openPage({
      tools: [
        echo({
          execute: async (input, { traceparent, toolUseId }) => {
            await clock.sleep(1_200);
            return { input, traceparent, toolUseId };
          },
        }),
      ],
    });
    const before = clock.now();
    page.runner.update([request(site, { input: { a: 1 }, traceparent: '00-aa-bb-01' })]);
    await settle(site);
    expect(page.status('call_1')?.state).toBe('running');
    expect(page.runner.getSnapshot().isRunning).toBe(true);
    await clock.advance(1_200);
    await settle(site);
    expect(site.posts).toHaveLength(1);
    const [result] = site.posts[0] ?? [];
    expect(JSON.parse(String(result?.content))).toEqual({
      input: { a: 1 },
      traceparent: '00-aa-bb-01',
      toolUseId: 'call_1',
    });
    expect(result).not.toHaveProperty('is_error');
    expect(result?.traceparent).toBe('00-aa-bb-01');
    expect(result?.client_timing?.started_at_ms).toBeGreaterThanOrEqual(before);
    expect(
      (result?.client_timing?.ended_at_ms ?? 0) - (result?.client_timing?.started_at_ms ?? 0),
    ).toBe(1_200);
    expect(page.status('call_1')).toMatchObject({
      state: 'settled',
      outcome: { durationMs: 1_200 },
    });
    expect(page.runner.getSnapshot().isRunning).toBe(false);
  });

  it('asks before a tool that changes something, and runs exactly what was shown', async () => {
    const site = createSite();
    const inputs: unknown[] = [];
    const inputSchema = { type: 'object', properties: { id: { title: 'Article' }, size: {} } };
    const page = site.openPage({
      tools: [buy({ inputSchema, execute: (input) => void inputs.push(input) })],
    });
    page.runner.update([request(site, { name: 'buy', input: { id: 'x' } })]);
    await settle(site);
    const [question] = page.runner.getSnapshot().questions;
    expect(question).toMatchObject({
      title: 'Buy it',
      input: { id: 'x' },
      labels: { id: 'Article' },
      offersConversation: true,
    });
    page.runner.answer('call_1', 'another binding', 'once');
    await settle(site);
    expect(inputs).toEqual([]);
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(inputs).toEqual([{ id: 'x' }]);
    expect(inputs[0]).toBe(question?.input);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).not.toHaveProperty('content');
  });

  it('takes an answer that comes in the very moment of the question', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.subscribe(() => {
      for (const { toolUseId, binding } of page.runner.getSnapshot().questions) {
        page.runner.answer(toolUseId, binding, 'once');
      }
    });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ content: 'bought' });
  });

  it('reports a refusal as declined', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy()] });
    page.runner.update([request(site, { name: 'buy' })]);
    await settle(site);
    decide(page, 'call_1', 'no');
    await settle(site);
    expect(site.posts[0]?.[0]).toMatchObject({ is_error: true, error_code: 'declined' });
    expect(envelope(site.posts[0]?.[0])).toMatchObject({ code: 'declined', retryable: false });
  });

  it('hands over an input that nobody can change', async () => {
    const site = createSite();
    const frozen: boolean[] = [];
    const page = site.openPage({
      tools: [
        echo({
          execute: (input) => {
            const { deep } = input as { deep: { list: object[] } };
            for (const part of [input, deep, deep.list, deep.list[0]]) {
              frozen.push(Object.isFrozen(part));
            }
          },
        }),
      ],
    });
    const input = { deep: { list: [{ a: 1 }] } };
    page.runner.update([request(site, { input })]);
    await settle(site);
    expect(frozen).toEqual([true, true, true, true]);
    expect(Object.isFrozen(input)).toBe(false);
  });

  it('measures by the monotonic clock when the wall clock is set back meanwhile', async () => {
    const site = createSite();
    const { clock } = site.browser;
    const page = site.openPage({
      tools: [
        echo({
          execute: async () => {
            await clock.sleep(500);
            page.tab.clock.jump(-3_600_000);
            await clock.sleep(500);
          },
        }),
      ],
    });
    page.runner.update([request(site)]);
    await settle(site);
    await clock.advance(1_000);
    await settle(site);
    const timing = site.posts[0]?.[0]?.client_timing;
    expect((timing?.ended_at_ms ?? 0) - (timing?.started_at_ms ?? 0)).toBe(1_000);
  });

  it('does not begin what is stopped while the journal is being written', async () => {
    const site = createSite();
    let runs = 0;
    const page = site.openPage({
      tools: [
        buy({
          approval: 'auto',
          execute: () => {
            runs += 1;
          },
        }),
      ],
    });
    site.browser.disk.latencyMs = 20;
    page.runner.update([request(site, { name: 'buy' })]);
    // Until the claim is on disk, and half-way into the next write.
    while (site.browser.disk.writes.length < 1) await site.browser.clock.advance(1);
    await site.browser.clock.advance(10);
    expect(site.browser.disk.writes).toHaveLength(1);
    const stopped = page.runner.stop();
    await site.browser.clock.advance(1_000);
    await stopped;
    expect(runs).toBe(0);
    expect(site.posts[0]?.[0]).toMatchObject({ error_code: 'cancelled' });
  });

  it('does not say "cancelled" of a call that an earlier page had started', async () => {
    const site = createSite();
    site.browser.disk.plant('test:tool:call_1', {
      v: 1,
      toolUseId: 'call_1',
      owner: 'gone',
      at: site.browser.clock.now(),
      state: 'started',
      startedAt: site.browser.clock.now(),
      effect: 'repeatable',
      canVerify: false,
    });
    const page = site.openPage();
    page.runner.update([request(site)]);
    await settle(site);
    const stopped = page.runner.stop();
    await settle(site);
    await stopped;
    expect(envelope(site.posts[0]?.[0])).toMatchObject({
      code: 'execution_failed',
      retryable: false,
    });
  });

  it('shows the questions in the order of the calls, and titles that people can read', async () => {
    const site = createSite();
    const page = site.openPage({ tools: [buy({ name: 'b' }), buy({ name: 'a' })] });
    let changes = 0;
    page.runner.subscribe(() => {
      changes += 1;
    });
    page.runner.update([
      request(site, { toolUseId: '1', name: 'b' }),
      request(site, { toolUseId: '2', name: 'a' }),
      request(site, { toolUseId: '3', name: 'not_here_yet' }),
    ]);
    await settle(site);
    const snapshot = page.runner.getSnapshot();
    expect(snapshot.questions.map(({ name }) => name)).toEqual(['b', 'a']);
    expect(snapshot.calls.get('3')?.title).toBe('Not here yet');
    expect(page.runner.getSnapshot()).toBe(snapshot);
    expect(changes).toBeGreaterThan(0);
  });
});
