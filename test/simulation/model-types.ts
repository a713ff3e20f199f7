// What the model gateway's parts pass to each other: requests and replies without a network, rows, and an agent's
// steps.

import type { Clock } from '../../src/platform/types.ts';
import type { Json, JsonObject } from '../../src/protocol/index.ts';

export interface ModelRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  body: unknown;
}

export interface ModelReply {
  status: number;
  headers: Record<string, string>;
  body: Json;
}

export interface ModelEvent extends JsonObject {
  id: string;
  type: string;
  content: Json;
  processed_at: string | null;
  created_at: string;
}

export interface Row {
  event: ModelEvent;
  /** The list's order: when the request came, or when the agent wrote the row. */
  order: number;
  isVisible: boolean;
  /** A thought that comes before the content if the list is asked for thoughts. */
  thought?: JsonObject;
}

/** One step of a turn. A run plays the script of its message; by default it says "hi". */
export type Step =
  | { kind: 'say'; text: string; ms?: number; citations?: Json[] }
  | { kind: 'think'; text: string; ms?: number }
  | { kind: 'call'; names: string[]; inputs?: JsonObject[]; ms?: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'compact'; summary: string }
  /** An event of a type that no client knows yet. */
  | { kind: 'emit'; type: string }
  | { kind: 'fail'; code: string }
  | { kind: 'stop'; reason: string };

export interface ModelOptions {
  clock: Clock;
  /** The agent's steps for a message. */
  script?: (text: string) => Step[];
  /** How long a new row of a type stays invisible, milliseconds. */
  lateness?: (type: string) => number;
  /** Most events on a page of a list. */
  maxPage?: number;
  idPrefix?: string;
  /** Whether each kept turn adds a session.turn_usage. */
  hasTurnUsage?: boolean;
  /** Takes names for what is sent (`intent_id`, `run_id`), and says so. */
  hasIntents?: boolean;
  /** False: events are stored and echoed, and nothing answers. */
  isExecuting?: () => boolean;
  /** How long the worker of a paused run still holds the session, milliseconds. Default 300. */
  heldMs?: number;
}

/** The blocks of a content that is an array of blocks or a single one. */
export function blocksOf(content: unknown): JsonObject[] {
  return Array.isArray(content) ? (content as JsonObject[]) : [];
}
