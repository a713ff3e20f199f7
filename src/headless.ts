// The npm entry `./headless`: the conversation without a panel. It is the widget's own core (outbox, stream and lists, tabs,
// storage, tools with their journal), for a page that draws its chat itself.

import { document } from './dom/document.ts';
import { needsPage } from './loader/needs-page.ts';
import { findProblem } from './loader/required.ts';
import type { InputBlock } from './protocol/index.ts';
import type { SessionSnapshot } from './session/types.ts';
import type { RegisterTool } from './tools/define-tool.ts';
import type { Decision, PageTool, ToolQuestion, ToolsSnapshot } from './tools/types.ts';
import type { ConversationSummary } from './ui/types.ts';
import { type Core, createCore } from './widget/core.ts';
import { isMarked } from './widget/mark.ts';
import { createOptionsReader } from './widget/options.ts';
import { isOwnMachine } from './widget/own-host.ts';
import { createStage } from './widget/stage.ts';
import type { ChatEvents, Configuration, Emit, GetSession } from './widget/types.ts';

/** Those of the script tag that mean something without a panel. */
type Wiring = Pick<
  Configuration,
  | 'name'
  | 'userToken'
  | 'transport'
  | 'thinking'
  | 'history'
  | 'tools'
  | 'abilities'
  | 'loginNonceUrl'
  | 'nonceUrl'
  | 'deleteUrl'
  | 'settleMs'
>;

/** `name` tells several conversations of a page apart; a widget of the same name and gateway shares what is stored. */
export type HeadlessOptions = Wiring & { gateway: string } & (
    | { site: string }
    | { session: string }
    | { getSession: GetSession }
    | { sessionId: string; token: string }
  );

/** Everything to draw. A new object after each change, and the same one until then. */
export interface HeadlessSnapshot extends SessionSnapshot {
  /** Tools that ask before they run, in order. Answer with `answer`. */
  questions: readonly ToolQuestion[];
  /** By tool_use_id: what this device knows of each call. */
  calls: ToolsSnapshot['calls'];
  /** Of this visitor on this device, newest first. */
  conversations: readonly ConversationSummary[];
}

/** What happens, for sounds and analytics; what to draw stands in the snapshot. */
export type HeadlessEvents = Pick<ChatEvents, 'message' | 'tool' | 'error' | 'session'>;

export interface HeadlessChat {
  /** Everything to draw, as it is now. */
  getSnapshot(): HeadlessSnapshot;
  /** Called after each change. Returns how to stop. */
  subscribe(listener: () => void): () => void;
  /** Hears of messages, tools, errors and conversations. Returns how to stop. */
  on<Name extends keyof HeadlessEvents>(
    event: Name,
    handler: (detail: HeadlessEvents[Name]) => void,
  ): () => void;
  /** An earlier page left something unfinished, such as a message on its way: `begin` at once then. */
  readonly isUnfinished: boolean;
  /** Shows the last conversation, or an empty one. Before this, or a `send`, nothing is stored and no request is made. */
  begin(): Promise<void>;
  /** Resolves once the message can't be lost any more, to its local id; to null where there is nothing in it. */
  send(message: string | InputBlock[]): Promise<string | null>;
  /** Stops the run that the visitor sees. Resolves to the content of messages that had not left: it belongs in the composer. */
  stop(): Promise<InputBlock[] | null>;
  /**
   * The visitor's answer to a question of the snapshot: `once`, `conversation` or `no`. Call it from a press of theirs,
   * after they have seen the input: that is what keeps an agent from acting alone.
   */
  answer(question: ToolQuestion, decision: Exclude<Decision, object>): void;
  /** Offers the agent a tool of the page, until the signal aborts. */
  registerTool: RegisterTool;
  /** @deprecated `registerTool(tool, { signal })` takes a tool back when the signal aborts. */
  unregisterTool(name: string): void;
  /** Of a message by its `localId`: looks once more for one that is unconfirmed. */
  check(localId: string): Promise<void>;
  /** Sends a message again: it may appear twice if it was unconfirmed. */
  resend(localId: string): Promise<void>;
  /** Takes a message back; resolves to its content, or to null where it is no longer this page's to take. */
  discard(localId: string): Promise<InputBlock[] | null>;
  /** The call was begun on another device: run it here. */
  runHere(toolUseId: string): void;
  /** Posts results that the gateway has not taken once more. */
  retryTools(): void;
  /** Tries now what waits. */
  retryNow(): void;
  /** Reads what was said before the oldest entry. */
  loadOlder(): Promise<void>;
  /** The composer's text, kept across pages. */
  getDraft(): string;
  /** Keeps the composer's text. */
  setDraft(text: string): void;
  /** Begins another conversation. */
  newConversation(): Promise<void>;
  /** Shows one of `conversations`. */
  openConversation(sessionId: string): void;
  /** Forgets the transcript on this device. */
  clear(): Promise<void>;
  /** By `deleteUrl`. False: it could not be deleted, and nothing has changed. */
  deleteConversation(): Promise<boolean>;
  /** Lets go of everything: requests, timers, storage. What waits is kept for the next page. */
  close(): void;
}

