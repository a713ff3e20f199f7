// @vitest-environment jsdom
// A widget whose sessions come from the gateway itself, by a site's public id: the core through its own door, a browser in
// one process, and the gateway's side by the interface's words.

import { beforeAll, describe, expect, it } from 'vitest';
import {
  createPublicGateway,
  type PublicBody,
  type PublicGateway,
  SITE,
  userToken,
} from '../../../test/doubles/public-gateway.ts';
import type { InputBlock } from '../../protocol/index.ts';
import { type Core, createCore } from '../../widget/core.ts';
import { createOptionsReader } from '../../widget/options.ts';
import { createStage, type Stage } from '../../widget/stage.ts';
import type { RawOptions } from '../../widget/types.ts';
import { createWorld, type World } from '../session/world.ts';

beforeAll(async () => {
  // Virtual time doesn't wait for files.
  await import('../../widget/public-site.ts');
  await import('../../client/proof-of-work.ts');
  await import('../../widget/erase.ts');
});

const text = (value: string): InputBlock[] => [{ type: 'text', text: value }];

interface Place {
  world: World;
  gateway: PublicGateway;
  visit(options?: Visit): Page;
}

interface Visit {
  raw?: RawOptions;
  tabDisk?: Page['tab']['tabDisk'];
  opensAfterMs?: number;
  isMarked?: boolean;
  /** What happens before the gateway answers. */
  before?: (call: string, body: PublicBody) => Promise<void>;
}

interface Page {
  core: Core;
  raw: RawOptions;
  stage: Stage;
  tab: ReturnType<World['browser']['openTab']>;
  warnings: string[];
  settings: unknown[];
  users(): string[];
  sessionId(): string | null;
  listed(): string[];
  /** Signs in or out, as `configure` does. */
  be(token: string): void;
}

function createPlace(): Place {
  const world = createWorld();
  let count = 0;
  const gateway = createPublicGateway(async ({ session_id }) => ({
    session_id: session_id ?? `s${++count}`,
    token: world.network.issue(),
  }));
  return {
    world,
    gateway,
    visit({ raw: more = {}, tabDisk, opensAfterMs = 0, isMarked, before = async () => {} } = {}) {
      const toGateway = world.network.fetchFor(1);
      const tab = world.browser.openTab({
        async fetch(address, init) {
          const [, call] = String(address).split('/v1beta1/sites/');
          if (call === undefined) return toGateway(address, init);
          const body: PublicBody = JSON.parse(String(init?.body));
          await before(call, body);
          const origin = 'https://shop.example';
          const { status, body: reply } = await gateway.answer(call, origin, body);
          return new Response(reply === undefined ? null : JSON.stringify(reply), { status });
        },
        opensAfterMs,
        ...(tabDisk === undefined ? {} : { tabDisk }),
      });
      const warnings: string[] = [];
      const settings: unknown[] = [];
      const raw: RawOptions = {
        gateway: 'https://gateway.example',
        site: SITE,
        settleMs: 60_000,
        ...more,
      };
      const environment = { baseUrl: 'https://shop.example/', isColor: () => true };
      const reader = createOptionsReader(environment, (line) => warnings.push(line));
      const stage = createStage({
        raw,
        options: () => reader.read(raw),
        namespace: 'default@gateway',
        isMarked: isMarked ?? world.browser.mark.isSet(),
        emit: () => {},
        warn: (line) => warnings.push(line),
        onSettings: (given) => settings.push(given),
      });
      const core = createCore(stage, tab.platform);
      return {
        core,
        raw,
        stage,
        tab,
        warnings,
        settings,
        users: () =>
          stage.session
            .get()
            .entries.flatMap((entry) =>
              entry.kind === 'user'
                ? [`${(entry.content[0] as { text: string }).text} [${entry.delivery.state}]`]
                : [],
            ),
        sessionId: () => stage.session.get().sessionId,
        listed: () => stage.conversations.get().map((one) => one.sessionId),
        be(token) {
          raw.userToken = token;
          core.changeVisitor();
        },
      };
    },
  };
}

