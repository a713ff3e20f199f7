// What the build leaves out of libraries saves bytes and is worth no more than that: where a release is written otherwise
// than its cuts say, such as one that closes a hole, the library goes in whole, the build says so, and `npm run size`
// shows what it weighs.

import type { Plugin } from 'vite';

/** A library isn't written as a cut says. The message names the library, what wasn't found, and the cut's file. */
export class DoesNotFit extends Error {}

type Transform = (this: unknown, code: string, id: string) => { code: string; map: null } | null;

/**
 * The plugin, whose `transform` leaves a file whole where it throws `DoesNotFit`. Not for cuts that span several files, of
 * which one alone would leave a broken library.
 * @param tell gets one sentence for each such file.
 */
export function failOpen(plugin: Plugin, tell: (sentence: string) => void = warnLarger): Plugin {
  const cut = plugin.transform as Transform;
  const transform: Transform = function (code, id) {
    try {
      return cut.call(this, code, id);
    } catch (error) {
      if (!(error instanceof DoesNotFit)) throw error;
      tell(`${error.message} The library goes in whole.`);
      return null;
    }
  };
  return { ...plugin, transform };
}

/** Says why the build makes larger files than it could. */
export function warnLarger(message: string): void {
  console.warn(`The widget is larger than it need be: ${message}`);
}
