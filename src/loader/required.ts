// The few checks of options that the launcher makes before it fetches anything. The engine makes all others, with the
// attribute table.

import type { RawOptions } from '../widget/types.ts';

/**
 * A site's sessions come from the gateway, and so does the script, as a rule: without an address of its own the gateway is
 * at `base`. The token of a fixed session is looked at alone: its id is missed by the engine.
 * @returns the required attribute that is missing or unusable, or ''. A `site` or `getSession` may stand in for `session`.
 */
export function findProblem(raw: RawOptions): string {
  if (raw.site) raw.gateway ||= raw.base;
  if (!/^http/.test(raw.gateway as string)) return 'gateway';
  return raw.session || raw.site || raw.getSession || raw.token ? '' : 'session';
}

/** @param globs paths parted by spaces or commas (or a list); `*` stands for any run of characters. */
export function matchesPath(globs: unknown, path: string): boolean {
  // One expression for all of them: what parts two becomes the bar between them.
  const any = `${globs}`.replace(/\W/g, (char) =>
    char === '*' ? '.*' : /[,\s]/.test(char) ? '|' : `\\${char}`,
  );
  return RegExp(`^(${any})$`).test(path);
}
