// Model agents as the environment and an agent's record set them up; the SDK is loaded only where there is a key.

import type { Agent } from '../types.ts';
import type { ModelAgentOptions } from './options.ts';
import {
  type Environment,
  type ModelSettings,
  missingAbility,
  missingKey,
  readModelSettings,
  type WantedModel,
} from './settings.ts';

export type { WantedModel } from './settings.ts';

type Limits = Pick<ModelAgentOptions, 'silenceMs' | 'timeoutMs'>;

/** Makes the agents of records. */
export interface ModelFactory {
  /** Null where its provider's key is missing. */
  open(wanted: WantedModel): Promise<Agent | null>;
  /** Why it can't be opened, or what it asks for in vain, in a sentence for the operator. */
  problemOf(wanted: WantedModel): string | null;
}

/** Null where no provider's key is in the environment. @throws Error where the settings contradict themselves. */
export async function openModelAgent(
  env: Environment,
  limits: Limits = {},
  wanted: Partial<WantedModel> = {},
): Promise<Agent | null> {
  const settings = readModelSettings(env, wanted);
  return settings === null ? null : create(settings, limits, wanted);
}

/** @param env the process's environment, with the providers' keys: an agent whose provider has none there can't be opened. */
export function createModelFactory(env: Environment, limits: Limits = {}): ModelFactory {
  return {
    open: (wanted) =>
      missingKey(env, wanted) === null
        ? openModelAgent(env, limits, wanted)
        : Promise.resolve(null),
    problemOf: (wanted) => missingKey(env, wanted) ?? missingAbility(env, wanted),
  };
}

async function create(
  settings: ModelSettings,
  limits: Limits,
  { instructions, maxOutputTokens }: Partial<WantedModel>,
): Promise<Agent> {
  const [
    { hostedTools, needsAllThoughts, openModel, outputTokens, requestOptions },
    { createModelAgent },
  ] = await Promise.all([import('./provider.ts'), import('./model-agent.ts')]);
  const { model: name, contextWindow, pageContext, files } = settings;
  const hosted = hostedTools(settings);
  return createModelAgent({
    model: openModel(settings),
    name,
    contextWindow,
    pageContext,
    files,
    ...limits,
    ...(instructions ? { instructions } : {}),
    maxOutputTokens: outputTokens(settings, maxOutputTokens ?? undefined),
    providerOptions: (isBare) => requestOptions(settings, isBare),
    ...(hosted === undefined ? {} : { hostedTools: hosted }),
    needsAllThoughts: needsAllThoughts(settings),
  });
}
