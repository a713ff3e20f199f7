// The bearer token: where it comes from, how long it is good, and that a refused one is never used again.
// In memory only. It knows nothing of requests.

import type { Clock } from '../platform/types.ts';
import type { SessionTicket } from '../protocol/index.ts';
import { GatewayError, toNoSession } from './gateway-error.ts';
import type { Credentials } from './types.ts';

type Ticket = Pick<SessionTicket, 'token' | 'expires_at'>;

/** Why a ticket is asked for. */
export type TicketReason = 'first' | 'expiring' | 'refused';

export interface CredentialsOptions<T extends Ticket> {
  /** Asks for a new token. One call at a time. */
  getTicket: (reason: TicketReason) => Promise<T>;
  clock: Clock;
  /** A ticket that is there already. */
  initial?: T;
  /** Called with each new ticket, before anybody uses its token. */
  onTicket?: (ticket: T) => void;
  /** No ticket could be had; what waits for one hears of it too. */
  onFailure?: (error: GatewayError) => void;
  /** Ask anew this long before a token expires. Default 60,000 ms, at most a fifth of its life. */
  refreshBeforeMs?: number;
  /** How long `getTicket` may take. Default 45,000 ms. */
  timeoutMs?: number;
}

export interface TicketCredentials<T extends Ticket> extends Credentials {
  /** The current ticket; asks for one where there is none. */
  ticket(): Promise<T>;
  reject(rejected: string): void;
  /** Forgets the token. */
  close(): void;
}

const MAX_REFUSED = 50;
/** Signed tokens of one second are often one token: what is issued after it is another. */
const NEXT_SECOND_MS = 1_100;
/** After an early refresh has failed, the token at hand is used for so long before it is tried again. */
const RETRY_EARLY_REFRESH_MS = 15_000;

export function createCredentials<T extends Ticket>(
  options: CredentialsOptions<T>,
): TicketCredentials<T> {
  const {
    getTicket,
    clock,
    onTicket,
    onFailure,
    refreshBeforeMs = 60_000,
    timeoutMs = 45_000,
  } = options;
  // Insertion order, so that the oldest can go; a page that lives for weeks sees thousands of tokens.
  const refused = new Set<string>();
  let current: T | null = null;
  /** Monotonic time from which on the next token is asked for. */
  let renewAt = Number.POSITIVE_INFINITY;
  let expiresAt = Number.POSITIVE_INFINITY;
  let pending: Promise<T> | null = null;
  let isClosed = false;

  function accept(ticket: T): void {
    current = ticket;
    renewAt = Number.POSITIVE_INFINITY;
    expiresAt = Number.POSITIVE_INFINITY;
    const lifeMs = (ticket.expires_at ?? 0) - clock.now();
    // A token that is past its time on arrival tells of a wrong clock here: then only the gateway's 401 counts,
    // or every request would ask for another token.
    if (ticket.expires_at === undefined || lifeMs <= 0) return;
    expiresAt = clock.monotonic() + lifeMs;
    renewAt = expiresAt - Math.min(refreshBeforeMs, lifeMs / 5);
  }

  function renew(reason: TicketReason): Promise<T> {
    pending ??= ask(reason).finally(() => {
      pending = null;
    });
    return pending;
  }

  async function ask(reason: TicketReason): Promise<T> {
    if (isClosed) throw new GatewayError('no_session', 'The chat was closed.');
    let ticket = await within(getTicket, reason);
    if (refused.has(ticket.token)) {
      await new Promise<void>((resolve) => {
        clock.setTimeout(resolve, NEXT_SECOND_MS);
      });
      ticket = await within(getTicket, 'refused');
    }
    if (refused.has(ticket.token)) {
      throw new GatewayError(
        'unauthenticated',
        'The new token is one that the gateway has refused already. Issue another.',
        { outcome: 'not_applied' },
      );
    }
    if (isClosed) throw new GatewayError('no_session', 'The chat was closed.');
    accept(ticket);
    onTicket?.(ticket);
    return ticket;
  }

  /** What the page gives us may never answer, and everything would wait for it. */
  async function within(
    get: (reason: TicketReason) => Promise<T>,
    reason: TicketReason,
  ): Promise<T> {
    let timer = 0;
    const late = new Promise<never>((_, reject) => {
      timer = clock.setTimeout(
        () => reject(new Error(`no answer within ${timeoutMs} ms`)),
        timeoutMs,
      );
    });
    try {
      return await Promise.race([get(reason), late]);
    } catch (error) {
      const failure = toNoSession(error);
      onFailure?.(failure);
      throw failure;
    } finally {
      clock.clearTimeout(timer);
    }
  }

  async function ticket(): Promise<T> {
    const held = current;
    if (held === null) return renew('first');
    if (refused.has(held.token)) return renew('refused');
    if (clock.monotonic() < renewAt) return held;
    try {
      return await renew('expiring');
    } catch (error) {
      // The old one may serve while it lasts.
      if (clock.monotonic() >= expiresAt || refused.has(held.token)) throw error;
      renewAt = clock.monotonic() + RETRY_EARLY_REFRESH_MS;
      return held;
    }
  }

  function reject(rejected: string): void {
    refused.delete(rejected);
    refused.add(rejected);
    for (const oldest of refused) {
      if (refused.size <= MAX_REFUSED) break;
      refused.delete(oldest);
    }
  }

  if (options.initial !== undefined) accept(options.initial);

  return {
    ticket,
    token: async () => (await ticket()).token,
    reject,
    async refresh(rejected) {
      reject(rejected);
      // Asked for before the refusal, and so perhaps the refused one: `ask` looks. Else it serves everybody.
      return (await ticket()).token;
    },
    close() {
      isClosed = true;
      current = null;
      refused.clear();
    },
  };
}
