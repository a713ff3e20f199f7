// Server-sent events as bytes. A frame is made once, however many streams of this process carry it.

import { writeExactly } from '../../kernel/exact-json.ts';
import type { Preview } from '../preview.ts';
import { type StoredEvent, toWire } from '../stored-event.ts';

const encoder = new TextEncoder();

export const OPENING = encoder.encode(': open\n\n');
export const KEEP_ALIVE = encoder.encode(': keep-alive\n\n');

const plain = new WeakMap<StoredEvent, Uint8Array>();
const withThinking = new WeakMap<StoredEvent, Uint8Array>();
const previews = new WeakMap<Preview, Uint8Array>();

export function eventFrame(event: StoredEvent, includeThinking: boolean): Uint8Array {
  return once(includeThinking ? withThinking : plain, event, () => {
    const data = writeExactly(toWire(event, includeThinking));
    return `id: ${event.event_id}\nevent: ${event.type}\ndata: ${data}\n\n`;
  });
}

export function previewFrame(preview: Preview): Uint8Array {
  return once(
    previews,
    preview,
    () => `event: ${preview.type}\ndata: ${JSON.stringify(preview)}\n\n`,
  );
}

function once<Key extends object>(
  made: WeakMap<Key, Uint8Array>,
  key: Key,
  write: () => string,
): Uint8Array {
  const known = made.get(key);
  if (known !== undefined) return known;
  const frame = encoder.encode(write());
  made.set(key, frame);
  return frame;
}
