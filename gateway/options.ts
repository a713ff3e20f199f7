// What can be set about a gateway, and what holds where nothing is.

import type { AccountProvider } from './auth/account-tokens.ts';

/** Tokens. Below, not even a question has room. */
export const MIN_CONTEXT_WINDOW = 100;
export const MAX_CONTEXT_WINDOW = 100_000_000;

export interface GatewayOptions {
  adminKey: string;
  /** Origins whose pages may read replies; null: any. */
  allowedOrigins: readonly string[] | null;
  /** An identity provider whose account tokens are accepted besides the gateway's own; null: none. */
  accountProvider: AccountProvider | null;
  /** Requests a second and burst, for each token, and for each address without one. */
  rateLimit: { perSecond: number; burst: number };
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** Time that one run cycle may take. */
  runTimeoutMs: number;
  /** Model turns that one run may take. */
  maxTurns: number;
  /** Tokens that an agent may read, where its session says nothing of it; null: as the agent says. */
  contextWindow: number | null;
  /** How long a run of a silent process counts as alive, where several share a database. */
  leaseMs: number;
  stream: {
    keepAliveMs: number;
    /** How often a stream looks for events of other processes that share the database. */
    pollMs: number;
    /** A connection is closed after this time; the client opens another. */
    rotationMs: number;
    /** Open streams for one session. */
    maxPerSession: number;
  };
}

export const DEFAULT_OPTIONS: Omit<GatewayOptions, 'adminKey'> = {
  allowedOrigins: null,
  accountProvider: null,
  rateLimit: { perSecond: 50, burst: 200 },
  trustedProxies: [],
  runTimeoutMs: 120_000,
  maxTurns: 50,
  contextWindow: null,
  leaseMs: 30_000,
  stream: { keepAliveMs: 15_000, pollMs: 1000, rotationMs: 300_000, maxPerSession: 16 },
};
