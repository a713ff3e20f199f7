// What the tools room shows to the others: descriptors that pages register, and the live state of each call.

// Under its usual name: a project without the types of a page can compile this file, too.
import type { Signal as AbortSignal, PageHtmlElement as HTMLElement } from '../platform/globals.ts';
import type { Json, JsonObject, Open, ToolErrorCode, ToolResultInput } from '../protocol/index.ts';
import type { StandardSchema } from './standard-schema.ts';

/** WebMCP's annotations, and MCP's two hints. */
export interface ToolAnnotations {
  /** It changes nothing: it runs without asking, and may run again after a reload. */
  readOnlyHint?: boolean;
  /** Running it twice is as good as once: it may run again after a reload. */
  idempotentHint?: boolean;
  /** The question warns. */
  destructiveHint?: boolean;
  /** Spends money or can't be undone: asks every time. */
  consequentialHint?: boolean;
  /** What the visitor reads, where the tool itself has no title. */
  title?: string;
}

export interface ToolContext {
  /** Aborts when the visitor stops it, its time is up, or the log says that it was cancelled. */
  signal: AbortSignal;
  /** W3C traceparent of this call, for the page's own requests. */
  traceparent?: string;
  /** The call's id: the same after a reload. */
  toolUseId: string;
  /** Of Bellhop's own cards: what the visitor answered. Absent for every other tool. */
  answer?: JsonObject;
}

/** What a tool will do, in the owner's words. Texts alone; all of them are cut to what a card holds. */
export interface ToolSummary {
  /** The question itself: "Add 2 green mugs, €36?" */
  title: string;
  /** Up to six. */
  lines: readonly string[];
  /** Address of a picture of this site or of an origin that `data-images` names. */
  image?: string;
  /** Such as "€24.00". */
  total?: string;
  /** Words of the button that does it: "Add to cart". Default: the tool's title. */
  confirm?: string;
  /** Words of the button that leaves everything as it is. Default: "No thanks". */
  decline?: string;
}

/** A call as `render` draws it in the thread. */
export interface RenderedCall<Input = JsonObject> {
  /** The call's id: the same after a reload. */
  readonly toolUseId: string;
  /** What the agent gave; it has passed the JSON Schema. Frozen. */
  readonly input: Readonly<Input>;
  /** asking: it waits for the visitor. A call that fails or is skipped is told by its step, and not drawn. */
  readonly status: 'asking' | 'running' | 'done';
  /** What the agent heard: the text, or the value where it is JSON of an object or a list. Undefined until it is done. */
  // biome-ignore lint/suspicious/noExplicitAny: what the page's own function returned, the page alone knows
  readonly result: any;
  /** How the panel looks and reads now. Its colours and type are inherited. */
  readonly theme: {
    readonly scheme: 'light' | 'dark';
    readonly lang: string;
    readonly dir: 'ltr' | 'rtl';
  };
  /** An element of the page for this call, the same each time, where what `render` gives stands. */
  readonly root: HTMLElement;
  /** Aborts once the call is drawn no more. */
  readonly signal: AbortSignal;
  /** The visitor's answer, of a tool without `execute`: JSON, which is the result. False: nothing waits for it. */
  respond(value: unknown): boolean;
  /** The visitor doesn't want to answer: the agent hears `declined`. False: nothing waits for it. */
  decline(): boolean;
}

/** HTML that shows a call once it is done, in a frame that reaches neither the page nor the network. */
export interface ToolUi<Input = JsonObject> {
  /**
   * A whole page, at most 512 KiB, or a function that writes it: of input and result alone, since a reload asks anew. It is an app of
   * the MCP Apps standard and may speak its protocol.
   */
  html: string | ((call: Pick<RenderedCall<Input>, 'toolUseId' | 'input' | 'result'>) => string);
  /** What the visitor reads above it, and a screen reader says. Default: the tool's title. */
  title?: string;
  /** Pixels, until the HTML tells its size by `ui/notifications/size-changed`. Default 240. */
  height?: number;
  /** Default true. */
  border?: boolean;
}

