// Which agents this gateway has, by the name that a session is created with.

import { createConcierge } from './concierge/concierge.ts';
import { scriptedAgent } from './scripted.ts';
import type { Agent } from './types.ts';

export type AgentRegistry = ReadonlyMap<string, Agent>;

/** @param model drives a real provider; none where no key is set up. */
export function createAgentRegistry(model: Agent | null = null): AgentRegistry {
  return new Map<string, Agent>([
    ['concierge', createConcierge()],
    ['scripted', scriptedAgent],
    ...(model === null ? [] : [['model', model] as const]),
  ]);
}
