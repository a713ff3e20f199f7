// The gateway as a program of its own, for tests of what it prints and how it ends.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';

const BIN = join(import.meta.dirname, '../bin.ts');

export interface Program {
  child: ChildProcess;
  /** Both streams, as they came. */
  output: () => string;
  /** Resolves to the exit code. */
  exit: Promise<number | null>;
  /** Resolves once the output has it. Rejects with the output if the program ends first. */
  said: (pattern: RegExp) => Promise<RegExpExecArray>;
}

export interface ProgramOptions {
  /** Nothing of the test's own environment but PATH. */
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** The account that it runs as. */
  uid?: number;
}

export interface Programs {
  /** `bellhop-gateway` with these arguments, in pipes. */
  run(args: readonly string[], options?: ProgramOptions): Program;
  /** The same in a terminal of its own, by `script` of util-linux. */
  runInTerminal(args: readonly string[], options?: ProgramOptions): Program;
  /** Kills what still runs. */
  close(): void;
}

/** Whether this machine has the `script` that runs a command in a terminal. */
export const HAS_TERMINALS =
  spawnSync('script', ['-qec', 'true', '/dev/null'], { stdio: 'ignore' }).status === 0;

export function createPrograms(): Programs {
  const started: ChildProcess[] = [];
  return {
    run: (args, options) => follow(process.execPath, [BIN, ...args], options),
    runInTerminal(args, options) {
      const command = [process.execPath, BIN, ...args].map((word) => `'${word}'`).join(' ');
      return follow('script', ['-qec', command, '/dev/null'], options);
    },
    close() {
      for (const child of started) child.kill('SIGKILL');
    },
  };

  function follow(
    command: string,
    args: readonly string[],
    { env = {}, ...options }: ProgramOptions = {},
  ): Program {
    const child = spawn(command, [...args], {
      ...options,
      env: { PATH: process.env.PATH ?? '', ...env },
    });
    started.push(child);
    let output = '';
    const listeners = new Set<() => void>();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
        for (const look of listeners) look();
      });
    }
    const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
    const said = (pattern: RegExp) =>
      new Promise<RegExpExecArray>((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output);
          if (found !== null) resolve(found);
        };
        listeners.add(look);
        look();
        exit.then(() => reject(new Error(output)));
      });
    return { child, output: () => output, exit, said };
  }
}
