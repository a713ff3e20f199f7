// The codes of failed tool calls. A file of their own, since only what runs tools looks one up: a conversation without
// tools doesn't fetch them.

/** The codes that a client may give a failed tool call. */
export const TOOL_ERROR_CODES = [
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
] as const;
export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

export function isToolErrorCode(value: unknown): value is ToolErrorCode {
  return (TOOL_ERROR_CODES as readonly unknown[]).includes(value);
}