/** All that the browser has stored, as text. */
const stored = (world: World): string => JSON.stringify(world.browser.disk.entries());
const secretsIn = (place: string): string[] => [...new Set(place.match(/guest_[\w-]{43}/g))];

async function say(place: Place, page: Page, words: string): Promise<void> {
  void page.core.send(text(words));
  await place.world.advance(10_000);
}

describe('a guest of a site with a public id', () => {
  it('gets a session of the gateway, and nothing is asked or stored before the chat begins', async () => {
    const place = createPlace();
    const page = place.visit();
    await place.world.advance(10_000);
    expect(place.gateway.asked).toEqual([]);
    expect(place.world.browser.disk.entries()).toEqual([]);
    await say(place, page, 'Hello');
    expect(page.users()).toEqual(['Hello [sent]']);
    expect(page.sessionId()).toBe('s1');
    page.core.close();
  });

  it('is known again on the next page', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'Hello');
    const [secret = ''] = secretsIn(stored(place.world));
    expect(secret).not.toBe('');
    page.tab.kill();
    const next = place.visit();
    void next.core.begin();
    await place.world.advance(10_000);
    expect(next.sessionId()).toBe('s1');
    expect(next.users()).toEqual(['Hello [sent]']);
    expect(place.gateway.asked.at(-1)?.body).toMatchObject({ guest: secret, session_id: 's1' });
    expect(place.gateway.sessions()).toEqual([['s1']]);
  });

  it('stays the same one when the token has ended', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'one');
    const [secret = ''] = secretsIn(stored(place.world));
    place.world.network.revoke();
    await say(place, page, 'two');
    expect(page.users()).toEqual(['one [sent]', 'two [sent]']);
    expect(place.gateway.asked.at(-1)?.body).toMatchObject({ guest: secret, session_id: 's1' });
    expect(place.gateway.sessions()).toEqual([['s1']]);
  });

  it('is one guest in two tabs that begin at once', async () => {
    const place = createPlace();
    place.world.browser.disk.latencyMs = 3;
    const before = () =>
      new Promise<void>((resolve) => void place.world.browser.clock.setTimeout(resolve, 500));
    const tabs = [place.visit({ before }), place.visit({ before })];
    for (const tab of tabs) void tab.core.begin();
    await place.world.advance(5_000);
    expect(place.gateway.sessions()).toHaveLength(1);
    expect(secretsIn(stored(place.world))).toHaveLength(1);
    expect(tabs.map((tab) => tab.sessionId())).toEqual(['s1', 's1']);
  });

  it('is one guest also where a tab doesn’t wait for another whose request takes very long', async () => {
    const place = createPlace();
    let isFirst = true;
    const before = async (): Promise<void> => {
      const waitMs = isFirst ? 20_000 : 100;
      isFirst = false;
      await new Promise<void>(
        (resolve) => void place.world.browser.clock.setTimeout(resolve, waitMs),
      );
    };
    const slow = place.visit({ before });
    void slow.core.begin();
    await place.world.advance(1_000);
    const quick = place.visit({ before });
    void quick.core.begin();
    await place.world.advance(15_000);
    await say(place, quick, 'Hello');
    await place.world.advance(30_000);
    const [secret] = secretsIn(stored(place.world));
    expect(place.gateway.asked.at(-1)?.body.guest).toBe(secret);
    expect(slow.sessionId()).toBe(quick.sessionId());
  });

  it('waits for a database that opens late, instead of becoming another guest', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'Hello');
    page.tab.kill();
    const next = place.visit({ opensAfterMs: 6_000 });
    void next.core.begin();
    await place.world.advance(20_000);
    expect(place.gateway.sessions()).toEqual([['s1']]);
    expect(next.sessionId()).toBe('s1');
  });

  it('is another one where what is stored isn’t a secret', async () => {
    const place = createPlace();
    await place.visit().tab.platform.storage.set('guest', { v: 1, secret: 'guest_<script>' });
    const page = place.visit();
    void page.core.begin();
    await place.world.advance(5_000);
    expect(place.gateway.asked[0]?.body.guest).toBeUndefined();
    expect(page.sessionId()).toBe('s1');
  });

  it('is forgotten with the last conversation on the device', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'one');
    const first = secretsIn(stored(place.world));
    void page.core.clear();
    await place.world.advance(5_000);
    expect(secretsIn(stored(place.world))).toHaveLength(1);
    expect(secretsIn(stored(place.world))).not.toEqual(first);
    expect(place.gateway.sessions()).toEqual([['s1'], ['s2']]);
  });

  it('is not forgotten while there is another conversation', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'one');
    const first = secretsIn(stored(place.world));
    void page.core.startNew();
    await place.world.advance(5_000);
    await say(place, page, 'two');
    void page.core.clear();
    await place.world.advance(5_000);
    expect(secretsIn(stored(place.world))).toEqual(first);
    expect(place.gateway.sessions()).toEqual([['s1', 's2', 's3']]);
  });

  it('is not forgotten where another tab has a conversation that this one doesn’t know', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'one');
    const other = place.visit();
    void other.core.startNew();
    await place.world.advance(5_000);
    await say(place, other, 'two');
    void page.core.clear();
    await place.world.advance(5_000);
    expect(place.gateway.sessions()).toHaveLength(1);
  });

  it('has a conversation deleted for good, by the gateway itself', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'Hello');
    const [secret] = secretsIn(stored(place.world));
    const deleted = page.core.deleteConversation();
    await place.world.advance(5_000);
    expect(await deleted).toBe(true);
    const asked = place.gateway.asked.find(({ call }) => call.endsWith('/deletions'));
    expect(asked?.body).toEqual({ session_id: 's1', guest: secret });
    expect(place.gateway.sessions()).toEqual([[], ['s2']]);
    expect(secretsIn(stored(place.world))).not.toContain(secret);
  });

  it('says what it thinks of an answer to the gateway', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'Hello');
    await page.core.giveFeedback({ eventId: 'e1', value: 'down', comment: 'no' });
    const asked = place.gateway.asked.find(({ call }) => call.endsWith('/feedback'));
    expect(asked?.body).toMatchObject({
      session_id: 's1',
      event_id: 'e1',
      value: 'down',
      comment: 'no',
      guest: secretsIn(stored(place.world))[0],
    });
  });
});