/** The functions of a tool as the page registers it. */
export interface PageToolFunctions<Input = JsonObject> {
  /**
   * Asks in the page's own words: `{ title, lines, image?, total?, confirm?, decline? }`, or a promise of it; the exact input
   * follows below "Details". One that throws, takes over 3 seconds or returns something else leaves the question without it.
   */
  summarize?: (input: Input) => unknown;
  /** After a crash: whether the call took effect. */
  verify?: (input: Input, context: ToolContext) => unknown;
  /**
   * Draws the call in the thread: returns an element of the page, or writes into `call.root`. Called again with each change, and
   * after a reload. One that throws leaves the call an ordinary step.
   */
  render?: (call: RenderedCall<Input>) => unknown;
  /**
   * Does it. What it returns goes to the agent; `throw new chat.ToolError(…)` says why it failed. A tool with `render` can do
   * without it: then it waits for `call.respond`.
   */
  execute?: (input: Input, context: ToolContext) => unknown;
}

/** A tool as the page registers it; the same object serves `document.modelContext.registerTool`. */
export interface PageTool<Input = JsonObject> extends PageToolFunctions<Input> {
  /** 1 to 64 letters, digits, `_` and `-`. */
  name: string;
  /** What the visitor reads. Default: the name, made readable. */
  title?: string;
  /** For the agent: what it does, when to use it, what the arguments are. */
  description: string;
  /** JSON Schema 2020-12 of an object, or a schema of Zod, Valibot, ArkType or another library of standardschema.dev. */
  inputSchema?: JsonObject | StandardSchema;
  /** What running it does to the page or the world. */
  annotations?: ToolAnnotations;
  /** auto: runs by itself. ask: the visitor may allow it once or for the conversation. always: asks each time. */
  approval?: 'auto' | 'ask' | 'always';
  /** Milliseconds after which the agent hears `timeout` and `signal` aborts. Default 30,000. */
  timeoutMs?: number;
  /** Success means that the page goes elsewhere. */
  navigates?: boolean;
  /** Shows the call once it is done, in place of what `render` draws. */
  ui?: ToolUi<Input>;
  /** Shows something on the page: on a phone the chat makes room for it once the tool has succeeded. */
  shows?: boolean;
  /**
   * The handler waits for an answer of the visitor. Its card says so, and a message that the visitor writes instead ends it:
   * its signal aborts, and the agent gets the message.
   */
  asksVisitor?: boolean;
}

export type ToolSourceName = 'cards' | 'page' | 'webmcp' | 'abilities';

/** What Bellhop's own cards have beyond a page's tools: they are drawn in the thread, and some wait for an answer. */
export interface CardTraits {
  /** Refuses what a schema can't say. Throws ToolError `invalid_input`. */
  check?: (input: JsonObject) => void;
  /** What the question before it is about; absent: the tool's title. */
  about?: (input: JsonObject) => string;
  /** The part of the input that runs, where the rest only names what runs. */
  given?: (input: JsonObject) => JsonObject;
  /** The line that asks for an answer, which `execute` gets as `context.answer`. Absent: the card asks nothing. */
  asks?: (input: JsonObject) => string;
  /** The answer that a message of these words gives, or null where they are an ordinary message. */
  typed?: (input: JsonObject, words: string) => JsonObject | null;
  /** Its result holds what the visitor entered: it is never stored in the browser. */
  isSecret?: boolean;
}

/** What running a tool does. */
export interface ToolEffect {
  isReadOnly: boolean;
  isIdempotent: boolean;
  isDestructive: boolean;
  navigates: boolean;
}

/** The functions of a tool that is ready for the pipeline. */
export interface ToolFunctions {
  /** Refuses what JSON Schema can't say. Throws ToolError `invalid_input`. */
  check?: (input: JsonObject) => unknown;
  /** Throws ToolError (or anything, which becomes execution_failed). */
  execute: (input: JsonObject, context: ToolContext) => Promise<unknown>;
  verify?: (input: JsonObject, context: ToolContext) => Promise<unknown>;
  summarize?: (input: JsonObject) => Promise<unknown>;
  /** Draws a call in the thread. May throw. */
  render?: (call: RenderedCall) => unknown;
  /** As the page gave it: whoever draws it checks it. */
  ui?: unknown;
}

/** A tool ready for the pipeline, whatever it came from. */
export interface Tool extends ToolEffect, ToolFunctions {
  card?: CardTraits;
  source: ToolSourceName;
  name: string;
  title: string;
  description: string;
  inputSchema: JsonObject;
  approval: 'auto' | 'ask' | 'always';
  timeoutMs: number;
  asksVisitor: boolean;
  /** What it does is to be seen on the page: it shows something there, or goes elsewhere. */
  isSeen: boolean;
}

