// Plays one process's share of the schedules: receives the seeds, sends back the results.

import { runOverSockets } from './run.ts';

process.once('message', async (message: { names: string[]; parallel: number }) => {
  const log = (line: string): void => void process.send?.({ line });
  const run = await runOverSockets({ ...message, log });
  process.send?.({ run }, () => process.exit(0));
});
