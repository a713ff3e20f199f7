// Every area of the gateway, one file each.

import type { RouteModule } from '../http/route-module.ts';
import { adminAccountTokens } from './admin-account-tokens.ts';
import { adminApiKeys } from './admin-api-keys.ts';
import { adminCollections } from './admin-collections.ts';
import { adminProjects } from './admin-projects.ts';
import { adminSessions } from './admin-sessions.ts';
import { adminSiteState } from './admin-site-state.ts';
import { adminSites } from './admin-sites.ts';
import { analytics } from './analytics.ts';
import { health } from './health.ts';
import { heartbeat } from './heartbeat.ts';
import { rateLimits } from './rate-limits.ts';
import { sessionEvents } from './sessions.ts';
import { sites } from './sites.ts';
import { sessionStream } from './stream.ts';

export const ROUTES: readonly RouteModule[] = [
  health,
  // Before what it limits.
  rateLimits,
  sessionEvents,
  sessionStream,
  sites,
  heartbeat,
  analytics,
  adminSessions,
  adminProjects,
  adminSites,
  adminSiteState,
  adminCollections,
  adminApiKeys,
  adminAccountTokens,
];
