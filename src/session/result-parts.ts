// Results as data: how many go into one request, which answer in the log is ours, and what is posted in the place of
// one that the gateway refuses. Knows no gateway and no time.

import { writeJson } from '../dom/json.ts';
import {
  MAX_EVENTS_PER_SEND,
  type ToolResultBlock,
  type ToolResultInput,
} from '../protocol/index.ts';

/** Larger bodies are split: gateways and proxies commonly stop at 1 MiB. */
const MAX_BODY_BYTES = 900 * 1024;

/** Batches that stay below the limits of one request. */
export function split(results: readonly ToolResultInput[]): ToolResultInput[][] {
  const batches: ToolResultInput[][] = [];
  const encoder = new TextEncoder();
  let bytes = 0;
  for (const result of results) {
    const size = encoder.encode(writeJson(result)).length + 60;
    const open = batches.at(-1);
    if (open === undefined || open.length >= MAX_EVENTS_PER_SEND || bytes + size > MAX_BODY_BYTES) {
      batches.push([result]);
      bytes = size;
    } else {
      open.push(result);
      bytes += size;
    }
  }
  return batches;
}

export function isSameResult(block: ToolResultBlock, result: ToolResultInput): boolean {
  return (
    (block.is_error ?? false) === (result.is_error ?? false) &&
    block.error_code === result.error_code &&
    (block.client_timing === undefined ||
      block.client_timing.started_at_ms === result.client_timing?.started_at_ms)
  );
}

/** Tells the agent that the result was refused. It repeats nothing of that, since any part may have been at fault. */
export function smallFailure({ tool_use_id }: ToolResultInput): ToolResultInput {
  const code = 'execution_failed';
  const message = 'The gateway refused the result of this call. Its outcome is unknown.';
  return {
    type: 'tool_result',
    tool_use_id,
    is_error: true,
    error_code: code,
    content: writeJson({ error: { code, message, retryable: false } }),
  };
}
