// Keeps the bearer token, in memory only: asks for a new one before the old expires, and never hands out one that the
// gateway has refused. It knows nothing of requests.

import type { Clock } from '../platform/types.ts';
import type { SessionTicket } from '../protocol/index.ts';
import { GatewayError, toNoSession } from './gateway-error.ts';
import type { Credentials } from './types.ts';

type Ticket = Pick<SessionTicket, 'token' | 'expires_at'>;

/** The reason for which a ticket is asked for. */
export type TicketReason = 'first' | 'expiring' | 'refused';

export interface CredentialsOptions<T extends Ticket> {
  /** Gets a new ticket. Never called twice at a time. */
  getTicket: (reason: TicketReason) => Promise<T>;
  clock: Clock;
  /** A ticket to begin with. */
  initial?: T;
  /** Called with each new ticket, before its token is used. */
  onTicket?: (ticket: T) => void;
  /** Called when no ticket could be got. The callers that wait for one get the same error. */
  onFailure?: (error: GatewayError) => void;
  /** Get the next token this long before the current one expires. Default 60,000 ms; at most a fifth of its life. */
  refreshBeforeMs?: number;
  /** How long `getTicket` may take. Default 45,000 ms. */
  timeoutMs?: number;
}

export interface TicketCredentials<T extends Ticket> extends Credentials {
  /** The current ticket; gets one if there is none. */
  ticket(): Promise<T>;
  reject(rejected: string): void;
  /** Forgets the token. */
  close(): void;
}

const MAX_REFUSED = 50;
/** Tokens signed within one second are often identical: wait this long to get another. */
const NEXT_SECOND_MS = 1_100;
/** After an early refresh has failed, use the current token for this long before the next try. */
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
  // A Set keeps the order of insertion, so the oldest can be dropped: a page that lives for weeks sees thousands.
  const refused = new Set<string>();
  let current: T | null = null;
  /** The monotonic time from which on the next token is asked for. */
  let renewAt = Number.POSITIVE_INFINITY;
  let expiresAt = Number.POSITIVE_INFINITY;
  let pending: Promise<T> | null = null;
  let isClosed = false;

  function accept(ticket: T): void {
    current = ticket;
    renewAt = Number.POSITIVE_INFINITY;
    expiresAt = Number.POSITIVE_INFINITY;
    const lifeMs = (ticket.expires_at ?? 0) - clock.now();
    // A new token that has expired already means that this browser's clock is wrong. Then only the gateway's 401
    // counts; else every request would ask for another token.
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

  /** Limits the time of `getTicket`: the page's function may never answer, and every request waits for it. */
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
      // Use the old token as long as it is good.
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
      // The ticket under way was asked for before the refusal, so it may hold the refused token, which `ask` checks.
      // Any other token serves all callers.
      return (await ticket()).token;
    },
    close() {
      isClosed = true;
      current = null;
      refused.clear();
    },
  };
}
