// Counts the usage of a request to a model while it is under way. An agent tells it as it goes, so that a run which is cut
// short in the middle is charged for what its model did; the whole usage, where it comes, takes its place.

import type { AgentUsage } from '../agents/types.ts';

export interface Metered {
  /** Every request to a model in this cycle, billed whether its turn was kept or not. */
  requests: AgentUsage[];
  /** The usage so far of the request that is under way; null where none is, or nothing is known of it. */
  underWay: AgentUsage | null;
}

export interface Meter {
  /** The last word counts. */
  tell(usage: AgentUsage): void;
  /** The request has ended as it should, with this usage. */
  settle(usage: AgentUsage): void;
  /** Nothing more will come: what was told last is charged. @returns it, or null. */
  close(): AgentUsage | null;
}

export function openMeter(target: Metered): Meter {
  let isOpen = true;
  return {
    tell(usage) {
      // An agent that doesn't listen to its signal may go on after the end of its turn.
      if (isOpen) target.underWay = usage;
    },
    settle(usage) {
      target.underWay = null;
      target.requests.push(usage);
    },
    close() {
      isOpen = false;
      const left = target.underWay;
      target.underWay = null;
      if (left !== null) target.requests.push(left);
      return left;
    },
  };
}

/** Everything used so far, for the run's row: if this process dies, the process that settles the run charges this. */
export function spentBy({ requests, underWay }: Metered): string {
  return JSON.stringify(underWay === null ? requests : [...requests, underWay]);
}
