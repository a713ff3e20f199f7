// Which real model there is, by the keys in the environment. Loads no SDK: without a key nothing of it is read.

import { FILE_KINDS, type FileKind } from '../../log/attached-files.ts';
import { filesOf, windowOf } from './known-models.ts';

export interface ModelSettings {
  provider: 'anthropic' | 'openai';
  apiKey: string;
  /** Any server that speaks the provider's protocol. */
  baseUrl: string | undefined;
  /** Which of OpenAI's interfaces is spoken; undefined: responses with OpenAI itself, chat completions with any other server. */
  openaiApi: OpenAiApi | undefined;
  model: string;
  /** Tokens that it reads at most, as far as its name tells; the provider's own word counts where it is less. */
  contextWindow: number;
  /** How much it thinks before it answers; undefined: not at all, or little where it does by itself. */
  reasoningEffort: ReasoningEffort | undefined;
  /** How a page's system.message with a visitor's token is taken: quoted as material, or refused. */
  pageContext: 'quoted' | 'refused';
  /** Attached files that it reads. */
  files: readonly FileKind[];
  /** The provider's own search of the web; null: none. */
  webSearch: WebSearch | null;
}

export interface WebSearch {
  /** It finds pages of these alone; none: of all. */
  domains: readonly string[];
  /** Of one request. */
  maxUses: number;
}

const OPENAI_APIS = ['responses', 'chat'] as const;
export type OpenAiApi = (typeof OPENAI_APIS)[number];

