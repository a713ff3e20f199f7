import { describe, expect, it } from 'vitest';
import { createWorld } from './world.ts';

const long = () => [{ kind: 'wait', ms: 30_000 } as const, { kind: 'say', text: 'late' } as const];

describe('stopping', () => {
  it('[IN1] stops the run that is shown', async () => {
    const world = createWorld({ script: long });
    const tab = world.open();
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    void tab.session.interrupt();
    expect(tab.snapshot().run).toMatchObject({ isStopping: true });
    await world.advance(31_000);
    expect(tab.snapshot().entries[1]).toMatchObject({
      turn: { state: 'ended', stopReason: 'user_cancelled' },
    });
  });

  it('[IN2] sends nothing without a run, or offline', async () => {
    const world = createWorld({ script: long });
    const tab = world.open();
    await world.advance(1_000);
    await tab.session.interrupt();
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    tab.tab.page.goOffline();
    await tab.session.interrupt();
    tab.tab.page.goOnline();
    await world.advance(20_000);
    expect(world.count('interrupt')).toBe(0);
  });

  it('[IN4] asks nothing before the Retry-After of a refused interrupt is over', async () => {
    const world = createWorld({ script: long });
    const tab = world.open({ session: { options: { transport: 'poll' } } });
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    world.faults.set('interrupt', ['http_429']);
    void tab.session.interrupt();
    const { asked } = world.network;
    await world.until(() => asked.some(({ status }) => status === 429));
    const refused = asked.find(({ status }) => status === 429);
    const until = (refused?.doneAt ?? 0) + (refused?.retryAfterMs ?? 0);
    await world.advance(20_000);
    const hasty = asked.filter(({ at }) => at > (refused?.doneAt ?? 0) + 50 && at < until - 1);
    expect(hasty).toEqual([]);
    expect(world.count('interrupt')).toBe(2);
    expect(world.gateway.isRunning()).toBe(false);
  });

  it('[IN3] stops the tools of a paused run first, then the run that goes on', async () => {
    const world = createWorld({
      script: () => [{ kind: 'call', names: ['x'] } as const, ...long()],
    });
    const order: string[] = [];
    const tab = world.open({
      session: {
        options: {
          stopTools: async () => {
            order.push('tools');
            const { run } = tab.snapshot();
            const calls = run.state === 'paused' ? run.calls : [];
            await tab.session.postResults(
              calls.map(({ toolUseId }) => ({
                type: 'tool_result',
                tool_use_id: toolUseId,
                is_error: true,
                error_code: 'cancelled',
              })),
            );
          },
        },
      },
    });
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    void tab.session.interrupt();
    await world.advance(40_000);
    expect(order).toEqual(['tools']);
    const steps = world.network.asked.map(({ step }) => step);
    expect(steps.indexOf('result')).toBeLessThan(steps.indexOf('interrupt'));
    expect(tab.snapshot().run.state).toBe('idle');
    expect(world.gateway.interrupted.length).toBe(1);
  });
});
