// The sources that reference pages are made of, as text.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

/** @param path from the repository's root */
export const sourceOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
