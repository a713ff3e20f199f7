// What is known of well-known models by their names, as their makers document it: how much they read, which files, and how they
// think. An owner's own word goes before most of it.

import type { FileKind } from '../../log/attached-files.ts';

/** The first that fits. More would be read by some; but every token is paid for again with every message. */
const WINDOWS: readonly [name: RegExp, tokens: number][] = [
  [/claude/, 200_000],
  [/^gpt-4\.1/, 1_000_000],
  [/^(?:gpt-[5-9]|o[134])/, 200_000],
];
const OTHER_WINDOW = 128_000;

/** The first that fits; what isn't known is taken to read text alone. */
const READS: readonly [name: RegExp, kinds: readonly FileKind[]][] = [
  [/^claude-(?:instant|[12]\b)/, []],
  [/^claude-3-(?:opus|sonnet|haiku)-/, ['image']],
  [/^claude/, ['image', 'pdf']],
  [/^(?:o1-mini|o1-preview|o3-mini)/, []],
  [/^gpt-4-turbo/, ['image']],
  [/^(?:gpt-4o|gpt-4\.[15]|gpt-[5-9]|chatgpt-4o|o[134])/, ['image', 'pdf']],
];

/** Those of Anthropic's that take a budget of tokens to think with, and refuse an effort. */
const BY_BUDGET = /^claude-(?:3|(?:opus|sonnet|haiku)-4(?:-[015](?!\d)|-\d{8}|$))/;
/** Those that think without being asked to. */
const BY_ITSELF = /^(?:claude-(?:(?:opus|sonnet|haiku)-[5-9]|fable|mythos)|gpt-[5-9]|o\d)/;

export const windowOf = (model: string): number =>
  WINDOWS.find(([known]) => known.test(model))?.[1] ?? OTHER_WINDOW;

export const filesOf = (model: string): readonly FileKind[] =>
  READS.find(([known]) => known.test(model))?.[1] ?? [];

/** Anthropic's later models judge by themselves how long to think, at an effort. */
export const thinksByBudget = (model: string): boolean => BY_BUDGET.test(model);

export const thinksByItself = (model: string): boolean => BY_ITSELF.test(model);
