// Which cookie makes a guest: one that no neighbour of the domain can have set; and how a browser that has the cookie of an earlier
// release comes to the new one.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN_KEY,
  type EchoGateway,
  openEchoGateway,
} from '../../../test/doubles/echo-gateway.ts';
import type { CookieOptions } from '../../endpoint/types.ts';
import { createSessionHandler } from '../../server.ts';

const HTTPS = 'https://shop.test/chat/session';
const HTTP = 'http://shop.test/chat/session';
const OLD = 'bellhop_visitor';
const NEW = '__Host-bellhop_visitor';
let gateway: EchoGateway;

beforeAll(async () => {
  gateway = await openEchoGateway();
});
afterAll(() => gateway.close());

/** What the reply sets, by name; '' for what it takes away. */
type Jar = Record<string, string>;

function site(cookie: CookieOptions = {}) {
  const errors: unknown[] = [];
  const chat = createSessionHandler({
    gateway: 'http://gateway.test',
    key: ADMIN_KEY,
    secret: 'a-secret-of-this-test',
    cookie,
    onError: (error) => errors.push(error),
    fetch: (url, init) => gateway.fetch(url, init),
  });
  const request = (url: string, cookies: string[], body: object) =>
    new Request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookies.join('; ') },
      body: JSON.stringify(body),
    });
  async function ask(url: string, cookies: string[] = [], body: object = {}) {
    const reply = await chat(request(url, cookies, body));
    const lines = reply.headers.getSetCookie();
    const jar: Jar = Object.fromEntries(
      lines.map((line) => {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
    );
    const { session_id = '' } = (await reply.json()) as { session_id?: string };
    return { status: reply.status, session_id, jar, lines };
  }
  return { chat, ask, request, errors };
}

/** A guest with a conversation, by the cookie of an earlier release. */
async function oldGuest({ ask }: ReturnType<typeof site>) {
  const { session_id, jar } = await ask(HTTP);
  return { session_id, value: jar[OLD] ?? '', cookie: `${OLD}=${jar[OLD]}` };
}

describe('by https a guest’s cookie', () => {
  it('has the name that a browser takes from no neighbour of the domain', async () => {
    const shop = site();
    const first = await shop.ask(HTTPS);
    expect(first.lines).toEqual([
      expect.stringMatching(
        /^__Host-bellhop_visitor=[\w-]{24}\.[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ]);
    const again = await shop.ask(HTTPS, [`${NEW}=${first.jar[NEW]}`], first);
    expect(again.session_id).toBe(first.session_id);
    // A proxy that doesn't say https sends it along all the same.
    const hidden = await shop.ask(HTTP, [`${NEW}=${first.jar[NEW]}`], first);
    expect(hidden.session_id).toBe(first.session_id);
    expect(hidden.lines).toEqual(again.lines);
  });

  it('keeps the site’s own name in it, and the plain one where a path, a domain or http forbids the prefix', async () => {
    const names = async (options: CookieOptions, url = HTTPS) =>
      Object.keys((await site(options).ask(url)).jar);
    expect(await names({ name: 'v' })).toEqual(['__Host-v']);
    expect(await names({ sameSite: 'None' }, HTTP)).toEqual([NEW]);
    expect(await names({ path: '/shop' })).toEqual([OLD]);
    expect(await names({ domain: 'shop.test' })).toEqual([OLD]);
    expect(await names({ secure: false })).toEqual([OLD]);
    expect(await names({}, HTTP)).toEqual([OLD]);
    expect(await names({ name: '__Secure-v' })).toEqual(['__Secure-v']);
    expect(await names({ name: '__Host-v' })).toEqual(['__Host-v']);
  });

  it('goes before any that a neighbour has planted under the old name, which is taken away', async () => {
    const shop = site();
    const planted = await oldGuest(shop);
    const own = await shop.ask(HTTPS);
    const cookie = `${NEW}=${own.jar[NEW]}`;
    for (const order of [
      [planted.cookie, cookie],
      [cookie, planted.cookie],
    ]) {
      const again = await shop.ask(HTTPS, order, { session_id: own.session_id });
      expect(again.session_id).toBe(own.session_id);
      expect(again.jar).toEqual({ [NEW]: own.jar[NEW], [OLD]: '' });
      expect(again.lines.at(-1)).toBe(`${OLD}=; Max-Age=0; Path=/`);
    }
  });
});

describe('the cookie of an earlier release', () => {
  it('comes over to the new name once its browser names a conversation of its own', async () => {
    const shop = site();
    const { session_id, value, cookie } = await oldGuest(shop);
    const first = await shop.ask(HTTPS, [cookie], { session_id });
    expect(first.session_id).toBe(session_id);
    expect(first.jar).toEqual({ [NEW]: value, [OLD]: '' });
    const next = await shop.ask(HTTPS, [`${NEW}=${value}`], { session_id });
    expect(next.session_id).toBe(session_id);
    expect(next.lines).toHaveLength(1);
  });

  it('makes nobody a guest by itself: a neighbour may have planted it', async () => {
    const shop = site();
    const planted = await oldGuest(shop);
    const own = await oldGuest(shop);
    for (const body of [
      {},
      { new: true },
      { session_id: own.session_id },
      { session_id: 'session_that_is_gone' },
      { session_id: planted.session_id, new: true },
    ]) {
      const reply = await shop.ask(HTTPS, [planted.cookie], body);
      expect(reply.status).toBe(200);
      expect([planted.session_id, own.session_id]).not.toContain(reply.session_id);
      expect(reply.jar[NEW]).toMatch(/^[\w-]{24}\.[\w-]{43}$/);
      expect(reply.jar[NEW]).not.toBe(planted.value);
      // Whoever planted it doesn't reach what is said from now on.
      const theirs = await shop.ask(HTTP, [planted.cookie], { session_id: reply.session_id });
      expect(theirs.session_id).not.toBe(reply.session_id);
    }
    expect(await shop.chat.ownerOf(shop.request(HTTPS, [planted.cookie], {}))).toBeNull();
  });

  it('still deletes its own conversation, and no other', async () => {
    const shop = site();
    const [own, other] = [await oldGuest(shop), await oldGuest(shop)];
    const remove = async (session_id: string) =>
      (await shop.chat.remove(shop.request(HTTPS, [own.cookie], { session_id }))).status;
    expect([await remove(other.session_id), await remove(own.session_id)]).toEqual([404, 204]);
  });
});

describe('of two cookies that this site has signed, for different guests,', () => {
  it.each([
    ['under the old name by http', HTTP, OLD],
    ['under the old name by https', HTTPS, OLD],
    ['under the new name', HTTPS, NEW],
  ])('neither counts: %s', async (_, url, name) => {
    const shop = site();
    const [one, two] = [await oldGuest(shop), await oldGuest(shop)];
    for (const [first, second] of [
      [one, two],
      [two, one],
    ]) {
      const cookies = [`${name}=${first?.value}`, `${name}=${second?.value}`];
      const reply = await shop.ask(url, cookies, { session_id: first?.session_id });
      expect(reply.status).toBe(200);
      expect([one.session_id, two.session_id]).not.toContain(reply.session_id);
      expect([one.value, two.value]).not.toContain(
        reply.jar[name === OLD && url === HTTP ? OLD : NEW],
      );
    }
  });

  it('a copy or a forgery beside the real one changes nothing', async () => {
    const shop = site();
    const { session_id, cookie, value } = await oldGuest(shop);
    const forged = `${OLD}=abcdefghijklmnopqrstuvwx.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq`;
    for (const cookies of [
      [cookie, cookie],
      [forged, cookie],
    ]) {
      const reply = await shop.ask(HTTP, cookies, { session_id });
      expect([reply.session_id, reply.jar[OLD]]).toEqual([session_id, value]);
    }
  });
});
