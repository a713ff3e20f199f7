// @vitest-environment jsdom
// The core through its own door: a stage, a browser in one process, and the model gateway.

import { beforeAll, describe, expect, it } from 'vitest';
import type { InputBlock, TicketRequest } from '../../protocol/index.ts';
import { type Core, createCore } from '../../widget/core.ts';
import { createOptionsReader } from '../../widget/options.ts';
import { createStage, type Stage } from '../../widget/stage.ts';
import * as toolWork from '../../widget/tool-work.ts';
import { createWorld, type World } from '../session/world.ts';

/** Holds up the code that runs tools, as a slow line does. */
const line: { isFree: Promise<void> } = { isFree: Promise.resolve() };
beforeAll(async () => {
  // Virtual time doesn't wait for files.
  await import('../../tools/validate.ts');
});

const text = (value: string): InputBlock[] => [{ type: 'text', text: value }];

interface Page {
  core: Core;
  stage: Stage;
  asked: TicketRequest[];
  /** What the site was asked to delete. */
  toDelete: unknown[];
  tab: ReturnType<World['browser']['openTab']>;
  users(): string[];
}

function openPage(
  world: World,
  options: {
    history?: 'local' | 'session' | 'none';
    tabDisk?: Page['tab']['tabDisk'];
    opensAfterMs?: number;
    /** Statuses with which the site's endpoint answers those who want a conversation deleted. */
    deletes?: number[];
    /** What the site's ticket says beside the token. */
    ticket?: (request: TicketRequest) => { session_id: string; owner?: string; is_new?: true };
    /** What the site does before it answers. */
    before?: (request: TicketRequest) => Promise<void>;
  } = {},
): Page {
  const { history = 'local', tabDisk, opensAfterMs = 0 } = options;
  const { before = async () => {}, deletes = [] } = options;
  const { ticket = ({ session_id = 's1' }) => ({ session_id }) } = options;
  const toDelete: unknown[] = [];
  const toGateway = world.network.fetchFor(1);
  const tab = world.browser.openTab({
    async fetch(address, init) {
      if (String(address) !== 'https://shop.example/forget') return toGateway(address, init);
      toDelete.push(JSON.parse(String(init?.body)));
      return new Response(null, { status: deletes.shift() ?? 204 });
    },
    opensAfterMs,
    ...(tabDisk === undefined ? {} : { tabDisk }),
  });
  const asked: TicketRequest[] = [];
  const raw = {
    gateway: 'https://gateway.example',
    history,
    settleMs: 60_000,
    deleteUrl: '/forget',
    async getSession(request: TicketRequest) {
      asked.push(request);
      await before(request);
      return { ...ticket(request), token: world.network.issue() };
    },
  };
  const reader = createOptionsReader(
    { baseUrl: 'https://shop.example/', isColor: () => true },
    () => {},
  );
  const checked = reader.read(raw);
  const stage = createStage({
    raw,
    options: () => checked,
    namespace: 'default@gateway',
    isMarked: false,
    emit: () => {},
    warn: () => {},
  });
  const core = createCore(stage, tab.platform, async () => {
    await line.isFree;
    return toolWork;
  });
  return {
    core,
    stage,
    asked,
    toDelete,
    tab,
    users: () =>
      stage.session
        .get()
        .entries.flatMap((entry) =>
          entry.kind === 'user'
            ? [`${(entry.content[0] as { text: string }).text} [${entry.delivery.state}]`]
            : [],
        ),
  };
}

const posted = (world: World): string[] =>
  world.gateway
    .rows()
    .filter(({ event }) => event.type === 'user.message')
    .map(({ event }) => (event.content as { text: string }[])[0]?.text ?? '');

