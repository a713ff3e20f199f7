// Puts rows onto the disk that an earlier version or damage may have left: rows without later fields, rows of a future
// version, rows that aren't rows. Unsent messages among them are the visitor's and must be sent.

import type { Disk } from '../doubles/disk.ts';
import { type Intent, NAMESPACE, SESSION_ID } from './evidence.ts';
import type { ModelGateway } from './model-gateway.ts';

/** The call whose journal row can't be read, so that it may have run. */
export const UNREADABLE_CALL = 'call_33';
const OLD_EVENTS = 30;

export function plantOldRows(disk: Disk, gateway: ModelGateway, now: number): Intent[] {
  for (let index = 1; index < OLD_EVENTS; index++) {
    gateway.append('agent.message', [{ type: 'text', text: `old ${index}` }]);
  }
  gateway.append('session.status_idle', [{ stop_reason: 'end_turn', context_tokens: 1 }]);
  const listed = gateway.rows().slice(0, OLD_EVENTS - 5);
  const log = `${NAMESPACE}:${SESSION_ID}:log`;
  disk.plant(log, { v: 1, first: 0, last: 0 });
  disk.plant(`${log}:0`, { v: 1, events: listed.map(({ event }) => event) });
  const row = { sessionId: SESSION_ID, at: now - 3_600_000 };
  const content = (text: string) => [{ type: 'text', text }];
  // The first call of the first message is UNREADABLE_CALL.
  const texts = ['p0 once', 'p1 say'] as const;
  disk.plant(`${NAMESPACE}:outbox`, {
    rows: [
      { ...row, localId: 'old-0', content: content(texts[0]), state: 'queued' },
      null,
      { localId: 5 },
      { ...row, localId: 'old-1', content: content(texts[1]), state: 'queued', colour: 'blue' },
      { ...row, localId: 'old-2', content: [], state: 'levitating' },
    ],
  });
  const key = `${NAMESPACE}:${SESSION_ID}:tool:${UNREADABLE_CALL}`;
  disk.plant(key, { v: 99, toolUseId: UNREADABLE_CALL, phase: 'begun' });
  return texts.map((text, index) => ({
    text,
    localId: `old-${index}`,
    tab: -1,
    isForgetful: false,
  }));
}
