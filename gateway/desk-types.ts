// The door for the console: the shapes of the desk's calls, as types alone. They are those of the schemas that the gateway
// validates and documents them by.

export type { AgentReply, AgentVersion } from './agents/agents-schema.ts';
export type { CardReply } from './agents/remote/card-schema.ts';
export type { ServerTool } from './agents/server-tools-schema.ts';
export type { ToolOffer } from './agents/tool-servers/offer-schema.ts';
export type {
  AskedText,
  ColleagueHelp,
  ColleagueSettings,
  ColleagueSpent,
  KeptText,
  Suggestion,
} from './colleague/colleague-schema.ts';
export type {
  ComparedAnswer,
  ComparedQuestion,
  Comparison,
  SavedQuestions,
} from './comparisons/comparisons-schema.ts';
export type { ConversationState } from './desk/conversation-row.ts';
export type {
  Conversation,
  ConversationEntry,
  ConversationEvents,
  Conversations,
  Filters,
  SignInWays,
} from './desk/desk-schema.ts';
export type { Numbers, Project, TeamNumbers, Topics, Unanswered } from './desk/numbers-schema.ts';
export type { Passkey } from './desk/passkeys-schema.ts';
export type { PersonPresent } from './desk/presences-schema.ts';
export type {
  DeskSession,
  Invitation,
  MadeLink,
  Me,
  OpenLink,
  Person,
} from './desk/team-schema.ts';
export type { DeskRole } from './kernel/auth/desk-caller.ts';
export type { CollectionReply } from './knowledge/collections-schema.ts';
export type { Learned, TriedAnswer } from './learning/learning-schema.ts';
export type { MailState } from './mail/people/mail-schema.ts';
export type { AuditEntry, Key, SigningSecrets } from './operator/keys-schema.ts';
export type { SiteState } from './sites/admin-sites-schema.ts';
export type { PublicSiteState } from './visitors/public-site-schema.ts';
export type { SiteSettings } from './visitors/site-settings.ts';
export type { VisitorKnown } from './visitors/visitor-schema.ts';
export type { Delivery, Webhook } from './webhooks/webhooks-schema.ts';
export type { Colleague } from './work/colleagues-schema.ts';
export type { Note, SavedReply } from './work/notes-schema.ts';
export type { AssignmentRule } from './work/rules-schema.ts';
export type { ConversationStatus } from './work/status.ts';
export type { DeskView, ViewFilter } from './work/views-schema.ts';
export type { Tag } from './work/work-schema.ts';
