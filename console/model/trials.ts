// Trials of agents: the sessions that the desk's previews talk in. They are nobody's conversation.

import type { Api } from '../edge/api.ts';
import type { Ticket } from '../preview/messages.ts';

/** Who answers: an agent, one version of it, or whoever does on a site. */
export interface TrialOf {
  agent?: string;
  agent_version?: number;
  client_id?: string;
  project_id?: string;
  client_tools?: readonly { name: string; description: string; input_schema: object }[];
}

export interface Trials {
  /** Null where there is none to be had. */
  begin(of: TrialOf): Promise<Ticket | null>;
}

export function createTrials(api: Pick<Api, 'call'>): Trials {
  return {
    begin: (of) => api.call<Ticket>('POST', '/admin/trials', of).catch(() => null),
  };
}