describe('how long a guest’s secret is kept', () => {
  it('is as long as the tab with `history: session`', async () => {
    const place = createPlace();
    const raw = { history: 'session' };
    const page = place.visit({ raw });
    await say(place, page, 'Hello');
    await place.world.advance(100_000);
    expect(secretsIn(stored(place.world))).toEqual([]);
    page.tab.kill();
    const next = place.visit({ raw, tabDisk: page.tab.tabDisk });
    void next.core.begin();
    await place.world.advance(5_000);
    expect(next.sessionId()).toBe('s1');
    const other = place.visit({ raw });
    void other.core.begin();
    await place.world.advance(5_000);
    expect(other.sessionId()).toBe('s2');
  });

  it('is no longer than the page with `history: none`, once nothing is unfinished', async () => {
    const place = createPlace();
    const raw = { history: 'none' };
    const page = place.visit({ raw });
    await say(place, page, 'Hello');
    await place.world.advance(100_000);
    const kept = stored(place.world) + JSON.stringify(page.tab.tabDisk.entries());
    expect(secretsIn(kept)).toEqual([]);
    page.tab.kill();
    const next = place.visit({ raw, tabDisk: page.tab.tabDisk });
    void next.core.begin();
    await place.world.advance(5_000);
    expect(next.sessionId()).toBe('s2');
  });

  it('is until what is unfinished has ended with `history: none`, through a reload in mid-answer', async () => {
    for (const isSameTab of [true, false]) {
      const place = createPlace();
      const raw = { history: 'none' };
      const page = place.visit({ raw });
      void page.core.begin();
      await place.world.advance(5_000);
      void page.core.send(text('Hello'));
      await place.world.advance(20);
      expect(place.world.browser.mark.isSet()).toBe(true);
      page.tab.kill();
      const next = place.visit({ raw, ...(isSameTab ? { tabDisk: page.tab.tabDisk } : {}) });
      void next.core.begin();
      await place.world.advance(10_000);
      expect([next.sessionId(), next.users()]).toEqual(['s1', ['Hello [sent]']]);
      await place.world.advance(200_000);
      expect(place.world.browser.mark.isSet()).toBe(false);
      const kept = stored(place.world) + JSON.stringify(next.tab.tabDisk.entries());
      expect(secretsIn(kept)).toEqual([]);
    }
  });

  it('ends where the owner has changed `history`', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'Hello');
    page.tab.kill();
    const next = place.visit({ raw: { history: 'none' } });
    void next.core.begin();
    await place.world.advance(5_000);
    expect(secretsIn(stored(place.world))).toEqual([]);
    expect(next.sessionId()).toBe('s2');
  });
});

