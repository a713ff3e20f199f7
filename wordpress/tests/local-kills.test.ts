// A host kills PHP processes when it likes: for memory, for time, at a deployment. Whatever a process was doing for a chat, nothing of
// it is lost or doubled, and the visitor gets an answer or is told that there is none. The process is killed with SIGKILL at each step
// of a send and of a run (faults/kill.php), and once from outside; then the run's lease ends, and visitors go on.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ensureMariaDb, type MariaDb, startMariaDb } from '../run/mariadb.ts';
import { Missing } from '../run/missing.ts';
import { ensureNginx } from '../run/nginx.ts';
import {
  isEnd,
  type LocalChat,
  type LocalSite,
  putOperator,
  says,
  startLocalSite,
} from './local-site.ts';
import { reasonToSkip, until } from './support.ts';

const faults = (name: string) =>
  readFileSync(join(import.meta.dirname, `../faults/${name}.php`), 'utf8');

/** Printed: what can't be had here isn't tried. */
function has(what: string, ensure: () => unknown): boolean {
  try {
    ensure();
    return true;
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.warn(`Not tried with ${what}: ${error.message}`);
    return false;
  }
}

describe.skipIf(reasonToSkip() !== null)('a PHP process is killed', () => {
  // Workers of PHP's own server are not replaced, so there is one for each kill.
  describe('behind PHP’s own server, on SQLite', () => tries({ workers: 14, isNginx: false }));
  describe.skipIf(!has('nginx', ensureNginx) || !has('MariaDB', ensureMariaDb))(
    'one of two behind nginx, on MariaDB',
    () => tries({ workers: 2, isNginx: true }),
  );
});

