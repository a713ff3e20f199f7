// What the model gateway's parts pass to each other: requests and replies without a network, rows, and an agent's steps.

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
  /** What the list orders by: when the request came, or the agent wrote it. */
  order: number;
  isVisible: boolean;
  /** A thought that stands before the content where the list is asked for thoughts. */
  thought?: JsonObject;
}

/** One step of a turn; the model plays the script of the message that began the run, "hi" by default. */
export type Step =
  | { kind: 'say'; text: string; ms?: number; citations?: Json[] }
  | { kind: 'think'; text: string; ms?: number }
  | { kind: 'call'; names: string[]; inputs?: JsonObject[]; ms?: number }
  | { kind: 'wait'; ms: number }
  | { kind: 'compact'; summary: string }
  /** An event of a type that nobody knows yet. */
  | { kind: 'emit'; type: string }
  | { kind: 'fail'; code: string }
  | { kind: 'stop'; reason: string };

export interface ModelOptions {
  clock: Clock;
  /** What the agent does for a message. */
  script?: (text: string) => Step[];
  /** How long a new row stays invisible, by what it is. */
  lateness?: (type: string) => number;
  /** Events that each page of a list holds at most. */
  maxPage?: number;
  idPrefix?: string;
  /** Each kept turn leaves a session.turn_usage. */
  hasTurnUsage?: boolean;
  /** False: events are stored and echoed, and nothing answers. */
  isExecuting?: () => boolean;
  /** How long a paused run's worker still holds the session. Default 300. */
  heldMs?: number;
}

/** The one block, or the array of blocks, of whatever was sent. */
export function blocksOf(content: unknown): JsonObject[] {
  return Array.isArray(content) ? (content as JsonObject[]) : [];
}