/**
 * A conversation of this page's visitor. Needs a browser.
 * @example
 * const chat = createHeadlessChat({ gateway: 'https://gateway.example', session: '/chat/session' });
 * chat.subscribe(() => draw(chat.getSnapshot().entries));
 * await chat.begin();
 * await chat.send('Hello');
 * @throws TypeError if a required option is missing, Error where there is no page.
 */
export function createHeadlessChat(given: HeadlessOptions): HeadlessChat {
  needsPage('createHeadlessChat');
  const raw = { __proto__: null, ...given };
  const problem = findProblem(raw);
  if (problem) throw new TypeError(`createHeadlessChat: ${problem} is missing or wrong`);
  const warn = (sentence: string): void => console.warn(`[bellhop] ${sentence}`);
  const environment = { baseUrl: document.baseURI, isColor: () => true };
  const options = createOptionsReader(environment, warn).read(raw);
  const namespace = `${options.name}@${given.gateway}`;
  const handlers = new Map<string, Set<(detail: never) => void>>();
  const emit: Emit = (event, detail) => {
    for (const handle of [...(handlers.get(event) ?? [])]) handle(detail as never);
  };
  const stage = createStage({
    raw,
    options: () => options,
    namespace,
    isMarked: isMarked(namespace),
    emit,
    warn,
  });
  const core: Core = createCore(stage);

  const listeners = new Set<() => void>();
  let snapshot: HeadlessSnapshot | null = null;
  const changed = (): void => {
    snapshot = null;
    for (const listener of [...listeners]) listener();
  };
  const stops = [stage.session, stage.tools, stage.conversations].map((value) =>
    value.subscribe(changed),
  );
  const session = () => core.current()?.session;
  const runner = () => core.current()?.tools.runner();

  return {
    getSnapshot() {
      const { calls, questions } = stage.tools.get();
      const conversations = stage.conversations.get();
      snapshot ??= { ...stage.session.get(), calls, questions, conversations };
      return snapshot;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    on(event, handler) {
      const known = handlers.get(event) ?? new Set();
      handlers.set(event, known.add(handler));
      return () => void known.delete(handler);
    },
    isUnfinished: stage.isMarked,
    begin: () => core.begin(),
    send: (message) =>
      core.send(typeof message === 'string' ? [{ type: 'text', text: message }] : message),
    stop: async () => session()?.interrupt() ?? null,
    answer: ({ toolUseId, binding }, decision) => runner()?.answer(toolUseId, binding, decision),
    registerTool: <Input>(tool: PageTool<Input>, how?: { signal?: AbortSignal }) =>
      core.registry.register(tool, how),
    unregisterTool(name) {
      if (isOwnMachine(globalThis.location?.hostname ?? ''))
        warn(
          'registerTool(tool, { signal }) takes a tool back when the signal aborts. unregisterTool(name) goes on working.',
        );
      core.registry.unregister(name);
    },
    check: async (localId) => session()?.check(localId),
    resend: async (localId) => session()?.resend(localId),
    discard: async (localId) => session()?.discard(localId) ?? null,
    runHere: (toolUseId) => runner()?.runHere(toolUseId),
    retryTools: () => runner()?.retryPosting(),
    retryNow: () => session()?.retryNow(),
    loadOlder: async () => session()?.loadOlder(),
    getDraft: () => session()?.getDraft() ?? '',
    setDraft: (text) => session()?.setDraft(text),
    newConversation: () => core.startNew(),
    openConversation: (sessionId) => core.openConversation(sessionId),
    clear: () => core.clear(),
    deleteConversation: () => core.deleteConversation(),
    close() {
      for (const stop of stops) stop();
      listeners.clear();
      handlers.clear();
      core.close();
    },
  };
}

export type { InputBlock, MessageBlock } from './protocol/index.ts';
export type * from './session/types.ts';
export { ToolError } from './tools/tool-error.ts';
export type { CallView, Decision, PageTool, ToolQuestion } from './tools/types.ts';
export type { GetSession, GetUserToken } from './widget/types.ts';
