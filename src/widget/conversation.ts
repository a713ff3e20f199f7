// Builds one conversation: its token, its gateway client, its session, and the runner of its tool calls, which is
// fetched when the gateway first waits for a tool. It joins rooms and makes no decision that belongs to one of them.

import { createCredentials, createSessionCalls, GatewayError } from '../client/index.ts';
import { writeJson } from '../dom/json.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import { isFramedByAnother, type Platform } from '../platform/index.ts';
import type { TicketRequest } from '../protocol/index.ts';
import { createSession } from '../session/index.ts';
import type { Session } from '../session/types.ts';
import { loadToolRunner, type ToolRegistry } from '../tools/index.ts';
import type { ToolRunner, ToolsSnapshot } from '../tools/types.ts';
import type { DebugLog } from './debug-log.ts';
import type { FailureTeller } from './failure-teller.ts';
import { NO_TOOLS } from './stage.ts';
import type { GetTicket } from './tickets.ts';
import { createValue, type Value } from './value.ts';

export interface ConversationParts {
  platform: Platform;
  options: CheckedOptions;
  registry: ToolRegistry;
  debug: DebugLog;
  getTicket: GetTicket;
  failures: FailureTeller;
  onNoSession(error: GatewayError): void;
  /** Settles once every source of tools has been read, or has had time enough. */
  toolsRead(): Promise<void>;
  /** Null: the site's endpoint chooses the session. */
  sessionId: string | null;
  /** The session to ask the endpoint for; nothing of it is shown before the endpoint has given it. */
  wanted: string | null;
  /** Ask the endpoint for a new session instead of the visitor's last one. */
  isNew: boolean;
  settleMs: number | undefined;
  /** Called with each ticket, before its session is taken: whose it is, by the site's mark. */
  onOwner(owner: string | null, sessionId: string): void;
  owner(): string;
  /** Called with the id of the session that the endpoint has chosen. */
  onSessionId(sessionId: string): void;
}

export interface Conversation {
  session: Session;
  tools: Value<ToolsSnapshot>;
  /** Null until the gateway has waited for a tool. */
  runner(): ToolRunner | null;
  /** Like the session's `send`; but the message, once stored, waits until the site knows of the page's new tools. */
  send: Session['send'];
  close(): void;
}

/** How long a message waits at most for the site to be told of new tools. */
const TELL_LIMIT_MS = 2_000;
/** Pause before the runner is fetched again after a failure. */
const RUNNER_RETRY_MS = 5_000;