describe('a visitor who is signed in', () => {
  const raw = { userToken: userToken('anna') };

  it('leaves nothing by which a guest is known', async () => {
    const place = createPlace();
    const guest = place.visit();
    await say(place, guest, 'as a guest');
    guest.tab.kill();
    const page = place.visit({ raw });
    await say(place, page, 'as Anna');
    expect(secretsIn(stored(place.world))).toEqual([]);
    expect(page.sessionId()).toBe('s2');
    expect(page.listed()).toEqual(['s2']);
    page.tab.kill();
    const next = place.visit();
    void next.core.begin();
    await place.world.advance(10_000);
    expect([next.sessionId(), next.listed()]).toEqual(['s3', ['s3']]);
  });

  it('is asked for again before each token, where the page has a function', async () => {
    const place = createPlace();
    let calls = 0;
    const userTokenOf = async () => {
      calls += 1;
      return userToken('anna');
    };
    const page = place.visit({ raw: { userToken: userTokenOf } });
    await say(place, page, 'Hello');
    expect(calls).toBeGreaterThan(0);
    expect(place.gateway.asked[0]?.body.user_token).toBe(userToken('anna'));
  });

  it('doesn’t become a guest because that function has failed', async () => {
    const place = createPlace();
    const page = place.visit({
      raw: {
        userToken() {
          throw new Error('no answer');
        },
      },
    });
    void page.core.begin();
    await place.world.advance(2_000);
    expect(place.gateway.asked).toEqual([]);
    expect(page.warnings[0]).toContain('userToken() failed: "Error: no answer"');
  });

  it('reads in the console, once, why they count as a guest', async () => {
    const place = createPlace();
    const page = place.visit({ raw: { userToken: userToken('anna', 'bad') } });
    await say(place, page, 'Hello');
    void page.core.startNew();
    await place.world.advance(5_000);
    expect(page.warnings).toEqual(['The gateway says: The user token has a wrong signature.']);
  });

  it('finds their own conversation when they sign in, and leaves it when they sign out', async () => {
    const place = createPlace();
    const page = place.visit();
    await say(place, page, 'as a guest');
    page.be(userToken('anna'));
    await place.world.advance(5_000);
    expect([page.sessionId(), page.listed()]).toEqual(['s2', ['s2']]);
    await say(place, page, 'as Anna');
    page.be('');
    // At once, before the gateway has answered.
    expect([page.users(), page.listed()]).toEqual([[], []]);
    await place.world.advance(5_000);
    expect([page.sessionId(), page.listed()]).toEqual(['s3', ['s3']]);
    expect(secretsIn(stored(place.world))).toHaveLength(1);
    page.be(userToken('anna'));
    await place.world.advance(5_000);
    expect(page.sessionId()).toBe('s2');
  });

  it('asks for nothing when they sign in before the chat was opened', async () => {
    const place = createPlace();
    const page = place.visit();
    page.be(userToken('anna'));
    await place.world.advance(5_000);
    expect(place.gateway.asked).toEqual([]);
  });

  it('is the last one of several who sign in one after the other', async () => {
    const place = createPlace();
    const page = place.visit();
    void page.core.begin();
    page.be(userToken('anna'));
    page.be(userToken('bob'));
    page.be(userToken('carol'));
    await place.world.advance(10_000);
    expect(place.gateway.asked.at(-1)?.body.user_token).toBe(userToken('carol'));
    await say(place, page, 'Hello');
    expect(page.users()).toEqual(['Hello [sent]']);
  });
});

