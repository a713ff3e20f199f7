// The commands of `bellhop-gateway`: which one is meant, and a calm end where it fails.

import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { explainDatabase } from '../kernel/db/explain.ts';
import { DatabaseUnavailable } from '../kernel/db/types.ts';
import { takeEnvFile } from './env-file.ts';
import { failureLines, StartError } from './start-errors.ts';

interface Command {
  /** What it could not do, where it fails. */
  failure: string;
  /** @returns the exit code */
  run(args: readonly string[]): Promise<number>;
}

const archive = (name: 'backup' | 'restore'): Command => ({
  failure: `The ${name} failed`,
  async run(args) {
    const { runArchiveCommand } = await import('../archive/commands.ts');
    try {
      await runArchiveCommand(name, args, process.env, (line) => console.error(line));
    } catch (cause) {
      throw explained(cause) ?? cause;
    }
    return 0;
  },
});

/** Null where the error says all in its own words. */
function explained(cause: unknown): Error | null {
  const url = process.env.DATABASE_URL;
  return cause instanceof DatabaseUnavailable && url !== undefined
    ? new StartError(explainDatabase(cause, { url }), { cause })
    : null;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['backup', archive('backup')],
  ['restore', archive('restore')],
  [
    'init',
    {
      failure: 'Nothing was set up',
      async run(args) {
        const { runInit } = await import('./init/init.ts');
        // npx starts it by a link.
        const bin = realpathSync(process.argv[1] ?? '');
        return runInit(args, {
          env: process.env,
          isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
          place: { bin, program: dirname(bin), node: process.execPath },
          print: (line) => console.log(line),
        });
      },
    },
  ],
  [
    'doctor',
    {
      failure: 'The examination failed',
      async run(args) {
        const { runDoctor } = await import('./doctor/doctor.ts');
        return runDoctor(args, process.env, (line) => console.log(line));
      },
    },
  ],
]);
/** Options that take no value, so that the word behind one may be a command. */
const SWITCHES = ['--help', '--json', '--force', '--yes'];

/** @param args what stands behind the program's name; without a command a gateway is started. */
export async function runCommand(args: readonly string[]): Promise<void> {
  const at = args.findIndex((arg, index) => COMMANDS.has(arg) && !isValue(args, index));
  const command = COMMANDS.get(args[at] ?? '');
  if (command === undefined) {
    await import('../main.ts');
    return;
  }
  try {
    process.exitCode = await command.run(takeEnvFile(args.toSpliced(at, 1)));
  } catch (error) {
    const isDebug = process.env.BELLHOP_LOG_LEVEL === 'debug';
    for (const line of failureLines(error, command.failure, isDebug)) console.error(line);
    process.exitCode = 1;
  }
}

/** Whether the word is what an option before it wants: `--agent backup`. */
function isValue(args: readonly string[], index: number): boolean {
  const before = args[index - 1] ?? '';
  return before.startsWith('--') && !before.includes('=') && !SWITCHES.includes(before);
}
