// The ports of the UI room: what the composition root gives it. The UI draws sources and calls actions;
// it fetches nothing, stores nothing, and owns no timer.

import type { I18n } from '../i18n/index.ts';
import type { DocumentBlock, InputBlock, MessageBlock } from '../protocol/index.ts';
import type { SessionSnapshot } from '../session/types.ts';
import type { Decision, ToolsSnapshot } from '../tools/types.ts';

/** A value that changes. `subscribe` calls after each change, not at once. */
export interface Source<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

export type Theme = 'auto' | 'light' | 'dark';

/** The owner's options. The loader's attribute table has checked them and filled in defaults. */
export interface ViewOptions {
  title: string;
  /** Image URL, or null for the built-in mark. */
  avatar: string | null;
  greeting: string;
  prompts: readonly string[];
  /** Any CSS colour that has been checked, or null for Bellhop's own. */
  color: string | null;
  theme: Theme;
  position: 'right' | 'left';
  offset: { x: number; y: number };
  /** True: inline inside the page's element; no launcher, no dialog. */
  isInline: boolean;
  lang: string;
  showThinking: boolean;
  allowAttachments: boolean;
  /** Origins from where pictures in answers load by themselves. */
  imageOrigins: readonly string[];
  /** A sound tells of a complete answer, unless the visitor has switched it. */
  hasSound: boolean;
  /** What the agent may show and ask in the thread: the words of `data-cards`. */
  cards: readonly string[];
  /** Answers have thumbs. */
  hasFeedback: boolean;
  /** Dictation, where the browser has it. */
  hasVoice: boolean;
  contact: string | null;
  privacy: string | null;
  /** The owner deletes conversations for good where a visitor asks for it. */
  canDelete: boolean;
  /** The owner's view. */
  isDebug: boolean;
}

export interface ConversationSummary {
  sessionId: string;
  /** The first message, cut; empty while there is none. */
  title: string;
  /** Unix milliseconds of the last change. */
  updatedAt: number;
  isCurrent: boolean;
}

/** A message that is stored on this device and has words that were looked for. */
export interface FoundMessage {
  eventId: string;
  kind: 'user' | 'agent';
  content: readonly MessageBlock[];
  /** Unix milliseconds. */
  at: number;
}

/** One line of the owner's view: everything that crossed the wire, without the token. */
export interface DebugEntry {
  key: string;
  at: number;
  kind: 'request' | 'event' | 'warning';
  title: string;
  latencyMs: number | null;
  requestId: string | null;
  raw: unknown;
}

/** What the visitor said of an answer. `value` null: taken back. */
export interface Feedback {
  eventId: string;
  value: 'up' | 'down' | null;
  comment?: string;
}

export interface ChatActions {
  /** `isTyped`: the visitor has just written it; else a second press on the same words is the same message. */
  send(content: InputBlock[], isTyped?: boolean): Promise<string | null>;
  check(localId: string): void;
  resend(localId: string): void;
  /** Takes an unsent message back; its content goes to the composer. */
  discard(localId: string): Promise<InputBlock[] | null>;
  /** Resolves to what had not left, for the composer. */
  interrupt(): Promise<InputBlock[] | null>;
  retryNow(): void;
  loadOlder(): void;
  newConversation(): void;
  openConversation(sessionId: string): void;
  /** Those of this device's conversations in whose stored text all of these words stand, and in which messages. */
  findMessages(words: string): Promise<ReadonlyMap<string, readonly FoundMessage[]>>;
  clearDevice(): void;
  /** False: it couldn't be deleted, and nothing has changed. */
  deleteConversation(): Promise<boolean>;
  answerTool(toolUseId: string, binding: string, decision: Decision): void;
  runToolHere(toolUseId: string): void;
  /** Posts the results again that the gateway didn't take. */
  retryTools(): void;
  giveFeedback(feedback: Feedback): void;
  setDraft(text: string): void;
  /** One request to the gateway for JSON, with the conversation's token. Null: there is no conversation. */
  request(asked: { method: 'GET' | 'POST'; path: string; body?: unknown }): Promise<unknown>;
  close(): void;
}

export interface ChatPorts {
  options: Source<ViewOptions>;
  session: Source<SessionSnapshot>;
  tools: Source<ToolsSnapshot>;
  conversations: Source<readonly ConversationSummary[]>;
  debug: Source<readonly DebugEntry[]>;
  actions: ChatActions;
  i18n: I18n;
  draft(): string;
  /** Unix milliseconds. */
  now(): number;
  /** Calls once after `delayMs`; returns the way to cancel. */
  after(delayMs: number, callback: () => void): () => void;
  /** Whether this device may hold something of the chat: a visitor who was never here sees the greeting at once. */
  hasStored?(): Promise<boolean>;
  /** Reads a file that the visitor chose into a block; rejects with words for the visitor. */
  readDocument(file: File): Promise<DocumentBlock>;
  /** The bar stands in the panel's place, or no longer: the next page then begins with it. */
  keepBar?(isThere: boolean): void;
  /** Where the visitor's own settings are kept; without it they last as long as the page. */
  preferences?: Preferences;
  /** Opens the developer's panel, once that has been fetched. */
  openDevtools?: () => void;
  /** Whether an event came from the visitor's own hand. `event.isTrusted` by default; for tests. */
  isTrusted?(event: Event): boolean;
}

export interface Preferences {
  get(name: PreferenceName): string | null;
  set(name: PreferenceName, value: string): void;
}

/**
 * `announce`: what screen readers hear (full, short, off). `size`: normal or expanded. `reading`: where the visitor stopped
 * reading. `rated`: what was said of the last answers. `sound`: on or off. `voice`: told,
 * once the visitor knows where the sound of dictation goes.
 */
export type PreferenceName = 'announce' | 'size' | 'reading' | 'rated' | 'sound' | 'voice';

/** What the composition root holds of a mounted panel. */
export interface Panel {
  /** Shows the panel. `focus: false` leaves the focus where it is (a panel restored on the next page). */
  open(how?: { focus?: boolean }): void;
  /** Hides it and gives the focus back. Inline panels stay. */
  close(): void;
  /** On a phone: leaves a bar, so that the page is seen. */
  shrink(): void;
  isOpen(): boolean;
  /** Whether it is open, as a source: for `aria-expanded` of the launcher. */
  openness: Source<boolean>;
  /** Messages of the assistant that arrived while nobody could see them. */
  unread: Source<number>;
  /** Puts text into the composer, in place of what stands there. */
  setDraft(text: string): void;
  destroy(): void;
}
