// What the gateway itself says to a visitor: a message of no agent's and no person's. It answers nothing, and costs nothing.

import type { Ids } from '../kernel/ids.ts';
import type { SessionWrite } from '../log/session-log.ts';
import type { StoredEvent } from '../log/stored-event.ts';
import { NO_USAGE } from './own-question.ts';

/** Within the session's write. The visitor's messages wait on as before. */
export function tellVisitor(
  { session, append }: SessionWrite,
  ids: Ids,
  text: string,
): StoredEvent {
  const ours = { run_id: ids.next('run'), isProcessed: true };
  // A run that is being stopped has its own end.
  const isFree = session.run_id === null;
  if (isFree) append({ type: 'session.status_running', content: [], ...ours });
  const told = append({
    type: 'agent.message',
    content: [{ type: 'text', text, extra_content: { gateway: { notice: true } } }],
    ...ours,
  });
  if (isFree) {
    append({
      type: 'session.status_idle',
      content: { stop_reason: 'end_turn', context_tokens: 0 },
      usage: NO_USAGE,
      ...ours,
    });
  }
  return told;
}