export function createConversation(parts: ConversationParts): Conversation {
  const { platform, options, registry, debug, getTicket, failures } = parts;
  let { sessionId, isNew } = parts;
  let runner: ToolRunner | null = null;
  let isClosed = false;
  const tools = createValue(NO_TOOLS);
  /** The page's tools as the endpoint was last told of them, as JSON; '' before the first time. */
  let told = '';

  async function ask() {
    await parts.toolsRead();
    const offered = registry.definitions();
    const asked = sessionId ?? parts.wanted;
    const request: TicketRequest = {
      ...(asked === null ? {} : { session_id: asked }),
      ...(isNew && sessionId === null ? { new: true } : {}),
      ...(offered.length === 0 ? {} : { tools: offered }),
    };
    const ticket = await getTicket(request);
    // Note the tools that were sent, not those of now: one that was registered meanwhile must still be told.
    told = writeJson(offered);
    isNew = false;
    if (!isClosed) parts.onOwner(ticket.owner ?? null, ticket.session_id);
    // The owner has changed, and another conversation stands in this one's place.
    if (isClosed) return ticket;
    if (sessionId === null) {
      sessionId = ticket.session_id;
      parts.onSessionId(sessionId);
    } else if (ticket.session_id !== sessionId) {
      // The site no longer gives this session to this visitor; the token that came opens another conversation.
      throw new GatewayError('not_found', 'The site gave another session than the one asked for.', {
        outcome: 'not_applied',
      });
    }
    return ticket;
  }

  let isTelling = false;
  /**
   * Tells the site of tools that were registered since it was last told, so that the agent has them with the message.
   */
  async function tellTools(): Promise<void> {
    const isNews = told !== '' && told !== writeJson(registry.definitions());
    if (sessionId === null || isTelling || !isNews) return;
    isTelling = true;
    // If the site can't be told in time, the message leaves anyway, and the agent has the tools that it knows.
    const limit = new Promise<void>((resolve) => {
      platform.clock.setTimeout(resolve, TELL_LIMIT_MS);
    });
    await Promise.race([ask().catch(() => {}), limit]);
    isTelling = false;
    session.toolsChanged();
  }

  const credentials = createCredentials({
    clock: platform.clock,
    getTicket: ask,
    onFailure: parts.onNoSession,
  });
  const { calls: gateway } = createSessionCalls({
    baseUrl: options.gateway ?? '',
    credentials,
    fetch: platform.fetch,
    clock: platform.clock,
    onWarning: debug.warn,
    onTrace: debug.trace,
    onAnswer: failures.answered,
    onFailure: failures.gateway,
  });

  /** The gateway waits for a tool, and the runner is being fetched for the first time. */
  let isAwaited = false;
  const session = createSession({
    platform,
    gateway,
    sessionId,
    getSessionId: async () => (await credentials.ticket()).session_id,
    // A constant will do: the database itself belongs to this widget alone.
    namespace: 'chat',
    options: {
      transport: options.transport,
      history: options.history,
      includeThinking: options.thinking,
      owner: parts.owner,
      ...(parts.settleMs === undefined ? {} : { commitWindowMs: parts.settleMs }),
      // Count the first fetch of the runner as running: an earlier page may have begun a handler, and only the runner
      // knows. After a failed fetch nothing waits for it.
      holdsMessages: () => isTelling,
      areHandlersRunning: () => isAwaited || tools.get().isRunning,
      hasOpenQuestions() {
        const { questions, calls } = tools.get();
        return (
          questions.length > 0 ||
          [...calls.values()].some(({ status }) => status.state === 'running' && status.isAsking)
        );
      },
      onQuestionsSkipped: () => runner?.skipQuestions(),
      // Wait for a runner that is being fetched: once there, it would begin the calls that the visitor has stopped.
      async stopTools() {
        await fetching;
        await runner?.stop();
      },
    },
    onWarning: debug.warn,
    onEvent: debug.event,
  });

  let isFetching = false;
  /** The last fetch of the runner, ended or not. */
  let fetching: Promise<void> = Promise.resolve();
  let attempts = 0;
  async function fetchRunner(): Promise<void> {
    isFetching = true;
    isAwaited = attempts === 0;
    attempts += 1;
    try {
      const { createToolRunner } = await loadToolRunner();
      if (isClosed || sessionId === null) return;
      const made = createToolRunner({
        platform,
        registry,
        postResults: session.postResults,
        evict: session.evict,
        refresh: session.refresh,
        onWarning: debug.warn,
        namespace: `tools:${sessionId}`,
        isFramed: isFramedByAnother(),
        ...(parts.settleMs === undefined ? {} : { commitMs: parts.settleMs }),
      });
      made.subscribe(() => {
        tools.set(made.getSnapshot());
        session.toolsChanged();
      });
      runner = made;
      isAwaited = false;
      follow();
    } catch (error) {
      isAwaited = false;
      session.toolsChanged();
      debug.warn(`The tools could not be loaded: ${error}`);
      platform.clock.setTimeout(() => {
        isFetching = false;
        if (!isClosed) follow();
      }, RUNNER_RETRY_MS);
    }
  }

  function follow(): void {
    const { run, isUpToDate } = session.getSnapshot();
    // Run no call of the stored log before the gateway has been asked: it may have ended long ago.
    const calls = run.state === 'paused' && isUpToDate ? run.calls : [];
    if (runner !== null) runner.update(calls);
    else if (calls.length > 0 && !isFetching) fetching = fetchRunner();
  }
  session.subscribe(follow);
  follow();

  return {
    session,
    tools,
    send(content, isTyped) {
      const [block] = content;
      if (content.length === 1 && block?.type === 'text' && runner?.takeWords(block.text)) {
        return Promise.resolve('');
      }
      void tellTools();
      return session.send(content, isTyped);
    },
    runner: () => runner,
    close() {
      isClosed = true;
      runner?.close();
      session.close();
      credentials.close();
    },
  };
}
