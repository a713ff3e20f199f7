// Which agents this gateway has, by the name that a session is created with. A session that names none gets the first.

import type { AgentModule } from './load-agent.ts';
import { scriptedAgent } from './scripted.ts';
import type { Agent } from './types.ts';

/** Agents by code, by name, in their order: the first answers where a session names none. */
export type AgentRegistry = ReadonlyMap<string, Agent>;

/** @throws where two agents have one name */
export function createAgentRegistry(modules: readonly AgentModule[] = []): AgentRegistry {
  const agents = new Map<string, Agent>();
  for (const { name, agent } of [...modules, { name: 'scripted', agent: scriptedAgent }]) {
    if (agents.has(name)) throw new Error(`Two agents are called “${name}”.`);
    agents.set(name, agent);
  }
  return agents;
}
