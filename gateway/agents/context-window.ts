// How many tokens an agent may be told to read, for its own record, its session and the whole gateway alike.

/** Tokens. Below, not even a question has room. */
export const MIN_CONTEXT_WINDOW = 100;
/** Tokens. */
export const MAX_CONTEXT_WINDOW = 100_000_000;
