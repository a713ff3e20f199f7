// The routes of all features, in the order in which a request meets them.

import { adminAgents } from './agents/agents-routes.ts';
import { adminAgentCards } from './agents/remote/card-routes.ts';
import { adminServerTools } from './agents/server-tools-routes.ts';
import { adminToolServers } from './agents/tool-servers/offer-routes.ts';
import { analytics } from './analytics/analytics-routes.ts';
import { sessionApps } from './apps/apps-routes.ts';
import { appFrames } from './apps/frame-routes.ts';
import { adminColleague } from './colleague/calls/colleague-routes.ts';
import { adminComparisons } from './comparisons/comparisons-routes.ts';
import type { GatewayContext } from './context.ts';
import { adminAccount } from './desk/account-routes.ts';
import { deskPages } from './desk/app-routes.ts';
import { deskApps } from './desk/conversation-app-routes.ts';
import { adminConversations } from './desk/conversations-routes.ts';
import { deskCookie } from './desk/cookie-routes.ts';
import { adminHandover } from './desk/handover-routes.ts';
import { adminInvitations } from './desk/invitations-routes.ts';
import { adminNumbers } from './desk/numbers-routes.ts';
import { deskOidc } from './desk/oidc-routes.ts';
import { adminPasskeys } from './desk/passkeys-routes.ts';
import { adminDeskPeople } from './desk/people-routes.ts';
import { adminPresences } from './desk/presences-routes.ts';
import { adminSecondFactor } from './desk/second-factor-routes.ts';
import { adminDesk } from './desk/sign-in-routes.ts';
import { siteConversations } from './desk/site-conversations-routes.ts';
import { widgetFiles } from './desk/widget-routes.ts';
import { adminFeedback } from './feedback/feedback-routes.ts';
import { rateLimits } from './kernel/http/rate-limits.ts';
import type { Routes } from './kernel/http/route-module.ts';
import { adminCollections } from './knowledge/collections-routes.ts';
import { adminImports } from './knowledge/imports-routes.ts';
import { adminLearning } from './learning/calls/learning-routes.ts';
import { adminMail } from './mail/people/mail-routes.ts';
import { adminAccountTokens } from './operator/account-tokens-routes.ts';
import { adminAudit } from './operator/audit-routes.ts';
import { health } from './operator/health-routes.ts';
import { adminKeys } from './operator/keys-routes.ts';
import { openapi } from './operator/openapi-routes.ts';
import { adminProjects } from './operator/projects-routes.ts';
import { adminSigningSecrets } from './operator/signing-secrets-routes.ts';
import { adminPrivacy } from './privacy/privacy-routes.ts';
import { adminPush } from './push/push-routes.ts';
import { adminRatings } from './ratings/ratings-routes.ts';
import { sessionEvents } from './sessions/events-routes.ts';
import { adminSessions } from './sessions/sessions-routes.ts';
import { sessionStream } from './sessions/stream-routes.ts';
import { adminTrials } from './sessions/trials-routes.ts';
import { adminSites } from './sites/admin-sites-routes.ts';
import { adminConnections } from './sites/connections-routes.ts';
import { heartbeat } from './sites/heartbeat-routes.ts';
import { adminSiteState } from './sites/site-state-routes.ts';
import { sites } from './sites/sites-routes.ts';
import { continuedPages } from './visitors/continue-routes.ts';
import { hostedPages } from './visitors/page-routes.ts';
import { publicSessions } from './visitors/public-session-routes.ts';
import { adminPublicSites } from './visitors/public-site-routes.ts';
import { adminVisitors } from './visitors/visitor-routes.ts';
import { adminWebhooks } from './webhooks/webhooks-routes.ts';
import { adminColleagues } from './work/calls/colleagues-routes.ts';
import { adminNotes } from './work/calls/notes-routes.ts';
import { adminRules } from './work/calls/rules-routes.ts';
import { adminViews } from './work/calls/views-routes.ts';
import { adminWork } from './work/calls/work-routes.ts';

export const ROUTES: readonly Routes<GatewayContext>[] = [
  // Before all that its host doesn't serve.
  appFrames,
  // Before what it limits.
  rateLimits,
  health,
  sessionEvents,
  sessionStream,
  sessionApps,
  sites,
  heartbeat,
  publicSessions,
  analytics,
  // Before whom it lets in.
  deskCookie,
  // Before what it writes down.
  adminAudit,
  adminSessions,
  adminFeedback,
  adminRatings,
  adminAgents,
  adminServerTools,
  adminToolServers,
  adminAgentCards,
  adminComparisons,
  adminPrivacy,
  adminProjects,
  adminSites,
  adminSiteState,
  adminPublicSites,
  adminConnections,
  adminCollections,
  adminImports,
  adminKeys,
  adminSigningSecrets,
  adminAccountTokens,
  adminWebhooks,
  adminDesk,
  adminAccount,
  adminSecondFactor,
  adminPasskeys,
  adminInvitations,
  adminMail,
  adminPush,
  adminDeskPeople,
  adminConversations,
  siteConversations,
  adminVisitors,
  deskApps,
  adminHandover,
  adminPresences,
  adminWork,
  adminViews,
  adminRules,
  adminColleagues,
  adminNotes,
  adminColleague,
  adminLearning,
  adminNumbers,
  // Before the pages that any other address below /desk is.
  deskOidc,
  adminTrials,
  deskPages,
  widgetFiles,
  // Before the pages of public ids, none of which is called “continue”.
  continuedPages,
  hostedPages,
  openapi,
];
