// One conversation at work: its token, its gateway client, its session, and the runner of its tool calls, which is
// fetched when the gateway first waits for a tool. Wires rooms together; decides nothing of its own.

import { createCredentials, createSessionCalls, GatewayError } from '../gateway/index.ts';
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
  /** Settles when each source of tools has been read once. */
  toolsRead(): Promise<void>;
  /** Null: a new conversation; the site's endpoint says which. */
  sessionId: string | null;
  /** Ask the endpoint for another session than the one that it knows. */
  isNew: boolean;
  settleMs: number | undefined;
  /** The endpoint has given an id. */
  onSessionId(sessionId: string): void;
}

export interface Conversation {
  session: Session;
  tools: Value<ToolsSnapshot>;
  /** Null until the gateway has waited for a tool. */
  runner(): ToolRunner | null;
  /** The session's own `send`; what it stores leaves once the site knows of the page's tools. */
  send: Session['send'];
  close(): void;
}

/** How long a message waits until the site knows of new tools. */
const TELL_LIMIT_MS = 2_000;
/** When to try again for a runner that couldn't be fetched. */
const RUNNER_RETRY_MS = 5_000;

export function createConversation(parts: ConversationParts): Conversation {
  const { platform, options, registry, debug, getTicket, failures } = parts;
  let { sessionId, isNew } = parts;
  let runner: ToolRunner | null = null;
  let isClosed = false;
  const tools = createValue(NO_TOOLS);
  /** What the endpoint was last told that the page offers. */
  let told = '';

  async function ask() {
    await parts.toolsRead();
    const offered = registry.definitions();
    const request: TicketRequest = {
      ...(sessionId === null ? {} : { session_id: sessionId }),
      ...(isNew && sessionId === null ? { new: true } : {}),
      ...(offered.length === 0 ? {} : { tools: offered }),
    };
    const ticket = await getTicket(request);
    // What was sent, not what there is by now: a tool that came meanwhile is still to be told.
    told = JSON.stringify(offered);
    isNew = false;
    if (isClosed) return ticket;
    if (sessionId === null) {
      sessionId = ticket.session_id;
      parts.onSessionId(sessionId);
    } else if (ticket.session_id !== sessionId) {
      // The site has let go of it; its token would only open another conversation.
      throw new GatewayError('not_found', 'The site gave another session than the one asked for.', {
        outcome: 'not_applied',
      });
    }
    return ticket;
  }

  let isTelling = false;
  /** Tools that were registered since the site was last asked: it passes them on to the agent, before the message. */
  async function tellTools(): Promise<void> {
    const isNews = told !== '' && told !== JSON.stringify(registry.definitions());
    if (sessionId === null || isTelling || !isNews) return;
    isTelling = true;
    // A site that can't be told leaves the agent with the tools that it knows.
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

  /** The gateway waits for a tool, and the runner is on its way for the first time. */
  let isAwaited = false;
  const session = createSession({
    platform,
    gateway,
    sessionId,
    getSessionId: async () => (await credentials.ticket()).session_id,
    // The database is this widget's own already.
    namespace: 'chat',
    options: {
      transport: options.transport,
      history: options.history,
      includeThinking: options.thinking,
      ...(parts.settleMs === undefined ? {} : { commitWindowMs: parts.settleMs }),
      // Until the runner is there nobody knows what an earlier page has begun. One that can't be had holds nothing up.
      holdsMessages: () => isTelling,
      areHandlersRunning: () => isAwaited || tools.get().isRunning,
      hasOpenQuestions: () => tools.get().questions.length > 0,
      onQuestionsSkipped: () => runner?.skipQuestions(),
      // Also one whose code is still on its way: it would begin what the visitor has stopped.
      async stopTools() {
        await fetching;
        await runner?.stop();
      },
    },
    onWarning: debug.warn,
    onEvent: debug.event,
  });

  let isFetching = false;
  /** Of the runner, where it is under way. */
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
    // What an earlier page stored may long be over: nothing runs before the gateway has been asked.
    const calls = run.state === 'paused' && isUpToDate ? run.calls : [];
    if (runner !== null) runner.update(calls);
    else if (calls.length > 0 && !isFetching) fetching = fetchRunner();
  }
  session.subscribe(follow);
  follow();

  return {
    session,
    tools,
    send(content) {
      void tellTools();
      return session.send(content);
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
