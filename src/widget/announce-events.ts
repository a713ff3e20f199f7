// Emits the page's events: compares each snapshot with what it has announced before.

import type { MessageBlock } from '../protocol/index.ts';
import type { SessionSnapshot, TranscriptEntry } from '../session/types.ts';
import type { ToolsSnapshot } from '../tools/types.ts';
import type { Emit } from './types.ts';

export interface EventTeller {
  session(snapshot: SessionSnapshot): void;
  tools(snapshot: ToolsSnapshot): void;
}

/** Make one for each conversation. It announces no history: nothing that the log held before it was up to date. */
export function createEventTeller(emit: Emit): EventTeller {
  const told = new Set<string>();
  let known: readonly TranscriptEntry[] = [];
  let sessionId: string | null = null;
  let trouble: string | null = null;
  let isCaughtUp = false;

  const tellMessages = (entries: readonly TranscriptEntry[], isNews: boolean): void => {
    const before = known;
    known = entries;
    // Not by the array's `entries()`: Prototype takes that away.
    let index = 0;
    for (const entry of entries) {
      // While an answer streams, snapshots come up to fifty times a second and differ in one entry: skip the others.
      if (entry === before[index++]) continue;
      for (const message of messagesOf(entry)) {
        if (told.has(message.id)) continue;
        told.add(message.id);
        if (isNews) emit('message', message);
      }
      if (entry.kind !== 'agent' || entry.turn.state !== 'failed') continue;
      const key = `${entry.key}:failed`;
      if (told.has(key)) continue;
      told.add(key);
      const { code, text, requestId } = entry.turn;
      if (isNews) emit('error', { code, message: text, ...(requestId ? { requestId } : {}) });
    }
  };

  return {
    session(snapshot) {
      if (snapshot.sessionId !== sessionId) {
        sessionId = snapshot.sessionId;
        emit('session', { sessionId });
      }
      const kind = snapshot.trouble?.kind ?? null;
      if (kind !== trouble && kind !== null) emit('error', { code: kind, message: TROUBLE[kind] });
      trouble = kind;
      tellMessages(snapshot.entries, isCaughtUp);
      isCaughtUp ||= snapshot.isUpToDate;
    },
    tools(snapshot) {
      for (const call of snapshot.calls.values()) {
        if (call.status.state !== 'settled' || told.has(call.toolUseId)) continue;
        told.add(call.toolUseId);
        const { isError, code, durationMs } = call.status.outcome;
        emit('tool', {
          id: call.toolUseId,
          name: call.name,
          isError,
          ...(code === undefined ? {} : { code }),
          durationMs,
        });
      }
    },
  };
}

/** Words for the page's logs. The visitor reads others, in their language. */
const TROUBLE: Readonly<Record<NonNullable<SessionSnapshot['trouble']>['kind'], string>> = {
  unreachable: 'The gateway can’t be reached.',
  rate_limited: 'The gateway limits requests just now.',
  unavailable: 'The gateway is not available just now.',
  not_working: 'No session or no gateway could be had; the console says why.',
  session_ended: 'The session’s token was refused, and no other could be had.',
  forbidden: 'The token is valid, but not for this session.',
  not_found: 'The gateway has no such session.',
  no_credits: 'The credit balance is exhausted.',
};

function messagesOf(
  entry: TranscriptEntry,
): { role: 'user' | 'agent'; id: string; text: string }[] {
  if (entry.kind === 'user') {
    if (entry.delivery.state !== 'sent' || entry.eventId === undefined) return [];
    return [{ role: 'user', id: entry.eventId, text: textOf(entry.content) }];
  }
  if (entry.kind !== 'agent') return [];
  return entry.parts.flatMap((part) =>
    part.kind === 'message' && !part.isPreview
      ? [{ role: 'agent' as const, id: part.eventId, text: textOf(part.blocks) }]
      : [],
  );
}

export function textOf(blocks: readonly MessageBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}
