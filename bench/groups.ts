// The benchmarks in the order in which they run, each with the name that --only takes.

import { benchMarkdown } from './markdown.ts';
import type { Rig } from './rig/rig.ts';
import type { BenchRow } from './row.ts';
import { benchTools } from './tools.ts';
import { benchWire } from './wire.ts';

export interface Group {
  name: string;
  run(rig: Rig, runs: number): Promise<BenchRow[]>;
}

export const GROUPS: readonly Group[] = [
  { name: 'wire', run: benchWire },
  { name: 'markdown', run: ({ browser }) => benchMarkdown(browser) },
  { name: 'tools', run: ({ browser }) => benchTools(browser) },
];
