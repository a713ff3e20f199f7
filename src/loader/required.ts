// The few checks of options that the launcher makes before it fetches anything. The engine makes all others, with the
// attribute table.

import type { RawOptions } from '../widget/types.ts';

/** The required attribute that is missing or unusable, or ''. The page's `getSession` may stand in for `session`. */
export function findProblem(raw: RawOptions): string {
  if (!/^https?:/.test(raw.gateway as string)) return 'gateway';
  return raw.session || raw.getSession || (raw.sessionId && raw.token) ? '' : 'session';
}

/** @param globs paths parted by spaces or commas (or a list); `*` stands for any run of characters. */
export function matchesPath(globs: unknown, path: string): boolean {
  // One expression for all of them: what parts two becomes the bar between them.
  const any = `${globs}`.replace(/\W/g, (char) =>
    char === '*' ? '.*' : /[,\s]/.test(char) ? '|' : `\\${char}`,
  );
  return RegExp(`^(${any})$`).test(path);
}
