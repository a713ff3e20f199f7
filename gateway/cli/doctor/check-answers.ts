// Who answers visitors: the agents load, and a real model is asked for one word.

import { APICallError, generateText, RetryError } from 'ai';
import { factsOf } from '../../agents/model/errors.ts';
import { openModel } from '../../agents/model/provider.ts';
import { type ModelSettings, readModelSettings } from '../../agents/model/settings.ts';
import type { Settings } from '../../cli.ts';
import type { Environment } from '../../kernel/cli-values.ts';
import { openAgents } from '../open-agents.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** How long the one word may take. */
const PATIENCE_MS = 30_000;
/** Enough for a model that thinks first. */
const MAX_TOKENS = 64;
const MAX_SHOWN_CHARS = 200;

/** @param fetch asks the provider, in tests */
export async function checkAnswers(
  settings: Settings,
  env: Environment,
  fetch?: typeof globalThis.fetch,
): Promise<Finding[]> {
  try {
    const agents = await openAgents(settings, env);
    const own = agents.filter(({ name }) => name !== 'model').map(({ name }) => name);
    const model = readModelSettings(env);
    if (agents.length === 0) {
      return [
        warning(
          'agent',
          'Nobody answers yet.',
          'Set ANTHROPIC_API_KEY or OPENAI_API_KEY, or give an agent with --agent MODULE.',
        ),
      ];
    }
    return [
      ...(own.length === 0 ? [] : [ok('agent', `It loads: ${own.join(', ')}.`)]),
      ...(model === null ? [] : [await askModel(model, fetch)]),
    ];
  } catch (error) {
    return [problem('agent', error instanceof Error ? error.message : String(error))];
  }
}

async function askModel(
  settings: ModelSettings,
  fetch?: typeof globalThis.fetch,
): Promise<Finding> {
  const { provider, model } = settings;
  const startedAt = performance.now();
  try {
    await generateText({
      model: openModel(settings, fetch),
      prompt: 'Say ok.',
      maxOutputTokens: MAX_TOKENS,
      maxRetries: 0,
      abortSignal: AbortSignal.timeout(PATIENCE_MS),
    });
    const ms = Math.round(performance.now() - startedAt);
    return ok('model', `${model} of ${provider} answered in ${ms} ms.`);
  } catch (error) {
    return explain(settings, RetryError.isInstance(error) ? error.lastError : error);
  }
}

function explain({ provider, model, baseUrl, apiKey }: ModelSettings, error: unknown): Finding {
  const { status, kind } = factsOf(error);
  const key = `${provider.toUpperCase()}_API_KEY`;
  const fact = [status, kind].filter((part) => part !== null).join(' ');
  if (status === 401 || status === 403) {
    return problem('model', `${provider} refused the key (${fact}).`, `Correct ${key}.`);
  }
  if (status === 404) {
    return problem(
      'model',
      `${provider} knows no model ${model} (${fact}).`,
      `Correct BELLHOP_MODEL${baseUrl === undefined ? '' : `, or ${provider.toUpperCase()}_BASE_URL`}.`,
    );
  }
  if (status === 402 || (status === 429 && /quota|billing/.test(`${kind}`))) {
    return problem('model', `The credit at ${provider} is used up (${fact}).`, 'Add credit there.');
  }
  if (status === 429) {
    return warning('model', `${provider} is asked too often (${fact}).`, 'Try again in a minute.');
  }
  if (status === null) {
    return problem(
      'model',
      `${provider} can’t be reached${baseUrl === undefined ? '' : ` at ${baseUrl}`} (${kind ?? 'no answer'}).`,
      'Check this machine’s way to the internet, and its proxy or firewall.',
    );
  }
  return problem('model', `${provider} refused the request (${fact}): ${wordsOf(error, apiKey)}`);
}

/** On the operator's own terminal the provider's words may stand; the key in them may not. */
function wordsOf(error: unknown, apiKey: string): string {
  const message = APICallError.isInstance(error) ? error.message : String(error);
  return message.replaceAll(apiKey, '***').slice(0, MAX_SHOWN_CHARS);
}
