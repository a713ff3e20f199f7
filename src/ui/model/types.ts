// What the panel shows and does, as types: one model for each thing it serves, and the chat, which is the record of them.
// Imports no value, so a component that names a type here depends on nothing that runs. Each model is made in the file
// of its name.

import type { ReadonlySignal, Signal } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import type { Content, LinkInfo } from '../../content/index.ts';
import type { InputBlock } from '../../protocol/index.ts';
import type { AgentEntry, SessionSnapshot } from '../../session/types.ts';
import type { ToolsSnapshot } from '../../tools/types.ts';
import type { ChatPorts, ConversationSummary, DebugEntry, ViewOptions } from '../types.ts';
import type { Announcer } from './announcer.ts';
import type { ComposerModel } from './composer-model.ts';
import type { Follow } from './follow.ts';
import type { Page, Pages } from './pages.ts';
import type { ToolLine, ToolPart } from './tool-line.ts';
import type { Doing, MessagePart, Way } from './ways.ts';
import type { Words } from './words.ts';

export interface ChatModel {
  ports: ChatPorts;
  words: ReadonlySignal<Words>;
  options: ReadonlySignal<ViewOptions>;
  session: ReadonlySignal<SessionSnapshot>;
  tools: ReadonlySignal<ToolsSnapshot>;
  panel: PanelModel;
  log: LogModel;
  steps: StepsModel;
  composer: ComposerModel;
  sheets: SheetsModel;
  announcer: Announcer;
  close(): void;
}

/** A part of the panel that is fetched when it is needed first. */
export interface LaterPart<Part> {
  /** Null until its chunk has come. */
  part: ReadonlySignal<Part | null>;
  /** The chunk couldn't be had. */
  hasFailed: ReadonlySignal<boolean>;
  load(): void;
}

export interface RowsPart {
  PageRows: FunctionComponent<{ chat: ChatModel; page: Page; before: number }>;
  createPages(): Pages;
  /** Leads to the end of the log. */
  Pill: FunctionComponent<{ chat: ChatModel }>;
  /** Keeps where the visitor stopped reading, and finds it again. Returns a function that stops it. */
  startReading(chat: ChatModel, scroller: HTMLElement): () => void;
  /** Tells screen readers what is new. Returns a function that ends it. */
  announceNews(
    chat: Pick<ChatModel, 'session' | 'tools' | 'words' | 'ports' | 'panel' | 'announcer'>,
  ): () => void;
  /** Scrolls the log. */
  createFollow(): Follow;
  /** The style of the rows. */
  css: string;
}

/** What a way is drawn from. */
export interface StepsProps {
  chat: ChatModel;
  parts: Way;
  /** The turn has ended, so no call is still waiting. */
  isOver: boolean;
  /** What the agent does now, where this way is the end of its turn. */
  doing: Doing;
  /** Draws a message that isn't folded after all. */
  drawText(part: MessagePart): ComponentChildren;
}

export interface StepsPart {
  /** Draws a way. */
  Tools: FunctionComponent<StepsProps>;
  /** What stands below the last turn once it has ended. */
  After: FunctionComponent<{ chat: ChatModel; entry: AgentEntry }>;
  /** The style of steps and questions. */
  css: string;
}

/** Draws cards: what an agent shows and asks in the thread. */
export interface CardsPart {
  /** `otherwise`: what stands there if the call's input is no card. */
  CardOf(props: {
    chat: ChatModel;
    part: ToolPart;
    line: ToolLine;
    otherwise: ComponentChildren;
  }): ComponentChildren;
  Replies: FunctionComponent<{ chat: ChatModel; part: ToolPart }>;
}

/** Whether the panel is to be seen, and how. */
export interface PanelModel {
  isOpen: Signal<boolean>;
  /** Opening now gives the focus to the panel. */
  readonly takesFocus: boolean;
  /** There was something new when the panel was opened last. */
  readonly hadUnread: boolean;
  /** How many messages had arrived when the visitor last saw the panel. */
  seen: Signal<number>;
  unread: ReadonlySignal<number>;
  isExpanded: Signal<boolean>;
  show(takesFocus: boolean): void;
  /** Hides the panel and tells the composition root. */
  hide(): void;
  /** On a phone: leaves a bar of the panel, so that the page is seen. Elsewhere there is room for both. */
  shrink(): void;
  /** Closes the innermost open thing. `isOwnHand`: a keystroke of the visitor, which alone answers a question. */
  escape(isOwnHand: boolean): void;
  close(): void;
}

/** The conversation: what draws it, which part of it is drawn, where it is scrolled to. */
export interface LogModel {
  /** Draws rows. */
  rows: LaterPart<RowsPart>;
  /** Draws others' markdown; comes with the rows. */
  content: Content | null;
  /** Addresses of pictures that may load by themselves; see `picturesOf`. */
  pictures: ReadonlySignal<ReadonlySet<string>> | null;
  /** At rest until the rows are there, which bring it. */
  follow: Follow;
  /** Made by the rows' part once it is there. */
  pages: Pages | null;
  /** Grows each time the log must be drawn again, for example when an earlier page comes into view. */
  redraws: Signal<number>;
  /** How many finished messages of the assistant arrived while this page was open. Only grows. */
  arrived: ReadonlySignal<number>;
  /** Key of the entry in which the last of them stands. */
  arrivedIn: ReadonlySignal<string>;
  /** Key of the first turn that arrived while nobody looked: a mark stands before it. */
  newKey: Signal<string | null>;
  /** The key of the last entry: only that entry has buttons such as Retry. */
  lastKey: ReadonlySignal<string | undefined>;
  /** The stored transcript has been shown, so entries that appear now are new. */
  isSettled: boolean;
  /** Sends content that was sent before, as a new message. */
  sendAgain(content: readonly InputBlock[]): void;
  /** The visitor's message before the entry with this key. */
  saidBefore(key: string): InputBlock[];
  close(): void;
}

/** The chunk that draws steps and questions; `load` fetches it, and tries again until it has come. */
export interface StepsModel extends LaterPart<StepsPart> {
  /** Whether an event came from the visitor's own hand, and not from a script. */
  isOwnHand(event: Event): boolean;
  close(): void;
}

/** The sheets that lie over the conversation. */
export type Sheet =
  | 'menu'
  | 'conversations'
  | 'search'
  | 'found'
  | 'reader'
  | 'owner'
  | 'clear'
  | 'delete'
  | 'link'
  | null;

export interface SheetsModel {
  shown: Signal<Sheet>;
  /** The style of sheets, once one was asked for. */
  css: Signal<string>;
  /** The link that the visitor is asked about, and the element that gets the focus back. */
  askedLink: Signal<{ link: LinkInfo; from: HTMLElement } | null>;
  conversations: ReadonlySignal<readonly ConversationSummary[]>;
  debug: ReadonlySignal<readonly DebugEntry[]>;
  /** Closes the sheet that is open. */
  hide(): void;
}
