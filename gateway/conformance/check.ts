// What a check is. How it says that a rule is broken is in expect.ts.

import type { World } from './world.ts';

/** One rule of the interface, as something that can be tried on a running gateway. */
export interface Check {
  /** `group.name`, stable. */
  id: string;
  /** The rule, as a sentence. */
  title: string;
  /**
   * The interface doesn't say this: a gateway may do otherwise, which is reported and breaks no rule. The widget
   * relies on it, or anyone would want it.
   */
  isBeyond: boolean;
  run(world: World): Promise<void>;
}

export interface Group {
  name: string;
  checks: Check[];
}

type Entry = [title: string, run: Check['run'], beyond?: typeof BEYOND];

/** Marks what the interface doesn't say. */
export const BEYOND = 'beyond the interface';

/** Ids are `group.name`, so that one check can be named on the command line. `beyond` holds for all of them. */
export function group(name: string, checks: Record<string, Entry>, beyond?: typeof BEYOND): Group {
  return {
    name,
    checks: Object.entries(checks).map(([id, [title, run, own]]) => ({
      id: `${name}.${id}`,
      title,
      isBeyond: (own ?? beyond) !== undefined,
      run,
    })),
  };
}
