#!/usr/bin/env node
// The command `bellhop-gateway`: a gateway that listens (main.ts), or a copy of what one has stored (archive/).

import process from 'node:process';

const [command = '', ...args] = process.argv.slice(2);
if (command === 'backup' || command === 'restore') {
  const { runArchiveCommand } = await import('./archive/commands.ts');
  try {
    await runArchiveCommand(command, args, process.env, (line) => console.error(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else {
  await import('./main.ts');
}
