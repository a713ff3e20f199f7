// Runs one call of a server's tool, from its first line in the log to its result. Where the server asks the visitor meanwhile, the
// call is held, a card of the page asks, and the turn after the answer goes on with it.

import type { Observer } from '../../kernel/observability/observer.ts';
import type { HistoryEvent } from '../../log/history-event.ts';
import type { JsonObject, ToolResultBlock } from '../../wire.ts';
import type { ToolServer } from '../settings-schema.ts';
import type { AgentOutput, ServedApp, TurnContext } from '../types.ts';
import { readAppResource } from './app-resource.ts';
import type { CallEvent, CallUnderWay } from './call-under-way.ts';
import type { ConnectionParts, ListedTool, ToolConnection } from './connection.ts';
import type { Connections, TakenConnection } from './connections.ts';
import type { HeldCall, HeldCalls } from './held-calls.ts';
import { answerIn, cardsFor, linkOf, type ServerQuestion } from './question-cards.ts';

const UNREADABLE = 'The tool’s server could not be reached, or didn’t answer in time.';
const LOST =
  'The tool’s server asked the visitor something and no longer waits for the answer. Whether the tool has done anything isn’t known.';

export const AWAY = { text: UNREADABLE, isFailure: true } as const;

export interface CallParts extends ConnectionParts {
  /** A new id of a call. */
  newCallId(): string;
  observer: Pick<Observer, 'say'>;
}

interface Running {
  id: string;
  /** As the agent calls it: `server/tool`. */
  name: string;
  input: JsonObject;
  server: ToolServer;
  tool: ListedTool;
  connection: ToolConnection;
  /** Where it has waited for the visitor: the connection is this call's own. */
  taken: TakenConnection | null;
  underWay: CallUnderWay;
  /** Whether the call stands in the log already. */
  isWritten: boolean;
}

export interface CallRunner {
  run(
    call: { tool: string; input: Record<string, unknown> },
    of: { server: ToolServer; tool: ListedTool },
  ): AsyncGenerator<AgentOutput>;
  /**
   * Goes on with the calls that have waited for the visitor.
   * @param isOurs whether the gateway runs the call of that name
   */
  goOn(isOurs: (name: string) => boolean): AsyncGenerator<AgentOutput>;
}

