// The limits that an operator may set by the environment. Each is counted by one process for itself.

import { type Environment, given, wholeNumber } from './kernel/cli-values.ts';
import type { RateLimitOptions } from './kernel/limits/rate-limit.ts';
import { DEFAULT_OPTIONS, type GatewayOptions } from './options.ts';

export type Limits = Pick<
  GatewayOptions,
  'rateLimit' | 'adminRateLimit' | 'messageLimit' | 'byteLimit' | 'sessionLimits' | 'auditDays'
>;

const MOST = 1_000_000;
const MIB = 1024 * 1024;
const MOST_BYTES = MOST * MIB;
const MAX_DAYS = 36_500;

/** @throws UsageError */
export function readLimits(env: Environment): Limits {
  const { rateLimit, adminRateLimit, messageLimit, byteLimit, sessionLimits, auditDays } =
    DEFAULT_OPTIONS;
  const number = (name: string, fallback: number, max = MOST, min = 1) =>
    wholeNumber(name, given(env[name]) ?? String(fallback), min, max);
  const perSecond = (
    limit: string,
    burst: string,
    fallback: RateLimitOptions,
    max = MOST,
  ): RateLimitOptions => ({
    perSecond: number(limit, fallback.perSecond, max),
    burst: number(burst, fallback.burst, max),
  });
  return {
    rateLimit: perSecond('BELLHOP_RATE_LIMIT', 'BELLHOP_RATE_BURST', rateLimit),
    adminRateLimit: perSecond(
      'BELLHOP_ADMIN_RATE_LIMIT',
      'BELLHOP_ADMIN_RATE_BURST',
      adminRateLimit,
    ),
    messageLimit: perSecond('BELLHOP_EVENT_LIMIT', 'BELLHOP_EVENT_BURST', messageLimit),
    byteLimit: perSecond('BELLHOP_BYTE_LIMIT', 'BELLHOP_BYTE_BURST', byteLimit, MOST_BYTES),
    sessionLimits: {
      ...sessionLimits,
      events: number('BELLHOP_SESSION_EVENTS', sessionLimits.events, MOST_BYTES),
      bytesPerDay: MIB * number('BELLHOP_SESSION_MIB_PER_DAY', sessionLimits.bytesPerDay / MIB),
    },
    auditDays: number('BELLHOP_AUDIT_DAYS', auditDays, MAX_DAYS, 0),
  };
}
