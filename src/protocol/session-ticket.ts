// The reply of the site's session endpoint: a session and the token for it.

import type { JsonObject } from './json.ts';
import { asString, isRecord, optional, ownOf } from './json.ts';

/** A tool as the page describes it to the session endpoint. */
export interface ToolDefinition {
  name: string;
  /** What people read in its place. */
  title?: string;
  description: string;
  input_schema: JsonObject;
}

export interface TicketRequest {
  session_id?: string;
  new?: true;
  tools?: ToolDefinition[];
}

export interface SessionTicket {
  session_id: string;
  /** Secret: keep it in memory only. */
  token: string;
  /** Unix milliseconds. */
  expires_at?: number;
  /**
   * An opaque mark of whose the session is, for sites where people sign in and out. What was stored under another mark is
   * neither shown nor kept. Absent: the site doesn't tell people apart, or the visitor isn't signed in.
   */
  owner?: string;
  /** The session was made for this request, and nothing is in it yet: its first list need not be asked for. */
  is_new?: true;
}

const OWNER = /^[\w.:~-]{1,128}$/;

/** Null if session_id or token is missing. `expires_at` may be RFC 3339, Unix seconds or milliseconds. */
export function parseTicket(body: unknown): SessionTicket | null {
  if (!isRecord(body)) return null;
  const own = ownOf(body);
  const session_id = asString(own.session_id);
  const token = asString(own.token);
  if (!session_id || !token) return null;
  const owner = asString(own.owner);
  return ownOf({
    session_id,
    token,
    ...optional('expires_at', parseInstant(own.expires_at)),
    ...optional('owner', owner && OWNER.test(owner) ? owner : undefined),
    ...optional('is_new', own.is_new === true || undefined),
  });
}

function parseInstant(value: unknown): number | undefined {
  if (typeof value === 'string') {
    const ms = Number(new Date(value));
    return Number.isNaN(ms) ? undefined : ms;
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  // Below 1e11 it is seconds (up to the year 5138), above it milliseconds (from 1973 on).
  return value < 1e11 ? value * 1000 : value;
}
