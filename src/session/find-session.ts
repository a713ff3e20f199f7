// Asking the site for a session, as often as it takes: not offline, and on a hidden page only for a message that waits.

import type { SessionContext } from './context.ts';
import { createListener } from './facts.ts';
import { troubleOf } from './trouble.ts';

export interface FindSessionPorts {
  context: SessionContext;
  /** The site's answer to which session this is. */
  ask(): Promise<string>;
}

/** Resolves to its id; null once the session is closed. */
export async function findSession({ context, ask }: FindSessionPorts): Promise<string | null> {
  const { clock, random } = context.platform;
  const { page, rows, status, wishes } = context.facts;
  /** A message was written that belongs to no session yet. */
  const isWanted = (): boolean =>
    rows.rows().some((row) => row.sessionId === null && rows.isOurs(row));
  const signal = page.end;
  const visitor = createListener(clock, () => wishes.value, signal);
  for (let failures = 0; !signal.aborted; ) {
    if (!page.isOnline() || (!page.isVisible() && !isWanted())) {
      await visitor.sleep(null, signal);
      continue;
    }
    status.value = { ...status.peek(), connection: 'connecting' };
    try {
      const id = await ask();
      return signal.aborted ? null : id;
    } catch (error) {
      if (signal.aborted) break;
      const { trouble, delayMs } = troubleOf(error, { clock, random, failures, hasWorked: false });
      failures += 1;
      status.value = { ...status.peek(), trouble, connection: 'waiting' };
      await visitor.sleep(delayMs, signal);
    }
  }
  return null;
}

export function noSession(): Promise<string> {
  return Promise.reject(
    Object.assign(new Error('There is no session, and nobody to ask for one.'), {
      code: 'no_session',
    }),
  );
}
