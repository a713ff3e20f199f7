// The limits of a model's request where an owner says nothing.

/** How long a request may say nothing, before its first word and between two. */
export const DEFAULT_SILENCE_MS = 60_000;
/** How long one whole request may take. */
export const DEFAULT_TIMEOUT_MS = 600_000;
/** Tokens of one answer. */
export const DEFAULT_OUTPUT_TOKENS = 2048;