export type CallState =
  /** No source of the page has registered this tool yet; the call waits a moment for one that does. */
  | { state: 'looking' }
  | { state: 'elsewhere' } // another browser began this run: "Run it here?"
  | { state: 'asking'; question: ToolQuestion }
  /** `isAsking`: the handler waits for an answer of the visitor. `isSeen`: what it does is to be seen on the page. */
  | {
      state: 'running';
      startedAt: number;
      isAsking?: boolean;
      isSeen?: boolean;
      /** One of Bellhop's own cards: what it shows is told by itself. */
      isCard?: boolean;
    }
  /** Done here, on its way to the gateway. */
  | { state: 'posting'; outcome: CallOutcome }
  /** The gateway doesn't take it: the visitor may have it posted again. */
  | { state: 'unposted'; outcome: CallOutcome }
  | { state: 'settled'; outcome: CallOutcome }
  /** The log or a 409 says that nobody waits for it any more. */
  | { state: 'discarded' };

export interface CallOutcome {
  isError: boolean;
  code?: Open<ToolErrorCode>;
  message?: string;
  durationMs: number | null;
  /** What was (or will be) posted, for the card's details. */
  content?: string;
}

/** A record is the visitor's answer to a card. */
export type Decision = 'once' | 'conversation' | 'no' | JsonObject;

/** What a question says beside the tool's title, in the page's words. */
export interface QuestionWords {
  /** What the tool's schema calls its fields, by name. */
  labels?: Readonly<Record<string, string>>;
  /** What the schema calls the values that are given, by the field's name. */
  values?: Readonly<Record<string, string>>;
  /** The first arguments that are names or figures, for the question's first line. */
  main?: readonly string[];
  /** What will happen, as the tool says it; the input is what is approved. */
  summary?: ToolSummary;
}

export interface ToolQuestion extends QuestionWords {
  toolUseId: string;
  title: string;
  name: string;
  description: string;
  /** Exactly what will run. */
  input: JsonObject;
  /** All of it as one text, call, tool and input: an answer holds for what has the same. */
  binding: string;
  offersConversation: boolean;
  isDestructive: boolean;
  /** One of Bellhop's own cards asks, whose answer is a record; `title` is its question. */
  isCard?: boolean;
}

export interface CallView {
  toolUseId: string;
  name: string;
  /** The tool's title, or its name made readable. */
  title: string;
  status: CallState;
}

export interface ToolsSnapshot {
  /** By tool_use_id: what this device knows of each call. */
  calls: ReadonlyMap<string, CallView>;
  /** Questions in the order in which they were asked. */
  questions: readonly ToolQuestion[];
  /** A handler has started and its result isn't posted, or may have in another page: a message must wait (sync A3). */
  isRunning: boolean;
  /** The tool of this name that the page offers now. */
  find?(name: string): Partial<Pick<Tool, 'render' | 'ui' | 'title'>> | null;
}

/** The seam to the session room, so that neither imports the other. */
export interface CallRequest {
  toolUseId: string;
  name: string;
  input: JsonObject;
  traceparent?: string;
  firstSeenAt: number;
  isOurs: boolean;
}

/** Posts the results of one pause. `failed`: nothing more is posted unless the visitor says so. */
export type PostResults = (
  results: readonly ToolResultInput[],
  how?: {
    /** Asked before each request: a result that another tab knows better by then isn't posted. */
    isStill?: (toolUseId: string) => Promise<boolean>;
    /** An earlier page may have posted it. */
    mayHaveLeft?: (toolUseId: string) => boolean;
  },
) => Promise<Map<string, 'accepted' | 'discarded' | 'pending' | 'failed'>>;

export interface ToolRunner {
  getSnapshot(): ToolsSnapshot;
  subscribe(listener: () => void): () => void;
  /**
   * Says what the gateway waits for now. Idempotent; called after each change of the log.
   * Calls that are gone (answered elsewhere, cancelled by a message) are aborted and dropped.
   */
  update(calls: readonly CallRequest[]): void;
  /** The visitor's answer; `binding` must be the question's own. Ignored when it isn't. */
  answer(toolUseId: string, binding: string, decision: Decision): void;
  /** Run a call that another device's message began. */
  runHere(toolUseId: string): void;
  /** The visitor wants the results posted that the gateway didn't take. */
  retryPosting(): void;
  /** A new message was typed: open questions are skipped (sync A3). */
  skipQuestions(): void;
  /** Takes the words of a message as the answer to a card that offers them. False: they are a message. */
  takeWords(words: string): boolean;
  /** The visitor pressed Stop: abort handlers, post what is true of each call. Resolves when posted. */
  stop(): Promise<void>;
  /** Conversation ended or changed: forget approvals. */
  close(): void;
}

export type { Json };
