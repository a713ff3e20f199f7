// The gateway's endpoints as typed calls: those of a session, those of a site, analytics, and those of a site's server.

import type { Random } from '../platform/types.ts';
import {
  type AnalyticsQuery,
  parseAnalytics,
  parseHeartbeatReply,
  parseSite,
} from '../protocol/index.ts';
import { ADVICE } from './advice.ts';
import { follow } from './follow.ts';
import { createOperatorCalls } from './operator-calls.ts';
import { createSessionCalls, type GatewayClientOptions, params, segment } from './session-calls.ts';
import type { CallOptions, GatewayClient } from './types.ts';

/** @throws TypeError if `baseUrl` is no http(s) address. */
export function createGatewayClient(
  options: GatewayClientOptions & {
    /** For the pauses of `follow`. Default: no chance in them. */
    random?: Pick<Random, 'next'>;
  },
): GatewayClient {
  const { calls, http } = createSessionCalls(options, ADVICE);
  const { clock, random = { next: () => 0.5 } } = options;
  return {
    ...calls,
    ...createOperatorCalls(http),

    follow: (sessionId, followed = {}) => follow({ calls, clock, random }, sessionId, followed),

    sites: {
      update: async (siteId, patch, { signal } = {}) =>
        http.json(
          { method: 'PATCH', path: `/v1/sites/${segment(siteId)}`, body: patch, signal },
          parseSite,
        ),
      heartbeat: async (clientId, beat, { signal } = {}) =>
        http.json(
          { method: 'POST', path: `/v1/sites/${segment(clientId)}/heartbeat`, body: beat, signal },
          parseHeartbeatReply,
        ),
    },

    analytics: async (query, { signal }: CallOptions = {}) =>
      http.json(
        { method: 'GET', path: '/v1/analytics', query: analyticsParams(query), signal },
        parseAnalytics,
      ),
  };
}

function analyticsParams({ group_by, ...rest }: AnalyticsQuery): URLSearchParams {
  return params({ ...rest, group_by: group_by?.join(',') });
}
