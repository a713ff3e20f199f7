// What the session room shows to the others. The UI is a function of SessionSnapshot (and the tools' own
// snapshot); there is no second copy of anything here.

import type {
  Citation,
  InputBlock,
  JsonObject,
  MessageBlock,
  Open,
  RunErrorCode,
  StopReason,
  ToolResultBlock,
  ToolResultInput,
  Usage,
} from '../protocol/index.ts';

/** Where the visitor's own message stands. Nothing is called failed or sent that isn't known to be so. */
export type Delivery =
  | { state: 'queued'; why: 'offline' | 'order' | 'paused' | 'starting' }
  /** Not sent, and kept: it goes out once the trouble that stops all messages is over. */
  | { state: 'blocked'; why: Blockage | 'not_working' }
  | { state: 'sending' }
  /** The reply was lost; the list is being asked. */
  | { state: 'checking' }
  /** Nobody knows. The visitor may check again, or send again (may appear twice). */
  | { state: 'unconfirmed' }
  | { state: 'sent' }
  /** A definite refusal by the gateway. */
  | { state: 'refused'; code: string; message: string };

export interface UserEntry {
  kind: 'user';
  /** Stable from the first keystroke's send to the last reload: the local id while it has one, else the event id. */
  key: string;
  localId?: string;
  eventId?: string;
  content: MessageBlock[];
  delivery: Delivery;
  /** A second copy of one intent turned up in the log. */
  isSentTwice: boolean;
  /** A run that began before it has read it, so that run's turn, above, holds its answer. */
  isTaken?: true;
  /** Unix milliseconds: created_at, else processed_at, else first seen. */
  at: number;
}

export type TurnPart =
  | { kind: 'thought'; key: string; text: string; durationMs?: number }
  | {
      kind: 'message';
      key: string;
      eventId: string;
      blocks: MessageBlock[];
      /** Its event isn't here. */
      isPreview: boolean;
      /** Nothing more of it comes before that event: the run has ended, or the connection that brought it. */
      isIncomplete?: true;
    }
  | {
      kind: 'tool';
      key: string;
      toolUseId: string;
      name: string;
      input: JsonObject;
      /** Its result is drawn as an app. Not checked: what draws it reads it field by field. */
      ui?: JsonObject | undefined;
      /** From the log; null while unanswered. A `tool_loaded` answer is left out by the transcript. */
      result: ToolResultBlock | null;
      /** The gateway pauses for it now. */
      isPending: boolean;
    };

export type TurnState =
  | { state: 'working' }
  /** The gateway waits for results of the page's tools. */
  | { state: 'paused' }
  | { state: 'ended'; stopReason: Open<StopReason> }
  | { state: 'failed'; code: Open<RunErrorCode>; text: string; requestId?: string };

/** All that the agent did for one message: thoughts, tools, text, sources, how it ended. */
export interface AgentEntry {
  kind: 'agent';
  key: string;
  parts: TurnPart[];
  turn: TurnState;
  /** Of the turn's final agent.message, one for each document_uri. */
  citations: Citation[];
  /** The charge of the cycles of this turn, summed; for the owner's view. */
  usage: Usage | null;
  at: number;
}

export interface CompactionEntry {
  kind: 'compaction';
  key: string;
  summary: string;
  at: number;
}

export type TranscriptEntry = UserEntry | AgentEntry | CompactionEntry;

/** A tool call that the gateway waits for. */
export interface PendingCall {
  toolUseId: string;
  name: string;
  input: JsonObject;
  traceparent?: string;
  /** Unix milliseconds, this browser's clock. */
  firstSeenAt: number;
  /** This browser sent the message that began the run. */
  isOurs: boolean;
}

export type RunView =
  | { state: 'idle' }
  /** A message of this browser waits or is on its way, and the run that it begins doesn't show yet. */
  | { state: 'coming'; isStopping: boolean }
  /** `startedAt`: when it began or last went on after a pause, this browser's clock, Unix milliseconds. `isStopping`: an interrupt is under way. */
  | { state: 'running'; startedAt: number; isStopping: boolean }
  | { state: 'paused'; calls: PendingCall[]; isStopping: boolean };

/** How replies arrive now. */
export type Connection = 'off' | 'connecting' | 'live' | 'polling' | 'waiting' | 'offline';

/** Trouble that waiting doesn't end. */
export type Blockage = 'session_ended' | 'forbidden' | 'not_found' | 'no_credits';

