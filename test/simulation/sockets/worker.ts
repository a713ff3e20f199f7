// One process's share of the schedules: takes the seeds, gives back what came of them.

import { runOverSockets } from './run.ts';

process.once('message', async (message: { names: string[]; parallel: number }) => {
  const log = (line: string): void => void process.send?.({ line });
  const run = await runOverSockets({ ...message, log });
  process.send?.({ run }, () => process.exit(0));
});
