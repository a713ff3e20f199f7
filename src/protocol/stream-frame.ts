// The event stream's frames: whole events, and the previews that precede an agent.message.

import type { SessionEvent } from './events.ts';
import { isRecord, parseJson } from './json.ts';
import { type OnDropped, parseEvent } from './parse-event.ts';

export type StreamFrame =
  | { kind: 'event'; event: SessionEvent }
  | { kind: 'preview_start'; event_id: string; event_type: string }
  | { kind: 'preview_delta'; event_id: string; index: number; text: string };

/** One server-sent event, as the connection's parser hands it over. */
export interface ServerSentEvent {
  id: string;
  event: string;
  data: string;
}

/** Null: a frame that this version can't read. That is harmless: lists bring the events, and previews may be lost. */
export function parseStreamFrame(sse: ServerSentEvent, onDropped?: OnDropped): StreamFrame | null {
  const data = parseJson(sse.data);
  if (!isRecord(data)) {
    onDropped?.(`a "${sse.event}" frame of the stream is not a JSON object`);
    return null;
  }
  if (data.type === 'event_start') {
    const event = data.event;
    if (!isRecord(event) || typeof event.id !== 'string' || typeof event.type !== 'string') {
      return null;
    }
    return { kind: 'preview_start', event_id: event.id, event_type: event.type };
  }
  if (data.type === 'event_delta') {
    const delta = isRecord(data.delta) ? data.delta : {};
    const content = isRecord(delta.content) ? delta.content : {};
    if (typeof data.event_id !== 'string' || typeof content.text !== 'string') return null;
    const index =
      typeof delta.index === 'number' && Number.isInteger(delta.index) ? delta.index : 0;
    return { kind: 'preview_delta', event_id: data.event_id, index, text: content.text };
  }
  const event = parseEvent(data, onDropped);
  return event === null ? null : { kind: 'event', event };
}
