// Builds one conversation: its token, its gateway client, its session, and its tool calls. It joins rooms and makes no
// decision that belongs to one of them.

import type { Http } from '../client/http.ts';
import { createCredentials, createSessionCalls, GatewayError } from '../client/index.ts';
import { writeJson } from '../dom/json.ts';
import type { CheckedOptions } from '../loader/attributes.ts';
import type { Platform } from '../platform/index.ts';
import type { TicketRequest } from '../protocol/index.ts';
import { createSession } from '../session/index.ts';
import type { Session } from '../session/types.ts';
import type { ToolRegistry } from '../tools/index.ts';
import type { DebugLog } from './debug-log.ts';
import type { FailureTeller } from './failure-teller.ts';
import type { GetTicket } from './tickets.ts';
import { createToolCalls, type ToolCalls, type ToolCallsParts } from './tool-calls.ts';

export interface ConversationParts extends Pick<ToolCallsParts, 'loadToolWork'> {
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
  tools: Pick<ToolCalls, 'state' | 'runner'>;
  /** Requests of parts that are fetched late, with this conversation's token. */
  http: Http;
  /** Like the session's `send`; but the message, once stored, waits until the site knows of the page's new tools. */
  send: Session['send'];
  close(): void;
}

/** How long a session that its endpoint has called new counts as empty, in ms: the first list follows at once. */
const NEW_MS = 5_000;
/** How long a message waits at most for the site to be told of new tools. */
const TELL_LIMIT_MS = 2_000;

export function createConversation(parts: ConversationParts): Conversation {
  const { platform, options, registry, debug, getTicket, failures } = parts;
  let { sessionId, isNew } = parts;
  let isClosed = false;
  /** Monotonic ms until which nothing can stand in the session. */
  let newUntil = 0;
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
    // A later token is for a session that has something in it, whatever its endpoint says.
    if (ticket.is_new && sessionId === null) newUntil = platform.clock.monotonic() + NEW_MS;
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
  const { calls: gateway, http } = createSessionCalls({
    baseUrl: options.gateway ?? '',
    credentials,
    fetch: platform.fetch,
    clock: platform.clock,
    onWarning: debug.warn,
    onTrace: debug.trace,
    onAnswer: failures.answered,
    onFailure: failures.gateway,
  });

  const tools = createToolCalls(parts, (asked) =>
    createSession({
      platform,
      gateway: {
        ...gateway,
        /** A first message doesn't wait for a list that has nothing in it. */
        async list(...asked) {
          const isEmpty = platform.clock.monotonic() < newUntil;
          newUntil = 0;
          return isEmpty ? { data: [], next_page: null } : gateway.list(...asked);
        },
      },
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
        holdsMessages: () => isTelling,
        ...asked,
      },
      onWarning: debug.warn,
      onEvent: debug.event,
    }),
  );
  const { session } = tools;

  return {
    session,
    tools,
    http,
    send(content, isTyped) {
      const [block] = content;
      if (content.length === 1 && block?.type === 'text' && tools.runner()?.takeWords(block.text)) {
        return Promise.resolve('');
      }
      void tellTools();
      return session.send(content, isTyped);
    },
    close() {
      isClosed = true;
      tools.close();
      credentials.close();
    },
  };
}
