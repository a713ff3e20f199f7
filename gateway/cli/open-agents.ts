// The agents that a gateway begins with: those of the environment and of the command line.

import { type AgentModule, loadAgent } from '../agents/load-agent.ts';
import { openModelAgent } from '../agents/model/open-model-agent.ts';
import type { Settings } from '../cli.ts';
import type { Environment } from '../kernel/cli-values.ts';

/**
 * The model of a provider whose key is set comes first, then what the command line names, in its order.
 * @throws Error that says which agent can't be loaded, and why
 */
export async function openAgents(
  { agents, silenceMs, runTimeoutMs }: Pick<Settings, 'agents' | 'silenceMs' | 'runTimeoutMs'>,
  env: Environment,
): Promise<AgentModule[]> {
  const model = await openModelAgent(env, { silenceMs, timeoutMs: runTimeoutMs });
  const loaded = agents.map((specifier) => loadAgent(specifier, process.cwd()));
  return [
    ...(model === null ? [] : [{ name: 'model', agent: model }]),
    ...(await Promise.all(loaded)),
  ];
}
