// Which real model there is, by the keys in the environment. Loads no SDK: without a key nothing of it is read.

export interface ModelSettings {
  provider: 'anthropic' | 'openai';
  apiKey: string;
  /** Any server that speaks the provider's protocol. */
  baseUrl: string | undefined;
  model: string;
  /** Tokens that it reads at most, as far as its name tells; the provider's own word counts where it is less. */
  contextWindow: number;
  /** How much it thinks before it answers; undefined: as the provider does by itself. */
  reasoningEffort: ReasoningEffort | undefined;
  /** What becomes of a page's system.message that comes with a visitor's token. */
  pageContext: 'quoted' | 'refused';
}

const EFFORTS = ['low', 'medium', 'high'] as const;
export type ReasoningEffort = (typeof EFFORTS)[number];

const WINDOWS: readonly [name: RegExp, tokens: number][] = [
  [/claude/, 200_000],
  [/^gpt-4\.1/, 1_000_000],
  [/^(?:gpt-5|o[134])/, 200_000],
];
const OTHER_WINDOW = 128_000;

type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULTS = { anthropic: 'claude-sonnet-4-5', openai: 'gpt-4.1-mini' } as const;

/** Null where there is no key. BELLHOP_MODEL_PROVIDER decides where there are two. */
export function readModelSettings(env: Environment): ModelSettings | null {
  const keys = { anthropic: text(env.ANTHROPIC_API_KEY), openai: text(env.OPENAI_API_KEY) };
  const wanted = text(env.BELLHOP_MODEL_PROVIDER);
  if (wanted !== undefined && wanted !== 'anthropic' && wanted !== 'openai') {
    throw new Error(`BELLHOP_MODEL_PROVIDER must be anthropic or openai, not “${wanted}”.`);
  }
  const provider = wanted ?? (keys.anthropic !== undefined ? 'anthropic' : 'openai');
  const apiKey = keys[provider];
  if (apiKey === undefined) {
    if (wanted === undefined) return null;
    throw new Error(`BELLHOP_MODEL_PROVIDER is ${wanted}, but its key is not in the environment.`);
  }
  const model = text(env.BELLHOP_MODEL) ?? DEFAULTS[provider];
  return {
    provider,
    apiKey,
    baseUrl: text(provider === 'anthropic' ? env.ANTHROPIC_BASE_URL : env.OPENAI_BASE_URL),
    model,
    contextWindow: WINDOWS.find(([name]) => name.test(model))?.[1] ?? OTHER_WINDOW,
    reasoningEffort: reasoningEffort(text(env.BELLHOP_REASONING_EFFORT)),
    pageContext: pageContext(text(env.BELLHOP_PAGE_CONTEXT)),
  };
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

function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}
