// A screen in memory (Xvfb), for browsers that must draw into windows.

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

const SERVER = '/usr/bin/Xvfb';

export interface Screen {
  /** For DISPLAY: ":7". */
  name: string;
  close(): void;
}

export const hasScreen = (): boolean => existsSync(SERVER);

/** Takes the first number that is free. */
export async function openScreen(): Promise<Screen> {
  const args = ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'];
  const server = spawn(SERVER, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    server.once('exit', (code) => reject(new Error(`Xvfb has ended with ${code}.`)));
  });
  return { name: `:${number}`, close: () => void server.kill() };
}