function tries({ workers, isNginx }: { workers: number; isNginx: boolean }): void {
  let mariaDb: MariaDb | null = null;
  let site: LocalSite;
  const file = (name: string) => join(site.dir, 'wp-content', name);
  const killAt = (point: string) => {
    const marks = file(`kill-at-${point}`);
    writeFileSync(marks, '');
    return () => until('the kill', async () => !existsSync(marks));
  };

  beforeAll(async () => {
    if (isNginx) mariaDb = await startMariaDb();
    site = await startLocalSite({
      workers,
      ...(isNginx ? { nginx: {} } : {}),
      ...(mariaDb === null ? {} : { databaseHost: mariaDb.host }),
    });
    site.putPlugin('kill', faults('kill'));
    await putOperator(site);
    await site.settle({ streams: 1 });
  });
  afterAll(async () => {
    await site?.close();
    await mariaDb?.close();
  });
  beforeEach(() => {
    site.provider.asked.length = 0;
  });
  afterEach(() => expect(site.debugLog()).toBe(''));

  const begin = async (...script: Record<string, unknown>[][]): Promise<LocalChat> => {
    const chat = await site.open();
    site.provider.scripts.set(chat.id, script);
    return chat;
  };
  /** As if the lease's two and a half minutes had gone by. */
  const endLease = (chat: LocalChat) =>
    site.run(
      `$GLOBALS['wpdb']->query( "UPDATE {$GLOBALS['wpdb']->prefix}bellhop_sessions SET run_lease = 1 WHERE run_state = 'running' AND session_id = '${chat.id}'" );`,
    );
  const events = async (chat: LocalChat) => (await chat.list()).data;
  const ended = (chat: LocalChat, count = 1) =>
    until(`${count} ends`, async () => {
      const data = await events(chat);
      return data.filter(isEnd).length >= count ? data : null;
    });
  const rows = (table: string, chat: LocalChat) =>
    site.run(
      `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}bellhop_${table} WHERE session_id = '${chat.id}'" );`,
    );
  /** Everybody looks at once; then the visitor tries again. */
  async function goesOn(chat: LocalChat): Promise<void> {
    await endLease(chat);
    const looks = await Promise.all(Array.from({ length: 6 }, () => chat.list()));
    for (const { status } of looks) expect(status).toBe(200);
    const lost = await ended(chat);
    expect(lost.filter(isEnd).map(({ error_code }) => error_code)).toEqual(['run_abandoned']);
    expect(lost.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'session.error',
    ]);
    expect(await rows('previews', chat)).toBe('0');
    await chat.send(says('again'));
    const all = await ended(chat, 2);
    expect(all.filter(({ type }) => type === 'agent.message')).toMatchObject([
      { content: [{ type: 'text', text: 'Here I am.' }] },
    ]);
    expect(all.filter(({ type }) => type === 'user.message')).toHaveLength(2);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  }

  it.each([
    ['before it has asked the model', 'asking'],
    ['while the provider’s answer comes in pieces', 'streaming'],
    ['with the answer in hand', 'answered'],
    ['in the write that stores the answer', 'storing'],
  ])(
    '%s: nothing of the answer is shown, and the run is settled once after its lease',
    async (_, point) => {
      const asked = point === 'asking' ? [] : [[{ say: 'Half of it ' }, { say: 'is lost.' }]];
      const chat = await begin(...asked, [{ say: 'Here I am.' }]);
      const wasKilled = killAt(point);
      await chat.send(says('hi'));
      await wasKilled();
      await goesOn(chat);
      // What it cost is not forgotten: nobody knows what the provider charges for an answer that was lost.
      expect(Number(await site.run('echo Bellhop\\spent_this_month_nano();'))).toBeGreaterThan(0);
    },
  );

  it('while it waits for a silent provider, from outside: the same', async () => {
    const chat = await begin(
      [{ say: 'Half of it ' }, { hold: 'silence' }, { say: 'is lost.' }],
      [{ say: 'Here I am.' }],
    );
    const silence = site.provider.hold('silence');
    await chat.send(says('hi'));
    await silence.reached;
    process.kill(Number(readFileSync(file('carries'), 'utf8')), 'SIGKILL');
    await silence.left;
    await goesOn(chat);
    silence.release();
  });

  it('on the way to a run that nobody has taken: the next poll takes it, and the visitor gets the answer', async () => {
    const chat = await begin([{ say: 'Here I am.' }]);
    const wasKilled = killAt('queued');
    await chat.send(says('hi'));
    await wasKilled();
    const all = await ended(chat);
    expect(JSON.stringify(all)).toContain('Here I am.');
    expect(all.filter(({ type }) => type === 'session.status_running')).toHaveLength(1);
    expect(site.provider.asked).toHaveLength(1);
  });

  it('before a message is stored: nothing of it is there, and sent again it is there once', async () => {
    const chat = await begin([{ say: 'Here I am.' }]);
    killAt('posting');
    const heard = await chat.send(says('hi')).then(
      ({ status }) => status,
      () => 0,
    );
    // nginx says for it that it has gone; PHP's own server says nothing.
    expect([0, 502]).toContain(heard);
    expect(await events(chat)).toEqual([]);
    await chat.send(says('hi'));
    const all = await ended(chat);
    expect(all.filter(({ type }) => type === 'user.message')).toHaveLength(1);
    expect(all.filter(({ type }) => type === 'agent.message')).toHaveLength(1);
  });

  it('after a message is stored, and before anybody hears of that: it is there once, and answered', async () => {
    const chat = await begin([{ say: 'Here I am.' }]);
    killAt('posted');
    await chat.send(says('hi')).catch(() => {});
    const all = await ended(chat);
    expect(all.map(({ type }) => type)).toEqual([
      'user.message',
      'session.status_running',
      'agent.message',
      'session.turn_usage',
      'session.status_idle',
    ]);
  });

  it('while 200 messages come at once: those that were taken are there once, in one order', async () => {
    const chats = await Promise.all(Array.from({ length: 4 }, () => begin([{ say: 'Yes.' }])));
    killAt('posting');
    const taken = new Map<LocalChat, string[]>(chats.map((chat) => [chat, []]));
    let unheard = 0;
    await Promise.all(
      chats.flatMap((chat) =>
        Array.from({ length: 50 }, async (_, n) => {
          const status = await chat.send(says(`n ${n}`)).then(
            (reply) => reply.status,
            () => 0,
          );
          if (status === 200) taken.get(chat)?.push(`n ${n}`);
          else unheard += 1;
        }),
      ),
    );
    // Who was connected to that process hears nothing; nobody else is refused.
    expect(unheard).toBeGreaterThan(0);
    if (isNginx) expect(unheard).toBe(1);
    for (const chat of chats) {
      const first = await chat.list('?limit=100');
      const rest = await chat.list(`?limit=100&after_id=${first.data.at(-1)?.id}`);
      const all = [...first.data, ...rest.data];
      const texts = all
        .filter(({ type }) => type === 'user.message')
        .map(({ content }) => (content as { text: string }[])[0]?.text);
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts).toEqual(expect.arrayContaining(taken.get(chat) ?? []));
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    }
  });
}
