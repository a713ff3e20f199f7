// Fetches what says how a turn ended, with the first that ends in words: most end with their answer. All chats of a page
// share it.

import type { AgentEntry } from '../session/types.ts';
import type * as turnEnd from './parts/turn-end.tsx';

type EndPart = Pick<typeof turnEnd, 'TurnEnd' | 'tellEnd'>;

let part: EndPart | null = null;

/** The part if it has been loaded already. */
export const loadedEnd = (): EndPart | null => part;

/** Rejects where it can't be had; the next call tries again. */
export async function fetchEnd(): Promise<EndPart> {
  part ??= await import('./parts/turn-end.tsx');
  return part;
}

/** Whether there may be something to say. Which ends have words only the part knows. */
export function mayEndInWords({ turn, parts }: AgentEntry): boolean {
  if (turn.state === 'failed') return true;
  if (turn.state !== 'ended') return false;
  return (
    turn.stopReason !== 'end_turn' ||
    parts.some((part) => part.kind === 'message' && part.isIncomplete)
  );
}
