// `--env FILE`: settings from a file such as `init` writes, one NAME=value on a line.

import { loadEnvFile } from 'node:process';
import { UsageError } from '../kernel/cli-values.ts';

// Not `--env-file`: Node takes that for itself, wherever it stands.
const NAME = '--env';

/**
 * Adds the file's settings to the process's environment, whose own values count more.
 * @returns the arguments without the option
 * @throws UsageError where there is no such file
 */
export function takeEnvFile(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => arg === NAME || arg.startsWith(`${NAME}=`));
  const option = args[at];
  if (option === undefined) return [...args];
  const isPair = option === NAME;
  const file = isPair ? args[at + 1] : option.slice(NAME.length + 1);
  if (file === undefined || file === '') throw new UsageError(`${NAME} needs the name of a file.`);
  try {
    loadEnvFile(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${NAME}: ${file} can’t be read (${reason}).`);
  }
  return takeEnvFile(args.toSpliced(at, isPair ? 2 : 1));
}
