// Orca, Linux's screen reader, as a person would have it, but for its voice: what it would speak is a line of text
// (orca_spoken.py). Debian's packages are orca and openbox, since Orca follows the active window, and a bare screen has none.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Orca {
  /** All that it has spoken, line by line. */
  spoken: readonly string[];
  /** It hears nothing until this work is done, and then all of it: as on a computer that is too busy for it. */
  busyDuring(work: () => Promise<void>): Promise<void>;
  close(): void;
}

const NEEDED = ['/usr/bin/orca', '/usr/bin/openbox'];

/** Null if it can be started here; else the reason, with what to do. */
export const missingOrca = (): string | null =>
  NEEDED.every((path) => existsSync(path)) ? null : 'Install orca and openbox to hear Orca.';

/** @param env of the screen and bus that the browser has too */
export async function startOrca(env: Record<string, string>): Promise<Orca> {
  // Its settings are those of somebody who has never changed any.
  const home = mkdtempSync(join(tmpdir(), 'bellhop-orca-'));
  const around = { ...process.env, ...env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  const windows = spawn('/usr/bin/openbox', [], { env: around, stdio: 'ignore' });
  const orca = spawn('/usr/bin/python3', [join(import.meta.dirname, 'orca_spoken.py')], {
    env: around,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const spoken: string[] = [];
  const isOn = new Promise<void>((resolve, reject) => {
    createInterface(orca.stdout).on('line', (line) => {
      if (line.trim() !== '') spoken.push(line.trim());
      if (line.startsWith('Screen reader on')) resolve();
    });
    orca.once('exit', (code) => reject(new Error(`Orca has ended with ${code}.`)));
  });
  const close = (): void => {
    orca.kill();
    windows.kill();
    rmSync(home, { recursive: true, force: true });
  };
  try {
    await isOn;
  } catch (error) {
    close();
    throw error;
  }
  const busyDuring: Orca['busyDuring'] = async (work) => {
    orca.kill('SIGSTOP');
    try {
      await work();
    } finally {
      orca.kill('SIGCONT');
    }
  };
  return { spoken, busyDuring, close };
}
