// What a person reads where a command can't go on: what is wrong and what to do, in a sentence or two, without a stack.

import { UsageError } from '../kernel/cli-values.ts';
import { explainDatabase } from '../kernel/db/explain.ts';
import { type DatabaseOptions, openDatabase } from '../kernel/db/open.ts';
import type { Db } from '../kernel/db/types.ts';

/** A command can't go on. The message begins in lower case; `cause` is what was thrown. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/**
 * Opens the database and brings it up to date.
 * @param onMigrated told each step of the schema that was missing
 * @throws StartError
 */
export async function openData(
  where: DatabaseOptions,
  onMigrated: (id: string) => void = () => {},
): Promise<Db> {
  try {
    return await openDatabase(where, onMigrated);
  } catch (cause) {
    throw new StartError(explainDatabase(cause, where), { cause });
  }
}

/** @param host as the settings have it; undefined: every address of this machine */
export function explainListening(
  error: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
): StartError {
  return new StartError(wordsOfListening(error, port, host), { cause: error });
}

function wordsOfListening(
  error: NodeJS.ErrnoException,
  port: number,
  host: string | undefined,
): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `port ${port} is taken by another program. End that one, or choose another port with --port or GATEWAY_PORT.`;
    case 'EACCES':
      return `this account may not listen on port ${port}. Choose one above 1023 with --port, and put a proxy in front.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine. Choose another with --host.`;
    default:
      return error.message;
  }
}

/**
 * The lines for standard error.
 * @param what the command could not do, such as `The gateway could not start`
 * @param isDebug whether the operator asks for the stacks as well
 */
export function failureLines(error: unknown, what: string, isDebug: boolean): string[] {
  if (error instanceof UsageError) {
    return [error.message, '', 'bellhop-gateway --help names every setting.'];
  }
  const message = error instanceof Error ? error.message : String(error);
  return [`${what}: ${message}`, ...(isDebug ? stacksOf(error) : [])];
}

/** The error's own, and those of its causes. */
function stacksOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [error.stack ?? '', ...stacksOf(error.cause)];
}