describe('a site that refuses', () => {
  it('gives the owner one line, in the gateway’s words, and tries again when the visitor does', async () => {
    const place = createPlace();
    place.gateway.origins = ['https://other.example'];
    const page = place.visit();
    void page.core.begin();
    await place.world.advance(120_000);
    expect(place.gateway.asked).toHaveLength(1);
    expect(page.stage.session.get().trouble).toEqual({ kind: 'not_working', retryAt: null });
    page.core.current()?.session.retryNow();
    await place.world.advance(5_000);
    expect(place.gateway.asked).toHaveLength(2);
    expect(page.warnings).toEqual([
      'No session: The gateway refused (403): "This site doesn’t take visitors from https://shop.example. Its owner adds origins on the desk’s page “Sites”." Check data-site.',
    ]);
    place.gateway.origins = null;
    page.core.current()?.session.retryNow();
    await say(place, page, 'Hello');
    expect(page.users()).toEqual(['Hello [sent]']);
  });

  it('gives one line for an id that no site has', async () => {
    const place = createPlace();
    const page = place.visit({ raw: { site: SITE.replace(/a1/g, 'zz') } });
    void page.core.begin();
    await place.world.advance(60_000);
    expect(page.warnings).toEqual([
      'No session: The gateway refused (404): "No site has this public id." Check data-site.',
    ]);
  });

  it('wants some work, and gets it', async () => {
    const place = createPlace();
    place.gateway.work = 300;
    const page = place.visit();
    void page.core.begin();
    await place.world.advance(1_000);
    // Hashes take no virtual time.
    while (page.sessionId() === null) {
      await new Promise((resolve) => setImmediate(resolve));
      await place.world.advance(1);
    }
    expect(page.sessionId()).toBe('s1');
    expect(page.warnings).toEqual([]);
  });
});

describe('a page that has several ways to get a session', () => {
  it('uses its own, and the console says so', async () => {
    const place = createPlace();
    const getSession = async () => ({ session_id: 'own', token: place.world.network.issue() });
    const page = place.visit({ raw: { getSession } });
    void page.core.begin();
    await place.world.advance(5_000);
    expect(page.sessionId()).toBe('own');
    expect(place.gateway.asked).toEqual([]);
    // The words are a file of their own.
    await import('../../widget/odd-options.ts');
    await import('../../loader/attribute-warnings.ts');
    await new Promise(setImmediate);
    expect(page.warnings).toEqual([
      'getSession stands beside data-site. Using getSession; take one of them away.',
    ]);
  });
});

describe('what the owner has set at the desk', () => {
  it('comes with each session', async () => {
    const place = createPlace();
    place.gateway.settings = { title: 'Ask us' };
    const page = place.visit();
    void page.core.begin();
    await place.world.advance(5_000);
    expect(page.settings[0]).toEqual({ title: 'Ask us' });
  });
});
