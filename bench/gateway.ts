// The gateway's own benchmarks: real processes on real databases. They need no browser and no build, and stand with the gateway.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BenchRow } from './row.ts';

const MAIN = join(import.meta.dirname, '../gateway/bench/main.ts');

export async function benchGateway(): Promise<BenchRow[]> {
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const rows: BenchRow[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    rows.push(JSON.parse(line) as BenchRow);
  }
  const code = await exit;
  if (code !== 0) throw new Error(`The gateway's benchmarks ended with ${code}.`);
  return rows;
}
