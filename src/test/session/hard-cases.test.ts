// Messages whose way is unusual: refused, found late, changed by the gateway, told by several tabs.

import { describe, expect, it } from 'vitest';
import { GatewayError } from '../../client/index.ts';
import { say } from './events.ts';
import { createHandStream, createWorld, fill, live } from './world.ts';

describe('messages', () => {
  it('[OB20] a message whose token was refused is queued again, and not sent again where another has taken it for lost, or nobody can tell', async () => {
    for (const isClosed of [false, true]) {
      const world = createWorld();
      let asked = 0;
      const first = world.open({
        wrap: (client) => ({
          ...client,
          send: async () => {
            asked += 1;
            await world.browser.clock.sleep(10_000);
            throw new GatewayError('unauthenticated', 'no', {
              outcome: 'not_applied',
              isRetryable: true,
            });
          },
        }),
      });
      await live(world, first);
      await first.send('hello');
      await world.advance(5_000);
      // The visitor opens another conversation, and comes back.
      first.session.close();
      const back = world.open();
      await live(world, back);
      await world.advance(2_000);
      const mend = isClosed ? world.browser.disk.fail({ failure: 'closed' }) : () => {};
      await world.advance(8_000);
      expect(asked).toBe(1);
      mend();
      await world.advance(120_000);
      expect(world.count('message')).toBe(1);
      expect(back.shown()).toContain('me: hello [sent]');
    }
  });

  it('[OB20] and is sent at once where it is still this tab’s to send, behind another list', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    world.faults.set('message', ['stale_token']);
    await tab.send('hello');
    await world.advance(500);
    const { asked } = world.network;
    const [refused, sent] = asked.filter(({ step }) => step === 'message');
    const isBehind = asked.some(
      ({ step, at, doneAt }) =>
        step === 'list' && at >= (refused?.doneAt ?? 0) && doneAt > 0 && doneAt <= (sent?.at ?? 0),
    );
    expect(isBehind).toBe(true);
    expect(tab.shown()).toContain('me: hello [sent]');
    expect(tab.snapshot().trouble).toBeNull();
  });

  it('[OB9] a message that is refused as invalid is told so also while a question stands', async () => {
    const world = createWorld({
      script: (t) =>
        t === 'go' ? [{ kind: 'call', names: ['x'] }] : [{ kind: 'say', text: 'ok' }],
    });
    let refused = 0;
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        send: async (id, events, options) => {
          if (!JSON.stringify(events).includes('too long')) return client.send(id, events, options);
          refused += 1;
          await world.browser.clock.sleep(50);
          throw new GatewayError('invalid_request', 'text too long', {
            status: 400,
            outcome: 'not_applied',
            type: 'invalid_request_error',
          });
        },
      }),
    });
    await live(world, tab);
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    await tab.send('too long');
    await world.advance(3_600_000);
    expect({ refused, state: tab.users().at(-1)?.delivery.state }).toMatchObject({
      state: 'refused',
    });
    expect(refused).toBeLessThan(12);
  });

  it('[OB7] a message that was given up as unconfirmed is sent once the log shows it', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    let late: (() => void) | null = null;
    world.faults.set('message', ['request_lost', 'request_lost']);
    await tab.send('slow boat');
    await world.until(() => tab.users()[0]?.delivery.state === 'unconfirmed', 400_000);
    late = () => void world.gateway.write('slow boat');
    late();
    await world.advance(120_000);
    expect(tab.shown().filter((line) => line.startsWith('me:'))).toEqual(['me: slow boat [sent]']);
  });

  it('[OB7] nor does it hold up what is written next', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    world.faults.set('message', ['request_lost', 'request_lost']);
    await tab.send('slow boat');
    await world.until(() => tab.users()[0]?.delivery.state === 'unconfirmed', 400_000);
    world.gateway.write('slow boat');
    await world.advance(60_000);
    await tab.send('next');
    await world.advance(3_600_000);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
  });

  it('[TR9] a message that waits does not vanish behind what another device has said in the same words', async () => {
    const world = createWorld({
      script: (t) =>
        t === 'go' ? [{ kind: 'call', names: ['x'] }] : [{ kind: 'say', text: 'ok' }],
    });
    let isBusy = true;
    const tab = world.open({
      session: { options: { areHandlersRunning: () => isBusy, holdsMessages: () => isBusy } },
    });
    await live(world, tab);
    await tab.send('yes');
    await world.advance(2_000);
    world.gateway.write('yes');
    await world.advance(5_000);
    const mine = tab.shown().filter((line) => line.startsWith('me:'));
    isBusy = false;
    expect(mine).toEqual(['me: yes [sent]', 'me: yes [queued]']);
  });

  it('[OB19] where the session is gone a message whose fate is unknown can be taken back', async () => {
    const world = createWorld();
    let isGone = false;
    const gone = (): never => {
      throw new GatewayError('not_found', 'gone', { status: 404, outcome: 'not_applied' });
    };
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        send: async (...args) => (isGone ? gone() : client.send(...args)),
        list: async (...args) => (isGone ? gone() : client.list(...args)),
        async *listAll(...args) {
          if (isGone) gone();
          yield* client.listAll(...args);
        },
        async *stream(...args) {
          if (isGone) gone();
          yield* client.stream(...args);
        },
      }),
    });
    await live(world, tab);
    world.faults.set('message', ['request_lost']);
    const id = await tab.send('precious');
    await world.until(() => world.count('message') === 1);
    isGone = true;
    await world.advance(900_000);
    expect(tab.snapshot().trouble).toEqual({ kind: 'not_found' });
    const [back] = await Promise.all([tab.session.discard(id ?? ''), world.advance(100)]);
    expect(tab.users()[0]?.delivery.state).not.toBe('checking');
    expect(back).not.toBeNull();
  });

  it('[TB11] a tab that has missed a word asks for it as soon as it hears the next one', async () => {
    const world = createWorld();
    const stream = createHandStream();
    const a = world.open({ wrap: stream.wrap });
    await live(world, a);
    const b = world.open();
    await world.advance(5_000);
    world.browser.channels.isDeaf = true;
    stream.push({ kind: 'event', event: say('missed') });
    await world.advance(50);
    world.browser.channels.isDeaf = false;
    expect(b.shown().join()).not.toContain('missed');
    stream.push({ kind: 'event', event: say('heard') });
    await world.advance(50);
    expect(b.shown().join()).toContain('missed');
    expect(b.shown()).toEqual(a.shown());
  });

  it('[TB11] a tab that has heard all is told nothing anew', async () => {
    const world = createWorld();
    fill(world, 250);
    const a = world.open();
    await live(world, a);
    world.open();
    await world.advance(5_000);
    world.gateway.append('agent.message', [{ type: 'text', text: 'news' }]);
    await world.advance(130_000);
    const before = world.browser.channels.log.length;
    await world.advance(600_000);
    const said = world.browser.channels.log
      .slice(before)
      .map(({ message }) => message as { type: string; events?: unknown[] });
    expect(said.filter(({ type }) => type === 'hello').length).toBeGreaterThan(5);
    expect(said.flatMap(({ events = [] }) => events)).toEqual([]);
  });

  it('[TB11] a tab that shows older messages is not told the log anew every half minute', async () => {
    const world = createWorld();
    fill(world, 250);
    const a = world.open();
    await live(world, a);
    const b = world.open();
    await world.advance(5_000);
    await Promise.all([b.session.loadOlder(), world.advance(1_000)]);
    const before = world.browser.channels.log.length;
    await world.advance(600_000);
    const said = world.browser.channels.log
      .slice(before)
      .map(({ message }) => message as { type: string; events?: unknown[] });
    const events = said.reduce((sum, { events: list }) => sum + (list?.length ?? 0), 0);
    expect(events).toBeLessThan(400);
  });

  it('[ST2] a row that stands there twice is one, and makes no hot loop', async () => {
    const world = createWorld();
    const row = {
      localId: 'x',
      sessionId: 's1',
      content: [{ type: 'text', text: 'hi' }],
      state: 'queued',
      at: 1,
    };
    world.browser.disk.plant('test:outbox', { v: 1, rows: [row, row] });
    const tab = world.open();
    await live(world, tab);
    await world.advance(60_000);
    expect({ messages: world.count('message') }).toEqual({ messages: 1 });
    expect(world.count('list')).toBeLessThan(30);
  });

  it('[OB7] a lost message that has waited for more than ten minutes is not sent again unasked', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    world.faults.set('message', ['request_lost']);
    await tab.send('old words');
    const stored = (): string | undefined => {
      const outbox = world.browser.disk.peek('test:outbox') as
        | { rows: { state: string }[] }
        | undefined;
      return outbox?.rows[0]?.state;
    };
    await world.until(() => stored() === 'checking');
    // W is over, and before it goes out again the page is offline.
    await world.until(() => stored() === 'queued');
    tab.tab.page.goOffline();
    await world.advance(3_600_000);
    tab.tab.page.goOnline();
    await world.advance(60_000);
    expect(world.count('message')).toBe(1);
    expect(tab.users()[0]?.delivery.state).toBe('unconfirmed');
  });

  it('[OB10] a second copy is told also of a message that was written a day before it could go', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.goOffline();
    await tab.send('hello');
    await world.advance(25 * 3_600_000);
    world.faults.set('message', ['duplicate']);
    tab.tab.page.goOnline();
    await world.advance(120_000);
    const copies = world.gateway.rows().filter(({ event }) => event.type === 'user.message');
    expect(copies).toHaveLength(2);
    expect(tab.shown().filter((line) => line.startsWith('me:'))).toEqual([
      'me: hello [sent twice]',
    ]);
  });

  it('[OB8] a message that is refused before its reason shows is tried again 3 s later, also where the page has been offline', async () => {
    const world = createWorld();
    const at: number[] = [];
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        send: async (id, events, options) => {
          at.push(world.browser.clock.monotonic());
          if (at.length > 1) return client.send(id, events, options);
          throw new GatewayError('invalid_request', 'paused', {
            status: 400,
            outcome: 'not_applied',
            type: 'invalid_request_error',
          });
        },
      }),
    });
    await live(world, tab);
    tab.tab.page.goOffline();
    await world.advance(1_000);
    tab.tab.page.goOnline();
    await world.advance(5_000);
    await tab.send('hello');
    await world.until(() => tab.users()[0]?.delivery.state === 'sent');
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
  });
});

