import { beforeAll, describe, expect, it } from 'vitest';
import { buy, createSite, decide, echo, envelope, request, settle } from './site.ts';

// The validator is a chunk of its own; loading it takes real time once.
beforeAll(() => import('../../src/tools/validate.ts'));

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
    expect(JSON.parse(result?.content ?? '')).toEqual({
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
    const page = site.openPage({ tools: [buy({ execute: (input) => void inputs.push(input) })] });
    page.runner.update([request(site, { name: 'buy', input: { id: 'x' } })]);
    await settle(site);
    const [question] = page.runner.getSnapshot().questions;
    expect(question).toMatchObject({
      title: 'Buy it',
      input: { id: 'x' },
      offersConversation: true,
    });
    page.runner.answer('call_1', 'another digest', 'once');
    await settle(site);
    expect(inputs).toEqual([]);
    decide(page, 'call_1', 'once');
    await settle(site);
    expect(inputs).toEqual([{ id: 'x' }]);
    expect(inputs[0]).toBe(question?.input);
    expect(site.posts).toHaveLength(1);
    expect(site.posts[0]?.[0]).not.toHaveProperty('content');
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
});
