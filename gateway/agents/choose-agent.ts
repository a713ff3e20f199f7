// Who answers in a new session: the agent that its maker names, or the site's or project's default.

import type { Queryable } from '../kernel/db/types.ts';
import { invalid } from '../kernel/http-error.ts';
import type { AgentDirectory } from './directory.ts';
import { findAgent } from './records/agent-rows.ts';

export interface WantedAgent {
  /** A name or an id; left out: `scripted` where there is a script, else the default. */
  agent?: string | undefined;
  agent_version?: number | undefined;
  script?: string | null | undefined;
}

/**
 * @param place the project of the session, and the site where it belongs to one
 * @returns the name of an agent by code, or the id of a record
 * @throws HttpError 400 for an agent, or a version of it, that isn't the project's.
 */
export async function chooseAgent(
  { db, agents }: { db: Queryable; agents: AgentDirectory },
  { project_id: projectId, client_id: clientId }: { project_id: string; client_id: string | null },
  { agent: named, agent_version: version, script }: WantedAgent = {},
): Promise<string> {
  const isScript = script !== null && script !== undefined;
  const wanted = named ?? (isScript ? 'scripted' : await agents.defaultOf(db, projectId, clientId));
  const agent = await agents.find(db, projectId, wanted);
  if (agent === null) {
    const names = [...agents.builtIn.keys()].join(', ');
    throw invalid(
      `agent must be the name or the id of an agent of this project, or one of: ${names}.`,
    );
  }
  if (version !== undefined && (await findAgent(db, agent, version)) === null) {
    throw invalid('agent_version is not a version of this agent.');
  }
  return agent;
}
