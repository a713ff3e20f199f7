// `npm run wordpress`: what it prints is true, and Ctrl+C leaves nothing running.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { reasonToSkip, until } from './support.ts';

const ROOT = resolve(import.meta.dirname, '../..');

describe.skipIf(reasonToSkip() !== null)('npm run wordpress', { timeout: 300_000 }, () => {
  let child: ChildProcess | undefined;
  afterEach(() => child?.kill('SIGKILL'));

  function start(): { said: () => string; ended: Promise<number | null> } {
    const started = spawn(process.execPath, ['scripts/wordpress.ts'], {
      cwd: ROOT,
      env: { ...process.env, WORDPRESS_PORT: '0', GATEWAY_PORT: '0' },
    });
    child = started;
    let text = '';
    for (const stream of [started.stdout, started.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
    }
    return {
      said: () => text,
      ended: new Promise((done) => started.once('exit', (code) => done(code))),
    };
  }
  const processes = (): string[] =>
    execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  const folders = (): string[] =>
    readdirSync(tmpdir()).filter((name) => name.startsWith('bellhop-wordpress-'));

  it('prints an address that answers and a password that opens, and ends with all of its workers', async () => {
    const { said, ended } = start();
    await until('what it prints', () => /Ctrl\+C/.test(said()));
    const [, url = ''] = /WordPress with Bellhop: (\S+)\//.exec(said()) ?? [];
    const [, user = '', password = ''] = /Sign in as +(\S+), password (\S+)/.exec(said()) ?? [];
    const [, gateway = ''] = /The gateway: +(\S+)\/,/.exec(said()) ?? [];
    const html = await (await fetch(`${url}/`)).text();
    expect(html).toContain(`data-gateway="${gateway}"`);
    expect((await fetch(`${gateway}/v1/sessions/none/events`)).status).toBe(401);
    const reply = await fetch(`${url}/wp-login.php`, {
      method: 'POST',
      redirect: 'manual',
      headers: { cookie: 'wordpress_test_cookie=WP%20Cookie%20check' },
      body: new URLSearchParams({ log: user, pwd: password, testcookie: '1' }),
    });
    expect(reply.status).toBe(302);

    const { host } = new URL(url);
    const mine = () => processes().filter((line) => line.includes(`-S ${host} `));
    expect(mine().length).toBeGreaterThan(1);
    const [, folder = ''] = / -t (\S+)\/site /.exec(mine()[0] ?? '') ?? [];
    expect(existsSync(folder)).toBe(true);
    child?.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(mine()).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await expect(fetch(`${url}/`)).rejects.toThrow();
  });

  it('ends in the middle of its start, too', async () => {
    const before = new Set(folders());
    const { said, ended } = start();
    const [made = ''] = await until('a folder', () => {
      const found = folders().filter((name) => !before.has(name));
      return found.length > 0 ? found : null;
    });
    child?.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(said()).not.toContain('Error');
    await until('that nothing of it is left', () => !existsSync(resolve(tmpdir(), made)));
    expect(processes().filter((line) => line.includes(made))).toEqual([]);
  });
});
