// A child in a process group of its own, which is ended as a whole: PHP's workers outlive their master.

import { type SpawnOptions, spawn } from 'node:child_process';

export interface ProcessGroup {
  /** What it has said on both channels, the last 20,000 characters. */
  said(): string;
  hasEnded(): boolean;
  close(): Promise<void>;
}

const MAX_SAID = 20_000;
const PATIENCE_MS = 3_000;

export function startGroup(
  program: string,
  args: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): ProcessGroup {
  const child = spawn(program, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text = (text + chunk).slice(-MAX_SAID);
    });
  }
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      text += String(error);
      hasEnded = true;
      resolve();
    });
    child.once('exit', () => {
      hasEnded = true;
      resolve();
    });
  });
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // The group is gone.
    }
  };
  // If this process ends without closing the group, kill the group with it.
  const atExit = (): void => kill('SIGKILL');
  process.once('exit', atExit);

  return {
    said: () => text,
    hasEnded: () => hasEnded,
    async close() {
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), PATIENCE_MS);
      await ended;
      clearTimeout(timer);
      // Workers that their master has left behind.
      kill('SIGKILL');
      process.off('exit', atExit);
    },
  };
}
