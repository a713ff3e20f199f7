// One POST, and how it ended: one word for each case that needs another next step. It repeats nothing, and knows nothing
// of what is sent.

import type { GatewayErrorCode } from '../client/types.ts';
import type { SendInput, SessionEvent } from '../protocol/index.ts';
import { codeOf, decideAgainMs, isNotApplied, isOwnFailure } from './errors.ts';
import type { Gate, GateOptions } from './gate.ts';

export interface Failed {
  code: GatewayErrorCode | null;
  /** The HTTP status; null: there was no reply. */
  status: number | null;
  error: unknown;
}

export type End =
  | { end: 'accepted'; reply: readonly SessionEvent[] }
  /** Not heard: it came too early, or its token has been renewed since. To be decided anew in `ms`. */
  | { end: 'early'; ms: number }
  /** The gateway says that nothing was applied. */
  | ({ end: 'refused' } & Failed)
  /** The gateway says that it has failed itself, and that the request may be repeated after a look. */
  | ({ end: 'failed' } & Failed)
  /** Nobody knows whether it was applied. */
  | ({ end: 'lost' } & Failed);

export async function transmit(gate: Gate, input: SendInput, options?: GateOptions): Promise<End> {
  try {
    return { end: 'accepted', reply: await gate.send(input, options) };
  } catch (error) {
    const ms = decideAgainMs(error);
    if (ms !== null) return { end: 'early', ms };
    const { status } = (error ?? {}) as { status?: unknown };
    return {
      end: isNotApplied(error) ? 'refused' : isOwnFailure(error) ? 'failed' : 'lost',
      code: codeOf(error),
      status: typeof status === 'number' ? status : null,
      error,
    };
  }
}
