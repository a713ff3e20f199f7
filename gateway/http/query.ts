// Query parameters that more than one route reads.

import { invalid } from './http-error.ts';

/** False where the parameter is absent. */
export function readFlag(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw invalid(`${name} must be true or false.`);
}
