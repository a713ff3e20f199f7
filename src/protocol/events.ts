// The events of a session, as the list, the reply to a send, and the stream carry them. The fields keep the wire's
// names, so that the widget shows, stores and sends one shape.

import type { MessageBlock, ToolResultBlock, ToolUseBlock } from './blocks.ts';
import type { EventErrorCode, Open, RunErrorCode, StopReason } from './codes.ts';
import type { ExactInteger, JsonObject } from './json.ts';

interface EventBase {
  /** Durable; the gateway assigns it. */
  id: string;
  /** RFC 3339; null until a run has processed the event. */
  processed_at: string | null;
  /** RFC 3339. The interface doesn't have it; it is read if a gateway sends it. */
  created_at?: string;
  /** Only on an event that reports a failure. */
  error_code?: Open<EventErrorCode>;
  /** The name that its sender gave it. An extension: the same name is never stored twice. */
  intent_id?: string;
}

/** The charge of one whole run cycle, in tokens and billionths of a credit. */
export interface Usage {
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
  /** Exact; above 2^53 its digits as a string. */
  credits_nano: ExactInteger;
}

/** Figures of one turn, for information. */
export interface TurnUsage {
  /** Position in the run, from 1. */
  turn: number;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cache_read_input_tokens: number;
  cache_creation_input_tokens: number;
  reasoning_tokens: number;
  total_tokens: number;
  /** Exact; above 2^53 its digits as a string. */
  credits_nano: ExactInteger;
}

export interface IdleContent {
  stop_reason: Open<StopReason>;
  /** Tokens of the run's latest turn; 0 if no model was asked. */
  context_tokens: number;
  /** Pending client tool calls; with `client_tool_use` only. */
  tool_use_ids?: string[];
  /** W3C traceparent by tool_use_id; absent on older gateways. */
  tool_traceparents?: Record<string, string>;
}

export interface RunError {
  code: Open<RunErrorCode>;
  /** Fit to be shown to a visitor. */
  text: string;
  request_id?: string;
}

export interface UserMessageEvent extends EventBase {
  type: 'user.message';
  content: MessageBlock[];
}
export interface SystemMessageEvent extends EventBase {
  type: 'system.message';
  content: MessageBlock[];
}
export interface AgentMessageEvent extends EventBase {
  type: 'agent.message';
  content: MessageBlock[];
}
export interface ToolUseEvent extends EventBase {
  type: 'agent.tool_use';
  content: ToolUseBlock[];
}
export interface ToolResultEvent extends EventBase {
  type: 'user.tool_result';
  content: ToolResultBlock[];
}
export interface InterruptEvent extends EventBase {
  type: 'user.interrupt';
  /** The run that was meant; of another it has no effect. An extension. */
  run_id?: string;
}
export interface RunningEvent extends EventBase {
  type: 'session.status_running';
  /**
   * The run's name, the same through its pauses. An extension: a gateway that gives it hands messages which come while
   * a run is under way to the next run.
   */
  run_id?: string;
}
export interface IdleEvent extends EventBase {
  type: 'session.status_idle';
  content: IdleContent;
  usage?: Usage;
}
export interface ErrorEvent extends EventBase {
  type: 'session.error';
  content: RunError;
  usage?: Usage;
}
export interface CompactionEvent extends EventBase {
  type: 'session.compaction';
  /** A single text block: the summary of the oldest turns. */
  content: MessageBlock[];
}
export interface TurnUsageEvent extends EventBase {
  type: 'session.turn_usage';
  content: TurnUsage;
}
/** An event of a type that this version doesn't know: it keeps its place in the order, and nothing is shown. */
export interface UnknownEvent extends EventBase {
  type: 'unknown';
  unknown_type: string;
  raw: JsonObject;
}

export type KnownEvent =
  | UserMessageEvent
  | SystemMessageEvent
  | AgentMessageEvent
  | ToolUseEvent
  | ToolResultEvent
  | InterruptEvent
  | RunningEvent
  | IdleEvent
  | ErrorEvent
  | CompactionEvent
  | TurnUsageEvent;

export type SessionEvent = KnownEvent | UnknownEvent;