describe('the core', () => {
  it('asks and stores nothing until it begins', async () => {
    const world = createWorld();
    const page = openPage(world);
    await world.advance(10_000);
    expect(page.asked).toEqual([]);
    expect(world.network.asked).toEqual([]);
    expect(world.browser.disk.entries()).toEqual([]);
    page.core.close();
  });

  it('leaves no timer behind once it is closed, which would keep the whole conversation in memory', async () => {
    const world = createWorld();
    const page = openPage(world);
    await page.core.begin();
    await page.core.send(text('Hello'));
    await world.advance(10_000);
    page.core.close();
    await world.advance(1_000);
    // The one that is left is the gateway’s own, which would end the stream.
    expect(world.browser.clock.pending()).toBe(1);
  });

  it('sends what is written, and shows it again on the next page', async () => {
    const world = createWorld();
    const page = openPage(world);
    const sent = page.core.send(text('hello'));
    await world.advance(8_000);
    expect(await sent).not.toBeNull();
    expect(page.users()).toEqual(['hello [sent]']);
    page.tab.kill();
    const next = openPage(world);
    void next.core.begin();
    await world.advance(1_000);
    expect(next.users()).toEqual(['hello [sent]']);
    expect(next.stage.conversations.get()).toMatchObject([{ sessionId: 's1', title: 'hello' }]);
  });

  it('stores a message before it waits for anything: a page that goes takes none with it', async () => {
    const world = createWorld();
    const page = openPage(world, { before: () => new Promise(() => {}) });
    const sent = page.core.send(text('in a hurry'));
    await world.advance(10);
    expect(await sent).not.toBeNull();
    page.tab.kill();
    const next = openPage(world);
    void next.core.begin();
    await world.advance(10_000);
    expect(posted(world)).toEqual(['in a hurry']);
  });

  it('tells the site of new tools before the next message leaves, which is stored by then', async () => {
    const world = createWorld();
    let answer: () => void = () => {};
    const page = openPage(world, {
      before: ({ tools }) =>
        tools === undefined
          ? Promise.resolve()
          : new Promise((resolve) => {
              answer = resolve;
            }),
    });
    void page.core.send(text('one'));
    await world.advance(10_000);
    page.core.registry.register({
      name: 'add_to_cart',
      description: 'Adds',
      inputSchema: { type: 'object' },
      execute: () => 'ok',
    });
    const sent = page.core.send(text('two'));
    await world.advance(500);
    expect(await sent).not.toBeNull();
    expect(posted(world)).toEqual(['one']);
    expect(page.asked.at(-1)?.tools?.[0]?.name).toBe('add_to_cart');
    answer();
    await world.advance(500);
    expect(posted(world)).toEqual(['one', 'two']);
  });

  it('lets a message go although the site cannot be told of new tools', async () => {
    const world = createWorld();
    const page = openPage(world, {
      before: ({ tools }) => (tools === undefined ? Promise.resolve() : new Promise(() => {})),
    });
    void page.core.send(text('one'));
    await world.advance(10_000);
    page.core.registry.register({
      name: 'x',
      description: 'Does',
      inputSchema: { type: 'object' },
      execute: () => 'ok',
    });
    void page.core.send(text('two'));
    await world.advance(5_000);
    expect(posted(world)).toEqual(['one', 'two']);
  });

  it('loses no message that is stored while the site names the session', async () => {
    for (let delay = 0; delay <= 30; delay += 1) {
      const world = createWorld();
      world.browser.disk.latencyMs = 5;
      const page = openPage(world, {
        before: () => new Promise((resolve) => world.browser.clock.setTimeout(resolve, 20)),
      });
      void page.core.begin();
      await world.advance(delay);
      void page.core.send(text('just then'));
      await world.advance(5_000);
      expect([delay, posted(world), page.users()]).toEqual([
        delay,
        ['just then'],
        ['just then [sent]'],
      ]);
      page.core.close();
    }
  });

  it('keeps the book of conversations as long as the owner wants', async () => {
    for (const history of ['local', 'session', 'none'] as const) {
      const world = createWorld();
      const page = openPage(world, { history });
      void page.core.send(text('hello'));
      await world.advance(100_000);
      const durable = JSON.stringify(world.browser.disk.entries());
      expect([history, durable.includes('hello')]).toEqual([history, history === 'local']);
      page.tab.kill();
      const { tabDisk } = page.tab;
      const next = openPage(world, { history, tabDisk });
      void next.core.begin();
      await world.advance(1_000);
      expect(next.asked[0]?.session_id).toBe(history === 'none' ? undefined : 's1');
    }
  });

  describe('where the site names an owner', () => {
    const listed = (page: Page) => page.stage.conversations.get().map((one) => one.sessionId);
    /** All that is stored and has to do with the first session. */
    const logs = async (page: Page) => {
      const { storage } = page.tab.platform;
      const keys = await storage.keys();
      const values = await storage.getMany(keys);
      return keys.filter((key, i) => `${key} ${JSON.stringify(values[i])}`.includes('s1'));
    };

    it('shows nothing of an earlier page until the site has named the same owner again', async () => {
      const world = createWorld();
      const ticket = () => ({ session_id: 's1', owner: 'anna' });
      const page = openPage(world, { ticket });
      void page.core.send(text('private'));
      await world.advance(10_000);
      page.tab.kill();
      let answer: () => void = () => {};
      const before = () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        });
      const next = openPage(world, { ticket, before });
      void next.core.begin();
      await world.advance(10_000);
      expect([next.users(), listed(next)]).toEqual([[], []]);
      expect(next.asked[0]?.session_id).toBe('s1');
      answer();
      await world.advance(10_000);
      expect([next.users(), listed(next)]).toEqual([['private [sent]'], ['s1']]);
    });

    it('gives another visitor of the device an empty conversation, and deletes the transcript', async () => {
      const world = createWorld();
      const page = openPage(world, { ticket: () => ({ session_id: 's1', owner: 'anna' }) });
      void page.core.send(text('private'));
      await world.advance(10_000);
      expect(await logs(page)).not.toEqual([]);
      page.tab.kill();
      const next = openPage(world, { ticket: () => ({ session_id: 's2' }) });
      void next.core.begin();
      await world.advance(10_000);
      const { sessionId, trouble } = next.stage.session.get();
      expect({ sessionId, trouble }).toEqual({ sessionId: 's2', trouble: null });
      expect(listed(next)).toEqual(['s2']);
      expect(await logs(next)).toEqual([]);
      void next.core.send(text('hello'));
      await world.advance(10_000);
      expect(posted(world)).toEqual(['private', 'hello']);
    });

    it('lets whoever signs in begin with an empty conversation, instead of a refusal', async () => {
      const world = createWorld();
      const page = openPage(world);
      void page.core.send(text('before'));
      await world.advance(10_000);
      page.tab.kill();
      const next = openPage(world, { ticket: () => ({ session_id: 's2', owner: 'anna' }) });
      void next.core.begin();
      await world.advance(10_000);
      const { sessionId, trouble } = next.stage.session.get();
      expect({ sessionId, trouble }).toEqual({ sessionId: 's2', trouble: null });
      expect(listed(next)).toEqual(['s2']);
      expect(await logs(next)).toEqual([]);
    });

    it('keeps the conversation of a visitor whose site begins to name owners', async () => {
      const world = createWorld();
      const page = openPage(world);
      void page.core.send(text('mine'));
      await world.advance(10_000);
      page.tab.kill();
      const ticket = () => ({ session_id: 's1', owner: 'anna' });
      const next = openPage(world, { ticket });
      void next.core.begin();
      await world.advance(10_000);
      expect([next.users(), listed(next)]).toEqual([['mine [sent]'], ['s1']]);
    });
  });

  describe('what was written before the site gave a session', () => {
    const anna = () => ({ session_id: 's-anna', owner: 'anna' });
    const bob = () => ({ session_id: 's-bob', owner: 'bob' });
    const guest = () => ({ session_id: 's-guest' });
    /** The site's endpoint doesn't answer. */
    const silent = { before: () => new Promise<void>(() => {}) };
    /** A page on which somebody writes, and which ends so long after that. */
    const write = async (
      world: World,
      options: Parameters<typeof openPage>[1],
      afterMs = 60_000,
    ): Promise<void> => {
      const page = openPage(world, options);
      void page.core.send(text('written'));
      await world.advance(afterMs);
      page.tab.kill();
    };
    const visit = async (world: World, ticket: () => { session_id: string; owner?: string }) => {
      const page = openPage(world, { ticket });
      void page.core.begin();
      await world.advance(10_000);
      return page;
    };
    const draft = (page: Page) => page.core.current()?.session.getDraft();

    it('is never sent as the next person’s who signs in, nor shown', async () => {
      const world = createWorld();
      await write(world, silent);
      const page = await visit(world, bob);
      expect([page.users(), posted(world), draft(page)]).toEqual([[], [], '']);
    });

    it('goes out for a visitor without an account, however much later', async () => {
      const world = createWorld();
      await write(world, silent, 3 * 86_400_000);
      const page = await visit(world, guest);
      expect([page.users(), posted(world)]).toEqual([['written [sent]'], ['written']]);
    });

    it('goes out from its own page, however long that takes and whoever it turns out to be', async () => {
      const world = createWorld();
      let isDown = true;
      const before = async () => {
        if (isDown) throw new Error('no answer');
      };
      const page = openPage(world, { ticket: anna, before });
      void page.core.send(text('written'));
      await world.advance(600_000);
      isDown = false;
      await world.advance(120_000);
      expect([page.users(), posted(world)]).toEqual([['written [sent]'], ['written']]);
    });

    it('goes out from the page to which its writer went at once', async () => {
      const world = createWorld();
      await write(world, silent, 5_000);
      const page = await visit(world, anna);
      expect([page.users(), posted(world)]).toEqual([['written [sent]'], ['written']]);
    });

    it('comes back as a draft where the site had named an owner before and names the same one', async () => {
      const world = createWorld();
      const first = await visit(world, anna);
      void first.core.send(text('earlier'));
      await world.advance(10_000);
      first.tab.kill();
      await write(world, silent);
      const page = await visit(world, anna);
      expect([page.users(), posted(world)]).toEqual([['earlier [sent]'], ['earlier']]);
      expect(draft(page)).toBe('written');
    });

    it('is kept from everybody else on a device where the site had named an owner before', async () => {
      for (const other of [bob, guest]) {
        const world = createWorld();
        const first = await visit(world, anna);
        void first.core.send(text('earlier'));
        await world.advance(10_000);
        first.tab.kill();
        await write(world, silent);
        const page = await visit(world, other);
        // This gateway has one log for all.
        expect([page.users(), posted(world)]).toEqual([['earlier [sent]'], ['earlier']]);
        expect(draft(page)).toBe('');
      }
    });

    it('is not sent for another owner than the one whom its page knew', async () => {
      const world = createWorld();
      const page = openPage(world, {
        ticket: anna,
        before: async ({ new: isNew }) => {
          if (isNew) throw new Error('no answer');
        },
      });
      void page.core.begin();
      await world.advance(1_000);
      void page.core.startNew();
      await world.advance(1_000);
      void page.core.send(text('written'));
      await world.advance(5_000);
      page.tab.kill();
      const next = await visit(world, bob);
      expect([next.users(), posted(world)]).toEqual([[], []]);
      next.tab.kill();
      const back = await visit(world, anna);
      expect([back.users(), posted(world)]).toEqual([['written [sent]'], ['written']]);
    });

    it('is deleted after a day where it is not for whom the site names', async () => {
      const world = createWorld();
      await write(world, silent, 2 * 86_400_000);
      await visit(world, bob);
      expect(JSON.stringify(world.browser.disk.entries())).not.toContain('written');
    });

    it('stays out of the next person’s composer, where it was a draft', async () => {
      const world = createWorld();
      const first = await visit(world, anna);
      void first.core.send(text('earlier'));
      await world.advance(10_000);
      first.tab.kill();
      const page = openPage(world, silent);
      void page.core.begin();
      await world.advance(100);
      page.core.current()?.session.setDraft('half a sentence');
      await world.advance(60_000);
      page.tab.kill();
      expect(draft(await visit(world, bob))).toBe('');
    });

    it('is a draft again on the next page of who has signed in', async () => {
      const world = createWorld();
      const first = await visit(world, anna);
      void first.core.send(text('earlier'));
      await world.advance(10_000);
      first.core.current()?.session.setDraft('half a sentence');
      await world.advance(10_000);
      first.tab.kill();
      expect(draft(await visit(world, anna))).toBe('half a sentence');
    });
  });

  describe('what is written while an earlier conversation stands that the site then takes for another visitor’s', () => {
    /** A visitor without an account has left a conversation; on this page the site has not answered yet. */
    const openHeld = async (world: World, opensAfterMs = 0) => {
      const first = openPage(world);
      void first.core.send(text('before'));
      await world.advance(10_000);
      first.tab.kill();
      let answer: () => void = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const page = openPage(world, {
        ticket: () => ({ session_id: 's2', owner: 'anna' }),
        before: () => held,
        opensAfterMs,
      });
      void page.core.begin();
      await world.advance(1_000);
      return { page, answer };
    };

    it('goes out in the conversation that the site gives instead, once and in order', async () => {
      const world = createWorld();
      const { page, answer } = await openHeld(world);
      expect(page.users()).toEqual(['before [sent]']);
      void page.core.send(text('one'));
      await world.advance(1_000);
      void page.core.send(text('two'));
      await world.advance(60_000);
      answer();
      await world.advance(30_000);
      expect(page.stage.session.get().sessionId).toBe('s2');
      expect(posted(world)).toEqual(['before', 'one', 'two']);
      expect(page.users().slice(-2)).toEqual(['one [sent]', 'two [sent]']);
    });

    it('goes out also where nothing can be stored', async () => {
      const world = createWorld();
      const { page, answer } = await openHeld(world);
      world.browser.disk.fail({ failure: 'closed' });
      void page.core.send(text('one'));
      await world.advance(5_000);
      answer();
      await world.advance(60_000);
      expect(posted(world)).toEqual(['before', 'one']);
      expect(page.users().slice(-1)).toEqual(['one [sent]']);
    });

    it('stays unsent where the site had named its writer on this page, and now names somebody else', async () => {
      const world = createWorld();
      let owner = 'anna';
      const page = openPage(world, { ticket: () => ({ session_id: `s-${owner}`, owner }) });
      void page.core.send(text('mine'));
      await world.advance(10_000);
      page.tab.page.goOffline();
      void page.core.send(text('later'));
      await world.advance(1_000);
      owner = 'bob';
      world.network.revoke();
      page.tab.page.goOnline();
      await world.advance(60_000);
      expect(page.stage.session.get().sessionId).toBe('s-bob');
      expect(posted(world)).toEqual(['mine']);
    });
  });

  it('comes back to the last conversation once slow storage has opened', async () => {
    const world = createWorld();
    const first = openPage(world);
    void first.core.send(text('hello'));
    await world.advance(8_000);
    first.tab.kill();
    // A site that is asked for a session would give another, and this one takes its time.
    const before = ({ session_id }: TicketRequest): Promise<void> =>
      session_id === undefined ? new Promise(() => {}) : Promise.resolve();
    const page = openPage(world, { opensAfterMs: 10_000, before });
    void page.core.begin();
    await world.advance(5_000);
    expect(page.users()).toEqual([]);
    await world.advance(10_000);
    expect(page.users()).toEqual(['hello [sent]']);
    expect(page.stage.conversations.get()).toContainEqual(
      expect.objectContaining({ sessionId: 's1', title: 'hello', isCurrent: true }),
    );
    page.tab.kill();
    const next = openPage(world);
    void next.core.begin();
    await world.advance(1_000);
    expect(next.users()).toEqual(['hello [sent]']);
  });

  it('stays where the visitor has begun to write before slow storage opened', async () => {
    const world = createWorld();
    world.browser.disk.plant('conversations', {
      v: 1,
      current: 'before',
      list: [{ sessionId: 'before', title: 'Before', updatedAt: 1 }],
    });
    const page = openPage(world, { opensAfterMs: 10_000 });
    void page.core.send(text('hello'));
    await world.advance(20_000);
    expect(page.users()).toEqual(['hello [sent]']);
    page.tab.kill();
    const next = openPage(world);
    void next.core.begin();
    await world.advance(1_000);
    expect(next.users()).toEqual(['hello [sent]']);
    expect(next.stage.conversations.get()).toMatchObject([
      { sessionId: 's1', title: 'hello', isCurrent: true },
      { sessionId: 'before', title: 'Before', isCurrent: false },
    ]);
  });

  it('sends the first message of a session that the site has just made without a list before it', async () => {
    const steps: string[][] = [];
    for (const isNew of [false, true]) {
      const world = createWorld();
      const page = openPage(world, {
        ticket: () => ({ session_id: 's1', ...(isNew ? { is_new: true as const } : {}) }),
      });
      void page.core.send(text('hello'));
      await world.advance(20_000);
      expect(page.users()).toEqual(['hello [sent]']);
      const asked = world.network.asked.map(({ step }) => step);
      // Later lists show what the stream may have missed.
      expect(asked.slice(asked.indexOf('message'))).toContain('list');
      steps.push(asked.slice(0, asked.indexOf('message') + 1));
    }
    expect(steps).toEqual([
      ['stream', 'list', 'list', 'message'],
      ['stream', 'message'],
    ]);
  });

  it('reads what stands in a session that its endpoint goes on calling new', async () => {
    const world = createWorld();
    const ticket = () => ({ session_id: 's1', is_new: true as const });
    const first = openPage(world, { ticket });
    void first.core.send(text('hello'));
    await world.advance(10_000);
    for (let at = 0; at < 250; at++) {
      world.gateway.append('agent.message', [{ type: 'text', text: `answer ${at}` }]);
    }
    first.tab.kill();
    // On another device nothing is stored but which conversation it was.
    const next = openPage(world, { ticket, history: 'none' });
    next.core.openConversation('s1');
    await world.advance(2_000);
    expect(next.stage.session.get().entries.length).toBeGreaterThan(0);
    expect(next.stage.session.get().hasOlder).toBe(true);
  });

  it('keeps no conversation on the list that was left before anything was said', async () => {
    const world = createWorld();
    let number = 0;
    const page = openPage(world, {
      ticket: ({ session_id }) => ({ session_id: session_id ?? `s${++number}` }),
    });
    const listed = () => page.stage.conversations.get().map(({ sessionId }) => sessionId);
    void page.core.begin();
    await world.advance(8_000);
    expect(listed()).toEqual(['s1']);
    void page.core.startNew();
    await world.advance(8_000);
    expect(listed()).toEqual(['s2']);
    // What somebody has begun to write is something to come back to.
    page.core.current()?.session.setDraft('half a thou');
    void page.core.startNew();
    await world.advance(8_000);
    expect(listed()).toEqual(['s3', 's2']);
    void page.core.send(text('hello'));
    await world.advance(8_000);
    page.core.openConversation('s2');
    await world.advance(8_000);
    expect(listed()).toEqual(['s3', 's2']);
  });

  it('opens with the next page where its panel stands open, although another tab needs nothing any more', async () => {
    const world = createWorld();
    const page = openPage(world);
    void page.core.send(text('hello'));
    await world.advance(8_000);
    page.core.keepOpenMark(true);
    expect(world.browser.mark.isSet()).toBe(true);
    world.browser.openTab().platform.mark.clear();
    page.tab.page.pagehide();
    expect(world.browser.mark.isSet()).toBe(true);
  });

  it('begins anew once it is cleared, unless something is still unsent', async () => {
    const world = createWorld();
    const page = openPage(world);
    void page.core.send(text('hello'));
    await world.advance(10_000);
    page.tab.page.goOffline();
    void page.core.send(text('unsent'));
    await world.advance(100);
    void page.core.clear();
    await world.advance(100);
    expect(page.users()).toEqual(['unsent [queued]']);
    page.tab.page.goOnline();
    await world.advance(10_000);
    expect(posted(world)).toEqual(['hello', 'unsent']);
    void page.core.clear();
    await world.advance(1_000);
    expect(page.users()).toEqual([]);
    expect(page.asked.at(-1)).toMatchObject({ new: true });
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('hello');
  });

  it('has a conversation deleted by the site, then forgets all of it and begins anew', async () => {
    const world = createWorld();
    const page = openPage(world, { deletes: [503] });
    void page.core.send(text('hello'));
    await world.advance(10_000);
    page.tab.page.goOffline();
    void page.core.send(text('unsent'));
    await world.advance(100);
    const refused = page.core.deleteConversation();
    await world.advance(100);
    expect(await refused).toBe(false);
    expect(page.users()).toEqual(['hello [sent]', 'unsent [queued]']);
    const deleted = page.core.deleteConversation();
    await world.advance(1_000);
    expect(await deleted).toBe(true);
    expect(page.toDelete).toEqual([{ session_id: 's1' }, { session_id: 's1' }]);
    page.tab.page.goOnline();
    await world.advance(30_000);
    expect(page.users()).toEqual([]);
    expect(posted(world)).toEqual(['hello']);
    expect(page.asked.at(-1)).toMatchObject({ new: true });
    // The site gives the same id again.
    expect(page.stage.conversations.get()).toMatchObject([{ sessionId: 's1', title: '' }]);
    expect(JSON.stringify(world.browser.disk.entries())).not.toMatch(/hello|unsent/);
  });

  it('takes the book away that was stored before the owner wanted none', async () => {
    const world = createWorld();
    const page = openPage(world);
    void page.core.send(text('hello'));
    await world.advance(100_000);
    page.tab.kill();
    const next = openPage(world, { history: 'session' });
    void next.core.begin();
    await world.advance(100_000);
    expect(JSON.stringify(world.browser.disk.entries())).not.toContain('hello');
  });

  it('runs no tool whose code comes only after Stop', async () => {
    let free: () => void = () => {};
    line.isFree = new Promise((resolve) => {
      free = resolve;
    });
    const world = createWorld({
      script: () => [
        { kind: 'call', names: ['buy'] },
        { kind: 'say', text: 'done' },
      ],
    });
    const page = openPage(world);
    const ran: string[] = [];
    page.core.registry.register({
      name: 'buy',
      description: 'Buys.',
      approval: 'auto',
      inputSchema: { type: 'object' },
      execute: (_, { toolUseId }) => void ran.push(toolUseId),
    });
    void page.core.send(text('buy'));
    await world.until(() => page.stage.session.get().run.state === 'paused');
    await world.advance(1_000);
    void page.core.current()?.session.interrupt();
    await world.advance(1_000);
    expect(page.stage.session.get().run).toMatchObject({ isStopping: true });
    free();
    await world.advance(30_000);
    expect(ran).toEqual([]);
    expect(world.gateway.interrupted).toHaveLength(1);
    expect(page.stage.session.get().run.state).toBe('idle');
  });
});