export function createCallRunner(
  agentId: string,
  parts: CallParts,
  held: HeldCalls,
  open: Connections,
  context: TurnContext,
): CallRunner {
  const { signal, history } = context;
  const pageTools = new Set(context.tools.map(({ name }) => name));
  return {
    async *run(call, { server, tool }) {
      const id = parts.newCallId();
      const name = call.tool;
      const input = call.input as JsonObject;
      // The block of a call says which app draws it, and that is known once its server has given the result.
      const isWritten = (tool.ui?.resource ?? null) === null;
      if (isWritten) yield { kind: 'served_call', id, name, input };
      const connection = await open.to(server).catch(() => null);
      signal.throwIfAborted();
      if (connection !== null) {
        const underWay = connection.call(tool, input);
        yield* follow({
          id,
          name,
          input,
          server,
          tool,
          connection,
          taken: null,
          underWay,
          isWritten,
        });
      } else if (isWritten) yield { kind: 'served_result', id, ...AWAY };
      else yield { kind: 'served_tool_use', name, input, ...AWAY };
    },
    async *goOn(isOurs) {
      const results = resultsIn(history);
      const waiting = context.place === undefined ? [] : held.take(context.place.session_id);
      for (const call of waiting) {
        const said = results.get(call.cardId);
        // The visitor has written instead, or the run was stopped.
        if (said === undefined || results.has(call.callId))
          call.connection.end('Nobody waits for it.');
        else yield* answered(call, said);
      }
      const known = new Set(waiting.map(({ callId }) => callId));
      for (const id of openCalls(history, results, isOurs)) {
        if (!known.has(id)) yield { kind: 'served_result', id, text: LOST, isFailure: true };
      }
    },
  };

  /** @returns whether the call waits for the visitor. */
  async function* follow(call: Running): AsyncGenerator<AgentOutput, boolean> {
    for (;;) {
      const event = await call.underWay.next();
      signal.throwIfAborted();
      switch (event.kind) {
        case 'progress':
          if (call.isWritten) yield { kind: 'served_progress', id: call.id, text: event.text };
          break;
        case 'asked': {
          const card = await ask(call, event);
          if (card === null) break;
          const { id, name, input } = call;
          if (!call.isWritten) yield { kind: 'served_call', id, name, input };
          const link = linkOf(event.question);
          if (link !== null) yield { kind: 'message', blocks: [link] };
          yield card;
          return true;
        }
        default:
          yield await outcome(call, event);
          return false;
      }
    }
  }

  async function outcome(
    { id, name, input, server, tool, connection, isWritten }: Running,
    event: Extract<CallEvent, { kind: 'done' | 'failed' }>,
  ): Promise<AgentOutput> {
    const { whole, ...said } = event.kind === 'done' ? event.result : { ...AWAY, whole: null };
    if (isWritten) return { kind: 'served_result', id, ...said };
    const app = event.kind === 'done' ? await appOf(connection, server, tool, whole) : null;
    signal.throwIfAborted();
    const made = { kind: 'served_tool_use', name, input } as const;
    return { ...made, ...said, ...(app === null ? {} : { app }) };
  }

  /** Null: the page can't ask that, and the server has been told so. */
  async function ask(
    { id, server, tool, taken, underWay }: Running,
    { question, answer }: { question: ServerQuestion; answer: HeldCall['answer'] },
  ): Promise<AgentOutput | null> {
    const [card, ...rest] = cardsFor(server, question) ?? [];
    const canAsk = card !== undefined && [card, ...rest].every((one) => pageTools.has(one.tool));
    if (!canAsk || context.place === undefined) {
      answer({ action: 'cancel' });
      return null;
    }
    const connection = taken ?? (await open.take(server));
    const asked = { card, rest, values: {}, answer };
    return hold({ callId: id, cardId: '', server, tool, underWay, connection, ...asked });
  }

  function hold(call: HeldCall): AgentOutput {
    const cardId = parts.newCallId();
    if (context.place !== undefined) held.hold(context.place.session_id, { ...call, cardId });
    return { kind: 'tool_use', id: cardId, name: call.card.tool, input: call.card.input };
  }

  async function* answered(call: HeldCall, said: ToolResultBlock): AsyncGenerator<AgentOutput> {
    const { callId: id, connection: taken, server, tool, underWay } = call;
    const { plainer } = call.card;
    if (said.error_code === 'invalid_input' && plainer !== undefined) {
      yield hold({ ...call, card: plainer });
      return;
    }
    const values = answerIn(call.card, said);
    const [card, ...rest] = call.rest;
    if (typeof values === 'object' && card !== undefined) {
      yield hold({ ...call, card, rest, values: { ...call.values, ...values } });
      return;
    }
    taken.follow(signal);
    call.answer(
      typeof values === 'string'
        ? { action: values }
        : { action: 'accept', content: { ...call.values, ...values } },
    );
    const { connection } = taken;
    const named = { id, name: '', input: {}, isWritten: true };
    let isHeld = false;
    try {
      isHeld = yield* follow({ ...named, server, tool, connection, taken, underWay });
    } finally {
      if (!isHeld) taken.end('The call is over.');
    }
  }

  /** Null: the tool has no app, or one that can't be shown. The result counts without it. */
  async function appOf(
    connection: ToolConnection,
    { name: server, url }: ToolServer,
    { ui, name, title, description, input_schema }: ListedTool,
    result: JsonObject | null,
  ): Promise<ServedApp | null> {
    const uri = ui?.resource ?? null;
    if (uri === null) return null;
    const resource =
      result === null
        ? 'result'
        : await connection.read(uri).then(
            (contents) => readAppResource(uri, contents),
            () => 'unreadable' as const,
          );
    if (result !== null && typeof resource !== 'string') {
      const tool = { name, ...(title === null ? {} : { title }), description };
      return {
        agentId,
        server,
        url,
        uri,
        title: title ?? name,
        resource,
        tool: { ...tool, inputSchema: input_schema },
        result,
      };
    }
    parts.observer.say('warn', 'app_left_out', {
      agent_id: agentId,
      server,
      resource: uri,
      why: String(resource),
    });
    return null;
  }
}

function resultsIn(history: readonly HistoryEvent[]): Map<string, ToolResultBlock> {
  const blocks = history.flatMap((event) =>
    event.type === 'user.tool_result' ? event.content : [],
  );
  return new Map(blocks.map((block) => [block.tool_use_id, block]));
}

/** Calls of the gateway's own that have no result: the process that held them is another, or gone. */
const openCalls = (
  history: readonly HistoryEvent[],
  results: ReadonlyMap<string, ToolResultBlock>,
  isOurs: (name: string) => boolean,
): string[] =>
  history
    .flatMap((event) => (event.type === 'agent.tool_use' ? event.content : []))
    .filter(({ id, name }) => !results.has(id) && isOurs(name))
    .map(({ id }) => id);
