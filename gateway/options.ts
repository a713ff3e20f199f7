// The options of a gateway, and their defaults.

import type { OidcSettings } from './desk/oidc/settings.ts';
import { PASSWORD_COST } from './desk/passwords.ts';
import type { AccountProvider } from './kernel/auth/account-tokens.ts';
import type { RateLimitOptions } from './kernel/limits/rate-limit.ts';
import type { EmbeddingSettings } from './knowledge/vectors/settings.ts';
import type { SessionLimits } from './runs/session-limits.ts';
import type { PublicSessionLimits } from './visitors/public-session-routes.ts';

export interface GatewayOptions {
  adminKey: string;
  /** Origins whose pages may read replies; null: any. */
  allowedOrigins: readonly string[] | null;
  /** An identity provider whose account tokens are accepted besides the gateway's own; null: none. */
  accountProvider: AccountProvider | null;
  /** Requests a second and burst, for each token, and for each address without one. */
  rateLimit: RateLimitOptions;
  /** Requests of the operator's interface, for each key. */
  adminRateLimit: RateLimitOptions;
  /** Days for which the audit of /admin is kept; 0: for ever. */
  auditDays: number;
  /** Events that are sent, for each token. */
  messageLimit: RateLimitOptions;
  /** Bytes of bodies, for each token, and for each address without one. */
  byteLimit: RateLimitOptions;
  /** Requests with a token that nobody has issued, for each address. */
  strangerLimit: RateLimitOptions;
  sessionLimits: SessionLimits;
  /** Events that one visitor of a site's public id sends, in all their sessions. */
  publicMessages: RateLimitOptions;
  /** New sessions that a site's public id hands out. */
  publicSessions: PublicSessionLimits;
  /** Bytes of events on one page of a list; a longer event stands alone on its page. */
  maxPageBytes: number;
  /** Addresses and networks of proxies whose X-Forwarded-For is believed. */
  trustedProxies: readonly string[];
  /** In which header a proxy says the country of an address; null: none does. */
  countryHeader: string | null;
  /** Whether webhooks may go to private networks, and by http. */
  webhooksMayBePrivate: boolean;
  /** Whether backends and tool servers of agents may be on private networks, and speak http. */
  agentsMayBePrivate: boolean;
  /** What a credit is, as ISO 4217 has it: EUR; null: the desk says “credits”. */
  currency: string | null;
  /** The gateway's origin as browsers see it, for links in what it sends; null: not told. */
  publicUrl: string | null;
  /** An origin of the gateway's that serves the frames of apps and nothing else; null: they come from the gateway's own. */
  sandboxOrigin: string | null;
  /** An identity provider at which people of the desk may sign in; null: none. */
  oidc: OidcSettings | null;
  /** Whether people of the desk may sign in by password. */
  hasDeskPasswords: boolean;
  /** scrypt's N for their passwords, a power of two: twice as much makes each guess, and each sign-in, twice as long. */
  passwordCost: number;
  /** The provider of vectors for passages and questions; null: knowledge is searched by full text alone. */
  embeddings: EmbeddingSettings | null;
  /** How long reading one imported file may take. */
  importDeadlineMs: number;
  /** How long an agent's own backend may say nothing. */
  silenceMs: number;
  /** Callers that may read /metrics: those with the admin key, besides them any on this machine, or none. */
  metrics: 'admin' | 'loopback' | 'off';
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
    /** How often this process looks for events of others that share its database, all streams in one query, where no bus tells it. */
    pollMs: number;
    /** The same where a bus does: for what the bus has lost. */
    pollWithBusMs: number;
    /** A connection is closed after this time; the client opens another. */
    rotationMs: number;
    /** Sockets with a stream of one session, in one process. */
    maxPerSession: number;
  };
}

const MIB = 1024 * 1024;

export const DEFAULT_OPTIONS: Omit<GatewayOptions, 'adminKey'> = {
  allowedOrigins: null,
  accountProvider: null,
  rateLimit: { perSecond: 50, burst: 200 },
  adminRateLimit: { perSecond: 200, burst: 2000 },
  messageLimit: { perSecond: 50, burst: 500 },
  byteLimit: { perSecond: MIB, burst: 16 * MIB },
  strangerLimit: { perSecond: 1, burst: 30 },
  auditDays: 400,
  sessionLimits: { waiting: 32, events: 200_000, bytesPerDay: 64 * MIB },
  publicMessages: { perSecond: 250 / 86_400, burst: 250 },
  publicSessions: {
    perAddress: { perSecond: 60 / 3600, burst: 60 },
    perNetwork: { perSecond: 100 / 86_400, burst: 100 },
    easyPerAddress: { perSecond: 1 / 60, burst: 10 },
    easyPerSite: { perSecond: 1, burst: 200 },
    proofNumbers: 50_000,
  },
  maxPageBytes: MIB,
  trustedProxies: [],
  countryHeader: null,
  webhooksMayBePrivate: false,
  agentsMayBePrivate: false,
  currency: null,
  publicUrl: null,
  sandboxOrigin: null,
  oidc: null,
  hasDeskPasswords: true,
  passwordCost: PASSWORD_COST,
  embeddings: null,
  importDeadlineMs: 10_000,
  silenceMs: 60_000,
  metrics: 'admin',
  runTimeoutMs: 600_000,
  maxTurns: 50,
  contextWindow: null,
  leaseMs: 10_000,
  stream: {
    keepAliveMs: 15_000,
    pollMs: 1000,
    pollWithBusMs: 5000,
    rotationMs: 300_000,
    maxPerSession: 16,
  },
};
