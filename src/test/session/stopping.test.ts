import { describe, expect, it } from 'vitest';
import type { ToolResultInput } from '../../protocol/index.ts';
import { brief, createWorld, live, long, type OpenTab } from './world.ts';

const cancelled = (tab: OpenTab): ToolResultInput[] => {
  const { run } = tab.snapshot();
  return (run.state === 'paused' ? run.calls : []).map(({ toolUseId }) => ({
    type: 'tool_result',
    tool_use_id: toolUseId,
    is_error: true,
    error_code: 'cancelled',
  }));
};

describe('stopping runs with tools', () => {
  it('[IN3] stops a run that had paused just before the interrupt came, when it is pressed again', async () => {
    const world = createWorld({
      script: () => [
        { kind: 'wait', ms: 5_000 },
        { kind: 'call', names: ['x'] },
        { kind: 'wait', ms: 120_000 },
        { kind: 'say', text: 'all of it' },
      ],
    });
    const tab = world.open({
      session: {
        options: { stopTools: async () => void (await tab.session.postResults(cancelled(tab))) },
      },
      wrap: (client) => ({
        ...client,
        send: async (id, events, options) => {
          // A slow line: the interrupt takes 600 ms.
          if (events[0]?.type === 'user.interrupt') await world.browser.clock.sleep(600);
          return client.send(id, events, options);
        },
      }),
    });
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    // The agent calls the tool at 5.1 s.
    await world.advance(4_800 - world.browser.clock.monotonic());
    void tab.session.interrupt();
    await world.until(() => tab.snapshot().run.state === 'paused');
    await world.advance(1_000);
    expect(world.gateway.interrupted).toEqual([]);
    // The page's tool does its work, as nothing has told it otherwise, and the run goes on.
    void tab.session.postResults(
      cancelled(tab).map(({ type, tool_use_id }) => ({ type, tool_use_id, content: 'did it' })),
    );
    await world.until(() => tab.snapshot().run.state === 'running');
    await world.advance(5_000);
    // It hasn't stopped. The visitor presses again.
    void tab.session.interrupt();
    await world.advance(20_000);
    expect(world.gateway.isRunning()).toBe(false);
  });

  it('[IN3] stops a paused run also where it pauses again at once', async () => {
    const world = createWorld({
      script: () => [
        { kind: 'call', names: ['x'] },
        { kind: 'call', names: ['x'], ms: 10 },
        { kind: 'wait', ms: 120_000 },
        { kind: 'say', text: 'all of it' },
      ],
    });
    let stops = 0;
    const tab = world.open({
      session: {
        options: {
          stopTools: async () => {
            stops += 1;
            await tab.session.postResults(cancelled(tab));
          },
        },
      },
    });
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    void tab.session.interrupt();
    await world.advance(60_000);
    expect({ stops, isRunning: world.gateway.isRunning() }).toMatchObject({ isRunning: false });
  });

  it('[IN3] stops a run also where it pauses before the request is noted', async () => {
    const world = createWorld({
      script: () => [
        { kind: 'wait', ms: 5_000 },
        { kind: 'call', names: ['x'] },
        { kind: 'wait', ms: 120_000 },
        { kind: 'say', text: 'all of it' },
      ],
    });
    let stops = 0;
    const tab = world.open({
      session: {
        options: {
          stopTools: async () => {
            stops += 1;
            await tab.session.postResults(cancelled(tab));
          },
        },
      },
    });
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    // A slow disk: noting it takes as long as a note may take.
    await world.advance(5_000 - world.browser.clock.monotonic());
    world.browser.disk.latencyMs = 400;
    void tab.session.interrupt();
    await world.until(() => tab.snapshot().run.state === 'paused');
    world.browser.disk.latencyMs = 0;
    await world.advance(60_000);
    expect({ stops, isRunning: world.gateway.isRunning() }).toMatchObject({ isRunning: false });
  });
});

