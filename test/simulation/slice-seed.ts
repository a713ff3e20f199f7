// The seed of the slice that every test run plays: always the same, so that a change never fails by chance. Fresh seeds
// are drawn by `npm run simulate`, which the outer ring calls.

/** `SIMULATION_SEED`, else the seed of the inner ring. */
export function sliceSeed(): string {
  return process.env.SIMULATION_SEED || 'inner';
}
