// The public interface of a widget (`chat`), and the one between the launcher, which is on the page at once, and the
// engine, which is fetched when the visitor shows interest. Types only: nothing here reaches the drop-in script.

// Under their usual names: a project without the types of a page can compile this file, too.
import type {
  PageElement as Element,
  PageHtmlElement as HTMLElement,
} from '../platform/globals.ts';
import type { SessionTicket, TicketRequest } from '../protocol/session-ticket.ts';
import type { ToolErrorCode } from '../protocol/tool-error-codes.ts';
import type { TranscriptEntry } from '../session/types.ts';
import type { RegisterTool } from '../tools/define-tool.ts';

/** Attribute values as they stand on the tag (strings) or in a configuration object (also lists, booleans). */
export type RawOptions = Record<string, unknown>;

/** The page's own function that gets a session, instead of `data-session`. Its reply is checked like the endpoint's. */
export type GetSession = (
  request: TicketRequest,
) => Promise<Partial<SessionTicket> | unknown> | Partial<SessionTicket> | unknown;

/** The page's own function that says who is signed in: a JWT, or '' or null for a guest. */
export type GetUserToken = () => string | null | undefined | Promise<string | null | undefined>;

/** A tool throws it to answer with an error code of its choice. */
export type ToolErrorClass = new (
  code: ToolErrorCode,
  message: string,
  options?: { field?: string; retryable?: boolean },
) => Error;

/** Colours of one scheme. Each is a CSS colour; those that are left out are Bellhop's own. */
export interface ThemeColors {
  /** Behind everything. */
  canvas?: string;
  /** The composer and cards. */
  raised?: string;
  /** What lies lower, such as code. */
  sunken?: string;
  /** The visitor's bubble. */
  tint?: string;
  /** Text. */
  ink?: string;
  /** Text of less weight. */
  muted?: string;
  /** Links and focus. */
  accent?: string;
  /** Edges of controls. */
  outline?: string;
  /** Separating lines. */
  line?: string;
  /** The send button and the launcher. */
  fill?: string;
  /** What stands on them. */
  onFill?: string;
}

/** The look as one object. Each member may be left out. */
export interface Theme {
  /** As the attribute `theme`. Default `auto`. */
  scheme?: 'auto' | 'light' | 'dark';
  /** As the attribute `color`: the accent, whose contrast Bellhop corrects. */
  color?: string;
  /** Corners of the panel and of bubbles, in pixels; those of cards and code are smaller by the same share. Default 20. */
  radius?: number;
  /** How close everything stands. Default `normal`. */
  density?: 'compact' | 'normal' | 'roomy';
  /** Font families, as in CSS. */
  font?: string;
  /** Of ordinary text, in pixels; all other sizes follow. Default 16. */
  size?: number;
  /** Colours where the chat is light, and where it is dark. Their contrast is yours. */
  light?: ThemeColors;
  dark?: ThemeColors;
}

/** The attributes in camelCase, and options that HTML can't hold. */
export interface Configuration {
  /** The site's public id: the gateway itself hands out the sessions. */
  site?: string;
  /** With `site`: who is signed in, as a JWT of your server. '' or null: nobody. A function is called for each session's token. */
  userToken?: string | GetUserToken;
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
  /** Light or dark; or a theme: colour, corners, density and type. */
  theme?: 'auto' | 'light' | 'dark' | Theme;
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
  publishTools?: 'webmcp' | 'none';
  cards?: string | readonly ('choices' | 'products' | 'form' | 'replies' | 'approvals')[];
  abilities?: string;
  /** On WordPress: an address of this site that answers with a signed-in visitor’s nonce. */
  loginNonceUrl?: string;
  /** @deprecated `loginNonceUrl` */
  nonceUrl?: string;
  images?: string | readonly string[];
  hideOn?: string | readonly string[];
  contact?: string;
  privacy?: string;
  /** What a visitor ticks before the first message. */
  consent?: string;
  /** Your endpoint that deletes a conversation for good: an address of this site. */
  deleteUrl?: string;
  feedback?: boolean | 'on' | 'off';
  /** Where feedback is posted: an address of this site. */
  feedbackUrl?: string;
  nonce?: string;
  debug?: boolean | 'on' | 'off';
  /** A sentence in a bubble beside the launcher. */
  nudge?: string;
  /** Dictation, where the browser has it. */
  voice?: boolean | 'on' | 'off';
  getSession?: GetSession;
  /** Milliseconds that a commit of the gateway may take before a lost message is sent again. Default 60,000. */
  settleMs?: number;
  /** Other ways to a WordPress than its REST API, as its plugin writes them into the tag. */
  doors?: string;
}

export interface NudgeOptions {
  /** Milliseconds until it is shown. Default 5,000. */
  afterMs?: number;
  /** Paths with `*`; on others it waits for one of these. Default: everywhere. */
  onPath?: string | readonly string[];
  /** How often a visitor sees this text at most. Default `visit`: once in each tab. */
  oncePer?: 'visit' | 'day' | 'ever';
}

