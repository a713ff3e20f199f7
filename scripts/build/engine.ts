// What the drop-in and the npm package have in common: which parts of the engine lie in one file, and what makes the libraries small.

import { join } from 'node:path';
import { ROOT } from './paths.ts';
import { markedLexer } from './trim-marked.ts';
import { leanPreact, preactDocument } from './trim-preact.ts';
import { strictPurify } from './trim-purify.ts';
import { leanValidator } from './trim-validator.ts';
import { unboundSignals } from './unbound-signals.ts';

export const ENGINE = join(ROOT, 'src/widget.ts');
/**
 * What every conversation needs, as one file: all of it is fetched as soon as the chat is opened, one request does, and
 * the parts share their words when they are compressed. The core, the rows with
 * what turns answers into elements, and what tells light pages from dark ones.
 */
export const CONVERSATION = [
  join(ROOT, 'src/widget/core.ts'),
  join(ROOT, 'src/ui/parts/rows.tsx'),
  // Steps and several later parts share it, none of which should fetch another for it.
  join(ROOT, 'src/ui/model/exact.ts'),
] as const;
/** What the first tool call of a page needs: the card, the runner, and what posts results. */
export const TOOLS = [
  join(ROOT, 'src/ui/parts/tools.tsx'),
  join(ROOT, 'src/widget/tool-work.ts'),
] as const;
/** What makes the libraries small, and steady on pages that have changed what all scripts share. */
export const cuts = () => [
  markedLexer(),
  strictPurify(),
  preactDocument(),
  unboundSignals(),
  leanPreact(),
  leanValidator(),
];
