// The results that the gateway writes itself: for a call whose client can no longer answer it, or never could.

import type { ToolErrorCode, ToolResultBlock } from '../wire.ts';
import { envelope } from './result-content.ts';

export function cancelledResult(toolUseId: string, message: string): ToolResultBlock {
  return failedResult(toolUseId, 'cancelled', message);
}

/** A failed tool_result in the gateway's own words. */
export function failedResult(
  toolUseId: string,
  code: ToolErrorCode,
  message: string,
  retryable = false,
): ToolResultBlock {
  return {
    type: 'tool_result',
    tool_use_id: toolUseId,
    content: envelope(code, message, retryable),
    is_error: true,
    error_code: code,
  };
}
