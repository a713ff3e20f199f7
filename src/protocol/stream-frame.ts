// The event stream's frames: whole events, and the previews that precede an agent.message.

import type { SessionEvent } from './events.ts';
import { fieldsOf, isRecord, parseJson } from './json.ts';
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
    const { id, type } = fieldsOf(data.event);
    if (typeof id !== 'string' || typeof type !== 'string') return null;
    return { kind: 'preview_start', event_id: id, event_type: type };
  }
  if (data.type === 'event_delta') {
    const { event_id } = data;
    const { index, content } = fieldsOf(data.delta);
    const { text } = fieldsOf(content);
    if (typeof event_id !== 'string' || typeof text !== 'string') return null;
    return {
      kind: 'preview_delta',
      event_id,
      index: Number.isInteger(index) ? Number(index) : 0,
      text,
    };
  }
  const event = parseEvent(data, onDropped);
  return event === null ? null : { kind: 'event', event };
}
