// Makes a call this tab's own, durably, and notes that its handler starts: both before the handler does. It knows nothing of
// what the visitor was asked.

import { identify } from './approval.ts';
import type { Call } from './call.ts';
import type { CallsContext } from './context.ts';
import type { Row } from './journal-row.ts';
import { ToolError } from './tool-error.ts';
import type { Tool } from './types.ts';
import { TAKEN } from './waits.ts';

const NOT_BEGUN = 'The conversation went on before this began.';
/** A hidden tab leaves the call to a visible one for a moment. */
const HIDDEN_WAIT_MS = 400;
/** A disk that works takes less. */
const LONG_CLAIM_MS = 1_000;

/**
 * `earlier`: the row of a tab that is gone. Rejects with TAKEN where another tab has the call, or with what ended its waits;
 * throws ToolError where it may not start.
 */
export async function claimCall(
  { clock, page, journal, readLog }: CallsContext,
  call: Call,
  tool: Tool,
  earlier: Row | null,
): Promise<void> {
  const { waits } = call;
  if (!page.isVisible()) {
    await waits.wait<void>((resolve) => {
      const timer = clock.setTimeout(resolve, HIDDEN_WAIT_MS);
      return () => clock.clearTimeout(timer);
    });
  }
  const { toolUseId } = call.request;
  const since = clock.monotonic();
  const bond = { tool: identify(tool), ...(call.text === null ? {} : { call: call.text }) };
  const claimed = await journal.claim(toolUseId, earlier, bond);
  if (claimed === 'lost') throw TAKEN;
  // A claim that took long: another tab may have refused the call meanwhile, and without a channel only the log tells.
  if (clock.monotonic() - since >= LONG_CLAIM_MS) {
    await waits.wait<void>((resolve) => {
      readLog().then(resolve, () => resolve());
      return () => {};
    });
  }
  waits.signal.throwIfAborted();
  const started = await journal.start(toolUseId, {
    startedAt: Math.round(clock.now()),
    // `navigates` wins over `repeatable`: going there again would drag back a visitor who has moved on since.
    effect: tool.navigates ? 'navigates' : tool.isIdempotent ? 'repeatable' : 'once',
    canVerify: tool.verify !== undefined,
  });
  if (started === 'lost') throw TAKEN;
  if (started === 'volatile' && !tool.isIdempotent) {
    throw new ToolError(
      'unavailable',
      'This browser keeps nothing for this site, so a tool that must not run twice is not run.',
      { retryable: false },
    );
  }
  // Stopped after the row was stored and before the handler: nothing was done, although the row says `started`.
  if (call.isGone) throw new ToolError('cancelled', NOT_BEGUN, { retryable: true });
  waits.signal.throwIfAborted();
}
