// The benchmarks in the order in which they run, each with the name that --only takes.

import { benchAnswer } from './answer.ts';
import { benchBytes } from './bytes.ts';
import { benchHostPage } from './host-page.ts';
import { benchLostReply } from './lost-reply.ts';
import { benchMarkdown } from './markdown.ts';
import { benchMemory } from './memory.ts';
import { benchOpening } from './opening.ts';
import { benchPhone } from './phone.ts';
import { benchReload } from './requests.ts';
import type { Rig } from './rig/rig.ts';
import type { BenchRow } from './row.ts';
import { benchSlow } from './slow.ts';
import { benchTools } from './tools.ts';
import { benchTranscript } from './transcript.ts';
import { benchWire } from './wire.ts';

export interface Group {
  name: string;
  run(rig: Rig, runs: number): Promise<BenchRow[]>;
}

export const GROUPS: readonly Group[] = [
  { name: 'bytes', run: benchBytes },
  { name: 'host-page', run: benchHostPage },
  { name: 'opening', run: benchOpening },
  { name: 'phone', run: benchPhone },
  { name: 'wire', run: benchWire },
  { name: 'answer', run: benchAnswer },
  { name: 'transcript', run: benchTranscript },
  { name: 'reload', run: benchReload },
  { name: 'slow', run: benchSlow },
  { name: 'memory', run: () => benchMemory() },
  { name: 'markdown', run: ({ browser }) => benchMarkdown(browser) },
  { name: 'tools', run: ({ browser }) => benchTools(browser) },
  { name: 'lost-reply', run: () => benchLostReply() },
];
