// A conversation that was exported, as its events: from the desk (`GET /admin/sessions/{id}/export`), from a list of the gateway, from the
// owner's view (“Copy everything”), or one event a line.

import { parseEvent, type SessionEvent } from '../protocol/index.ts';
import { isRecord } from '../protocol/json.ts';

export interface ReadExport {
  events: readonly SessionEvent[];
  /** What was left out, and why; each sentence once. */
  dropped: readonly string[];
}

const MAX_EVENTS = 20_000;

/** @throws Error that says what the text should have been. */
export function readExport(text: string): ReadExport {
  const found = eventsIn(readJsonOrLines(text));
  if (found === null) {
    throw new Error(
      'This is no conversation. Take an export of the desk, or what “Copy everything” gives.',
    );
  }
  const dropped = new Set<string>();
  const byId = new Map<string, SessionEvent>();
  for (const value of found.slice(0, MAX_EVENTS)) {
    const event = parseEvent(value, (reason) => dropped.add(reason));
    if (event) byId.set(event.id, event);
  }
  if (byId.size === 0) throw new Error('There is no event in it.');
  if (found.length > MAX_EVENTS) dropped.add(`only the first ${MAX_EVENTS} events are shown`);
  return { events: [...byId.values()], dropped: [...dropped] };
}

function readJsonOrLines(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.length > 1 ? lines.map((line) => JSON.parse(line)) : null;
    } catch {
      return null;
    }
  }
}

/** Null: nothing in it looks like a conversation. */
function eventsIn(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value.flatMap(eventIn);
  if (!isRecord(value)) return null;
  for (const key of ['events', 'data'])
    if (Array.isArray(value[key])) return value[key].flatMap(eventIn);
  // The export of a person: one after the other, the newest conversation as a rule.
  const { sessions } = value;
  return Array.isArray(sessions) && sessions.length > 0 ? eventsIn(sessions[0]) : null;
}

/** An event as it is, or a line of the owner's view that holds one. */
function eventIn(value: unknown): unknown[] {
  if (!isRecord(value)) return [];
  if (typeof value.kind === 'string' && 'raw' in value) {
    return value.kind === 'event' ? [value.raw] : [];
  }
  return [value];
}

/** When an event was, Unix milliseconds; null where it doesn't say. */
export function timeOf({ created_at, processed_at }: SessionEvent): number | null {
  const at = Date.parse(created_at ?? processed_at ?? '');
  return Number.isNaN(at) ? null : at;
}
