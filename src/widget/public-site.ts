// A site whose sessions the gateway itself hands out, by its public id: joins the calls, the guest's secret and the page's word
// on who is signed in. Fetched by pages with such an id.

import { GatewayError, words } from '../client/index.ts';
import { createPublicCalls, type PublicFeedback, toSentence } from '../client/public-session.ts';
import { ATTRIBUTES, type CheckedOptions } from '../loader/attributes.ts';
import { browserDigester, type Digester } from '../platform/digest.ts';
import type { Platform } from '../platform/index.ts';
import { optional, type SessionTicket, type TicketRequest } from '../protocol/index.ts';
import type { Caller, PublicReply } from '../protocol/public-session.ts';
import { createGuest } from './guest.ts';
import type { RawOptions } from './types.ts';

export interface PublicSiteParts {
  platform: Pick<Platform, 'clock' | 'fetch' | 'locks' | 'storage' | 'tabStorage'>;
  site: string;
  raw: RawOptions;
  options(): CheckedOptions;
  isMarked(): boolean;
  warn(sentence: string): void;
  /** What the owner has set at the desk; called with each session's token. */
  onSettings(settings: Readonly<Record<string, unknown>>): void;
  /** Tests hand in their own. */
  digester?: Digester | null;
}

export interface PublicSite {
  /** Rejects with GatewayError. */
  ticket(request: TicketRequest): Promise<SessionTicket>;
  remove(sessionId: string): Promise<void>;
  rate(feedback: PublicFeedback): Promise<void>;
  /** Nothing is left of the guest on this device: their last conversation is gone from it. */
  forgetGuest(): Promise<void>;
  /** The mark has been set or cleared. */
  markChanged(): void;
  close(): void;
}

/** A tab that waits for another's first request asks by itself after that. */
const TURN_LIMIT_MS = 10_000;

export function createPublicSite(parts: PublicSiteParts): PublicSite {
  const { platform, raw, warn } = parts;
  const { clock, locks } = platform;
  const { gateway, history } = parts.options();
  const closing = new AbortController();
  const calls = createPublicCalls({
    gateway: gateway ?? '',
    site: parts.site,
    fetch: platform.fetch,
    clock,
    digester: parts.digester === undefined ? browserDigester() : parts.digester,
    signal: closing.signal,
  });
  const guest = createGuest({ platform, history, isMarked: parts.isMarked });
  /** The guest as whom this page opened each session: a conversation goes on as the one as whom it was begun. */
  const guestOf = new Map<string, string>();
  const told = new Set<string>();

  function tell(sentence: string): void {
    if (told.has(sentence)) return;
    told.add(sentence);
    warn(sentence);
  }

  async function userToken(): Promise<string | undefined> {
    if (typeof raw.userToken !== 'function') return parts.options().userToken ?? undefined;
    let given: unknown;
    try {
      given = await raw.userToken();
    } catch (error) {
      // Not a guest: that would take a signed-in visitor's conversations off the screen.
      throw new GatewayError('no_session', `userToken() failed: "${words(String(error))}".`, {
        outcome: 'not_applied',
        isRetryable: true,
      });
    }
    if (given === null || given === undefined || given === '') return undefined;
    const page = { baseUrl: '', isColor: () => false };
    const token = ATTRIBUTES.userToken.parse(String(given), page) ?? undefined;
    if (token === undefined) tell('userToken() gave no JWT, so the visitor counts as a guest.');
    return token;
  }

  const callerOf = async (secret: string | undefined): Promise<Caller> => ({
    ...optional('guest', secret),
    ...optional('user_token', await userToken()),
  });

  async function callerIn(sessionId: string): Promise<Caller> {
    return callerOf(guestOf.get(sessionId) ?? (await guest.read()));
  }

  /** The reply for this guest, or as a guest whom another tab has stored meanwhile. */
  async function ask(
    request: TicketRequest,
    sent: string | undefined,
    mayChange: boolean,
  ): Promise<PublicReply> {
    const caller = await callerOf(sent);
    const reply = await calls.session({ ...request, ...caller });
    if (reply.guest === undefined) {
      guestOf.clear();
      await guest.forget();
    } else if (reply.guest !== sent) {
      const counts = await guest.put(reply.guest, sent);
      // Nobody has written anything into the session that has come: it is left to the gateway.
      if (counts !== reply.guest && mayChange) return ask(request, counts, false);
    }
    if (reply.guest !== undefined) guestOf.set(reply.ticket.session_id, reply.guest);
    guest.markChanged();
    const secrets = { ...caller, ...optional('guest', reply.guest) };
    for (const said of reply.warnings) {
      tell(`The gateway says: ${toSentence(said, secrets).replaceAll(reply.ticket.token, '…')}`);
    }
    return reply;
  }

  /** One tab at a time makes a guest of a visitor who is none yet, so that tabs which open at once share one. */
  async function inTurn<T>(act: () => Promise<T>): Promise<T> {
    const limit = new AbortController();
    const timer = clock.setTimeout(() => limit.abort(), TURN_LIMIT_MS);
    let turn: Promise<T> | null = null;
    const begin = (): Promise<T> => {
      clock.clearTimeout(timer);
      turn ??= act();
      return turn;
    };
    // Without locks, or after the limit, `put` finds what another tab has stored.
    await locks.request('guest', { signal: limit.signal }, begin).catch(() => {});
    return begin();
  }

  async function replyTo(request: TicketRequest): Promise<PublicReply> {
    const own = request.session_id === undefined ? undefined : guestOf.get(request.session_id);
    if (own !== undefined) return ask(request, own, false);
    const stored = await guest.read();
    if (stored !== undefined || history !== 'local') return ask(request, stored, true);
    return inTurn(async () => ask(request, await guest.read(), true));
  }

  return {
    async ticket(request) {
      const { ticket, settings } = await replyTo(request);
      parts.onSettings(settings);
      return ticket;
    },
    async remove(sessionId) {
      await calls.remove({ session_id: sessionId, ...(await callerIn(sessionId)) });
    },
    async rate(feedback) {
      await calls.rate({ ...feedback, ...(await callerIn(feedback.session_id)) });
    },
    async forgetGuest() {
      guestOf.clear();
      await guest.forget();
    },
    markChanged: guest.markChanged,
    close: () => closing.abort(),
  };
}
