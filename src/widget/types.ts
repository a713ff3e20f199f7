// The public face of a widget (`chat`) and the seam between the launcher, which is on the page at once,
// and the engine, which comes on intent. Types only: nothing here reaches the drop-in script.

import type { ToolErrorCode } from '../protocol/codes.ts';
import type { SessionTicket, TicketRequest } from '../protocol/session-ticket.ts';
import type { PageTool } from '../tools/types.ts';

/** Attribute values as they stand on the tag (strings) or in a configuration object (also lists, booleans). */
export type RawOptions = Record<string, unknown>;

/** The page's own way to a session, instead of `data-session`. Its reply is checked like any other. */
export type GetSession = (
  request: TicketRequest,
) => Promise<Partial<SessionTicket> | unknown> | Partial<SessionTicket> | unknown;

/** What a tool throws to answer with a code of its choice. */
export type ToolErrorClass = new (
  code: ToolErrorCode,
  message: string,
  options?: { field?: string; retryable?: boolean },
) => Error;

/** The attributes in camelCase, and what HTML can't hold. */
export interface Configuration {
  gateway?: string;
  session?: string;
  sessionId?: string;
  token?: string;
  name?: string;
  title?: string;
  avatar?: string;
  greeting?: string;
  prompts?: string | readonly string[];
  color?: string;
  theme?: 'auto' | 'light' | 'dark';
  position?: 'right' | 'left';
  offset?: string;
  launcher?: string;
  target?: string | Element;
  lang?: string;
  /** An address, `#id` of a JSON script, or the strings themselves. */
  strings?: string | Readonly<Record<string, unknown>>;
  transport?: 'auto' | 'stream' | 'poll';
  thinking?: boolean | 'on' | 'off';
  attachments?: boolean | 'on' | 'off';
  sound?: boolean | 'on' | 'off';
  history?: 'local' | 'session' | 'none';
  tools?: string | readonly ('page' | 'webmcp' | 'abilities')[];
  abilities?: string;
  nonceUrl?: string;
  images?: string | readonly string[];
  hideOn?: string | readonly string[];
  contact?: string;
  privacy?: string;
  nonce?: string;
  debug?: boolean | 'on' | 'off';
  getSession?: GetSession;
  /** Milliseconds that a commit of the gateway may take before a lost message is sent again. Default 60,000. */
  settleMs?: number;
}

export interface ChatState {
  /** The engine has been fetched. */
  isLoaded?: boolean;
  isOpen: boolean;
  /** Neither `hide()` nor `data-hide-on` keeps it from the page. */
  isShown: boolean;
  unread: number;
  sessionId: string | null;
  run: 'idle' | 'running' | 'paused';
}

/** What each event's handler is given (`event.detail` of the DOM event `bellhop:<name>`). */
export interface ChatEvents {
  /** The launcher stands (or the inline panel's place). */
  ready: { name: string };
  open: { name: string };
  close: { name: string };
  /** A message reached the log: the visitor's own or a whole one of the agent's. */
  message: { role: 'user' | 'agent'; id: string; text: string };
  unread: { count: number };
  /** A tool call settled in this page. */
  tool: { id: string; name: string; isError: boolean; code?: string; durationMs: number | null };
  error: { code: string; message: string; requestId?: string };
  /** The session that is shown changed. */
  session: { sessionId: string | null };
}

export interface Chat {
  /** Resolves with this object once the launcher stands; every method may be called before. */
  readonly ready: Promise<Chat>;
  readonly state: ChatState;
  /** For tools: `throw new chat.ToolError('not_found', 'No such product.')`. Set once the engine is there. */
  readonly ToolError: ToolErrorClass | undefined;
  open(): void;
  close(): void;
  toggle(): void;
  show(isShown?: boolean): void;
  /** Takes the launcher and the panel from view until `show()`. */
  hide(): void;
  /** Sends as the visitor. True once it is safely in the outbox, false where there was nothing to send. */
  send(text: string): Promise<boolean>;
  /** Puts text into the composer, replacing what stands there. */
  draft(text: string): Promise<void>;
  newConversation(): Promise<void>;
  /** Until the widget is drawn: the attribute that still keeps it from that (without `data-`), if one does. */
  configure(options: Configuration): string | undefined;
  registerTool<Input>(tool: PageTool<Input>, options?: { signal?: AbortSignal }): void;
  unregisterTool(name: string): void;
  /** Returns the way to stop listening. */
  on<Name extends keyof ChatEvents>(
    event: Name,
    handler: (detail: ChatEvents[Name]) => void,
  ): () => void;
  /** Forgets the transcript on this device. Unsettled messages and results stay. */
  clear(): Promise<void>;
  /** Takes everything from the page. */
  destroy(): void;
}

/** `window.bellhop` once the script has run. */
export interface Hub {
  push(...callbacks: ((chat: Chat) => void)[]): void;
  get(name?: string): Chat | undefined;
  /** By name. Other copies of the script on the same page add theirs. */
  chats: Record<string, Chat>;
}

/** Tells the page: a composed DOM event `bellhop:<name>` on the host. */
export type Emit = <Name extends keyof ChatEvents>(event: Name, detail: ChatEvents[Name]) => void;

export interface EngineModule {
  /**
   * What the launcher hands to the engine, one by one: names would cost the launcher bytes.
   * @param chat the engine puts its own methods in the place of the launcher's stand-ins.
   * @param host its open shadow root holds the launcher, if the owner wants one.
   * @param isInline inside the owner's element, instead of a corner of the page.
   * @param isShown neither `hide()` nor `data-hide-on` keeps it from the page.
   */
  mount(
    chat: Chat,
    host: HTMLElement,
    raw: RawOptions,
    name: string,
    isInline: boolean,
    isShown: () => boolean,
  ): void;
}
