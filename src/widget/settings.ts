// What the owner has set at the desk: it counts below the page's own options. Kept in the browser, so that the next visit's
// panel opens with it at once. Only names from a list count: none that receives data, brings in tools or files of words, or
// says whom the chat talks to or on which pages it is.

import { type AttributeEnvironment, parseAttributes, toText } from '../loader/attributes.ts';
import type { RawOptions } from './types.ts';

const NAMES =
  'title avatar greeting prompts color theme position offset launcher lang thinking attachments sound cards feedback contact privacy voice'.split(
    ' ',
  );

export interface Settings {
  /** What the desk says now. Changes the options below those of the page. */
  take(given: Readonly<Record<string, unknown>>): void;
  /** The page sets these options itself from now on. */
  leave(own: object): void;
}

/**
 * @param raw the page's options, to which the desk's are added.
 * @param key in the browser's storage.
 * @param history how long anything may be kept.
 */
export function createSettings(
  raw: RawOptions,
  key: string,
  history: string,
  environment: AttributeEnvironment,
): Settings {
  /** The names that `raw` has from the desk. */
  const added = new Set<string>();
  let found: Readonly<Record<string, unknown>> = {};

  function apply(): void {
    raw.look = found.look;
    const { wrong } = parseAttributes(found, environment);
    for (const name of NAMES) {
      if (!added.has(name) && raw[name] != null) continue;
      const value = found[name];
      // A launcher that the page has drawn isn't taken away again.
      const isTaken = name === 'launcher' && value === 'none';
      if (toText(value) !== undefined && !isTaken && wrong.every((one) => one.name !== name)) {
        raw[name] = value;
        added.add(name);
      } else if (added.delete(name)) delete raw[name];
    }
  }

  const store = (area: () => Storage, isKept: boolean): void => {
    try {
      if (isKept) area().setItem(key, JSON.stringify(found));
      else area().removeItem(key);
    } catch {
      // Storage is refused or full: the next panel is drawn twice.
    }
  };

  try {
    const area = history === 'session' ? sessionStorage : localStorage;
    if (history !== 'none') found = { __proto__: null, ...JSON.parse(area.getItem(key) ?? '{}') };
  } catch {
    // Storage is refused, or the text isn't ours.
  }
  apply();

  return {
    take(given) {
      found = given;
      apply();
      const isAny = Object.keys(given).length > 0;
      store(() => localStorage, isAny && history === 'local');
      store(() => sessionStorage, isAny && history === 'session');
    },
    leave(own) {
      for (const name of Object.keys(own)) added.delete(name);
    },
  };
}
