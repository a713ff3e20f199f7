// Where the cases of random tests (fast-check) come from. `npm test` draws the same few each time, so that one commit
// has one verdict; `npm run properties` draws fresh ones, and more. A failure prints its seed.

import fc from 'fast-check';

/** The seed of a run whose cases are all played, or undefined where `npm test` plays its few. */
const { PROPERTY_SEED } = process.env;

fc.configureGlobal({ seed: Number(PROPERTY_SEED ?? 1) });

/** How many cases of `all` this run plays: each, or a fifth where the same ones come every time. */
export const cases = (all: number): number =>
  PROPERTY_SEED === undefined ? Math.ceil(all / 5) : all;
