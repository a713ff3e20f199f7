// The first lines of a gateway that has started.

import type { AgentModule } from '../agents/load-agent.ts';
import { type ModelSettings, readModelSettings } from '../agents/model/settings.ts';
import type { Environment } from '../kernel/cli-values.ts';
import type { EmbeddingSettings } from '../knowledge/vectors/settings.ts';

export interface Greeting {
  /** `http://localhost:4320`, without a slash. */
  address: string;
  /** A token that signs in to the desk once; null where none is shown. */
  link: string | null;
  /** Made up at this start; null where the operator has set one. */
  newKey: string | null;
  agents: readonly AgentModule[];
  env: Environment;
  embeddings: EmbeddingSettings | null;
  /** Ids of the steps by which the database was brought up to date. */
  migrations: readonly string[];
}

/** In words for a person at a terminal: the address, the desk and who answers come first. */
export function greetPerson(greeting: Greeting): string[] {
  const { newKey, migrations } = greeting;
  const [first, desk] = opening(greeting);
  return [
    first,
    desk,
    `Answers: ${answerer(greeting)}`,
    ...(newKey === null ? [] : [`Admin key, until it is started again: ${newKey}`]),
    ...embedded(greeting),
    ...(migrations.length === 0 ? [] : [changes(migrations)]),
  ];
}

/** For programs and logs, which know these lines. */
export function greetProgram(greeting: Greeting): string[] {
  const { newKey, agents } = greeting;
  const [first, desk] = opening(greeting);
  return [
    // A program that reads this line may stop the gateway at once.
    first,
    ...(newKey === null ? [] : [`Admin key: ${newKey}`]),
    desk,
    agents.length === 0
      ? `No agent answers yet: set OPENAI_API_KEY or ANTHROPIC_API_KEY (with OPENAI_BASE_URL for a server of your own) and write one at ${greeting.address}/desk/agents, or give one with --agent MODULE.`
      : `Agent that answers by default: ${named(greeting)}`,
    ...embedded(greeting),
  ];
}

function opening({ address, link }: Greeting): [string, string] {
  return [
    `Bellhop gateway: ${address}/`,
    link === null
      ? `Desk: ${address}/desk`
      : `Desk, signed in once and on this machine alone: ${address}/desk#link=${link}`,
  ];
}

function answerer(greeting: Greeting): string {
  const [first] = greeting.agents;
  if (first === undefined) {
    return `nobody yet. Set ANTHROPIC_API_KEY or OPENAI_API_KEY and write an agent at ${greeting.address}/desk/agents, or give one with --agent MODULE.`;
  }
  const model = modelOf(greeting);
  return model === null
    ? `the agent ${first.name}; no model, since no provider’s key is set`
    : `${model.model} of ${model.provider}`;
}

/** The default of sessions that name no agent, unless their project or site does. */
function named(greeting: Greeting): string {
  const model = modelOf(greeting);
  const which = model === null ? '' : ` (${model.provider}, ${model.model})`;
  return `${greeting.agents[0]?.name}${which}`;
}

function modelOf({ agents: [first], env }: Greeting): ModelSettings | null {
  return first?.name === 'model' ? readModelSettings(env) : null;
}

function embedded({ embeddings }: Greeting): string[] {
  if (embeddings === null) return [];
  // Passages and questions go there.
  const { model, baseUrl } = embeddings;
  return [`Knowledge is also searched by embeddings: ${model} at ${new URL(baseUrl).host}`];
}

/** The first step makes the tables. */
function changes(migrations: readonly string[]): string {
  if (migrations.includes('001-core')) return 'The database was made.';
  const count = migrations.length;
  return `${count} ${count === 1 ? 'change' : 'changes'} to the database.`;
}
