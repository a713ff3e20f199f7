// What one message of the agent shows: its thoughts, its other blocks, its sources.

import { type Citation, MAX_CITATIONS, type SessionEvent } from '../protocol/index.ts';
import type { TurnPart } from './types.ts';

const partsOfMessage = new WeakMap<SessionEvent, readonly TurnPart[]>();

/** The thoughts of a message and its other blocks; made once for each event object. */
export function messageParts(event: SessionEvent & { type: 'agent.message' }): readonly TurnPart[] {
  const made = partsOfMessage.get(event);
  if (made !== undefined) return made;
  const parts: TurnPart[] = [];
  event.content.forEach((block, index) => {
    if (block.type !== 'thought') return;
    const durationMs = block.extra_content?.gateway.thinking_ms;
    parts.push({
      kind: 'thought',
      key: `${event.id}:${index}`,
      text: block.text,
      ...(durationMs === undefined ? {} : { durationMs }),
    });
  });
  const blocks = event.content.filter((block) => block.type !== 'thought');
  if (blocks.length > 0) {
    parts.push({ kind: 'message', key: event.id, eventId: event.id, blocks, isPreview: false });
  }
  partsOfMessage.set(event, parts);
  return parts;
}

/** One citation for each document, in the order of the answer. */
export function citationsOf(event: SessionEvent & { type: 'agent.message' }): Citation[] {
  const byUri = new Map<string, Citation>();
  for (const block of event.content) {
    if (block.type !== 'text') continue;
    for (const citation of block.citations ?? []) {
      if (byUri.size >= MAX_CITATIONS) break;
      if (!byUri.has(citation.document_uri)) byUri.set(citation.document_uri, citation);
    }
  }
  return [...byUri.values()];
}
