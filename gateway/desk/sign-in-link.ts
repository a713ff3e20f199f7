// A link that signs the owner in once, on the machine that the gateway runs on. It is in this process's memory alone.

import { isSameSecret } from '../kernel/auth/authenticate.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Ids } from '../kernel/ids.ts';

/** Somebody who has just started the gateway uses it soon. */
const LIFETIME_MS = 60 * 60_000;

export interface SignInLinks {
  /** A fresh token; the one before it ends. */
  issue(): string;
  /** Whether this is the token; it opens nothing a second time. */
  take(token: string): boolean;
}

export function createSignInLinks(clock: Pick<Clock, 'monotonic'>, ids: Ids): SignInLinks {
  let open: { token: string; until: number } | null = null;
  return {
    issue() {
      const token = ids.secret('bhl_');
      open = { token, until: clock.monotonic() + LIFETIME_MS };
      return token;
    },
    take(token) {
      if (open === null || clock.monotonic() > open.until) return false;
      if (!isSameSecret(token, open.token)) return false;
      open = null;
      return true;
    },
  };
}
