#!/usr/bin/env node
// The command `bellhop-gateway`. It imports the rest only once the Node is known to be able to: an old one would print a stack.

import { refuseOldNode } from './cli/node-version.ts';

const refusal = refuseOldNode(process.versions.node);
if (refusal === null) {
  import('./cli/commands.ts').then(({ runCommand }) => runCommand(process.argv.slice(2)));
} else {
  console.error(refusal);
  process.exitCode = 1;
}
