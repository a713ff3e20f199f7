// The browser's storage fails for a moment, is full, or is not what it was.

import { describe, expect, it } from 'vitest';
import { parseRows } from '../../session/outbox-rows.ts';
import { createWorld, live, long } from './world.ts';

describe('storage trouble', () => {
  it('[ST15] what was written while the disk failed for a moment is stored once it can be, offline too', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.goOffline();
    world.browser.disk.fail({
      failure: 'closed',
      operations: ['update'],
      key: (k) => k === 'test:outbox',
      times: 1,
    });
    await tab.send('must stay');
    await world.advance(120_000);
    expect(tab.snapshot().isForgetful, 'still in memory alone').toBe(false);
    tab.tab.kill();
    const next = world.open();
    await world.advance(10_000);
    expect(next.users().map(({ delivery }) => delivery.state)).toEqual(['sent']);
  });

  it('[TB9] what another tab has taken back is not sent by one that could not store a change of it', async () => {
    const world = createWorld();
    const a = world.open();
    await live(world, a);
    const b = world.open();
    await world.advance(1_000);
    a.tab.page.goOffline();
    const id = await a.send('take me back');
    await world.advance(100);
    const log: string[] = [];
    const end = world.browser.disk.fail({
      failure: 'closed',
      operations: ['update'],
      key: (k) => {
        if (k === 'test:outbox') log.push('refused');
        return k === 'test:outbox';
      },
    });
    a.tab.page.goOnline();
    await world.until(() => log.length >= 2);
    end();
    await world.advance(20);
    const [back] = await Promise.all([b.session.discard(id ?? ''), world.advance(10)]);
    expect(back).not.toBeNull();
    await world.advance(60_000);
    expect(world.count('message')).toBe(0);
  });

  it('[IN8] what Stop gives back while the disk fails is not sent by another tab once it works', async () => {
    const world = createWorld({ script: long });
    let isHeld = true;
    const a = world.open({ session: { options: { holdsMessages: () => isHeld } } });
    await live(world, a);
    const b = world.open();
    await world.advance(1_000);
    await a.send('go');
    await world.advance(100);
    const end = world.browser.disk.fail({
      failure: 'closed',
      operations: ['get', 'getMany', 'update'],
      key: (k) => k === 'test:outbox',
    });
    let back: readonly object[] | null = null;
    void a.session.interrupt().then((content) => {
      back = content;
    });
    // It can't be stored, so this tab sends by itself from now on.
    await b.send('mine');
    await world.advance(8_000);
    isHeld = false;
    end();
    await world.advance(120_000);
    const sent = world.network.asked.filter(({ text }) => text === 'go').length;
    expect({ back: back === null ? 0 : 1, sent }).toSatisfy(
      ({ back, sent }: Record<'back' | 'sent', number>) => back + sent === 1,
    );
  });

  it('[ST16] a full disk makes no request every two seconds', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    await world.advance(90_000);
    tab.tab.page.goOffline();
    await tab.send('stored while there was room');
    await world.advance(1_000);
    world.browser.disk.quotaBytes = 0; // full from now on
    const before = world.count('list');
    tab.tab.page.goOnline();
    await world.advance(600_000);
    const lists = world.count('list') - before;
    expect(lists).toBeLessThan(60);
  });

  it('[ST6] clearing a conversation on a full disk hides it from the next page too', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    await tab.send('secret');
    await world.advance(100_000);
    world.browser.disk.quotaBytes = world.browser.disk.bytes() - 1;
    await Promise.all([tab.session.clear(), world.advance(1_000)]);
    tab.tab.kill();
    world.browser.disk.quotaBytes = Number.POSITIVE_INFINITY;
    const next = world.open();
    await world.advance(10_000);
    expect(next.shown()).toEqual([]);
  });

  it('[OB18] the text of a sent message does not stay where its conversation is not opened again', async () => {
    for (const history of ['local', 'none'] as const) {
      const world = createWorld();
      const tab = world.open({ session: { options: { history } } });
      await live(world, tab);
      await tab.send('my secret question');
      await world.advance(20_000);
      tab.tab.kill();
      // months later, another conversation
      await world.advance(90 * 24 * 3_600_000);
      const next = world.open({
        session: { sessionId: 's2', options: { history } },
        // another conversation: nothing of the first is in its list
        wrap: (client) => ({
          ...client,
          list: async () => ({ data: [], next_page: null }),
          async *listAll() {},
        }),
      });
      await world.advance(600_000);
      void next;
      const rows = parseRows(world.browser.disk.peek('test:outbox'));
      expect(JSON.stringify(rows), history).not.toContain('my secret question');
    }
  });

  it('[ST15] what was written while the disk failed is stored also where the conversation is closed meanwhile', async () => {
    const world = createWorld();
    const tab = world.open();
    await live(world, tab);
    tab.tab.page.goOffline();
    const mend = world.browser.disk.fail({ failure: 'closed', operations: ['update'] });
    await tab.send('precious');
    await world.advance(500);
    tab.session.close();
    await world.advance(5_000);
    mend();
    await world.advance(60_000);
    expect(JSON.stringify(world.browser.disk.peek('test:outbox'))).toContain('precious');
  });

  it('[ST6] what was cleared stays hidden on a page that could not read storage as it began', async () => {
    const world = createWorld();
    const one = world.open();
    await live(world, one);
    await one.send('private');
    await world.advance(100_000);
    void one.session.clear();
    await world.advance(1_000);
    one.tab.kill();
    const mend = world.browser.disk.fail({ failure: 'closed', operations: ['get', 'getMany'] });
    const next = world.open();
    await world.advance(20);
    mend();
    await world.advance(100_000);
    expect(next.shown()).toEqual([]);
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('private');
  });
});
