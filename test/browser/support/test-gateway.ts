// What a browser test needs of a gateway, whichever it is.

import type { TicketRequest } from '../../../src/protocol/session-ticket.ts';
import type { TestEvent, Step as TestedStep } from '../../../src/testing.ts';

/** One step of a scripted turn, in the reference gateway's own words. */
export type Step = TestedStep | { fail: string };

/** An event as the list gives it. */
export type WireEvent = TestEvent;

export interface TestGateway {
  url: string;
  /** What the site's session endpoint answers. */
  issue(request: TicketRequest): Promise<{ session_id: string; token: string }>;
  /** The whole log of a session, oldest first, without thoughts. */
  events(sessionId: string): Promise<WireEvent[]>;
  close(): Promise<void>;
}
