// The seed of the slices that every test run plays: another one with each commit, and for one commit the same wherever
// it is tested, so that what passed here passes there, and what fails is played again.

import { execFileSync } from 'node:child_process';

/** `SIMULATION_SEED`, else the commit, else (outside a checkout) the time. */
export function sliceSeed(): string {
  const { SIMULATION_SEED: wanted } = process.env;
  if (wanted) return wanted;
  try {
    const head = execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return head.trim();
  } catch {
    return String(Date.now() % 1_000_000_000);
  }
}
