// The A2A agent of a2a-server.ts, running: where it is, and what it was asked.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Wire } from '../harness.ts';

export interface A2aProcess {
  url: string;
  /** Its requests, the oldest first. */
  heard: { method: string; params: Wire }[];
  close(): void;
}

/** @param speaks the transport, or the version, in which it wants to be spoken to */
export async function startA2a(speaks: 'JSONRPC' | 'HTTP+JSON' | '0.3'): Promise<A2aProcess> {
  const file = fileURLToPath(new URL('./a2a-server.ts', import.meta.url));
  const agent = spawn(process.execPath, [file, speaks], { stdio: ['ignore', 'pipe', 'inherit'] });
  const heard: A2aProcess['heard'] = [];
  let rest = '';
  const url = await new Promise<string>((resolve) => {
    agent.stdout.on('data', (chunk) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('{')) heard.push(JSON.parse(line));
        else resolve(line);
      }
    });
  });
  return { url, heard, close: () => agent.kill() };
}
