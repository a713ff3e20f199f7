// The seed of the slices that every test run plays: another one each time, so that many runs add up to many schedules.
// It is printed, and what fails is played again with it.

/** `SIMULATION_SEED`, else one that no run had before. */
export function sliceSeed(): string {
  return process.env.SIMULATION_SEED || String(Date.now() % 1_000_000_000);
}
