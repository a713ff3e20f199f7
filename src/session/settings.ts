// How a session may be set, by the page that makes one. Knows no behaviour.

import type { SessionEvents } from '../client/types.ts';
import type { Platform } from '../platform/types.ts';
import type { SessionEvent } from '../protocol/index.ts';

export interface SessionSettings {
  transport: 'auto' | 'stream' | 'poll';
  /**
   * How long transcript and draft are kept here. local: until they are cleared. session: as long as the tab. none: the
   * transcript ends with the page, the draft with the tab.
   */
  history: 'local' | 'session' | 'none';
  includeThinking: boolean;
  /** W: the longest a commit can take after its request ended, milliseconds. */
  commitWindowMs: number;
  /** Something must come before the next message: it is stored, and leaves later. */
  holdsMessages(): boolean;
  /** A tool's handler has started and isn't finished, in this tab. */
  areHandlersRunning(): boolean;
  /** The visitor is being asked about a tool, in this tab. */
  hasOpenQuestions(): boolean;
  /** A message goes out instead of an answer to these questions. */
  onQuestionsSkipped(): void;
  /** Abort this browser's tools and post what is true of them. */
  stopTools(): Promise<void>;
  /** Something beside this session is unfinished (an open panel): the mark stays. */
  keepMark(): boolean;
  /** Whom the page takes its visitor for, as whose.ts describes owners. */
  owner(): string;
}

export interface SessionOptions {
  /** Null or absent: `getSessionId` is asked, as often as it takes. */
  sessionId?: string | null;
  getSessionId?: () => Promise<string>;
  gateway: SessionEvents;
  platform: Platform;
  /** Gateway and widget name: the start of every key, lock and channel. */
  namespace: string;
  options?: Partial<SessionSettings>;
  onWarning?: (reason: string) => void;
  /** Each event, when this browser first sees it. */
  onEvent?: (event: SessionEvent) => void;
}

export const DEFAULT_SETTINGS: SessionSettings = {
  transport: 'auto',
  history: 'local',
  includeThinking: false,
  commitWindowMs: 60_000,
  holdsMessages: () => false,
  areHandlersRunning: () => false,
  hasOpenQuestions: () => false,
  onQuestionsSkipped: () => {},
  stopTools: async () => {},
  keepMark: () => false,
  owner: () => '',
};