/** What keeps the chat from working, in the order of experience.md's HTTP table. Null: all is well. */
export type Trouble =
  | { kind: 'unreachable'; retryAt: number | null }
  | { kind: 'rate_limited'; retryAt: number }
  | { kind: 'unavailable'; retryAt: number | null }
  /** From the first request on there is no session, or no gateway; `retryAt` null: trying again by itself won't help. */
  | { kind: 'not_working'; retryAt: number | null }
  /** `session_ended`: the token was refused and no other could be had. `no_credits` is tried again by itself. */
  | { kind: Blockage };

export interface SessionSnapshot {
  /** Null until the site's endpoint has given one. */
  sessionId: string | null;
  /** What was said and done, oldest first. */
  entries: readonly TranscriptEntry[];
  /** What the agent does now. */
  run: RunView;
  /** The newest that is said of a call which the gateway runs: its id, and how far it is. */
  progress?: readonly [toolUseId: string, text: string] | null;
  /** How news arrives. */
  connection: Connection;
  /** Why the chat can't work now; null: all is well. */
  trouble: Trouble | null;
  /** Stored events have been read (or there were none). */
  isRestored: boolean;
  /** A list has reached the end at least once since opening. */
  isUpToDate: boolean;
  /** `loadOlder` finds more. */
  hasOlder: boolean;
  /** `loadOlder` is under way. */
  isLoadingOlder: boolean;
  /** Nothing outlives this page: storage is refused. */
  isForgetful: boolean;
}

/** What became of one posted result. */
export type ResultOutcome =
  | 'accepted'
  /** Answered or cancelled already (409, or seen in the log): discard, never post again. */
  | 'discarded'
  /** The gateway can't be asked now; the journal keeps it. */
  | 'pending'
  /** Posted as often as makes sense, or refused for good: nothing more is posted unless the visitor says so. */
  | 'failed';

/** What the caller knows of the results that it has posted. */
export interface Posting {
  /** Asked before each request: another tab may know better meanwhile. What isn't to be posted any more stays `pending`. */
  isStill?: (toolUseId: string) => Promise<boolean>;
  /** Another page may have posted it: it is looked for until that one can't arrive any more. */
  mayHaveLeft?: (toolUseId: string) => boolean;
}

/** Posts the results of one pause. One outcome per tool_use_id. */
export type PostResults = (
  results: readonly ToolResultInput[],
  how?: Posting,
) => Promise<Map<string, ResultOutcome>>;

/** What the tool runner needs of a session. */
export interface SessionForTools {
  /** Reads the log as it is now; rejects where that can't be had. */
  refresh(): Promise<void>;
  /** Frees room on a full disk: transcripts are only a cache. */
  evict(): Promise<void>;
  /** The tool runner's state has changed: what waits for it may go on, here and in other tabs. */
  toolsChanged(): void;
}

/** The text that waits in the composer, kept across reloads. */
export interface SessionDraft {
  getDraft(): string;
  setDraft(text: string): void;
}

export interface Session extends SessionForTools, SessionDraft {
  getSnapshot(): SessionSnapshot;
  /** Called after each change, at most once a microtask. */
  subscribe(listener: () => void): () => void;
  /**
   * Resolves once the message is durably in the outbox (its local id). Empty content is refused with null. `isTyped`: the
   * visitor has written it anew, so it is no second press on the same words.
   */
  send(content: InputBlock[], isTyped?: boolean): Promise<string | null>;
  /** Look in the log again for an unconfirmed message. */
  check(localId: string): Promise<void>;
  /** Send an unconfirmed or refused message again. */
  resend(localId: string): Promise<void>;
  /** Take a message that isn't sent out of the outbox; resolves to its content for the composer. */
  discard(localId: string): Promise<InputBlock[] | null>;
  /**
   * Stop the run that the visitor sees, or that the messages begin which are on their way. Resolves when that is done, to
   * the content of those that had not left: it belongs in the composer.
   */
  interrupt(): Promise<InputBlock[] | null>;
  loadOlder(): Promise<void>;
  /** Try now what waits (offline, back-off, a refused token). */
  retryNow(): void;
  /**
   * Take what is shown off this device, in all tabs. Unsettled outbox and journal rows stay; what comes later is shown.
   */
  clear(): Promise<void>;
  /**
   * The site has named the visitor only now, and another session for them: what they wrote here and has not left goes to
   * that one. Resolves to what its outbox can't find there by itself, since it was never stored.
   */
  moveOut(): Promise<InputBlock[][]>;
  close(): void;
}
