// Bus messages as text and back. Several go into one text, as many as it has room for.

import { PRESENCE_STATES } from '../presence.ts';
import { PREVIEW_TYPES, type Preview } from '../preview.ts';
import type { BusMessage } from './types.ts';

/** UTF-16 units of a preview's piece: even if JSON needs six bytes for each of them, NOTIFY has room for it. */
const PIECE_UNITS = 1000;

/** `text` in pieces that fit in any transport; no character is cut in two. */
function inPieces(text: string): string[] {
  const pieces: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + PIECE_UNITS);
    const last = text.charCodeAt(to - 1);
    if (to < text.length && last >= 0xd800 && last <= 0xdbff) to -= 1;
    pieces.push(text.slice(from, to));
    from = to;
  }
  return pieces;
}

/** @param sender marks the texts; @param count a number that never comes again: transports may drop equal texts. */
export function writeMessages(
  messages: readonly BusMessage[],
  { sender, count, maxBytes }: { sender: string; count: () => number; maxBytes: number },
): string[] {
  const texts: string[] = [];
  let items: string[] = [];
  let bytes = 0;
  const room = maxBytes - 100;
  for (const message of messages.flatMap(split)) {
    const item = JSON.stringify(message);
    const size = Buffer.byteLength(item) + 1;
    if (items.length > 0 && bytes + size > room) close();
    items.push(item);
    bytes += size;
  }
  if (items.length > 0) close();
  return texts;

  function close(): void {
    texts.push(`{"from":${JSON.stringify(sender)},"n":${count()},"messages":[${items.join(',')}]}`);
    items = [];
    bytes = 0;
  }
}

/** A text without a message, by which its sender finds out whether it hears itself. @param n never the same again. */
export function writeEcho(sender: string, n: number): string {
  return `{"from":${JSON.stringify(sender)},"n":${n},"messages":[]}`;
}

function split(message: BusMessage): BusMessage[] {
  if (message.kind !== 'preview' || message.preview.type !== 'event_delta') return [message];
  const { preview } = message;
  if (preview.delta.content.text.length <= PIECE_UNITS) return [message];
  return inPieces(preview.delta.content.text).map((text) => ({
    ...message,
    preview: deltaOf(preview.event_id, text, preview.delta.index),
  }));
}

/** Null where it is no text of a bus. A message that isn't known here, of a later version say, is left out. */
export function readMessages(text: string): { from: string; messages: BusMessage[] } | null {
  const value = parse(text);
  if (!isRecord(value) || typeof value.from !== 'string' || !Array.isArray(value.messages)) {
    return null;
  }
  return { from: value.from, messages: value.messages.flatMap((item) => readMessage(item) ?? []) };
}

function readMessage(value: unknown): BusMessage | null {
  if (!isRecord(value)) return null;
  const { kind, session_id, seq, run_id } = value;
  if (kind === 'gap') return { kind };
  if (kind === 'cancel') return typeof run_id === 'string' ? { kind, run_id } : null;
  if (typeof session_id !== 'string') return null;
  if (kind === 'events') {
    return typeof seq === 'number' && Number.isSafeInteger(seq) ? { kind, session_id, seq } : null;
  }
  if (kind === 'run') return typeof run_id === 'string' ? { kind, session_id, run_id } : null;
  if (kind === 'presence') return readPresence(session_id, value);
  if (kind !== 'preview') return null;
  const preview = readPreview(value.preview);
  return preview === null ? null : { kind, session_id, preview };
}

function readPresence(session_id: string, value: Record<string, unknown>): BusMessage | null {
  const { client_id, person_id, name } = value;
  const state = PRESENCE_STATES.find((one) => one === value.state);
  if (client_id !== null && typeof client_id !== 'string') return null;
  if (typeof person_id !== 'string' || typeof name !== 'string' || state === undefined) return null;
  return { kind: 'presence', session_id, client_id, person_id, name, state };
}

function readPreview(value: unknown): Preview | null {
  if (!isRecord(value)) return null;
  if (value.type === 'event_start') {
    if (!isRecord(value.event) || typeof value.event.id !== 'string') return null;
    const { id, type } = value.event;
    const known = PREVIEW_TYPES.find((one) => one === type);
    return known === undefined ? null : { type: 'event_start', event: { type: known, id } };
  }
  if (value.type !== 'event_delta' || typeof value.event_id !== 'string') return null;
  if (!isRecord(value.delta) || !isRecord(value.delta.content)) return null;
  const { index } = value.delta;
  const { text } = value.delta.content;
  if (typeof index !== 'number' || typeof text !== 'string') return null;
  return deltaOf(value.event_id, text, index);
}

export function deltaOf(eventId: string, text: string, index: number): Preview {
  return {
    type: 'event_delta',
    event_id: eventId,
    delta: { type: 'content_delta', index, content: { type: 'text', text } },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