const EFFORTS = ['low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof EFFORTS)[number];

export type Environment = Readonly<Record<string, string | undefined>>;

/** The model settings of an agent's record; null: as the environment has them. */
export interface WantedModel {
  provider: ModelSettings['provider'] | null;
  model: string | null;
  reasoningEffort: ReasoningEffort | null;
  /** Tokens. */
  contextWindow: number | null;
  /** The most tokens of one answer, thoughts aside; null: the provider's limit. */
  maxOutputTokens: number | null;
  pageContext: 'quote' | 'refuse' | null;
  files: readonly FileKind[] | null;
  webSearch: WebSearch | null;
  instructions: string;
}

/** Their makers retire models after a year or two: look at these with every release. */
const DEFAULTS = { anthropic: 'claude-sonnet-5-5', openai: 'gpt-6-luna' } as const;

/** Null where there is no key. BELLHOP_MODEL_PROVIDER decides where there are two, and where a record doesn't say. */
export function readModelSettings(
  env: Environment,
  wanted: Partial<WantedModel> = {},
): ModelSettings | null {
  const provider = wanted.provider ?? providerOf(env);
  const apiKey = text(keysIn(env)[provider]);
  if (apiKey === undefined) {
    if (text(env.BELLHOP_MODEL_PROVIDER) === undefined) return null;
    throw new Error(
      `BELLHOP_MODEL_PROVIDER is ${provider}, but its key is not in the environment.`,
    );
  }
  const model =
    wanted.model ?? (provider === providerOf(env) ? text(env.BELLHOP_MODEL) : undefined);
  const name = model ?? DEFAULTS[provider];
  return {
    provider,
    apiKey,
    baseUrl: text(provider === 'anthropic' ? env.ANTHROPIC_BASE_URL : env.OPENAI_BASE_URL),
    openaiApi: openaiApi(text(env.BELLHOP_OPENAI_API)),
    model: name,
    contextWindow: wanted.contextWindow ?? windowOf(name),
    reasoningEffort: wanted.reasoningEffort ?? reasoningEffort(text(env.BELLHOP_REASONING_EFFORT)),
    pageContext: pageContext(wanted.pageContext ?? text(env.BELLHOP_PAGE_CONTEXT)),
    files:
      wanted.files ??
      // The environment speaks of its own model alone; a record's model reads what its name tells.
      fileKinds(wanted.model ? undefined : text(env.BELLHOP_MODEL_FILES)) ??
      filesOf(name),
    webSearch: wanted.webSearch ?? null,
  };
}

/** The setting that such an agent lacks, in a sentence; null: none. */
export function missingKey(env: Environment, { provider }: Partial<WantedModel>): string | null {
  const keys = keysIn(env);
  const needed = provider ?? providerOf(env);
  if (text(keys[needed]) !== undefined) return null;
  if (needed === 'openai' && text(env.OPENAI_BASE_URL) !== undefined)
    return 'OPENAI_BASE_URL is set and OPENAI_API_KEY is not: where that server asks for no key, any word will do.';
  return provider === null && text(env.BELLHOP_MODEL_PROVIDER) === undefined
    ? 'No provider’s key is set: give the gateway ANTHROPIC_API_KEY or OPENAI_API_KEY.'
    : `${needed === 'anthropic' ? 'ANTHROPIC' : 'OPENAI'}_API_KEY is not set, so this agent’s model can’t be asked.`;
}

/** What such an agent asks for and its provider hasn't, in a sentence; null: nothing. Its key is there. */
export function missingAbility(env: Environment, wanted: Partial<WantedModel>): string | null {
  const settings = readModelSettings(env, wanted);
  if (settings === null || settings.webSearch === null) return null;
  if (settings.provider === 'anthropic' || speaksResponses(settings)) return null;
  return 'Its provider is asked by chat completions, which have no web_search: it answers without.';
}

const OPENAI_HOST = 'api.openai.com';
export const OPENAI_URL = `https://${OPENAI_HOST}/v1`;

export const isOpenAi = (url: string): boolean => new URL(url).hostname === OPENAI_HOST;

/** Whether OpenAI's own interface is spoken; other servers speak it only where that is said. */
export function speaksResponses({
  provider,
  baseUrl,
  openaiApi,
}: Pick<ModelSettings, 'provider' | 'baseUrl'> &
  Partial<Pick<ModelSettings, 'openaiApi'>>): boolean {
  if (provider !== 'openai') return false;
  return openaiApi === undefined ? isOpenAi(baseUrl ?? OPENAI_URL) : openaiApi === 'responses';
}

const keysIn = (env: Environment) => ({
  anthropic: env.ANTHROPIC_API_KEY,
  openai: env.OPENAI_API_KEY,
});

/** The one that is meant where nothing else says. */
function providerOf(env: Environment): ModelSettings['provider'] {
  const wanted = text(env.BELLHOP_MODEL_PROVIDER);
  if (wanted === undefined) {
    return text(env.ANTHROPIC_API_KEY) !== undefined ? 'anthropic' : 'openai';
  }
  if (wanted === 'anthropic' || wanted === 'openai') return wanted;
  throw new Error(`BELLHOP_MODEL_PROVIDER must be anthropic or openai, not “${wanted}”.`);
}

function openaiApi(value: string | undefined): OpenAiApi | undefined {
  const api = OPENAI_APIS.find((known) => known === value);
  if (value === undefined || api !== undefined) return api;
  throw new Error(`BELLHOP_OPENAI_API must be ${OPENAI_APIS.join(' or ')}, not “${value}”.`);
}

function reasoningEffort(value: string | undefined): ReasoningEffort | undefined {
  const effort = EFFORTS.find((known) => known === value);
  if (value === undefined || effort !== undefined) return effort;
  throw new Error(`BELLHOP_REASONING_EFFORT must be one of ${EFFORTS.join(', ')}, not “${value}”.`);
}

function pageContext(value: string | undefined): ModelSettings['pageContext'] {
  if (value === undefined || value === 'quote') return 'quoted';
  if (value === 'refuse') return 'refused';
  throw new Error(`BELLHOP_PAGE_CONTEXT must be quote or refuse, not “${value}”.`);
}

function fileKinds(value: string | undefined): FileKind[] | null {
  if (value === undefined) return null;
  if (value === 'none') return [];
  return value.split(',').map((word) => {
    const kind = FILE_KINDS.find((known) => known === word.trim());
    if (kind !== undefined) return kind;
    throw new Error(`BELLHOP_MODEL_FILES must be none, or of image and pdf, not “${value}”.`);
  });
}

function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}