describe('while a Stop is under way', () => {
  it('[IN6] no message goes out, in any tab', async () => {
    const world = createWorld({
      script: (said) => (said === 'first' ? [{ kind: 'call', names: ['x'] }, ...long()] : brief()),
    });
    let goOn = (): void => {};
    const one = world.open({
      session: {
        options: {
          stopTools: async () => {
            await new Promise<void>((resolve) => {
              goOn = resolve;
            });
            await one.session.postResults(cancelled(one));
          },
        },
      },
    });
    await live(world, one);
    const other = world.open();
    await world.advance(1_000);
    await one.send('first');
    await world.until(() => one.snapshot().run.state === 'paused');
    void one.session.interrupt();
    await world.advance(100);
    await other.send('second');
    await world.advance(5_000);
    expect(world.count('message')).toBe(1);
    goOn();
    await world.advance(30_000);
    expect(world.gateway.interrupted.length).toBe(1);
    expect(other.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
  });
});

describe('a page that dies in the middle of a Stop', () => {
  it('[IN6] holds up a message of the next page no longer than until a list shows that the run has ended', async () => {
    const world = createWorld({
      script: (said) => (said === 'first' ? [{ kind: 'call', names: ['x'] }, ...long()] : brief()),
    });
    const one = world.open({ session: { options: { stopTools: () => new Promise(() => {}) } } });
    await live(world, one);
    await one.send('first');
    await world.until(() => one.snapshot().run.state === 'paused');
    void one.session.interrupt();
    await world.advance(1_000);
    one.tab.kill();
    const next = world.open({ session: { options: { holdsMessages: () => false } } });
    await live(world, next);
    const at = world.browser.clock.monotonic();
    await next.send('second');
    await world.advance(5_000);
    expect(world.count('message')).toBe(1);
    // Another device ends the pause, and its run is over soon.
    world.gateway.write('third');
    await world.until(() => world.count('message') > 1);
    expect(world.browser.clock.monotonic() - at).toBeLessThan(15_000);
  });

  it('[IN6] nor does one that waited for a run, once that has ended', async () => {
    const world = createWorld({
      script: () => [{ kind: 'wait', ms: 2_000 }, ...brief()],
    });
    const one = world.open();
    await live(world, one);
    await one.send('first');
    await world.until(() => one.users()[0]?.delivery.state === 'sent');
    expect(one.snapshot().run.state).toBe('coming');
    void one.session.interrupt();
    await world.advance(1);
    one.tab.kill();
    const next = world.open();
    await live(world, next);
    const at = world.browser.clock.monotonic();
    await next.send('second');
    await world.until(() => world.count('message') > 1);
    expect(world.browser.clock.monotonic() - at).toBeLessThan(15_000);
  });
});

describe('a Stop that was lost', () => {
  it('[IN5] a Stop that was lost an hour ago holds up no message of a later page', async () => {
    const world = createWorld({ script: (t) => (t === 'first' ? long() : brief()) });
    const one = world.open();
    await one.send('first');
    await world.until(() => one.snapshot().run.state === 'running');
    world.faults.set('interrupt', ['request_lost', 'request_lost', 'request_lost']);
    void one.session.interrupt();
    await world.advance(3_600_000); // the page lives on: W has long been over for it
    one.tab.kill();
    const next = world.open();
    await live(world, next);
    const at = world.browser.clock.monotonic();
    await next.send('second');
    await world.until(() => world.count('message') > 1);
    expect(world.browser.clock.monotonic() - at).toBeLessThan(5_000);
  });

  it('[IN5] nor does one that had been repeated with success, once the log has gone on', async () => {
    const world = createWorld({ script: (t) => (t === 'first' ? long() : brief()) });
    const one = world.open();
    await one.send('first');
    await world.until(() => one.snapshot().run.state === 'running');
    world.faults.set('interrupt', ['request_lost']);
    void one.session.interrupt();
    await world.advance(3_600_000);
    expect(world.gateway.interrupted.length).toBe(1);
    const waits: number[] = [];
    one.tab.kill();
    for (let page = 0; page < 3; page++) {
      const next = world.open();
      await live(world, next);
      const at = world.browser.clock.monotonic();
      const before = world.count('message');
      await next.send(`page ${page}`);
      await world.until(() => world.count('message') > before);
      waits.push(Math.round(world.browser.clock.monotonic() - at));
      await world.advance(600_000);
      next.tab.kill();
    }
    expect(
      waits.every((ms) => ms < 5_000),
      String(waits),
    ).toBe(true);
  });
});
