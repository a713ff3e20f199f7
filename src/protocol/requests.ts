// The requests of a client (list queries, input events) and the replies to them.

import type { DocumentBlock, TextBlock, ToolResultBlock } from './blocks.ts';
import type { SessionEvent } from './events.ts';
import { isRecord } from './json.ts';
import { type OnDropped, parseEvents } from './parse-event.ts';

/** Query of the list endpoint. `page` and `after_id` exclude each other, and the type says so. */
export type ListQuery = {
  limit?: number;
  order?: 'asc' | 'desc';
  include_thinking?: boolean;
} & ({ page?: string; after_id?: never } | { after_id?: string; page?: never });

export interface EventPage {
  data: SessionEvent[];
  /** Opaque cursor of the next page; null at the end. */
  next_page: string | null;
}

/** A tool_result as a client sends it: content is text; on a failure it may be an error envelope, or that as JSON. */
export type ToolResultInput = Omit<ToolResultBlock, 'status'>;

export type MessageInput = {
  type: 'user.message' | 'system.message';
  content: (TextBlock | DocumentBlock)[];
};
export type ResultInput = { type: 'user.tool_result'; content: ToolResultInput[] };
export type InterruptInput = { type: 'user.interrupt'; content?: [] };

/** The bodies that the send endpoint accepts: an interrupt alone; results and messages never together. */
export type SendInput = MessageInput[] | ResultInput[] | [InterruptInput];

/** Null if the body isn't of the documented shape: an object with an array `data`. */
export function parseEventPage(body: unknown, onDropped?: OnDropped): EventPage | null {
  if (!isRecord(body) || !Array.isArray(body.data)) return null;
  const next = body.next_page;
  return {
    data: parseEvents(body.data, onDropped),
    next_page: typeof next === 'string' && next !== '' ? next : null,
  };
}

/** The fields of the standard error body. Each is optional, since edges and proxies send other shapes. */
export interface ErrorBody {
  message?: string;
  type?: string;
  code?: number | string;
  request_id?: string;
}

/** Null if the body isn't in the gateway's error shape. Also reads the body of a heartbeat's revocation. */
export function parseErrorBody(body: unknown): ErrorBody | null {
  if (!isRecord(body)) return null;
  if (typeof body.error === 'string') {
    const message = typeof body.message === 'string' ? body.message : undefined;
    return { code: body.error, ...(message === undefined ? {} : { message }) };
  }
  const error = body.error;
  if (!isRecord(error)) return null;
  const result: ErrorBody = {};
  if (typeof error.message === 'string') result.message = error.message;
  if (typeof error.type === 'string') result.type = error.type;
  if (typeof error.code === 'number' || typeof error.code === 'string') result.code = error.code;
  if (typeof error.request_id === 'string') result.request_id = error.request_id;
  return result;
}
