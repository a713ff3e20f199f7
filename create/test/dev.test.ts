// The template's own script that runs a gateway beside a page, on a gateway that only answers what the script asks.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const SCRIPT = join(import.meta.dirname, '../templates/gateway/bellhop/dev.mjs');
const USUAL = 4320;
const GATEWAY = `
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
const site = { name: 'This project', status: 'active', public_id: 'site_pk_of_this_test' };
createServer((_, response) => response.end(JSON.stringify({ data: [site] }))).listen(port, process.env.GATEWAY_HOST);
writeFileSync('gateway.txt', process.pid + ' ' + process.env.GATEWAY_HOST);
`;
const PAGE = `
import { writeFileSync } from 'node:fs';
writeFileSync('page.txt', String(process.pid));
setInterval(() => {}, 1000);
`;

const work = mkdtempSync(join(tmpdir(), 'dev-'));
const started: ChildProcess[] = [];
afterAll(() => {
  for (const child of started) child.kill();
  rmSync(work, { recursive: true, force: true });
});

async function begin(): Promise<{ child: ChildProcess; read(file: string): string }> {
  const folder = mkdtempSync(join(work, 'project-'));
  const gateway = join(folder, 'node_modules/bellhop-gateway');
  mkdirSync(gateway, { recursive: true });
  mkdirSync(join(folder, 'bellhop'));
  const script = readFileSync(SCRIPT, 'utf8').replaceAll('__PREFIX__', 'PAGE_');
  writeFileSync(join(folder, 'bellhop/dev.mjs'), script);
  writeFileSync(join(gateway, 'package.json'), '{"type":"module","bin":"bin.js"}');
  writeFileSync(join(gateway, 'bin.js'), GATEWAY);
  writeFileSync(join(folder, 'page.mjs'), PAGE);
  const { GATEWAY_PORT: _, ...env } = process.env;
  const child = spawn(process.execPath, ['bellhop/dev.mjs', process.execPath, 'page.mjs'], {
    cwd: folder,
    env,
    stdio: 'ignore',
  });
  started.push(child);
  const page = join(folder, 'page.txt');
  await expect
    .poll(() => (existsSync(page) ? readFileSync(page, 'utf8') : ''), { timeout: 20_000 })
    .toMatch(/\d/);
  return { child, read: (file) => readFileSync(join(folder, file), 'utf8') };
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

it('takes another port where the usual one is taken, tells the page, and ends both together', async () => {
  const other = createServer();
  // Where a program of this machine has taken it, that is as good.
  await new Promise((done) => {
    other.on('error', done).listen(USUAL, '127.0.0.1', () => done(null));
  });
  const { child, read } = await begin();
  const told = read('.env.local');
  expect(Number(/PAGE_BELLHOP_GATEWAY=http:\/\/localhost:(\d+)/.exec(told)?.[1])).toBeGreaterThan(
    USUAL,
  );
  expect(told).toContain('PAGE_BELLHOP_SITE=site_pk_of_this_test');
  const [gateway, host] = read('gateway.txt').split(' ');
  expect(host).toBe('127.0.0.1');
  const gone = new Promise((done) => child.once('exit', done));
  child.kill('SIGTERM');
  await gone;
  await expect.poll(() => isAlive(Number(read('page.txt')))).toBe(false);
  await expect.poll(() => isAlive(Number(gateway))).toBe(false);
  other.close();
});