/** What `createBellhop` needs: the gateway, and one way to get a session. */
export type Options = Configuration & { gateway: string } & (
    | { site: string }
    | { session: string }
    | { getSession: GetSession }
    | { sessionId: string; token: string }
  );

interface Appearance {
  isOpen: boolean;
  /** False while `hide()` or `data-hide-on` hides the widget. */
  isShown: boolean;
  unread: number;
}

export type ChatState =
  /** The engine has not been fetched yet. */
  | (Appearance & {
      isLoaded?: undefined;
      sessionId?: undefined;
      run?: undefined;
      entries?: undefined;
    })
  | (Appearance & {
      isLoaded: true;
      sessionId: string | null;
      run: 'idle' | 'running' | 'paused';
      /** What was said and done, oldest first: as of `bellhop/headless`. */
      entries: readonly TranscriptEntry[];
    });

/** The argument of each event's handler, and `event.detail` of the DOM event `bellhop:<name>`. */
export interface ChatEvents {
  /** The launcher is on the page (or the place of the inline panel). */
  ready: { name: string };
  open: { name: string };
  close: { name: string };
  /** A message is in the gateway's log: the visitor's, or a complete one of the agent. */
  message: { role: 'user' | 'agent'; id: string; text: string };
  unread: { count: number };
  /** What the chat shows has changed, a piece of an answer that is being written too: `chat.state` has it. */
  change: { name: string };
  /** A tool call ended in this page. */
  tool: { id: string; name: string; isError: boolean; code?: string; durationMs: number | null };
  error: { code: string; message: string; requestId?: string };
  /** The visitor has agreed to `consent`, at this ISO time. Once for each text. */
  consent: { text: string; at: string };
  /** What the visitor said of an answer. `value` null: taken back. */
  feedback: {
    sessionId: string | null;
    eventId: string;
    value: 'up' | 'down' | null;
    comment?: string;
  };
  /** The chat shows another session now. */
  session: { sessionId: string | null };
}

export interface Chat {
  /** Resolves with this object once the launcher is on the page. Every method may be called before. */
  readonly ready: Promise<Chat>;
  /** What the chat shows at this moment; it is another object at each reading. */
  readonly state: ChatState;
  /** For tools: `throw new chat.ToolError('not_found', 'No such product.')`. Undefined until the engine is loaded. */
  readonly ToolError: ToolErrorClass | undefined;
  /** Opens the panel. */
  open(): void;
  /** Closes the panel; the conversation goes on. */
  close(): void;
  /** Opens the panel, or closes it. */
  toggle(): void;
  /** Shows the launcher again after `hide()`, except on pages that `data-hide-on` names. */
  show(): void;
  /** @deprecated `hide()` */
  show(isShown: boolean): void;
  /** Hides the launcher and the panel until `show()`. */
  hide(): void;
  /** Sends as the visitor. Resolves to true once the outbox has the message, to false if there was nothing to send. */
  send(text: string): Promise<boolean>;
  /** Replaces the composer's text. */
  draft(text: string): Promise<void>;
  /**
   * Shows a sentence in a small bubble beside the launcher, which opens the chat. Makes no request to the gateway. Not shown
   * while the chat is open, over what has the focus, within another site's frame, or to visitors who save data.
   */
  nudge(text: string, options?: NudgeOptions): Promise<void>;
  /** Begins another conversation; the present one stays among the earlier ones. */
  newConversation(): Promise<void>;
  /** Returns the name, without `data-`, of a required attribute that is still missing. Empty or undefined: none is. */
  configure(options: Configuration): string | undefined;
  /** Offers the agent a tool, until the signal aborts. It stands before an earlier one of its name for so long. */
  registerTool: RegisterTool;
  /** @deprecated `registerTool(tool, { signal })` takes a tool back when the signal aborts. */
  unregisterTool(name: string): void;
  /** Returns a function that stops listening. */
  on<Name extends keyof ChatEvents>(
    event: Name,
    handler: (detail: ChatEvents[Name]) => void,
  ): () => void;
  /** Forgets the transcript on this device. Unsettled messages and results stay. */
  clear(): Promise<void>;
  /** Removes the widget from the page. */
  destroy(): void;
}

/** `window.bellhop` once the script has run. */
export interface Hub {
  push(...callbacks: ((chat: Chat) => void)[]): void;
  get(name?: string): Chat | undefined;
  /** By name. Other copies of the script on the same page add their widgets. */
  chats: Record<string, Chat>;
}

/** Dispatches a composed DOM event `bellhop:<name>` on the host. */
export type Emit = <Name extends keyof ChatEvents>(event: Name, detail: ChatEvents[Name]) => void;

export interface EngineModule {
  /**
   * Starts the engine. Parameters by position, since the names of an object would cost the launcher bytes.
   * @param chat the engine replaces the launcher's stand-in methods on it.
   * @param host the element whose open shadow root holds the launcher, if the owner wants one.
   * @param isInline the panel stands inside the owner's element instead of a corner of the page.
   * @param isShown returns false while `hide()` or `data-hide-on` hides the widget.
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
