// The seam between runs and agents. An agent is asked for one turn at a time and knows no database, no HTTP
// and no session state: it reads history and tools, and yields what it does. The run loop persists, charges,
// pauses for client tools and asks for the next turn.

import type { FileKind } from '../log/attached-files.ts';
import type { HistoryEvent } from '../log/history-event.ts';
import type {
  DocumentBlock,
  ImageBlock,
  JsonObject,
  MessageBlock,
  Open,
  RunErrorCode,
  StopReason,
  ToolDefinition,
  ToolErrorCode,
} from '../wire.ts';
import type { AppResource } from './tool-servers/app-resource.ts';

/** A passage of a knowledge base; `score`: the greater, the better it fits. */
export interface Passage {
  uri: string;
  title: string;
  text: string;
  score: number;
  /** The page of an imported PDF, from 1. */
  page?: number;
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

/** What a model thought in a turn that called tools, as its provider wants it back when the run goes on. */
export interface KeptReasoning {
  /** Whose it is: no other model can read it. */
  model: string;
  /** JSON of the agent's own. */
  parts: string;
}

/** All that an agent is given for a turn. */
export interface TurnContext {
  /**
   * Everything of the session so far, oldest first; compacted turns are replaced by their summary. A system.message is
   * the site's own word; what a page said with a visitor's token is a page.context, which is material.
   */
  history: readonly HistoryEvent[];
  /** Tokens that a request and its answer may take together. */
  contextWindow: number;
  /** Instructions of the site's for this session alone; they stand with the agent's own. */
  system?: string;
  /** The client tools that the session declares. */
  tools: readonly ToolDefinition[];
  /** The session and run of this turn, for a backend that keeps state of its own; the run loop always gives it. */
  place?: { session_id: string; run_id: string };
  /** What such a backend is to be told the next time; the run loop always gives it. */
  memory?: BackendMemory;
  /** Position of this turn in the run, from 1. */
  turn: number;
  /** Which messages this run answers, and how often it has paused; the run loop always gives it. */
  position?: RunPosition;
  /** What earlier turns of this run have left as `reasoning`, by the id of the call that came next. The run loop always gives it. */
  reasoning?: ReadonlyMap<string, KeptReasoning>;
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
  /** Announces a request to a provider, for the operator's eyes. The run loop always gives it. */
  openCall?(): OpenCall;
  /** The session's script, for the scripted agent. */
  script: readonly unknown[] | null;
}

/** By what a conversation goes at a backend that keeps it: lives and dies with the session. */
export interface BackendMemory {
  /** @param backend its address, and what else tells it from others. @returns null: nothing is kept. */
  read(backend: string): Promise<JsonObject | null>;
  /** @throws where the session is no longer the run's */
  write(backend: string, state: JsonObject): Promise<void>;
}

/** One request to a model's provider, told when it has ended. For logs, metrics and traces: it has no text. */
export interface ProviderCall {
  /** As `openai` or `anthropic`. */
  provider: string;
  model: string;
  operation: 'chat' | 'summary';
  duration_ms: number;
  /** From the request to the answer's first word or thought; null where none came. */
  first_word_ms: number | null;
  /** Pieces of the answer that could not be read and were left out. */
  bad_chunks?: number;
  /** `stopped`: the run was, by a visitor for instance. `refused`: the model or its provider declined to answer. */
  outcome: 'ok' | 'stopped' | 'refused' | Open<RunErrorCode>;
  /** The status of the HTTP reply; null where none came. */
  status: number | null;
  /** The provider's own word for a failure, where it is one: `insufficient_quota`. */
  kind: string | null;
  /** The provider's id of the request, which its support asks for. */
  upstream_request_id: string | null;
}

/** A request to a provider that is under way. */
export interface OpenCall {
  /** The W3C header that the request carries, so that its trace goes on at the provider. */
  traceparent: string;
  end(call: ProviderCall): void;
}

/** Tokens of one request to a model. `input_tokens` has none of those that the cache counts. */
export interface AgentUsage {
  model: string;
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens?: number;
  cache_creation_input_tokens?: number;
  reasoning_tokens?: number;
}

/**
 * The outputs of an agent in a turn, in order. A `message` takes the thoughts that came before it as its first
 * blocks; `delta`s before it are its previews. A turn that yields `tool_use` pauses the run for the client.
 * A turn without tool_use, `end` or `fail` is followed by another turn.
 */
export type AgentOutput =
  | { kind: 'thought'; text: string; thinking_ms?: number }
  /** Before a turn's calls: kept until the run ends, and shown to nobody. */
  | { kind: 'reasoning'; reasoning: KeptReasoning }
  | { kind: 'delta'; text: string }
  | { kind: 'message'; blocks: MessageBlock[] }
  | {
      kind: 'tool_use';
      name: string;
      input: Record<string, unknown>;
      /** The call's, where its agent has to know it; absent: it gets one. */
      id?: string;
      /** By the gateway's tool of questions: whether the agent's backend may run a tool of its own. */
      isQuestion?: boolean;
    }
  /** A call that can't be run, as its arguments can't be read, or it isn't the agent's to make: the service answers with the failure, nothing is run. */
  | {
      kind: 'broken_tool_use';
      name: string;
      message: string;
      /** `invalid_input` where nothing is said. */
      code?: ToolErrorCode;
    }
  /** A call that is run here, and not by the page, begins; its `served_result` follows, or the end of the run. */
  | { kind: 'served_call'; id: string; name: string; input: Record<string, unknown> }
  /** How far such a call is. Shown while it runs, and kept nowhere. */
  | { kind: 'served_progress'; id: string; text: string }
  | ({ kind: 'served_result'; id: string } & ServedOutcome)
  /** A call that was run here, whole: it stands in the list with its result. */
  | ({
      kind: 'served_tool_use';
      name: string;
      input: Record<string, unknown>;
      /** The app that shows it; absent: none does. */
      app?: ServedApp;
    } & ServedOutcome)
  /** The model named a declared tool that was not in its list: the service answers `tool_loaded`, nothing is run. */
  | { kind: 'load_tool'; name: string; input: Record<string, unknown> }
  | { kind: 'compact'; summary: string }
  | { kind: 'usage'; usage: AgentUsage }
  /** The model refused the request as too long: the run summarises, and asks for this turn again. */
  | { kind: 'too_long' }
  | { kind: 'end'; stop_reason: Open<StopReason> }
  | { kind: 'fail'; code: Open<RunErrorCode>; text?: string };

/** What became of a call that was run here. */
export interface ServedOutcome {
  text: string;
  isFailure: boolean;
  /** Pictures, files and links that the visitor is shown, in a message of the agent's. */
  shown?: readonly (ImageBlock | DocumentBlock)[];
}

/** The app of a call, as its server gave it then. */
export interface ServedApp {
  agentId: string;
  /** Name and address in the agent's settings. */
  server: string;
  url: string;
  /** At its server: `ui://…`. */
  uri: string;
  title: string;
  resource: AppResource;
  /** As the server lists it: name, title, description, inputSchema. */
  tool: JsonObject;
  /** The server's whole result. */
  result: JsonObject;
}

export interface SummaryRequest {
  /** Oldest first; may begin with an earlier summary. */
  turns: readonly HistoryEvent[];
  /** How long the summary may be. */
  maxTokens: number;
  /** How long the request for it may be, with the summary. */
  contextWindow: number;
  signal: AbortSignal;
  /** As in a turn: counts where the summary is cut short or fails. */
  meter?(usage: AgentUsage): void;
  /** As in a turn. */
  openCall?(): OpenCall;
}

export interface Summary {
  text: string;
  /** The usage of the request for it; null where no model was asked. */
  usage: AgentUsage | null;
}

/** Nanocredits for a token. Integers, so that every charge is exact. */
export interface Price {
  input: bigint;
  output: bigint;
  cache_read: bigint;
  cache_creation: bigint;
}

/** By model, as usage names it. */
export type PriceTable = ReadonlyMap<string, Price>;

/** An agent: is asked for one turn at a time, and may hold state of its own. */
export interface Agent {
  /** Prices of its models, by the names in its usage; the gateway's own table stands for those left out. */
  prices?: PriceTable;
  turn(context: TurnContext): AsyncIterable<AgentOutput>;
  /**
   * What a page says with a visitor's token (a system.message on the wire) comes as a `page.context` in the history;
   * `refused`: such a message is a 400 instead.
   */
  pageContext?: 'quoted' | 'refused';
  /** Tokens that its model reads at most, unless the session or the gateway's options set another figure. */
  contextWindow?: number;
  /** Attached files that it reads as what they are; they count when its history is measured. */
  files?: readonly FileKind[];
  /** It goes on with a run whose own first turns were summarised; without this only earlier runs are. */
  resumesFromSummary?: boolean;
  /** Its own summary of turns that no longer fit; an extract of their words is made without it, or where it fails. */
  summarise?(request: SummaryRequest): Promise<Summary>;
}
