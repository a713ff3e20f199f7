// What an agent does in a test, as data.

/** One thing that the agent does. */
export type Step =
  /** Thinks for `ms` (20), before its next words. */
  | { think: string; ms?: number }
  /** Says something, after `ms` (20). */
  | {
      say: string;
      ms?: number;
      citations?: { type: string; document_uri: string; document_title: string }[];
    }
  /** Calls tools of the page, and goes on once it has their results. */
  | { call: { name: string; input: Record<string, unknown> }[] }
  | { wait_ms: number };

/** What it does for each message of the visitor, in their order. Later messages get no answer. */
export type Script = readonly (readonly Step[])[];
