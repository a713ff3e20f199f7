// The door for every agent that isn't part of the gateway: a module whose default export names an agent and is one.
// The module runs with the gateway's rights, so only the operator's command line names it, never a request.

import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isRecord } from '../wire.ts';
import type { Agent } from './types.ts';

/** The default export of an agent's module. */
export interface AgentModule {
  /** The name by which sessions ask for it, as in `{"agent": "concierge"}`. */
  name: string;
  agent: Agent;
}

const NAME = /^[a-z][a-z0-9_-]{0,63}$/;

/**
 * @param specifier a file (`./agent.ts`, `demo/assistant/index.ts`, an absolute path) or an installed package
 * @param folder where relative paths begin
 * @throws Error that says what is wrong with the module
 */
export async function loadAgent(specifier: string, folder: string): Promise<AgentModule> {
  const isFile = /^\.|\.[cm]?[jt]s$/.test(specifier) || isAbsolute(specifier);
  const address = isFile ? pathToFileURL(resolve(folder, specifier)).href : specifier;
  let loaded: unknown;
  try {
    loaded = await import(address);
  } catch (error) {
    throw new Error(`The agent “${specifier}” can't be loaded: ${reasonOf(error)}`);
  }
  const module = isRecord(loaded) ? loaded.default : undefined;
  if (!isAgentModule(module)) {
    throw new Error(
      `“${specifier}” is no agent: its default export must be { name, agent }, the name of a–z, 0–9, _ and -, the agent with a function “turn”.`,
    );
  }
  return module;
}

function isAgentModule(value: unknown): value is AgentModule {
  return (
    isRecord(value) &&
    typeof value.name === 'string' &&
    NAME.test(value.name) &&
    isRecord(value.agent) &&
    typeof value.agent.turn === 'function'
  );
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
