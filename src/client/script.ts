// What the reference gateway's agent plays in a session that is made with a script, as data: for tests and demonstrations.

import type { Citation, JsonObject, MessageBlock, RunErrorCode } from '../protocol/index.ts';

/** One thing that the agent does. Times are in milliseconds. */
export type ScriptStep =
  /** Thinks for `ms`, before its next words. */
  | { think: string; ms?: number }
  /** Says something; it comes in pieces over `ms`, or all at once. */
  | { say: string | readonly MessageBlock[]; citations?: readonly Citation[]; ms?: number }
  /** Calls tools of the page, and goes on once it has their results. `ms`: from the call to the pause. */
  | { call: readonly { name: string; input?: JsonObject }[]; ms?: number }
  /** Names tools that have to be loaded first; what follows is another turn. */
  | { load: readonly { name: string; input?: JsonObject }[] }
  | { wait_ms: number }
  /** Replaces what was said before by a summary. */
  | { compact: string }
  /** Ends the run. */
  | { stop: 'end_turn' | 'max_tokens' | 'model_context_window_exceeded' }
  /** Ends the run as a failure. */
  | { fail: RunErrorCode };

/** What it does for each message of the visitor, in their order. */
export type SessionScript = readonly (readonly ScriptStep[])[];
