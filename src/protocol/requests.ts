// The requests of a client (list queries, input events) and the replies to them.

import type { DocumentBlock, TextBlock, ToolResultBlock } from './blocks.ts';
import type { SessionEvent } from './events.ts';
import { asString, fieldsOf, isRecord, optional, textsOf } from './json.ts';
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

/**
 * 1 to 64 of A–Z a–z 0–9 _ -, unique in its session. An extension: a gateway that says so (`hasIntents`) answers the same name
 * with the first event, and changes nothing.
 */
interface Named {
  intent_id?: string;
}

export type MessageInput = Named & {
  type: 'user.message' | 'system.message';
  content: (TextBlock | DocumentBlock)[];
};
export type ResultInput = Named & { type: 'user.tool_result'; content: ToolResultInput[] };
/** `run_id`: the run that is meant, as `session.status_running` names it. */
export type InterruptInput = Named & { type: 'user.interrupt'; content?: []; run_id?: string };

/** The bodies that the send endpoint accepts: an interrupt alone; results and messages never together. */
export type SendInput = MessageInput[] | ResultInput[] | [InterruptInput];

/** Null if the body isn't of the documented shape: an object with an array `data`. */
export function parseEventPage(body: unknown, onDropped?: OnDropped): EventPage | null {
  if (!isRecord(body) || !Array.isArray(body.data)) return null;
  return {
    data: parseEvents(body.data, onDropped),
    next_page: asString(body.next_page) || null,
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
  const { error, message } = fieldsOf(body);
  if (typeof error === 'string') return { code: error, ...optional('message', asString(message)) };
  if (!isRecord(error)) return null;
  const { code } = error;
  return {
    ...textsOf(error, 'message', 'type', 'code', 'request_id'),
    ...(typeof code === 'number' && { code }),
  };
}
