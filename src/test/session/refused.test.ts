// Messages that the gateway refuses in its own words: what is shown of them, and how they go out after all.

import { describe, expect, it } from 'vitest';
import type { ModelReply } from '../../../test/simulation/model-types.ts';
import { createWorld, live, type OpenTab, text, type World } from './world.ts';

const refusal = (status: number, type: string): ModelReply => ({
  status,
  headers: {},
  body: { error: { message: 'no', type, code: status, request_id: 'r' } },
});

/** POSTs are refused while `refused.by` says so. */
async function ready(by: ModelReply | null): Promise<{
  world: World;
  tab: OpenTab;
  refused: { by: ModelReply | null };
}> {
  const world = createWorld();
  const refused = { by };
  const { handle } = world.gateway;
  world.gateway.handle = (request) =>
    request.method === 'POST' && refused.by !== null ? refused.by : handle(request);
  const tab = world.open();
  await live(world, tab);
  return { world, tab, refused };
}

const states = (tab: OpenTab): string[] => tab.users().map(({ delivery }) => delivery.state);
const NO_CREDITS = refusal(402, 'insufficient_credits');

describe('a message that the gateway refuses', () => {
  it.each([
    [400, 'invalid_request_error', 'invalid_request'],
    [403, 'permission_error', 'forbidden'],
    [403, 'content_policy_violation', 'content_policy'],
    [403, 'site_not_active', 'site_not_active'],
    [404, 'not_found_error', 'not_found'],
    [404, 'site_authorization_revoked', 'revoked'],
    [405, 'invalid_request_error', 'invalid_request'],
    [409, 'conflict_error', 'conflict'],
    [410, 'invalid_request_error', 'invalid_request'],
    [413, 'request_too_large', 'too_large'],
    [415, 'invalid_request_error', 'invalid_request'],
    [422, 'invalid_request_error', 'invalid_request'],
    [451, 'invalid_request_error', 'invalid_request'],
  ])(
    '[OB9] with a %i %s is told as refused, and its text can be taken back',
    async (status, type, code) => {
      const { world, tab } = await ready(refusal(status, type));
      const localId = (await tab.send('precious')) ?? '';
      await world.advance(10_000);
      expect(tab.users()[0]?.delivery).toMatchObject({ state: 'refused', code });
      const [content] = await Promise.all([tab.session.discard(localId), world.advance(100)]);
      expect(content).toEqual(text('precious'));
      expect(world.count('message')).toBe(status === 400 ? 2 : 1);
    },
  );

  it('[OB9] is told as refused at once where no pause can be the reason, also while a run goes on', async () => {
    const world = createWorld({ script: () => [{ kind: 'wait', ms: 120_000 }] });
    const tab = world.open();
    await live(world, tab);
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'running');
    const { handle } = world.gateway;
    world.gateway.handle = (request) =>
      request.method === 'POST' ? refusal(422, 'invalid_request_error') : handle(request);
    await tab.send('second');
    await world.advance(3_000);
    expect(states(tab)).toEqual(['sent', 'refused']);
  });

  it('[OB21] for want of access is told so, and sent again when the visitor says so', async () => {
    const { world, tab, refused } = await ready(refusal(403, 'permission_error'));
    const localId = (await tab.send('precious')) ?? '';
    await world.advance(10_000);
    expect(tab.snapshot().trouble).toEqual({ kind: 'forbidden' });
    refused.by = null;
    await Promise.all([tab.session.resend(localId), world.advance(10_000)]);
    expect(states(tab)).toEqual(['sent']);
    expect(tab.snapshot().trouble).toBeNull();
  });

  it('[OB21] with what stands behind it is told as not sent while the token is refused', async () => {
    const { world, tab } = await ready(null);
    world.network.issue = () => 'bad';
    world.network.revoke();
    await tab.send('one');
    await tab.send('two');
    await world.advance(10_000);
    const delivery = { state: 'blocked', why: 'session_ended' };
    expect(tab.users().map((entry) => entry.delivery)).toEqual([delivery, delivery]);
    world.network.issue = () => {
      world.gateway.tokens.add('good');
      return 'good';
    };
    tab.session.retryNow();
    await world.advance(10_000);
    expect(states(tab)).toEqual(['sent', 'sent']);
  });
});

