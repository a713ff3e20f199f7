// Programs of generators that have no interface but their command.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { terminalEnv } from '../../browser/support/project.ts';

/** @throws Error with what the program has said */
export async function runNode(args: readonly string[], cwd: string): Promise<void> {
  const env = terminalEnv({
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DISABLE_UPDATE_NOTIFIER: '1',
    NO_UPDATE_NOTIFIER: '1',
  });
  await promisify(execFile)(process.execPath, [...args], { cwd, env, maxBuffer: 64 << 20 });
}
