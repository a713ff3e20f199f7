// Every text that the visitor reads, in English, and the types for all other languages: a locale that lacks a key, or
// has a plain text for a plural, doesn't compile.

/** One form for each plural category of a language; `other` is required. `{n}` stands for the formatted number. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

const english = {
  // Launcher, header, menu
  chat: 'Chat',
  openChat: 'Open chat',
  closeChat: 'Close chat',
  close: 'Close',
  cancel: 'Cancel',
  back: 'Back',
  menu: 'Menu',
  bigger: 'Make bigger',
  smaller: 'Make smaller',
  newConversation: 'New conversation',
  earlierConversations: 'Earlier conversations',
  currentConversation: 'Open now',
  clearDevice: 'Clear from this device',
  deleteForGood: 'Delete for good',
  readAloud: 'Screen reader',
  contact: 'Contact us',
  privacy: 'Privacy',

  // Conversation
  greeting: 'Hello! How can I help?',
  suggestions: 'Suggestions',
  conversation: 'Conversation',
  assistant: 'Assistant',
  youSaid: 'You said',
  assistantSaid: '{name} said',
  personJoined: '{name} has joined',
  personLeft: '{name} has left',
  newMessages: { one: '{n} new message', other: '{n} new messages' },
  newMark: 'New',
  toLatest: 'Go to the latest',
  showEarlier: 'Show earlier messages',
  loading: 'Loading…',
  summarised: 'Earlier messages were summarised',
  forgetful: 'This browser keeps nothing: the chat ends with this page.',
  copy: 'Copy',
  copyCode: 'Copy code',
  copied: 'Copied',
  table: 'Table',
  showMore: 'Show more',
  newTab: 'opens in a new tab',
  showImage: 'Show image from {host}',
  linkQuestion: 'Open this link to {host}?',
  open: 'Open',
  thinking: 'Thinking…',
  thought: 'Thought',
  thoughtFor: 'Thought for {time}',
  sources: 'Sources',
  sourceCount: { one: '{n} source', other: '{n} sources' },

  // Composer and attachments
  message: 'Message',
  placeholder: 'Write a message',
  send: 'Send',
  stop: 'Stop',
  attach: 'Attach a document',
  dropHere: 'Drop documents here',
  attachment: 'Attachment',
  cantOpen: 'Can’t be opened here',
  removeFile: 'Remove {name}',
  saveFile: 'Save {name}',
  tooLarge: '{name} is too large (at most {size})',
  editResend: 'Edit and resend',
  editNote: 'This adds a new message. Earlier ones stay.',

  // Where the visitor's own message stands
  queued: 'Queued',
  queuedOffline: 'Will be sent when you’re online',
  afterStep: 'Will be sent after this step',
  afterReading: 'Will be sent once the attachment is read',
  sending: 'Sending…',
  sent: 'Sent',
  sentTwice: 'Sent twice',
  checking: 'Checking whether this was sent',
  notConfirmed: 'Not confirmed',
  check: 'Check',
  sendAgain: 'Send again',
  mayRepeat: 'may appear twice',
  notSent: 'Not sent',
  retry: 'Retry',
  edit: 'Edit',
  discard: 'Discard',

  // The reply, and how it ends
  replying: 'Replying…',
  slow: 'Taking longer than usual',
  stopping: 'Stopping…',
  cutShort: 'Answer cut short.',
  continue: 'Continue',
  full: 'This conversation is full.',
  startNew: 'Start new',
  stopped: 'Reply stopped.',
  wrong: 'Something went wrong.',
  busy: 'The assistant is busy.',
  retryIn: 'Retry in {time}',
  tookLong: 'That took too long.',
  tooMuch: 'Too much for one go.',
  interrupted: 'The reply was interrupted.',
  unanswered: 'Saved, but not answered.',
  noAnswer: 'The assistant isn’t answering right now.',
  notWorking: 'Chat isn’t working right now.',
  paused: 'Chat is paused.',
  cantRead: 'Can’t read {name}.',
  removeResend: 'Remove and resend',

  // Connection
  offline: 'You’re offline',
  offlineQueued: {
    one: '{n} message will be sent when you’re back',
    other: '{n} messages will be sent when you’re back',
  },
  reconnecting: 'Reconnecting…',
  retryNow: 'Try now',
  tryAgain: 'Try again',
  sessionEnded: 'You were disconnected.',
  reconnect: 'Reconnect',
  forbidden: 'You don’t have access to this chat',
  gone: 'This conversation can’t go on here.',
  loadFailed: 'The chat couldn’t be loaded.',

  // What the assistant does on the page
  steps: { one: '{n} step', other: '{n} steps' },
  failedSteps: '{n} failed',
  details: 'Details',
  input: 'Input',
  result: 'Result',
  working: 'Working…',
  awaitsYou: 'Waiting for your answer',
  done: 'Done',
  finishing: 'Finishing…',
  notNeeded: 'No longer needed',
  elsewhere: 'Waiting for another device',
  runHere: 'Run it here?',
  unposted: 'The result couldn’t be sent',
  toolInput: 'Couldn’t do that with these details',
  toolDenied: 'You don’t have access',
  toolNotFound: 'Not found',
  toolMissing: 'Not available on this page',
  toolDeclined: 'You said no',
  toolSkipped: 'Skipped',
  toolLimited: 'Too many tries just now',
  toolTimeout: 'Took too long',
  toolUnavailable: 'Not available right now',
  siteProblem: 'The site had a problem',
  toolFailed: 'That didn’t work',
  toolUnclear: 'It isn’t clear whether that worked',

  // Asking
  askTool: '{title}?',
  askWith: '{title}: {values}?',
  cantUndo: 'This can’t be undone.',
  noThanks: 'No thanks',
  keepIt: 'Keep it as it is',
  dontAskAgain: 'Don’t ask again in this chat',
  scrollFirst: 'Scroll to read it all first',
} as const satisfies Record<string, string | Plural>;

type English = typeof english;

export type MessageKey = keyof English;

/** The table of a language: each key, as a text or as plural forms. */
export type Messages = {
  readonly [Key in MessageKey]: English[Key] extends string ? string : Plural;
};

/** The names between braces in a text. */
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;

/** The values for a message: `{}` for most, `{ n: number }` for a plural, a text for each other name. */
export type MessageParams<Key extends MessageKey> = English[Key] extends string
  ? { [Name in Names<English[Key]>]: string }
  : { n: number };

export const ENGLISH: Messages = english;
