// Passwords that are guessed at the desk: how many are looked at, and that nobody who knows theirs is kept out.

import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createHashing } from '../../desk/hashing.ts';
import { readRows } from '../../kernel/db/rows.ts';
import { DEFAULT_OPTIONS } from '../../options.ts';
import { type Browser, createDeskScene, type DeskReply } from '../desk-people.ts';
import { ADMIN_KEY, createHarness, type Harness } from '../harness.ts';

const desk = createDeskScene();
const RIGHT = 'a password of her own';

const at = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });
const SIGN_IN = '/admin/desk/sign-in';

/** A person of their own for a test, and browsers at addresses. */
async function person(login: string) {
  const path = '/admin/desk/people';
  const body = { login, name: login, role: 'agent', password: RIGHT };
  const { person_id } = (await desk.owner.call('POST', path, body)).body;
  const signIn = (password: string, browser: Browser) =>
    browser.call('POST', SIGN_IN, { login, password });
  return {
    signIn,
    change: (change: object) => desk.owner.call('PATCH', `${path}/${person_id}`, change),
    guess: (many: number, address: (n: number) => string) =>
      Promise.all(
        Array.from({ length: many }, (_, n) =>
          signIn(`wrong password ${n}`, desk.browser(at(address(n)))),
        ),
      ),
  };
}

const count = (replies: DeskReply[], wanted: number) =>
  replies.filter(({ status }) => status === wanted).length;

describe('wrong passwords', () => {
  it('are looked at ten times where 150 come at once from one address, and all others are refused', async () => {
    const dora = await person('dora');
    const replies = await dora.guess(150, () => '198.51.100.1');
    expect([count(replies, 401), count(replies, 429)]).toEqual([10, 140]);
  });

  it('keep out neither the person elsewhere, nor the admin key there, nor the person there for longer than 30 s', async () => {
    const emil = await person('emil');
    const here = '198.51.100.2';
    await emil.guess(150, () => here);
    expect((await emil.signIn(RIGHT, desk.browser(at('198.51.100.3')))).status).toBe(200);
    const key = await desk.browser(at(here)).call('POST', SIGN_IN, { key: ADMIN_KEY });
    expect(key.status).toBe(200);
    const refused = await emil.signIn(RIGHT, desk.browser(at(here)));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30);
    await desk.harness.clock.advance(30_000);
    expect((await emil.signIn(RIGHT, desk.browser(at(here)))).status).toBe(200);
  });

  it('keep nobody out by coming from many addresses', async () => {
    const finn = await person('finn');
    await finn.guess(150, (n) => `203.0.113.${n}`);
    expect((await finn.signIn(RIGHT, desk.browser(at('198.51.100.4')))).status).toBe(200);
  });

  it('of one login from many addresses end after the first two of each', async () => {
    const gina = await person('gina');
    let looked = 0;
    for (let address = 0; address < 5; address += 1) {
      const replies = await gina.guess(9, () => `192.0.2.${address}`);
      looked += count(replies, 401);
    }
    // Two of each address, and the twenty of the login.
    expect(looked).toBeLessThanOrEqual(5 * 2 + 20);
  });

  it('keep out no browser in which the person has signed in before', async () => {
    const hugo = await person('hugo');
    const here = '198.51.100.5';
    const known = desk.browser(at(here));
    expect((await hugo.signIn(RIGHT, known)).status).toBe(200);
    expect(known.device).toMatch(/^bellhop_desk_device=\d+\.[\w-]{43}$/);
    await hugo.guess(150, () => here);
    expect((await hugo.signIn(RIGHT, desk.browser(at(here)))).status).toBe(429);
    known.cookie = known.device;
    expect((await hugo.signIn(RIGHT, known)).status).toBe(200);
    // Its own tries have an end, too.
    const tries: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      known.cookie = known.device;
      tries.push((await hugo.signIn('wrong', known)).status);
    }
    expect(tries.filter((status) => status === 401)).toHaveLength(10);
  });

  it('are a stranger’s with a browser’s mark of another login, of an earlier password, or that nobody has signed', async () => {
    const [ida, jan] = [await person('ida'), await person('jan')];
    const here = '198.51.100.6';
    const browser = desk.browser(at(here));
    await ida.signIn(RIGHT, browser);
    const mark = browser.device;
    await jan.guess(150, () => here);
    const status = async (who: typeof ida, cookie: string, password = RIGHT) => {
      const next = desk.browser(at(here));
      next.cookie = cookie;
      return (await who.signIn(password, next)).status;
    };
    expect(await status(jan, mark)).toBe(429);
    const forged = `${mark.slice(0, -1)}${mark.endsWith('A') ? 'B' : 'A'}`;
    expect(await status(ida, forged)).toBe(429);
    expect(await status(ida, mark.replace(/=\d+/, '=99999999999999'))).toBe(429);
    expect(await status(ida, mark)).toBe(200);
    await ida.change({ password: 'another password' });
    expect(await status(ida, mark, 'another password')).toBe(429);
  });
});

