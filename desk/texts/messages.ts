// Every text of the desk, in English, and the types for the other languages: one that lacks a key doesn't compile. What the list and
// a conversation need none of comes later, with the first part that does.

import type { appEnglish } from './app-messages.ts';
import type { cardEnglish } from './card-messages.ts';
import { colleagueEnglish } from './colleague-messages.ts';
import { frameEnglish } from './frame-messages.ts';
import type { LateEnglish } from './late-messages.ts';
import { outcomeEnglish } from './outcome-messages.ts';
import { ownerEnglish } from './owner-messages.ts';
import { passkeyEnglish } from './passkey-messages.ts';
import { personEnglish } from './person-messages.ts';
import { sharingEnglish } from './sharing-messages.ts';
import type { siteEnglish } from './site-messages.ts';
import { teamEnglish } from './team-messages.ts';
import type { webEnglish } from './web-messages.ts';
import { workEnglish } from './work-messages.ts';

/** One form for each plural category of a language; `other` is required. `{n}` stands for the formatted number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const english = {
  ...sharingEnglish,
  ...colleagueEnglish,
  ...frameEnglish,
  ...outcomeEnglish,
  ...ownerEnglish,
  ...passkeyEnglish,
  ...personEnglish,
  ...teamEnglish,
  ...workEnglish,

  // Frame
  desk: 'Desk',
  inbox: 'Inbox',
  team: 'Team',
  pages: 'Pages',
  signOut: 'Sign out',
  language: 'Language',
  skip: 'Skip to the content',
  notLive: 'Reconnecting… what you see may be a little old.',
  retry: 'Try again',
  loading: 'Loading…',
  back: 'Back',
  close: 'Close',
  cancel: 'Cancel',
  save: 'Save',
  away: 'Waiting for the gateway. This page goes on by itself.',
  failed: 'That didn’t work: {why}',
  partMissing: 'This part of the desk couldn’t be fetched',
  partMissingText: 'Your connection may be broken, or the gateway was just updated; then reload.',
  reload: 'Reload',

  // Sign in
  signInTitle: 'Sign in to the desk',
  withKey: 'Admin key',
  withLogin: 'Login',
  howToSignIn: 'How to sign in',
  key: 'Admin key',
  keyHint: 'BELLHOP_ADMIN_KEY, or the key that the gateway printed when it started.',
  login: 'Login',
  password: 'Password',
  signIn: 'Sign in',
  signInAt: 'Sign in with {name}',
  or: 'or',
  providerRefused: '{name} knows you, but you may not use this desk. Ask its owner to let you in.',
  providerFailed: 'Signing in with {name} didn’t work. Try again; if it stays so, tell the owner.',
  providerAgain: 'That took too long, or began in another browser. Please sign in again.',
  signedOutHere: 'You have signed out of the desk, not of {name}.',
  signOutThere: 'Sign out of {name}, too',
  wrongSignIn: 'That didn’t match. Check it, and try again.',
  tooMany: 'Too many attempts. Wait half a minute, then try again.',
  linkUsed: 'This link was used or has expired. Sign in with the admin key.',
  linkElsewhere:
    'This link signs in on the gateway’s own machine alone. Sign in with the admin key.',

  // Inbox
  conversations: 'Conversations',
  search: 'Search in all messages',
  findByName: 'Find by name',
  filterState: 'State',
  filterSite: 'Site',
  filterAgent: 'Agent',
  any: 'Any',
  unreadOnly: 'Unread only',
  filters: 'Filters',
  clearFilters: 'Show all',
  unread: 'Unread',
  unreadCount: { one: '{n} unread', other: '{n} unread' },
  waitingCount: { one: '{n} waiting for a person', other: '{n} waiting for a person' },
  stateRunning: 'Answering',
  statePaused: 'On the page',
  stateFailed: 'Failed',
  stateWaiting: 'Wants a person',
  stateHeld: 'With {name}',
  stateIdle: 'Quiet',
  badFeedback: 'Bad feedback',
  notHelpfulCount: { one: '{n} not helpful', other: '{n} not helpful' },
  you: 'You',
  visitor: 'Visitor',
  agent: 'Agent',
  noText: 'No text',
  showMore: 'Show more',
  emptyTitle: 'No open conversations',
  emptyText:
    'A message that somebody writes on your site arrives here at once. What is done stands under “Closed”.',
  nothingFound: 'Nothing matches',
  nothingFoundText: 'No conversation has these words or filters.',
  chooseTitle: 'Choose a conversation',
  chooseText: 'Its messages, its tools and what it has cost appear here.',

  // Conversation
  transcript: 'Messages',
  showEarlier: 'Show earlier messages',
  visitorSaid: 'The visitor said',
  agentSaid: 'The agent said',
  thought: 'Thought',
  thoughtFor: 'Thought for {time}',
  sources: 'Sources',
  toolRunning: 'no result yet',
  toolDone: 'done',
  toolFailed: 'failed',
  toolCancelled: 'cancelled',
  toolDeclined: 'declined by the visitor',
  showApp: 'Show the app',
  hideApp: 'Hide the app',
  answerStopped: 'The visitor stopped the answer.',
  answerCut: 'The answer was cut short.',
  saidHelpful: 'The visitor found this helpful',
  saidNotHelpful: 'The visitor didn’t find this helpful',
  summarised: 'Earlier messages were summarised for the agent',
  runFailed: 'The run failed',
  reference: 'Reference {id}',
  attachment: 'Attached file',
  unknownBlock: 'Content that this version can’t show',
  pageSaid: 'The page told the agent',
  gone: 'This conversation isn’t there any more.',
  details: 'Details',
  showDetails: 'Show details',
  hideDetails: 'Hide details',
  about: 'About',
  site: 'Site',
  noSite: 'No registered site',
  person: 'Visitor’s id',
  anonymous: 'Anonymous',
  began: 'Began',
  project: 'Project',
  session: 'Session',
  cost: 'Cost',
  tokens: 'Tokens',
  tokensInOut: '{in} in, {out} out',
  credits: 'Credits',
  models: 'Models',
  tools: 'Tools',
  noTools: 'No tool was called.',
  input: 'Input',
  result: 'Result',
  duration: 'Time',
  trace: 'Trace',
  pageContext: 'The page’s context',
  noPageContext: 'The page has told the agent nothing.',
  copy: 'Copy',
  copied: 'Copied',
  copyCode: 'Copy code',
  table: 'Table',
  showImage: 'Show image from {host}',
  linkTitle: 'Open this address?',
  openLink: 'Open in a new tab',

  // Stepping in
  takeOver: 'Take over',
  takeOverFrom: 'Take over from {name}',
  agentAnswers: 'The agent answers.',
  wantsPerson: 'The visitor wants a person.',
  youAnswer: 'You answer. The agent is silent.',
  otherAnswers: '{name} answers.',
  handBack: 'Hand back to the agent',
  writeAs: 'Write as {name}',
  send: 'Send',
  sendHint: 'Enter sends, Shift and Enter break the line.',
  joined: '{name} has joined',
  left: '{name} has left',
  personSaid: '{name} said',
  notify: 'Notify me when somebody wants a person',
  noticeTitle: 'Somebody wants a person',

  // Agents
  agents: 'Agents',
  agentsText: 'Who answers on your sites, and what they are told.',
  noAgentsTitle: 'No agent of your own yet',
  noAgentsText: 'Write down who answers: a name, and what to know and do.',
  newAgent: 'New agent',
  builtIn: 'Comes with the gateway',
  byDefault: 'Answers by default',
  makeDefault: 'Let it answer by default',
  version: 'Version {version}',
  versions: 'Versions',
  hasDraft: 'Has a draft',
  answers: 'Answers',
  letAnswer: 'Let it answer',
  edit: 'Edit',
  instructions: 'Instructions',
  instructionsHint: 'Who the agent is, what it knows, how it speaks, and what it must not do.',
  provider: 'Provider',
  model: 'Model',
  gatewaysOwn: 'Gateway’s own',
  saveAnswers: 'Save and let it answer',
  saveDraft: 'Save as a draft',

  // Numbers
  numbers: 'Numbers',
  span: 'Time',
  lastDay: '24 hours',
  lastWeek: '7 days',
  lastMonth: '30 days',
  lastQuarter: '90 days',
  visitorMessages: 'Messages of visitors',
  agentMessages: 'Answers',
  failedRuns: 'Failed answers',
  failedTools: 'Failed tools',
  failures: 'Failures',
  helpful: 'Helpful',
  notHelpful: 'Not helpful',
  ratedAnswers: 'Answers that visitors rated',
  noThumbs:
    'No visitor has rated an answer in this time. data-feedback in the snippet shows them the thumbs.',
  requests: 'Requests',
  byModel: 'By model',
  bySite: 'By site',
  saveCsv: 'Save as CSV',
  nothingYet: 'Nothing yet',

  // Privacy
  privacy: 'Privacy',
  privacyText: 'What is stored of a person, and for how long.',
  findPerson: 'Find a person',
  personId: 'Visitor’s id or session',
  personIdHint: 'As your site names the visitor, or the session from a conversation’s details.',
  find: 'Find',
  nobodyFound: 'Nothing is stored under {id}.',
  foundCount: { one: '{n} conversation', other: '{n} conversations' },
  exportJson: 'Export as JSON',
  deleteAll: 'Delete for good',
  deleteSure: 'Yes, delete all of it for good',
  deletedCount: { one: '{n} conversation was deleted.', other: '{n} conversations were deleted.' },
  retention: 'How long conversations are kept',
  retentionText: 'A conversation in which nothing was said for so many days is deleted.',
  keepDays: 'Days in project {project}',
  forGood: 'For good',

  // Team
  yourName: 'Your name',
  teamText: 'Who may sign in to the desk, and where.',
  people: 'People',
  name: 'Name',
  role: 'Role',
  owner: 'Owner',
  roleAgent: 'Agent',
  ownerHint: 'may do everything',
  agentHint: 'reads conversations and steps in',
  picture: 'Picture',
  pictureHint: 'Optional. PNG, JPEG or WebP; it is made small here.',
  removePicture: 'Remove picture',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  switchedOff: 'Switched off',
  byKey: 'Signs in with the admin key',
  noPeopleTitle: 'Nobody but you yet',
  noPeopleText: 'Invite a colleague, and conversations have two pairs of eyes.',
  signedIn: 'Signed in',
  lastSeen: 'Last seen {when}',
  thisDevice: 'This device',
  endSession: 'End',
  saved: 'Saved.',
} as const satisfies Record<string, string | Plural>;

type English = typeof english & LateEnglish;
export type MessageKey = keyof English;

type In<Texts> = { readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Plural };
export type Messages = In<English>;
/** Of apps of tool servers. */
export type AppMessages = In<typeof appEnglish>;
/** Of an A2A agent's card, and of what a tool server offers. */
export type CardMessages = In<typeof cardEnglish>;
/** Of an agent's search of the web. */
export type WebMessages = In<typeof webEnglish>;
/** Of the owner's pages, in a file of their own. */
export type OwnerMessages = In<typeof ownerEnglish>;
/** Of the desk's frame. */
export type FrameMessages = In<typeof frameEnglish>;
/** Of the team's pages. */
export type TeamMessages = In<typeof teamEnglish>;
/** Of one site's page. */
export type SiteMessages = In<typeof siteEnglish>;
/** Of what colleagues see of each other. */
export type SharingMessages = In<typeof sharingEnglish>;
/** Of what agents learn from the team and do for it. */
export type ColleagueMessages = In<typeof colleagueEnglish>;
/** Of the team's work. */
export type WorkMessages = In<typeof workEnglish>;

/** Whole once `loadLateEnglish` is done: whoever shows a late text has waited for that. */
export const ENGLISH = { ...english } as Messages;

/** Called again after it has thrown, it tries anew. */
export async function loadLateEnglish(): Promise<void> {
  Object.assign(ENGLISH, (await import('./late-messages.ts')).lateEnglish);
}

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type FormsOf<Value> = Value extends string ? Value : Value[keyof Value];

/** What a message wants to be told: its `{names}`. */
export type Params<Key extends MessageKey> = {
  readonly [Name in Names<FormsOf<English[Key]>>]: Name extends 'n' ? number : string;
};
