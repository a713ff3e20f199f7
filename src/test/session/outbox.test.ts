import { describe, expect, it } from 'vitest';
import type { ModelReply } from '../../../test/simulation/model-types.ts';
import { brief, createHandStream, createWorld, type OpenTab, text, type World } from './world.ts';

const W = 60_000;

async function ready(options: Parameters<typeof createWorld>[0] = {}): Promise<{
  world: World;
  tab: OpenTab;
}> {
  const world = createWorld(options);
  const tab = world.open();
  await world.until(() => tab.snapshot().connection === 'live');
  return { world, tab };
}

const messages = (world: World): string[] =>
  world.gateway
    .rows()
    .filter(({ event }) => event.type === 'user.message')
    .map(({ event }) => (event.content as { text: string }[])[0]?.text ?? '');

/** What each POST is answered with before the gateway hears of it; null: it is the gateway's. */
function answerPosts(world: World, answer: () => ModelReply | null): void {
  const { handle } = world.gateway;
  world.gateway.handle = (request) =>
    (request.method === 'POST' ? answer() : null) ?? handle(request);
}

const refusal = (status: number, type: string): ModelReply => ({
  status,
  headers: {},
  body: { error: { message: 'no', type, code: status, request_id: 'r' } },
});

describe('sending', () => {
  it('[OB5] takes nobody else’s message for one that was refused for now, though it says the same', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['http_429']);
    await tab.send('go');
    await world.until(() => world.network.asked.some(({ status }) => status === 429));
    world.gateway.write('go');
    await world.advance(120_000);
    expect(messages(world)).toEqual(['go', 'go']);
    expect(tab.users().every(({ delivery }) => delivery.state === 'sent')).toBe(true);
  });

  it('[OB1] stores a text in one form, and refuses an empty one', async () => {
    const { world, tab } = await ready();
    expect(await tab.send(' \n\0 ')).toBeNull();
    await tab.send(' a\r\nb\rc\0 \ud800 ');
    await world.advance(1_000);
    expect(messages(world)).toEqual(['a\nb\nc \ufffd']);
  });

  it('[OB2] takes a double click for one message', async () => {
    const { world, tab } = await ready();
    const [first, second] = await Promise.all([tab.send('once'), tab.send('once')]);
    expect(second).toBe(first);
    await world.advance(2_000);
    await tab.send('once');
    await world.advance(2_000);
    expect(messages(world)).toEqual(['once', 'once']);
  });

  it('[OB2] takes the same words for a new message once the first has been answered', async () => {
    const { world, tab } = await ready({ script: brief });
    const pressedAt = world.browser.clock.monotonic();
    await tab.send('yes');
    await world.until(() => tab.shown().some((line) => line.includes('brief')));
    expect(world.browser.clock.monotonic() - pressedAt).toBeLessThan(500);
    await tab.send('yes');
    await world.advance(10_000);
    expect(messages(world)).toEqual(['yes', 'yes']);
  });

  it('[OB2] takes the same words for a new message once the first was refused', async () => {
    const { world, tab } = await ready();
    let reply: ModelReply | null = refusal(403, 'content_policy_violation');
    answerPosts(world, () => reply);
    await tab.send('hello');
    await world.advance(400);
    expect(tab.users()[0]?.delivery.state).toBe('refused');
    reply = null;
    await tab.send('hello');
    await world.advance(10_000);
    expect(messages(world)).toEqual(['hello']);
  });

  it('[OB2] takes the same words for a new message once Stop has given the first back', async () => {
    const { world, tab } = await ready();
    tab.tab.page.goOffline();
    const localId = await tab.send('hello');
    expect(await tab.session.discard(localId ?? '')).toEqual(text('hello'));
    await tab.send('hello');
    expect(tab.users()).toHaveLength(1);
    tab.tab.page.goOnline();
    await world.advance(10_000);
    expect(messages(world)).toEqual(['hello']);
  });

  it('[OB2] takes what the visitor has written anew for a message of its own, however soon', async () => {
    const { world, tab } = await ready();
    await Promise.all([tab.session.send(text('y'), true), tab.session.send(text('y'), true)]);
    await world.advance(2_000);
    expect(messages(world)).toEqual(['y', 'y']);
  });

  it('[OB3] resolves when the message is stored, before it is sent', async () => {
    const { world, tab } = await ready();
    const localId = await tab.send('kept');
    expect(world.count('message')).toBe(0);
    expect(JSON.stringify(world.browser.disk.peek('test:outbox'))).toContain(localId);
  });

  it('[OB4] sends one after the other, in order', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['response_lost']);
    for (const value of ['a', 'b', 'c']) await tab.send(value);
    await world.advance(500);
    expect(messages(world)).toEqual(['a']);
    expect(tab.users().map(({ delivery }) => delivery.state)).toContain('queued');
    await world.advance(20_000);
    expect(messages(world)).toEqual(['a', 'b', 'c']);
  });

  it('[OB5] finds a message whose reply was lost', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['response_lost']);
    await tab.send('where');
    await world.advance(3 * W);
    expect(messages(world)).toEqual(['where']);
    expect(world.count('message')).toBe(1);
    expect(tab.users()[0]?.delivery.state).toBe('sent');
  });

  it('[OB6] sends a lost one again once W is over, and not before', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['request_lost']);
    await tab.send('again');
    await world.advance(W - 1_000);
    expect(world.count('message')).toBe(1);
    expect(tab.users()[0]?.delivery.state).toBe('checking');
    await world.advance(10_000);
    expect(world.count('message')).toBe(2);
    expect(messages(world)).toEqual(['again']);
  });

  it('[OB7] leaves one that was lost twice to the visitor', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['request_lost', 'request_lost']);
    const localId = (await tab.send('hello?')) ?? '';
    await world.advance(3 * W);
    expect(tab.users()[0]?.delivery.state).toBe('unconfirmed');
    await Promise.all([tab.session.check(localId), world.advance(500)]);
    expect(tab.users()[0]?.delivery.state).toBe('unconfirmed');
    await tab.session.resend(localId);
    await world.advance(5_000);
    expect(tab.users()[0]?.delivery.state).toBe('sent');
    expect(messages(world)).toEqual(['hello?']);
  });

  it('[OB8] keeps a message queued that came while the run was paused', async () => {
    const { world, tab } = await ready({ script: () => [{ kind: 'call', names: ['x'] }] });
    await tab.send('first');
    await world.until(() => world.gateway.isPaused());
    await tab.send('second');
    await world.advance(100);
    expect(world.network.asked.some(({ status }) => status === 400)).toBe(true);
    expect(tab.users()[1]?.delivery).toEqual({ state: 'queued', why: 'paused' });
    await world.advance(10_000);
    expect(messages(world)).toEqual(['first', 'second']);
  });

  it('[OB8] takes no two pauses that it had not heard of for a refusal', async () => {
    const { world, tab } = await ready();
    let refusals = 0;
    answerPosts(world, () => {
      if (refusals === 2) return null;
      refusals += 1;
      // A run of another device's message, which is over before this page hears of it.
      world.gateway.append('agent.message', [{ type: 'text', text: `meanwhile ${refusals}` }]);
      world.gateway.append('session.status_idle', { stop_reason: 'end_turn', context_tokens: 1 });
      return refusal(400, 'invalid_request_error');
    });
    await tab.send('said');
    await world.advance(10_000);
    expect(refusals).toBe(2);
    expect(tab.users()[0]?.delivery.state).toBe('sent');
  });

  it('[OB9] believes an invalid request that is refused again with nothing in between', async () => {
    const { world, tab } = await ready();
    answerPosts(world, () => refusal(400, 'invalid_request_error'));
    await tab.send('said');
    await world.advance(10_000);
    expect(tab.users()[0]?.delivery).toMatchObject({ state: 'refused', code: 'invalid_request' });
    expect(world.count('message')).toBe(2);
  });

  it('[OB9] shows a definite refusal, and gives the text back', async () => {
    const { world, tab } = await ready();
    answerPosts(world, () => refusal(403, 'content_policy_violation'));
    const localId = (await tab.send('bad words')) ?? '';
    await world.advance(2_000);
    expect(tab.users()[0]?.delivery).toMatchObject({ state: 'refused', code: 'content_policy' });
    expect(await tab.session.discard(localId)).toEqual(text('bad words'));
    await world.advance(10);
    expect(tab.users()).toEqual([]);
  });

  it('[OB10] shows two copies of one message as one, sent twice', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['duplicate']);
    await tab.send('echo');
    await world.advance(10_000);
    expect(messages(world)).toEqual(['echo', 'echo']);
    expect(tab.shown()[0]).toBe('me: echo [sent twice]');
    expect(tab.users().length).toBe(1);
  });

  it('[OB11] checks in the next page what the last one was sending', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['request_lost']);
    await tab.send('in flight');
    await world.until(() => world.count('message') === 1);
    tab.tab.kill();
    const next = world.open();
    await world.advance(W - 2_000);
    expect(next.users()[0]?.delivery.state).toBe('checking');
    expect(world.count('message')).toBe(1);
    await world.advance(10_000);
    expect(messages(world)).toEqual(['in flight']);
    expect(next.users()[0]?.delivery.state).toBe('sent');
  });

  it('[OB11] is not fooled by a clock that jumps', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['request_lost']);
    await tab.send('jump');
    await world.until(() => tab.users()[0]?.delivery.state === 'checking');
    tab.tab.clock.jump(W * 2);
    await world.advance(W - 5_000);
    expect(world.count('message')).toBe(1);
  });

  it('[OB17] sends what was stored although storage could not be read when the page began', async () => {
    const { world, tab } = await ready();
    tab.tab.page.goOffline();
    await tab.send('kept');
    tab.tab.kill();
    const mend = world.browser.disk.fail({ failure: 'closed' });
    const next = world.open();
    await world.advance(5_000);
    expect(messages(world)).toEqual([]);
    mend();
    await world.advance(5_000);
    expect(messages(world)).toEqual(['kept']);
    expect(next.users()[0]?.delivery.state).toBe('sent');
  });

  it('[OB17] tells of a second copy although storage could not be read when the page began', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['duplicate']);
    await tab.send('echo');
    await world.until(() => world.count('message') === 1);
    await world.until(() => tab.users()[0]?.delivery.state === 'sent');
    tab.tab.kill();
    const mend = world.browser.disk.fail({ failure: 'closed' });
    const next = world.open();
    await world.advance(2_000);
    mend();
    await world.advance(5_000);
    expect(next.shown()[0]).toBe('me: echo [sent twice]');
    expect(next.users().length).toBe(1);
  });

  it('[OB12] sends what was written offline once the page is online', async () => {
    const { world, tab } = await ready();
    tab.tab.page.goOffline();
    await tab.send('offline');
    expect(tab.users()[0]?.delivery).toEqual({ state: 'queued', why: 'offline' });
    tab.tab.page.goOnline();
    await world.advance(5_000);
    expect(messages(world)).toEqual(['offline']);
  });

  it('[OB13] sends what was written before there was a session', async () => {
    const world = createWorld();
    let give: (id: string) => void = () => {};
    const getSessionId = (): Promise<string> =>
      new Promise((resolve) => {
        give = resolve;
      });
    const tab = world.open({ session: { sessionId: null, getSessionId } });
    await world.advance(10);
    await tab.send('early');
    expect(tab.users()[0]?.delivery).toEqual({ state: 'queued', why: 'starting' });
    give('s1');
    await world.advance(5_000);
    expect(messages(world)).toEqual(['early']);
    expect(tab.snapshot().sessionId).toBe('s1');
  });

  it('[OB13] sends what is written in the moment in which the session is found', async () => {
    const world = createWorld();
    world.browser.disk.latencyMs = 5;
    const getSessionId = async (): Promise<string> => {
      void tab.send('just then');
      return 's1';
    };
    const tab = world.open({ session: { sessionId: null, getSessionId } });
    await world.advance(5_000);
    expect(messages(world)).toEqual(['just then']);
  });

  it('[OB14] holds a message while a handler runs', async () => {
    const world = createWorld({ script: () => [{ kind: 'call', names: ['x'] }] });
    let isRunning = true;
    const tab = world.open({ session: { options: { areHandlersRunning: () => isRunning } } });
    await tab.send('first');
    await world.until(() => world.gateway.isPaused());
    await world.advance(1_000);
    await tab.send('second');
    await world.advance(20_000);
    expect(messages(world)).toEqual(['first']);
    expect(tab.users()[1]?.delivery).toEqual({ state: 'queued', why: 'paused' });
    isRunning = false;
    tab.session.toolsChanged();
    await world.advance(5_000);
    expect(messages(world)).toEqual(['first', 'second']);
  });

  it('[OB14] holds a message although the handler began while it was being stored', async () => {
    const world = createWorld({ script: () => [{ kind: 'call', names: ['x'] }] });
    let isRunning = false;
    const tab = world.open({ session: { options: { areHandlersRunning: () => isRunning } } });
    await tab.send('first');
    await world.until(() => world.gateway.isPaused());
    await world.advance(5_000);
    world.browser.disk.latencyMs = 200;
    void tab.send('second');
    await world.until(() => tab.users()[1]?.delivery.state === 'sending', 20_000);
    await world.advance(50);
    expect(world.count('message')).toBe(1);
    isRunning = true;
    tab.session.toolsChanged();
    await world.advance(20_000);
    expect(messages(world)).toEqual(['first']);
  });

  it('[SY10] lets nobody ask before a message may be repeated, however slow the disk is', async () => {
    const { world, tab } = await ready();
    const { asked } = world.network;
    world.faults.set('message', ['http_429']);
    void tab.send('later');
    await world.until(() => world.count('message') === 1);
    world.browser.disk.latencyMs = 900;
    await world.until(() => asked.some(({ status }) => status === 429), 20_000);
    const { doneAt = 0, retryAfterMs = 0 } = asked.find(({ status }) => status === 429) ?? {};
    for (let times = 0; times < 10; times++) {
      void tab.session.check('nobody').catch(() => {});
      tab.tab.page.goOffline();
      tab.tab.page.goOnline();
      await world.advance(100);
    }
    await world.advance(20_000);
    expect(asked.filter(({ at }) => at > doneAt + 20 && at < doneAt + retryAfterMs - 1)).toEqual(
      [],
    );
    expect(messages(world)).toEqual(['later']);
  });

  it('[OB15] lets a message go out instead of an answer to a question', async () => {
    const world = createWorld({ script: () => [{ kind: 'call', names: ['x'] }] });
    let skipped = 0;
    const options = { hasOpenQuestions: () => true, onQuestionsSkipped: () => (skipped += 1) };
    const tab = world.open({ session: { options } });
    await tab.send('first');
    await world.until(() => world.gateway.isPaused());
    await world.advance(1_000);
    skipped = 0;
    await tab.send('second');
    await world.advance(2_000);
    expect(skipped).toBe(1);
    expect(messages(world)).toEqual(['first', 'second']);
  });

  describe('what leaves without a list of its own', () => {
    /** How many lists are asked for from the press until the message leaves. */
    async function listsBefore(world: World, tab: OpenTab, words: string): Promise<number> {
      const [lists, sent] = [world.count('list'), world.count('message')];
      await tab.send(words);
      await world.until(() => world.count('message') > sent, 20_000);
      return world.count('list') - lists;
    }

    it('[OB24] is a message in a conversation that an open stream keeps, the next one too', async () => {
      const { world, tab } = await ready({ script: brief });
      await world.advance(3_000);
      expect(await listsBefore(world, tab, 'first')).toBe(0);
      await world.advance(15_000);
      expect(await listsBefore(world, tab, 'second')).toBe(0);
      await world.advance(3_000);
      expect(messages(world)).toEqual(['first', 'second']);
    });

    it.each([
      ['no keep-alive comes: the stream may be dead', 0, 1],
      ['keep-alives come', 15_000, 0],
    ])(
      '[OB24] is one after a silence of more than 20 s only where %s',
      async (_, everyMs, lists) => {
        const world = createWorld({ keepAliveMs: everyMs });
        const tab = world.open();
        await world.until(() => tab.snapshot().connection === 'live');
        await world.advance(70_000);
        expect(await listsBefore(world, tab, 'late')).toBe(lists);
      },
    );

    it('[OB24] is none once the computer has slept, by whichever clock has gone on', async () => {
      const { world, tab } = await ready();
      await world.advance(3_000);
      tab.tab.clock.jump(3_600_000);
      expect(await listsBefore(world, tab, 'awake')).toBe(1);
    });

    it('[OB24] is none while the stream has ended, and the next isn’t open yet', async () => {
      for (let seed = 1; seed <= 8; seed++) {
        const world = createWorld({ seed });
        let end = (): void => {};
        const tab = world.open({
          wrap: (client) => ({
            ...client,
            async *stream(_, options) {
              options?.onOpen?.();
              await new Promise<void>((resolve) => {
                end = resolve;
              });
              yield* [];
            },
          }),
        });
        await world.until(() => tab.snapshot().connection === 'live');
        await world.advance(1_000);
        end();
        await world.advance(20);
        world.gateway.write('again');
        world.faults.set('message', ['request_lost']);
        await tab.send('again');
        await world.advance(3 * W);
        expect(messages(world), `seed ${seed}`).toEqual(['again', 'again']);
      }
    });

    it('[OB24] is none where a list has told what the stream had not', async () => {
      const world = createWorld();
      const tab = world.open({ wrap: createHandStream().wrap });
      await world.until(() => tab.snapshot().connection === 'live');
      await world.advance(3_000);
      expect(await listsBefore(world, tab, 'heard')).toBe(0);
      await world.advance(1_000);
      world.gateway.write('from elsewhere');
      tab.session.retryNow();
      await world.advance(500);
      expect(await listsBefore(world, tab, 'deaf')).toBeGreaterThan(0);
    });

    it('[OB24] is none where polling stands in for the stream', async () => {
      const world = createWorld();
      const tab = world.open({ session: { options: { transport: 'poll' } } });
      await world.until(() => tab.snapshot().connection === 'polling');
      expect(await listsBefore(world, tab, 'polled')).toBeGreaterThanOrEqual(1);
    });

    it('[OB24] is none before a list has reached the end behind the stream', async () => {
      const world = createWorld();
      world.faults.set('list', ['delay']);
      const tab = world.open();
      await tab.send('early');
      await world.until(() => world.count('message') > 0);
      const { asked } = world.network;
      const left = asked.find(({ step }) => step === 'message')?.at ?? 0;
      const isBefore = asked.some(
        ({ step, doneAt }) => step === 'list' && doneAt > 0 && doneAt <= left,
      );
      expect(isBefore).toBe(true);
    });

    it('[OB24] is told from an old one of the same words, where its reply is lost', async () => {
      const { world, tab } = await ready();
      world.gateway.write('again');
      await world.advance(3_000);
      world.faults.set('message', ['request_lost']);
      expect(await listsBefore(world, tab, 'again')).toBe(0);
      await world.advance(2 * W);
      expect(messages(world)).toEqual(['again', 'again']);
      expect(tab.users().map(({ delivery }) => delivery.state)).toEqual(['sent', 'sent']);
    });
  });

  it('[OB16] repeats once after a 500, after looking', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['http_500']);
    await tab.send('sorry');
    await world.advance(10_000);
    expect(messages(world)).toEqual(['sorry']);
    const steps = world.network.asked.map(({ step }) => step);
    const failed = steps.indexOf('message');
    expect(steps.slice(failed + 1, steps.lastIndexOf('message'))).toContain('list');
  });

  it('[OB16] repeats it also on the next page, which need not wait for W: the gateway has answered', async () => {
    const { world, tab } = await ready();
    world.faults.set('message', ['http_500']);
    await tab.send('sorry');
    await world.until(() => tab.users()[0]?.delivery.state === 'checking');
    tab.tab.kill();
    world.open();
    await world.advance(10_000);
    expect(messages(world)).toEqual(['sorry']);
    expect(world.count('message')).toBe(2);
  });
});
