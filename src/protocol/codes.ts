// The wire's event types, stop reasons and error codes, as data. Every list is an open enumeration: a newer gateway may
// send other values, and `Open<…>` says so in types.

/** A known value, or another string, which a newer gateway may send. */
export type Open<Known extends string> = Known | (string & {});

export const EVENT_TYPES = [
  'user.message',
  'user.tool_result',
  'user.interrupt',
  'system.message',
  'agent.message',
  'agent.tool_use',
  'session.status_running',
  'session.status_idle',
  'session.error',
  'session.compaction',
  'session.turn_usage',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export const INPUT_EVENT_TYPES = [
  'user.message',
  'system.message',
  'user.tool_result',
  'user.interrupt',
] as const;
export type InputEventType = (typeof INPUT_EVENT_TYPES)[number];

/** Input types that the interface names, and that the send endpoint refuses. */
export const REJECTED_INPUT_TYPES = [
  'user.tool_confirmation',
  'user.custom_tool_result',
  'user.define_outcome',
] as const;

export const STOP_REASONS = [
  'end_turn',
  'max_tokens',
  'model_context_window_exceeded',
  'user_cancelled',
  'client_tool_use',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

/** The codes of a session.error block. */
export const RUN_ERROR_CODES = [
  'upstream_error',
  'rate_limit_error',
  'context_exceeded',
  'upstream_timeout',
  'max_iterations',
  'invalid_tool_schema',
  'toolset_incomplete',
  'run_timeout',
  'run_interrupted',
  'run_abandoned',
  'internal_error',
] as const;
export type RunErrorCode = (typeof RUN_ERROR_CODES)[number];

/** The values that an event's `error_code` may have. */
export const EVENT_ERROR_CODES = [
  'invalid_input',
  'permission_denied',
  'not_found',
  'tool_unavailable',
  'declined',
  'cancelled',
  'rate_limited',
  'timeout',
  'unavailable',
  'wp_fatal_error',
  'execution_failed',
  'internal_error',
  'unclassified',
  'upstream_error',
  'rate_limit_error',
  'context_exceeded',
  'upstream_timeout',
  'attachment_unsupported',
  'invalid_tool_schema',
  'insufficient_credits',
  'toolset_incomplete',
  'run_not_scheduled',
  'max_iterations',
  'run_timeout',
  'run_interrupted',
  'run_abandoned',
] as const;
export type EventErrorCode = (typeof EVENT_ERROR_CODES)[number];
