// Every area of the gateway, one file each.

import type { RouteModule } from '../http/route-module.ts';
import { adminAccountTokens } from './admin-account-tokens.ts';
import { adminAgents } from './admin-agents.ts';
import { adminAudit } from './admin-audit.ts';
import { adminCollections } from './admin-collections.ts';
import { adminComparisons } from './admin-comparisons.ts';
import { adminConnections } from './admin-connections.ts';
import { adminConversations } from './admin-conversations.ts';
import { adminDesk } from './admin-desk.ts';
import { adminDeskPeople } from './admin-desk-people.ts';
import { adminFeedback } from './admin-feedback.ts';
import { adminHandover } from './admin-handover.ts';
import { adminImports } from './admin-imports.ts';
import { adminKeys } from './admin-keys.ts';
import { adminNumbers } from './admin-numbers.ts';
import { adminPrivacy } from './admin-privacy.ts';
import { adminProjects } from './admin-projects.ts';
import { adminServerTools } from './admin-server-tools.ts';
import { adminSessions } from './admin-sessions.ts';
import { adminSigningSecrets } from './admin-signing-secrets.ts';
import { adminSiteState } from './admin-site-state.ts';
import { adminSites } from './admin-sites.ts';
import { adminTrials } from './admin-trials.ts';
import { adminWebhooks } from './admin-webhooks.ts';
import { analytics } from './analytics.ts';
import { deskPages } from './desk-app.ts';
import { deskCookie } from './desk-cookie.ts';
import { deskOidc } from './desk-oidc.ts';
import { health } from './health.ts';
import { heartbeat } from './heartbeat.ts';
import { openapi } from './openapi.ts';
import { rateLimits } from './rate-limits.ts';
import { sessionEvents } from './sessions.ts';
import { siteConversations } from './site-conversations.ts';
import { sites } from './sites.ts';
import { sessionStream } from './stream.ts';
import { widgetFiles } from './widget.ts';

export const ROUTES: readonly RouteModule[] = [
  // Before what it limits.
  rateLimits,
  health,
  sessionEvents,
  sessionStream,
  sites,
  heartbeat,
  analytics,
  // Before whom it lets in.
  deskCookie,
  // Before what it writes down.
  adminAudit,
  adminSessions,
  adminFeedback,
  adminAgents,
  adminServerTools,
  adminComparisons,
  adminPrivacy,
  adminProjects,
  adminSites,
  adminSiteState,
  adminConnections,
  adminCollections,
  adminImports,
  adminKeys,
  adminSigningSecrets,
  adminAccountTokens,
  adminWebhooks,
  adminDesk,
  adminDeskPeople,
  adminConversations,
  siteConversations,
  adminHandover,
  adminNumbers,
  // Before the pages that any other address below /console is.
  deskOidc,
  adminTrials,
  deskPages,
  widgetFiles,
  openapi,
];