describe('sessions', () => {
  it('[OB7] a check that fails rejects nobody who does not listen', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    const id = await tab.send('hi');
    await world.advance(5_000);
    world.network.isOnline = false;
    const checked = tab.session.check(id ?? '').then(
      () => 'fine',
      (error: unknown) => String(error),
    );
    await world.advance(10_000);
    expect(await checked).toBe('fine');
  });

  it('[OB5] a gateway that changes a text gets it once: the reply to the POST names the event', async () => {
    const world = createWorld();
    const redact = <T>(value: T): T =>
      JSON.parse(JSON.stringify(value).replace(/4111 1111/g, '[card]'));
    const tab = world.open({
      wrap: (client) => ({
        ...client,
        send: async (...args) => redact(await client.send(...args)),
        list: async (...args) => redact(await client.list(...args)),
        async *listAll(...args) {
          for await (const event of client.listAll(...args)) yield redact(event);
        },
        async *stream(...args) {
          for await (const frame of client.stream(...args)) yield redact(frame);
        },
      }),
    });
    await live(world, tab);
    await tab.send('pay with 4111 1111');
    await world.advance(600_000);
    expect(world.count('message')).toBe(1);
    expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });

  it('[OB6] W counts from the end of the request, also where the tab that made it has yielded', async () => {
    const world = createWorld();
    const a = world.open({
      wrap: (client) => ({
        ...client,
        send: async (sessionId, events, options) => {
          void options;
          // A slow line: the request ends without an answer after 29 s; its commit comes 55 s later, within W.
          world.gateway.commitLate(
            {
              method: 'POST',
              path: `/v1/sessions/${sessionId}/events`,
              query: new URLSearchParams(),
              token: 't1',
              body: { events },
            },
            84_000,
          );
          await world.browser.clock.sleep(29_000);
          throw new TypeError('fetch failed');
        },
      }),
    });
    await live(world, a);
    const b = world.open();
    await world.advance(1_000);
    await a.send('once please');
    await world.advance(1_000);
    a.tab.page.hide(); // the visitor looks at the other tab
    await world.advance(300_000);
    const copies = world.gateway.rows().filter(({ event }) => event.type === 'user.message');
    expect(copies.length).toBe(1);
    void b;
  });

  it('[TB12] a hidden tab that the system has suspended without a word keeps no other from sending', async () => {
    const world = createWorld();
    let isSuspended = false;
    const { createSession } = await import('../../session/session.ts');
    const { createCredentials, createGatewayClient } = await import('../../client/index.ts');
    // As mobile systems do it: no pagehide; timers, messages and replies wait, locks stay.
    const aTab = world.browser.openTab({ fetch: world.network.fetchFor(99) });
    const { platform } = aTab;
    const suspended = {
      ...platform,
      openChannel: (name: string) => {
        const channel = platform.openChannel?.(name);
        if (channel === undefined) throw new Error('no channel');
        return {
          ...channel,
          post: (m: unknown) => isSuspended || channel.post(m),
          subscribe: (listener: (m: unknown) => void) =>
            channel.subscribe((m) => isSuspended || listener(m)),
        };
      },
    } as typeof platform;
    const a = createSession({
      sessionId: 's1',
      gateway: createGatewayClient({
        baseUrl: 'https://gateway.example',
        fetch: platform.fetch,
        clock: platform.clock,
        credentials: createCredentials({
          clock: platform.clock,
          getTicket: async () => ({ token: world.network.issue() }),
        }),
      }),
      platform: suspended,
      namespace: 'test',
    });
    await world.until(() => a.getSnapshot().connection === 'live');
    aTab.page.hide();
    await world.advance(5_000);
    isSuspended = true;
    aTab.clock.freeze();
    const b = world.open();
    await b.send('is anybody there');
    await world.advance(600_000);
    expect(b.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });
});
