// What a browser test needs of a gateway, whichever it is.

import type { TicketRequest } from '../../../src/protocol/session-ticket.ts';

/** One step of a scripted turn, in the reference gateway's own words. */
export type Step =
  | { think: string; ms?: number }
  | {
      say: string;
      ms?: number;
      citations?: { type: string; document_uri: string; document_title: string }[];
    }
  | { call: { name: string; input: Record<string, unknown> }[] }
  | { fail: string }
  | { wait_ms: number };

/** An event as the list gives it. */
export interface WireEvent {
  id: string;
  type: string;
  content: unknown;
  [field: string]: unknown;
}

export interface TestGateway {
  url: string;
  /** What the site's session endpoint answers. */
  issue(request: TicketRequest): Promise<{ session_id: string; token: string }>;
  /** The whole log of a session, oldest first, without thoughts. */
  events(sessionId: string): Promise<WireEvent[]>;
  close(): Promise<void>;
}
