// What an attack is, whatever it is played on.

import type { Browser } from 'playwright-core';

/** Where it is played. */
export interface Field {
  /** The folder of a build, with `bellhop.js` in it. */
  dist: string;
  browser: Browser;
  /** How long a chat that does nothing is waited for. */
  patienceSeconds: number;
}

/** How many tries it made, and which got through. */
export interface Outcome {
  tries: number;
  through: string[];
  /** What else was seen. */
  note?: string;
}

export interface Attack {
  name: string;
  play(on: Field): Promise<Outcome>;
}

/** Of one try, which achieved something, or null. */
export const oneTry = (achieved: string | null): Outcome => ({
  tries: 1,
  through: achieved === null ? [] : [achieved],
});
