// `npm run help`: every command, from a bare clone.

import { helpText } from './commands.mjs';

process.stdout.write(helpText());