describe('exhausted credits', () => {
  it('[OB22] are told, and of each message that it isn’t sent', async () => {
    const { world, tab } = await ready(NO_CREDITS);
    await tab.send('one');
    await tab.send('two');
    await world.advance(5_000);
    expect(tab.snapshot().trouble).toEqual({ kind: 'no_credits' });
    const delivery = { state: 'blocked', why: 'no_credits' };
    expect(tab.users().map((entry) => entry.delivery)).toEqual([delivery, delivery]);
    expect(world.count('message')).toBe(1);
  });

  it('[OB22] stop no list: what the agent says meanwhile is shown', async () => {
    const { world, tab } = await ready(NO_CREDITS);
    await tab.send('one');
    await world.advance(5_000);
    world.gateway.append('agent.message', [{ type: 'text', text: 'meanwhile' }]);
    await world.advance(5_000);
    expect(tab.shown().join()).toContain('meanwhile');
    expect(tab.snapshot().trouble).toEqual({ kind: 'no_credits' });
  });

  it.each<[string, (tab: OpenTab) => void]>([
    ['looked at again', ({ tab }) => tab.page.show()],
    ['online again', ({ tab }) => tab.page.goOnline()],
    ['back from the cache', ({ tab }) => tab.page.pageshow()],
    ['told to try', ({ session }) => session.retryNow()],
  ])(
    '[OB22] are asked about at once by a page that is %s, and all goes out in order',
    async (what, come) => {
      const { world, tab, refused } = await ready(NO_CREDITS);
      await tab.send('one');
      await tab.send('two');
      await world.advance(5_000);
      if (what === 'looked at again') tab.tab.page.hide();
      if (what === 'online again') tab.tab.page.goOffline();
      if (what === 'back from the cache') tab.tab.page.pagehide();
      refused.by = null;
      await world.advance(1_000);
      expect(world.count('message')).toBe(1);
      come(tab);
      await world.advance(5_000);
      expect(states(tab)).toEqual(['sent', 'sent']);
      expect(tab.snapshot().trouble).toBeNull();
      expect(world.gateway.rows().filter(({ event }) => event.type === 'user.message').length).toBe(
        2,
      );
    },
  );

  it('[OB22] are asked about by itself, ever more rarely: after a minute first, at last every quarter of an hour', async () => {
    const { world, tab, refused } = await ready(NO_CREDITS);
    await tab.send('one');
    await world.advance(55_000);
    expect(world.count('message')).toBe(1);
    await world.advance(3_600_000);
    const times = world.network.asked.filter(({ step }) => step === 'message').map(({ at }) => at);
    const pauses = times
      .slice(1)
      .map((at, index) => Math.round((at - (times[index] ?? 0)) / 1_000));
    expect(pauses.length).toBeGreaterThanOrEqual(5);
    expect(pauses.length).toBeLessThanOrEqual(8);
    expect(pauses[0]).toBeGreaterThanOrEqual(60);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(800);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(905);
    expect(tab.snapshot().trouble).toEqual({ kind: 'no_credits' });
    refused.by = null;
    await world.advance(905_000);
    expect(states(tab)).toEqual(['sent']);
    expect(tab.snapshot().trouble).toBeNull();
  });

  it('[OB22] are told without a break while they are asked about', async () => {
    const { world, tab } = await ready(NO_CREDITS);
    await tab.send('one');
    await world.advance(5_000);
    const kinds = new Set<string>();
    tab.session.subscribe(() => kinds.add(String(tab.snapshot().trouble?.kind)));
    await world.advance(300_000);
    expect([...kinds]).toEqual(['no_credits']);
    expect(world.count('message')).toBeGreaterThan(1);
  });

  it('[OB22] let a page that is hidden ask nothing at all', async () => {
    const { world, tab } = await ready(NO_CREDITS);
    await tab.send('one');
    await world.advance(5_000);
    tab.tab.page.hide();
    await world.advance(1_000);
    const before = world.network.asked.length;
    await world.advance(3_600_000);
    expect(world.network.asked.length).toBe(before);
  });

  it('[OB22] are no longer told once nothing waits for them', async () => {
    const { world, tab } = await ready(NO_CREDITS);
    const localId = (await tab.send('one')) ?? '';
    await world.advance(5_000);
    const [content] = await Promise.all([tab.session.discard(localId), world.advance(5_000)]);
    expect(content).toEqual(text('one'));
    expect(tab.snapshot().trouble).toBeNull();
    const before = world.count('message');
    await world.advance(3_600_000);
    expect(world.count('message')).toBe(before);
  });

  it('[OB22] are asked about by the next page, too', async () => {
    const { world, tab, refused } = await ready(NO_CREDITS);
    await tab.send('one');
    await world.advance(5_000);
    tab.tab.kill();
    const next = world.open();
    await world.advance(5_000);
    expect(states(next)).toEqual(['blocked']);
    refused.by = null;
    await world.advance(80_000);
    expect(states(next)).toEqual(['sent']);
  });

  it('[OB22] are told in every tab, and asked about by the one that leads', async () => {
    const { world, tab, refused } = await ready(NO_CREDITS);
    const second = world.open();
    await world.advance(1_000);
    await second.send('one');
    await world.advance(10_000);
    expect([states(tab), states(second)]).toEqual([['blocked'], ['blocked']]);
    refused.by = null;
    second.session.retryNow();
    await world.advance(5_000);
    expect([states(tab), states(second)]).toEqual([['sent'], ['sent']]);
    expect(second.snapshot().trouble).toBeNull();
  });

  it('[OB22] that results meet stop results alone, until they are asked about again', async () => {
    const world = createWorld({ script: () => [{ kind: 'call', names: ['x'] }] });
    const tab = world.open();
    await live(world, tab);
    await tab.send('go');
    await world.until(() => tab.snapshot().run.state === 'paused');
    const { handle } = world.gateway;
    world.gateway.handle = (request) => (request.method === 'POST' ? NO_CREDITS : handle(request));
    const { run } = tab.snapshot();
    const id = run.state === 'paused' ? (run.calls[0]?.toolUseId ?? '') : '';
    const post = async (): Promise<string | undefined> => {
      const result = { type: 'tool_result' as const, tool_use_id: id, content: 'done' };
      const [outcomes] = await Promise.all([tab.session.postResults([result]), world.advance(500)]);
      return outcomes.get(id);
    };
    expect([await post(), await post()]).toEqual(['pending', 'pending']);
    expect(world.count('result')).toBe(1);
    expect(tab.snapshot().trouble).toEqual({ kind: 'no_credits' });
    world.gateway.append('agent.message', [{ type: 'text', text: 'meanwhile' }]);
    await world.advance(5_000);
    expect(tab.shown().join()).toContain('meanwhile');
    world.gateway.handle = handle;
    await world.advance(80_000);
    expect(await post()).toBe('accepted');
    expect(tab.snapshot().trouble).toBeNull();
  });
});
