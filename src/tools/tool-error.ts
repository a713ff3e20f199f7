// How a tool says why it failed. It knows nothing of results, journals or the gateway.

import type { ToolErrorCode } from '../protocol/tool-error-codes.ts';

export interface ToolErrorDetails {
  /** The one argument at fault. */
  field?: string;
  /** Whether the identical call may succeed later. Default: true for rate_limited, timeout, unavailable. */
  retryable?: boolean;
  cause?: unknown;
}

/**
 * Thrown by a tool's `execute` to choose what the agent hears.
 * @example throw new ToolError('not_found', 'There is no product "x".', { field: 'product' });
 */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: ToolErrorCode;
  readonly field: string | undefined;
  readonly retryable: boolean;

  constructor(code: ToolErrorCode, message: string, details: ToolErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.code = code;
    this.field = details.field;
    this.retryable = details.retryable ?? isRetryableCode(code);
  }
}

export function isRetryableCode(code: ToolErrorCode): boolean {
  return code === 'rate_limited' || code === 'timeout' || code === 'unavailable';
}
