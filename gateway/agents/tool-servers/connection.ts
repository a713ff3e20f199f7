// One connection to a tool server: the Model Context Protocol over streamable HTTP, by the protocol's own client.

import {
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type Progress,
  StreamableHTTPClientTransport,
  UrlElicitationRequiredError,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../kernel/clock.ts';
import type { OutsideFetch } from '../../kernel/outside-fetch.ts';
import type { JsonObject, ToolDefinition } from '../../wire.ts';
import type { ToolServer } from '../settings-schema.ts';
import { type CallTeller, type CallUnderWay, startCall } from './call-under-way.ts';
import { createDeadline } from './deadline.ts';
import { readResult, readWanted } from './served-result.ts';
import { MCP_APPS, type ToolUi, toolUiOf } from './tool-ui.ts';

const LIST_TIMEOUT_MS = 10_000;
/** A call may be silent for so long; its reports of progress give it more time, up to the second. */
const CALL_SILENCE_MS = 60_000;
const CALL_TOTAL_MS = 300_000;
/** The protocol's client has a limit of its own, which knows nothing of these. */
const NEVER_MS = 2 ** 31 - 1;
/** How long a server is waited for that is told of an end: to cancel a call, and that the session is over. */
const FAREWELL_MS = 2_000;
const MAX_PROGRESS = 120;
const MAX_TOOLS = 256;
/** Bytes of a server's list of tools, all its pages together: each turn compares it and sends it to the model. */
const MAX_LIST_BYTES = 1024 * 1024;
/** Bytes of a resource that an app is made of, with what stands around it, and the time that reading it may take. */
const MAX_RESOURCE_BYTES = 10 * 1024 * 1024;
const RESOURCE_TIMEOUT_MS = 10_000;
/** Requests to a server in one turn, pages and reopened streams included: the server itself says how soon it is asked again. */
const MAX_REQUESTS = 150;

/**
 * What a server says its results look like is not looked at: a model reads them as text, and a server's pattern could hold up
 * the process for ever.
 */
const UNREAD: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (data: unknown) => ({ valid: true, data: data as T, errorMessage: undefined });
  },
};

export interface ToolConnection {
  /** As the server calls itself; empty where it doesn't. */
  server: { name: string; version: string };
  /** The server's tools; where two have one name, the first alone. */
  list(): Promise<ListedTool[]>;
  call(tool: ListedTool, input: Record<string, unknown>): CallUnderWay;
  /** A resource's contents, as the server gives them. @throws where it is too long, too slow, or isn't there */
  read(uri: string): Promise<readonly JsonObject[]>;
  close(): Promise<void>;
}

export interface ListedTool extends Omit<ToolDefinition, 'title'> {
  /** For people; null where the server has none. */
  title: string | null;
  /** The server's own notes on the tool, such as that it only reads; null where there are none. */
  annotations: JsonObject | null;
  /** The app that shows its results, and who may call it; null: nothing is said, a model may. */
  ui: ToolUi | null;
}

export interface ConnectionParts {
  fetch: OutsideFetch;
  clock: Pick<Clock, 'monotonic' | 'setTimeout' | 'clearTimeout'>;
}

/**
 * @param onListChanged told where the server says that its tools are others now
 * @throws where the server can't be reached, or speaks otherwise.
 */
