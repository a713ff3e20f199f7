// The seam between runs and agents. An agent is asked for one turn at a time and knows no database, no HTTP
// and no session state: it reads history and tools, and yields what it does. The run loop persists, charges,
// pauses for client tools and asks for the next turn.

import type { PriceTable } from '../runs/prices.ts';
import type {
  MessageBlock,
  Open,
  RunErrorCode,
  SessionEvent,
  StopReason,
  ToolDefinition,
} from '../wire.ts';

export interface Passage {
  uri: string;
  title: string;
  text: string;
  score: number;
}

/** Where a run stands in its session. Compaction hides messages from the history, but not from these counts. */
export interface RunPosition {
  /** How many user.messages of the session earlier runs have taken. */
  earlier_messages: number;
  /** How many user.messages this run answers: several where they came together, or while a run was busy. */
  messages: number;
  /** How many times this run has paused for client tools and gone on. */
  pauses: number;
}

export interface TurnContext {
  /** Everything of the session so far, oldest first; compacted turns are replaced by their summary. */
  history: readonly SessionEvent[];
  /** Tokens that a request and its answer may take together. */
  contextWindow: number;
  /** The client tools that the session declares. */
  tools: readonly ToolDefinition[];
  /** Position of this turn in the run, from 1. */
  turn: number;
  /** Which messages this run answers, and how often it has paused; the run loop always gives it. */
  position?: RunPosition;
  /** Passages of the session's knowledge base, best first; empty where it has none. */
  search(query: string, limit: number): Promise<Passage[]>;
  /** Uniform in [0, 1), seeded by session and run. */
  random(): number;
  /** Rejects when the run is cancelled. */
  sleep(ms: number): Promise<void>;
  signal: AbortSignal;
  /**
   * What the request under way has used so far, told again as it grows. It counts where the turn is cut short or fails;
   * a `usage` takes its place. The run loop always gives it.
   */
  meter?(usage: AgentUsage): void;
  /** The session's script, for the scripted agent. */
  script: readonly unknown[] | null;
}

export interface AgentUsage {
  model: string;
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number;
  cache_creation_input_tokens?: number;
  reasoning_tokens?: number;
}

/**
 * What an agent does in a turn, in order. A `message` takes the thoughts that came before it as its first
 * blocks; `delta`s before it are its previews. A turn that yields `tool_use` pauses the run for the client.
 * A turn without tool_use, `end` or `fail` is followed by another turn.
 */
export type AgentOutput =
  | { kind: 'thought'; text: string; thinking_ms?: number }
  | { kind: 'delta'; text: string }
  | { kind: 'message'; blocks: MessageBlock[] }
  | { kind: 'tool_use'; name: string; input: Record<string, unknown> }
  /** The model named a declared tool that was not in its list: the service answers `tool_loaded`, nothing is run. */
  | { kind: 'load_tool'; name: string; input: Record<string, unknown> }
  | { kind: 'compact'; summary: string }
  | { kind: 'usage'; usage: AgentUsage }
  /** The model refused the request as too long: the run summarises, and asks for this turn again. */
  | { kind: 'too_long' }
  | { kind: 'end'; stop_reason: Open<StopReason> }
  | { kind: 'fail'; code: Open<RunErrorCode>; text?: string };

export interface SummaryRequest {
  /** Oldest first; may begin with an earlier summary. */
  turns: readonly SessionEvent[];
  /** How long the summary may be. */
  maxTokens: number;
  /** How long the request for it may be, with the summary. */
  contextWindow: number;
  signal: AbortSignal;
  /** As in a turn: counts where the summary is cut short or fails. */
  meter?(usage: AgentUsage): void;
}

export interface Summary {
  text: string;
  /** What it cost; null where no model was asked. */
  usage: AgentUsage | null;
}

export interface Agent {
  /** What its models cost, by the names that its usage tells; the gateway's own table stands for those left out. */
  prices?: PriceTable;
  turn(context: TurnContext): AsyncIterable<AgentOutput>;
  /** Tokens that its model reads at most, unless the session or the gateway's options set another figure. */
  contextWindow?: number;
  /** It goes on with a run whose own first turns were summarised; without this only earlier runs are. */
  resumesFromSummary?: boolean;
  /** Its own summary of turns that no longer fit; an extract of their words is made without it, or where it fails. */
  summarise?(request: SummaryRequest): Promise<Summary>;
}
