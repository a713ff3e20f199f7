// Every text of the desk, in English, and the types for the other languages: one that lacks a key doesn't compile.

/** One form for each plural category of a language; `other` is required. `{n}` stands for the formatted number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const english = {
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
  away: 'The gateway doesn’t answer. Is it running?',
  failed: 'That didn’t work: {why}',

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
  wrongSignIn: 'That didn’t match. Check it, and try again.',
  tooMany: 'Too many attempts. Wait half a minute, then try again.',
  linkUsed: 'This link was used already, or is too old. Sign in with the admin key.',

  // Inbox
  conversations: 'Conversations',
  search: 'Search in all messages',
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
  you: 'You',
  visitor: 'Visitor',
  agent: 'Agent',
  noText: 'No text',
  showMore: 'Show more',
  emptyTitle: 'No conversations yet',
  emptyText: 'Open your site and write a message: it arrives here at once.',
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
  answerStopped: 'The visitor stopped the answer.',
  answerCut: 'The answer was cut short.',
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

  // Team
  teamText: 'Who may sign in to the desk, and where.',
  people: 'People',
  addPerson: 'Add a person',
  name: 'Name',
  nameHint: 'Visitors see it when this person writes to them.',
  role: 'Role',
  owner: 'Owner',
  roleAgent: 'Agent',
  ownerHint: 'may do everything',
  agentHint: 'reads conversations and steps in',
  picture: 'Picture',
  pictureHint: 'Optional. PNG, JPEG or WebP; it is made small here.',
  removePicture: 'Remove picture',
  passwordHint: 'At least 10 characters. Tell it to the person yourself.',
  newPassword: 'New password',
  setPassword: 'Set a new password for {name}',
  switchOff: 'Switch off',
  switchOn: 'Switch on',
  switchedOff: 'Switched off',
  byKey: 'Signs in with the admin key',
  noPeopleTitle: 'Nobody but you yet',
  noPeopleText: 'Give a colleague a login, and conversations have two pairs of eyes.',
  signedIn: 'Signed in',
  lastSeen: 'Last seen {when}',
  thisDevice: 'This device',
  endSession: 'End',
  added: '{name} may sign in now.',
  saved: 'Saved.',
} as const satisfies Record<string, string | Plural>;

export type MessageKey = keyof typeof english;

export type Messages = {
  readonly [Key in MessageKey]: (typeof english)[Key] extends string ? string : Plural;
};

export const ENGLISH: Messages = english;

type Names<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type FormsOf<Value> = Value extends string ? Value : Value[keyof Value];

/** What a message wants to be told: its `{names}`. */
export type Params<Key extends MessageKey> = {
  readonly [Name in Names<FormsOf<(typeof english)[Key]>>]: Name extends 'n' ? number : string;
};
