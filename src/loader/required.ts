// The few questions about options that are answered before anything is fetched. All else is checked by the
// attribute table, which comes with the engine.

import type { RawOptions } from '../widget/types.ts';

/** The required attribute that is missing or unusable, or ''. A page's own `getSession` is a session. */
export function findProblem(raw: RawOptions): string {
  if (!/^https?:\/\/\w/.test(raw.gateway as string)) return 'gateway';
  return raw.session || raw.getSession || (raw.sessionId && raw.token) ? '' : 'session';
}

/** `globs`: paths parted by spaces or commas (or a list), `*` for any run of characters. */
export function matchesPath(globs: unknown, path: string): boolean {
  return `${globs}`
    .split(/[,\s]+/)
    .some((glob) =>
      RegExp(`^${glob.replace(/\W/g, (char) => (char === '*' ? '.*' : `\\${char}`))}$`).test(path),
    );
}

/** An earlier page left something unfinished: the engine looks after it at once. */
export function isMarked(namespace: string): boolean {
  try {
    return !!localStorage[`bellhop:${namespace}`];
  } catch {
    return false;
  }
}
