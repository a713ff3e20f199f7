// The model agent as the environment sets it up; the SDK is loaded only where there is a key.

import type { Agent } from '../types.ts';
import type { ModelAgentOptions } from './options.ts';
import { readModelSettings } from './settings.ts';

/** Null where no provider's key is in the environment. @throws Error where the settings contradict themselves. */
export async function openModelAgent(
  env: Readonly<Record<string, string | undefined>>,
  limits: Pick<ModelAgentOptions, 'silenceMs' | 'timeoutMs'> = {},
): Promise<Agent | null> {
  const settings = readModelSettings(env);
  if (settings === null) return null;
  const [{ openModel, outputTokens, reasoningOptions }, { createModelAgent }] = await Promise.all([
    import('./provider.ts'),
    import('./model-agent.ts'),
  ]);
  const { model: name, contextWindow, pageContext } = settings;
  return createModelAgent({
    model: openModel(settings),
    name,
    contextWindow,
    pageContext,
    ...limits,
    maxOutputTokens: outputTokens(settings),
    providerOptions: (isResumed) => reasoningOptions(settings, isResumed),
  });
}