describe('the admin key', () => {
  it('is looked at ten times where 150 come at once, and passwords go on there', async () => {
    const kim = await person('kim');
    const here = '198.51.100.7';
    const replies = await Promise.all(
      Array.from({ length: 150 }, (_, n) =>
        desk.browser(at(here)).call('POST', SIGN_IN, { key: `no ${n}` }),
      ),
    );
    expect([count(replies, 401), count(replies, 429)]).toEqual([10, 140]);
    expect((await kim.signIn(RIGHT, desk.browser(at(here)))).status).toBe(200);
  });
});

describe('a stored password', () => {
  const store = async (harness: Harness, login: string) => {
    const body = { login, name: login, role: 'agent', password: RIGHT };
    expect((await harness.admin('POST', '/admin/desk/people', body)).status).toBe(201);
    const sql = 'SELECT password FROM desk_people WHERE login = $1';
    const [row] = await readRows(harness.db, z.object({ password: z.string() }), sql, [login]);
    return row?.password;
  };

  it('costs a thief scrypt with an N of 32768, which is 32 MiB a guess, where nobody has set another', async () => {
    const { passwordCost } = DEFAULT_OPTIONS;
    const { db, clock } = desk.harness;
    const dear = await createHarness({ db, clock, options: { passwordCost } });
    expect(await store(dear, 'lena')).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
    await dear.close();
  });

  it('opens the desk after the cost of new ones was changed', async () => {
    const { db, clock } = desk.harness;
    const other = await createHarness({ db, clock, options: { passwordCost: 64 } });
    expect(await store(other, 'mara')).toMatch(/^scrypt\$64\$/);
    await other.close();
    const browser = desk.browser(at('198.51.100.8'));
    const signedIn = await browser.call('POST', SIGN_IN, { login: 'mara', password: RIGHT });
    expect(signedIn.status).toBe(200);
  });
});

describe('hashing', () => {
  it('is done for two at a time, of strangers one, who pass nobody that is known', async () => {
    const hashing = createHashing();
    const running = { known: 0, stranger: 0 };
    const most = { known: 0, stranger: 0, both: 0 };
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const run = (who: 'known' | 'stranger', name: string) =>
      hashing.run(who, async () => {
        running[who] += 1;
        most[who] = Math.max(most[who], running[who]);
        most.both = Math.max(most.both, running.known + running.stranger);
        order.push(name);
        await new Promise<void>((end) => ends.push(end));
        running[who] -= 1;
      });
    const strangers = Array.from({ length: 40 }, (_, n) => run('stranger', `stranger ${n}`));
    const settled = Promise.allSettled(strangers);
    const known = Promise.all(Array.from({ length: 5 }, (_, n) => run('known', `known ${n}`)));
    for (let turn = 0; turn < 500; turn += 1) {
      await Promise.resolve();
      if (turn % 5 === 0) ends.shift()?.();
    }
    await known;
    const outcomes = await settled;
    expect(most).toEqual({ known: expect.any(Number), stranger: 1, both: 2 });
    // One at once and ten that wait; the others hear to try again.
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(11);
    expect(order.slice(0, 3)).toEqual(['stranger 0', 'known 0', 'known 1']);
  });

  it('goes on after one that failed', async () => {
    const hashing = createHashing();
    const fail = () => hashing.run('stranger', async () => Promise.reject(new Error('no memory')));
    for (let n = 0; n < 4; n += 1) await expect(fail()).rejects.toThrow('no memory');
    expect(await hashing.run('stranger', async () => 'done')).toBe('done');
  });
});
