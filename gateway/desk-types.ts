// The door for the console: the shapes of the desk's calls, as types alone. They are those of the schemas that the gateway
// validates and documents them by.

export type { ConversationState } from './desk/conversations.ts';
export type { DeskRole } from './desk/people.ts';
export type { SiteState } from './schema/admin-sites.ts';
export type { AgentReply, AgentVersion } from './schema/agents.ts';
export type { CollectionReply } from './schema/collections.ts';
export type {
  ComparedAnswer,
  ComparedQuestion,
  Comparison,
  SavedQuestions,
} from './schema/comparisons.ts';
export type {
  Conversation,
  ConversationEntry,
  ConversationEvents,
  Conversations,
  DeskSession,
  Filters,
  Me,
  Person,
  SignInWays,
} from './schema/desk.ts';
export type { Key } from './schema/keys.ts';
export type { Numbers, Project, Unanswered } from './schema/numbers.ts';
export type { ServerTool } from './schema/server-tools.ts';
