// A visitor's session at the gateway: made, or taken up again once the visitor's own token has opened it. Knows nothing of
// requests and cookies.

import { type GatewayClient, GatewayError, type SessionEvents } from '../client/index.ts';
import type { Clock } from '../platform/types.ts';
import type { SessionTicket, ToolDefinition } from '../protocol/index.ts';
import type { SessionSettings } from './types.ts';

export interface Wanted {
  tools: readonly ToolDefinition[];
  settings: SessionSettings;
  /** The agent's instructions for this session. Null: none any more. Undefined: leave those that it has. */
  system: string | null | undefined;
}

export interface VisitorSessions {
  create(owner: string, wanted: Wanted): Promise<SessionTicket>;
  /** Null where the session is gone, or somebody else's: the two look the same. */
  resume(owner: string, sessionId: string, wanted: Wanted): Promise<SessionTicket | null>;
  /** False: as above, and nothing was deleted. */
  remove(owner: string, sessionId: string): Promise<boolean>;
}

/** A session that was shown to be the visitor's, with the same tools and facts, needs no new proof for this long. */
const PROOF_MS = 6 * 3_600_000;
const MAX_PROOFS = 10_000;

export interface VisitorSessionsParts {
  gateway: Pick<GatewayClient, 'createSession' | 'updateSession' | 'mintToken' | 'deleteSession'>;
  /** Calls of a visitor, by that visitor's token. */
  asVisitor(token: string): Pick<SessionEvents, 'list'>;
  clock: Pick<Clock, 'now'>;
  tokenExpiresInS?: number | undefined;
}

export function createVisitorSessions(parts: VisitorSessionsParts): VisitorSessions {
  const { gateway, asVisitor, clock, tokenExpiresInS } = parts;
  const proofs = new Map<string, { what: string; until: number }>();

  const keyOf = (owner: string, sessionId: string) => JSON.stringify([owner, sessionId]);

  function remember(owner: string, sessionId: string, what: string): void {
    const key = keyOf(owner, sessionId);
    proofs.delete(key);
    proofs.set(key, { what, until: clock.now() + PROOF_MS });
    for (const oldest of proofs.keys()) {
      if (proofs.size <= MAX_PROOFS) break;
      proofs.delete(oldest);
    }
  }

  const mint = (owner: string, sessionId: string): Promise<SessionTicket> =>
    gateway.mintToken(sessionId, {
      owner_id: owner,
      ...(tokenExpiresInS === undefined ? {} : { expires_in_s: tokenExpiresInS }),
    });

  /** The site's key opens every session; the visitor's token opens only the visitor's own. */
  async function opens({ session_id, token }: SessionTicket): Promise<boolean> {
    try {
      await asVisitor(token).list(session_id, { limit: 1 });
      return true;
    } catch (error) {
      if (isNotTheirs(error)) return false;
      throw error;
    }
  }

  return {
    async create(owner, wanted) {
      const { session_id } = await gateway.createSession({
        ...wanted.settings,
        ...patchOf(wanted),
        owner_id: owner,
      });
      remember(owner, session_id, whatOf(wanted));
      return { ...(await mint(owner, session_id)), is_new: true };
    },

    async resume(owner, sessionId, wanted) {
      try {
        const ticket = await mint(owner, sessionId);
        const proof = proofs.get(keyOf(owner, sessionId));
        const isProved = proof !== undefined && proof.until > clock.now();
        if (!isProved && !(await opens(ticket))) return null;
        const what = whatOf(wanted);
        if (!isProved || proof.what !== what) {
          await gateway.updateSession(sessionId, patchOf(wanted));
          remember(owner, sessionId, what);
        }
        return ticket;
      } catch (error) {
        if (isGone(error)) return null;
        throw error;
      }
    },

    async remove(owner, sessionId) {
      try {
        if (!(await opens(await mint(owner, sessionId)))) return false;
      } catch (error) {
        // What is gone already needs no more.
        if (isGone(error)) return true;
        throw error;
      }
      await gateway.deleteSession(sessionId);
      proofs.delete(keyOf(owner, sessionId));
      return true;
    },
  };
}

function patchOf({ tools, settings, system }: Wanted) {
  return {
    client_tools: tools,
    ...(settings.collection_id === undefined ? {} : { collection_id: settings.collection_id }),
    ...(system === undefined ? {} : { system }),
  };
}

const whatOf = (wanted: Wanted): string => JSON.stringify(patchOf(wanted));

const isGone = (error: unknown): boolean =>
  error instanceof GatewayError && error.code === 'not_found';

const isNotTheirs = (error: unknown): boolean =>
  error instanceof GatewayError &&
  ['not_found', 'forbidden', 'unauthenticated'].includes(error.code);
