// Which agents this gateway has, by the name that a session is created with.

import { createConcierge } from './concierge/concierge.ts';
import { scriptedAgent } from './scripted.ts';
import type { Agent } from './types.ts';

export type AgentRegistry = ReadonlyMap<string, Agent>;

export function createAgentRegistry(): AgentRegistry {
  return new Map<string, Agent>([
    ['concierge', createConcierge()],
    ['scripted', scriptedAgent],
  ]);
}
