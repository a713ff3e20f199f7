// Gateways as real processes: started, killed, frozen, and started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../main.ts');
export const ADMIN_KEY = 'fault-runs-9fJ3kQ7zX2vB5tYw';

export interface GatewayProcess {
  /** Where it answers; null while it doesn't. */
  base: string | null;
  start(): Promise<void>;
  /** SIGKILL: nothing is finished, nothing is said. */
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Megabytes that it holds. */
  memory(): Promise<number>;
}

export interface ProcessOptions {
  args?: readonly string[];
  env?: Readonly<Record<string, string>>;
  /** Its clock shows so much more than the machine's. */
  skewMs?: number;
}

export function createProcess({ args = [], env = {}, skewMs = 0 }: ProcessOptions): GatewayProcess {
  let child: ChildProcess | null = null;
  const clock = `const now = Date.now; Date.now = () => now() + ${skewMs};`;
  const skew =
    skewMs === 0 ? [] : ['--import', `data:text/javascript,${encodeURIComponent(clock)}`];
  process.setMaxListeners(0).once('exit', () => child?.kill('SIGKILL'));
  const gateway: GatewayProcess = {
    base: null,
    async start() {
      const mine = spawn(process.execPath, [...skew, MAIN, '--port', '0', ...args], {
        env: {
          PATH: process.env.PATH ?? '',
          BELLHOP_ADMIN_KEY: ADMIN_KEY,
          GATEWAY_HOST: '127.0.0.1',
          BELLHOP_RATE_LIMIT: '100000',
          BELLHOP_RATE_BURST: '100000',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = mine;
      gateway.base = await addressOf(mine);
      mine.once('exit', (code) => {
        // Killed is what it is here for; by itself it must not end.
        if (code !== null) console.log(`A gateway ended by itself, with ${code}: ${said(mine)}`);
      });
    },
    async kill() {
      gateway.base = null;
      if (child === null || child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise<void>((done) => child?.once('exit', () => done()));
      child.kill('SIGKILL');
      await gone;
    },
    signal(name) {
      child?.kill(name);
    },
    async memory() {
      const { readFile } = await import('node:fs/promises');
      const status = await readFile(`/proc/${child?.pid}/status`, 'utf8').catch(() => '');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    },
  };
  return gateway;
}

const outputs = new WeakMap<ChildProcess, string>();
const said = (child: ChildProcess): string => outputs.get(child) ?? '';

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      outputs.set(child, (said(child) + chunk).slice(-4000));
      const port = /http:\/\/localhost:(\d+)/.exec(said(child))?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('close', () => reject(new Error(said(child))));
  });
}
