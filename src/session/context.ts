// What every part of a session may know of where it is: the browser, the settings, and the facts. Knows no behaviour.

import type { Signal } from '@preact/signals-core';
import type { Cell } from '../platform/cell.ts';
import type { Platform } from '../platform/types.ts';
import type { ConversationState } from './conversation-state.ts';
import type { Time } from './facts.ts';
import type { OutboxRow } from './outbox-rows.ts';
import type { PageLifecycle } from './page-lifecycle.ts';
import type { SessionSettings } from './settings.ts';
import type { Connection, Trouble } from './types.ts';

/** Where things stand beside the log and the rows. */
export interface Status {
  sessionId: string | null;
  connection: Connection;
  trouble: Trouble | null;
  isRestored: boolean;
  isUpToDate: boolean;
  isLoadingOlder: boolean;
}

/** The rows of all conversations, in the order of sending. All that it says of them are facts. */
export interface RowStore extends Cell<OutboxRow> {
  /** This conversation's, in the order of sending; the same array while nothing has changed. */
  own(): readonly OutboxRow[];
  /** How often rows have changed on disk, by this tab: the others can read that. */
  stored(): number;
  /** Written on this page. */
  readonly writtenHere: Set<string>;
  /** Whether a row written before there was a session is this visitor's. */
  isOurs(row: OutboxRow): boolean;
  /** Another tab may have sent what waits here: storage knows. */
  readUnsettled(): void;
  /** Reads the rows; what is shown of them is as of now, also where none has changed. */
  look(): Promise<void>;
}

/** By the monotonic clock; Infinity, -Infinity: no list has reached the end yet. */
export interface Lists {
  firstEndedAt: number;
  /** When the last of them began. */
  startedAt: number;
}

/** What changes, and what every part may read and listen to (facts.ts). Each is set by one part alone. */
export interface Facts {
  page: Pick<PageLifecycle, 'isVisible' | 'isOnline' | 'isHere' | 'period' | 'end' | 'hear'>;
  /** The next time at which something is due. */
  time: Time;
  status: Signal<Status>;
  log: ConversationState;
  rows: RowStore;
  /** Lists of this page that have reached the end. */
  lists: Signal<Lists>;
  /** How often the visitor has wanted to be served now: wrote, came back to the window, pressed “try again”. */
  wishes: Signal<number>;
  /** How often the tool runner has said that its state has changed: the settings that ask it say something else. */
  tools: Signal<number>;
}

/** What every part of a session may know of where it is. */
export interface SessionContext {
  platform: Platform;
  /** Gateway and widget name: the start of every key, lock and channel. */
  namespace: string;
  settings: SessionSettings;
  facts: Facts;
  /** Null until the site's endpoint has given one. */
  sessionId(): string | null;
  /** Aborted when the page goes; another one when it comes back. */
  signal(): AbortSignal;
  /** Aborted when the session is closed. */
  isOver(): boolean;
  /** Makes room on a full disk. */
  evict(): Promise<void>;
  onWarning(reason: string): void;
}