export async function connectTools(
  { url, headers = {} }: Pick<ToolServer, 'url' | 'headers'>,
  { fetch, clock }: ConnectionParts,
  signal: AbortSignal,
  onListChanged: () => void = () => {},
): Promise<ToolConnection> {
  const client = new Client(
    { name: 'bellhop-gateway', version: '1' },
    // Servers of the newest protocol, and those of the one before it.
    {
      versionNegotiation: { mode: 'auto' },
      jsonSchemaValidator: UNREAD,
      capabilities: { extensions: MCP_APPS, elicitation: { form: {}, url: {} } },
    },
  );
  // A call that waits for an answer fails at once, and not when its time is over.
  const overrun = new AbortController();
  const until = AbortSignal.any([signal, overrun.signal]);
  const giveUp = (why: string) => {
    const error = new Error(why);
    overrun.abort(error);
    throw error;
  };
  let isConnected = false;
  let requests = 0;
  let left = MAX_LIST_BYTES;
  const count = (bytes: number) => {
    left -= bytes;
    if (left < 0) giveUp(`A reply had more bytes than it may have.`);
  };
  /** Notices to the server that are on their way, that a call is cancelled among them. */
  const notices = new Set<Promise<unknown>>();
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (address, init) => {
      requests += 1;
      if (requests > MAX_REQUESTS) giveUp(`A turn made more than ${MAX_REQUESTS} requests.`);
      // While it finds out which protocol is spoken the client heeds no signal. Later a notice may have to go out behind it.
      const own = init?.signal;
      const signal = isConnected ? own : AbortSignal.any(own ? [own, until] : [until]);
      return counted(await fetch(address, { ...init, signal }), count);
    },
    requestInit: { headers: { ...headers } },
  });
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    const sent = send(message, options);
    if (!('id' in message)) {
      notices.add(sent);
      sent.catch(() => {}).finally(() => notices.delete(sent));
    }
    return sent;
  };
  /** Asks for the call that is under way; calls of one connection come one after the other. */
  let ask: CallTeller['ask'] | null = null;
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    if (ask === null) return { action: 'cancel' };
    const { message } = params;
    if ('requestedSchema' in params) return ask({ message, schema: params.requestedSchema });
    const { action } = await ask({ message, url: params.url });
    return { action };
  });
  client.setNotificationHandler('notifications/tools/list_changed', onListChanged);
  await client.connect(transport, { signal: until, timeout: LIST_TIMEOUT_MS });
  isConnected = true;
  const { name = '', version = '' } = client.getServerVersion() ?? {};
  return {
    server: { name, version },
    async list() {
      left = MAX_LIST_BYTES;
      const limits = { signal: until, timeout: LIST_TIMEOUT_MS };
      const { tools } = await client.listTools(undefined, limits);
      return (
        tools
          .slice(0, MAX_TOOLS)
          // One that only runs as a task of the protocol's can't be called here.
          .filter(({ execution }) => execution?.taskSupport !== 'required')
          .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
          .map(({ name, title, annotations, description = '', inputSchema, _meta }) => ({
            name,
            title: title ?? annotations?.title ?? null,
            description,
            input_schema: inputSchema as JsonObject,
            annotations: annotations === undefined ? null : { ...annotations },
            ui: toolUiOf(_meta),
          }))
      );
    },
    call: ({ name, title, ui }, input) =>
      startCall(clock, async (tell) => {
        // Only the beginning of a result is read. The caller's `fetch` bounds how long it may be.
        left = Number.POSITIVE_INFINITY;
        const late = new AbortController();
        const limits = { silenceMs: CALL_SILENCE_MS, totalMs: CALL_TOTAL_MS };
        const deadline = createDeadline(clock, limits, () =>
          late.abort(new Error('The call took too long.')),
        );
        deadline.touch();
        ask = async (question) => {
          // The visitor's time isn't the server's.
          deadline.stop();
          const answer = await tell.ask(question);
          deadline.touch();
          return answer;
        };
        try {
          const result = await client.callTool(
            { name, arguments: input },
            {
              signal: AbortSignal.any([until, late.signal]),
              timeout: NEVER_MS,
              onprogress(progress) {
                deadline.touch();
                const text = progressText(progress);
                if (text !== '') tell.progress(text);
              },
            },
          );
          return readResult(result, {
            title: title ?? name,
            hasApp: (ui?.resource ?? null) !== null,
          });
        } catch (error) {
          if (error instanceof UrlElicitationRequiredError) return readWanted(error.elicitations);
          throw error;
        } finally {
          ask = null;
          deadline.stop();
        }
      }),
    async read(uri) {
      left = MAX_RESOURCE_BYTES;
      const limits = {
        signal: until,
        timeout: RESOURCE_TIMEOUT_MS,
        maxTotalTimeout: RESOURCE_TIMEOUT_MS,
      };
      const { contents } = await client.readResource({ uri }, limits);
      return contents as readonly JsonObject[];
    },
    async close() {
      const isTold = Promise.allSettled(notices).then(() => transport.terminateSession());
      await Promise.race([
        isTold.catch(() => {}),
        new Promise((resolve) => clock.setTimeout(() => resolve(null), FAREWELL_MS)),
      ]);
      await client.close();
    },
  };
}

/** @param count told of each piece; what it throws breaks the reply off. */
function counted(reply: Response, count: (bytes: number) => void): Response {
  if (reply.body === null) return reply;
  const body = reply.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        count(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
  );
  return new Response(body, reply);
}

/** What a server says of its progress in words, or else how far it is; empty where it says neither. */
function progressText({ message, progress, total }: Progress): string {
  const words = (message ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (words !== '') return words.slice(0, MAX_PROGRESS);
  const part = total !== undefined && total > 0 ? progress / total : Number.NaN;
  return part >= 0 && part <= 1 ? `${Math.floor(part * 100)} %` : '';
}
