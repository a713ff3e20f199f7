import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../client/index.ts';
import { brief, createWorld, live, long } from './world.ts';

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

  it('[IN1] goes out again at once where its token was refused, and it is still that run', async () => {
    const world = createWorld({ script: long });
    const tab = world.open();
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    await world.advance(3_000);
    world.faults.set('interrupt', ['stale_token']);
    void tab.session.interrupt();
    await world.advance(1_000);
    const steps = world.network.asked.map(({ step }) => step);
    const first = steps.indexOf('interrupt');
    expect(steps.slice(first, first + 2)).toEqual(['interrupt', 'interrupt']);
    expect(world.gateway.isRunning()).toBe(false);
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

  it('[IN5] a message in any tab waits for an interrupt that may still arrive, until the log shows it', async () => {
    const world = createWorld({ script: (text) => (text === 'first' ? long() : brief()) });
    const one = world.open();
    const other = world.open();
    await one.send('first');
    await world.until(() => one.snapshot().run.state === 'running');
    // The first arrives late; the one that repeats it stops the run.
    world.faults.set('interrupt', ['late_commit']);
    void one.session.interrupt();
    await world.until(() => world.gateway.interrupted.length > 0);
    await other.send('second');
    await world.advance(200_000);
    expect(world.gateway.interrupted.length).toBe(1);
    expect(other.shown().slice(2)).toEqual(['me: second [sent]', 'agent: brief [ended]']);
    expect(world.count('interrupt')).toBe(2);
  });

  it('[IN5] the next page waits for it too, and no longer than W', async () => {
    const world = createWorld({ script: (text) => (text === 'first' ? long() : brief()) });
    const one = world.open();
    await one.send('first');
    await world.until(() => one.snapshot().run.state === 'running');
    world.faults.set('interrupt', ['request_lost', 'request_lost', 'request_lost']);
    void one.session.interrupt();
    await world.until(() => world.count('interrupt') > 0);
    one.tab.kill();
    const next = world.open();
    const at = world.browser.clock.monotonic();
    await next.send('second');
    await world.until(() => world.count('message') > 1);
    const waitedMs = world.browser.clock.monotonic() - at;
    expect(waitedMs).toBeGreaterThan(60_000);
    expect(waitedMs).toBeLessThan(95_000);
    await world.advance(60_000);
    expect(next.shown().slice(2)).toEqual(['me: second [sent]', 'agent: brief [ended]']);
  });

  it.each([
    ['while storage fails', true],
    ['once it works again', false],
  ])(
    '[IN5] a message waits for a late interrupt of another tab, also where storage has failed since: written %s',
    async (_, isEarly) => {
      for (let seed = 1; seed <= 20; seed++) {
        const world = createWorld({ script: long, seed });
        const one = world.open();
        const other = world.open();
        await one.send('first');
        await world.until(() => one.snapshot().run.state === 'running');
        await one.send('second');
        await world.until(() => one.users().every(({ delivery }) => delivery.state === 'sent'));
        // The first arrives late, up to a minute; the one that repeats it stops the run.
        world.faults.set('interrupt', ['late_commit']);
        void other.session.interrupt();
        await world.until(() => world.count('interrupt') === 1);
        // The other tab has read of it.
        await world.advance(50);
        const mend = world.browser.disk.fail({ failure: 'closed' });
        await world.until(() => world.gateway.interrupted.length === 1);
        await world.advance(3_000);
        // This tab's own Stop comes back: neither tab may take the other's for the late one.
        void one.session.interrupt();
        await world.until(() => world.gateway.interrupted.length === 2);
        if (isEarly) await one.send('third');
        await world.advance(10_000);
        mend();
        await world.advance(5_000);
        if (!isEarly) await one.send('third');
        await world.advance(200_000);
        expect(world.gateway.interrupted.length, `seed ${seed}`).toBe(2);
        expect(one.shown().slice(-2)).toEqual(['me: third [sent]', 'agent: late [ended]']);
      }
    },
  );

  it('[IN5] no longer, although the tab of that Stop is gone before it could note that it was answered', async () => {
    const world = createWorld({ script: (text) => (text === 'first' ? long() : brief()) });
    const one = world.open();
    const other = world.open();
    await one.send('first');
    await world.until(() => other.snapshot().run.state === 'running');
    void other.session.interrupt();
    await world.until(() => world.count('interrupt') === 1);
    const { latencyMs } = world.browser.disk;
    world.browser.disk.latencyMs = 2_000;
    await world.until(() => world.gateway.interrupted.length === 1);
    await world.until(() => one.snapshot().run.state === 'idle');
    await world.advance(100);
    other.tab.kill();
    world.browser.disk.latencyMs = latencyMs;
    const at = world.browser.clock.monotonic();
    void one.send('second');
    await world.until(() => world.count('message') > 1);
    expect(world.browser.clock.monotonic() - at).toBeLessThan(10_000);
  });

  it('[IN5] also where the clock is set meanwhile', async () => {
    const world = createWorld({ script: (text) => (text === 'first' ? long() : brief()) });
    const tab = world.open();
    await tab.send('first');
    await world.until(() => tab.snapshot().run.state === 'running');
    world.faults.set('interrupt', ['request_lost', 'request_lost', 'request_lost']);
    void tab.session.interrupt();
    await world.until(() => world.count('interrupt') > 0);
    tab.tab.clock.jump(3_600_000);
    const at = world.browser.clock.monotonic();
    await tab.send('second');
    await world.until(() => world.count('message') > 1);
    expect(world.browser.clock.monotonic() - at).toBeGreaterThan(60_000);
  });

  it('[IN1] is not sent for a run that an unfinished list has left on the screen', async () => {
    const world = createWorld({ script: () => long() });
    let isCut = false;
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        async *listAll(...args) {
          for await (const event of client.listAll(...args)) {
            yield event;
            if (isCut) throw new TypeError('cut');
          }
        },
      }),
    });
    await live(world, tab);
    await tab.send('first');
    await world.until(() => tab.snapshot().run.state === 'running');
    const first = tab.snapshot().run;
    isCut = true;
    tab.session.retryNow();
    await world.advance(1_000);
    // The stream tells of the next run; what a list has told in part doesn't end before it does.
    world.gateway.write('other');
    await world.advance(35_000);
    expect(tab.snapshot().run).toEqual(first);
    void tab.session.interrupt();
    await world.advance(120_000);
    expect(world.gateway.interrupted).toEqual([]);
  });

  it('[IN1] goes by no list that the gateway’s Retry-After has made old', async () => {
    for (let afterMs = 0; afterMs < 1_000; afterMs += 100) {
      const world = createWorld({ script: () => [{ kind: 'wait', ms: 6_000 }, ...brief()] });
      let isBusy = false;
      let refuse = (): void => {};
      const tab = world.open({
        wrap: (client) => ({
          ...client,
          // Says nothing, and is refused when the test wants it.
          async *stream(_, { onOpen } = {}) {
            onOpen?.();
            await new Promise<void>((resolve) => {
              refuse = resolve;
            });
            const retryAfterMs = 1_500;
            throw new GatewayError('rate_limited', 'slow down', { status: 429, retryAfterMs });
          },
          async *listAll(...asked) {
            const isHeldUp = isBusy && world.count('interrupt') > 0;
            if (isHeldUp) isBusy = false;
            // While the page is under way, or when it has come.
            if (isHeldUp && afterMs % 200 === 0) refuse();
            yield* client.listAll(...asked);
            if (isHeldUp) refuse();
            if (isHeldUp) await client.list(...asked);
          },
        }),
      });
      await tab.send('first');
      await tab.send('second');
      await world.until(() => tab.users().every(({ delivery }) => delivery.state === 'sent'));
      await world.until(() => tab.snapshot().run.state === 'running');
      await world.advance(afterMs);
      // The first try fails, and as the log is read before the next, the gateway wants patience.
      world.faults.set('interrupt', ['http_500']);
      isBusy = true;
      void tab.session.interrupt();
      await world.advance(20_000);
      expect(isBusy, `after ${afterMs} ms`).toBe(false);
      const hit = world.gateway.interrupted.map(({ runUserEventId }) => runUserEventId);
      expect(
        hit.filter((id) => id !== 'ev_000001'),
        `after ${afterMs} ms`,
      ).toEqual([]);
    }
  });

  it('[IN5] a Stop that never left, since its page went while its tools were stopped, holds up no message of the next page', async () => {
    const world = createWorld({
      script: (text) =>
        text === 'go'
          ? [
              { kind: 'call', names: ['x'] },
              { kind: 'say', text: 'late' },
            ]
          : brief(),
    });
    const one = world.open({ session: { options: { stopTools: () => new Promise(() => {}) } } });
    await live(world, one);
    await one.send('go');
    await world.until(() => one.snapshot().run.state === 'paused');
    void one.session.interrupt();
    await world.advance(1_000);
    one.tab.freeze();
    await world.advance(50);
    one.tab.kill();
    expect(world.count('interrupt')).toBe(0);
    const next = world.open();
    await live(world, next);
    const at = world.browser.clock.monotonic();
    await next.send('second');
    await world.until(() => next.users()[1]?.delivery.state === 'sent');
    expect(world.browser.clock.monotonic() - at).toBeLessThan(10_000);
  });
});
