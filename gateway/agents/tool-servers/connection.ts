// One connection to a tool server: the Model Context Protocol over streamable HTTP, by the protocol's own client.

import {
  type CallToolResult,
  Client,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { OutsideFetch } from '../../kernel/outside-fetch.ts';
import type { JsonObject, ToolDefinition } from '../../wire.ts';
import type { ToolServer } from '../settings-schema.ts';
import { MCP_APPS, type ToolUi, toolUiOf } from './tool-ui.ts';

const LIST_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 60_000;
/** Characters of one result that the model reads. */
const MAX_RESULT = 100_000;
const MAX_TOOLS = 256;
/** Bytes of a server's list of tools, all its pages together: each turn compares it and sends it to the model. */
const MAX_LIST_BYTES = 1024 * 1024;
/** Bytes of a resource that an app is made of, with what stands around it, and the time that reading it may take. */
const MAX_RESOURCE_BYTES = 3 * 1024 * 1024;
const RESOURCE_TIMEOUT_MS = 10_000;
/** Characters of a result, as JSON, that an app is given. */
const MAX_WHOLE = 1024 * 1024;
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
  /** The server's tools; where two have one name, the first alone. */
  list(): Promise<ListedTool[]>;
  call(name: string, input: Record<string, unknown>): Promise<ServedResult>;
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

export interface ServedResult {
  text: string;
  isFailure: boolean;
  /** All of it, for an app; null where that is too much. */
  whole: JsonObject | null;
}

/** @throws where the server can't be reached, or speaks otherwise. */
export async function connectTools(
  { url, headers = {} }: ToolServer,
  fetch: OutsideFetch,
  signal: AbortSignal,
): Promise<ToolConnection> {
  const client = new Client(
    { name: 'bellhop-gateway', version: '1' },
    // Servers of the newest protocol, and those of the one before it.
    {
      versionNegotiation: { mode: 'auto' },
      jsonSchemaValidator: UNREAD,
      capabilities: { extensions: MCP_APPS },
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
  let requests = 0;
  let left = MAX_LIST_BYTES;
  const count = (bytes: number) => {
    left -= bytes;
    if (left < 0) giveUp(`A reply had more bytes than it may have.`);
  };
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: async (address, init) => {
      requests += 1;
      if (requests > MAX_REQUESTS) giveUp(`A turn made more than ${MAX_REQUESTS} requests.`);
      return counted(await fetch(address, init), count);
    },
    requestInit: { headers: { ...headers } },
  });
  await client.connect(transport, { signal: until, timeout: LIST_TIMEOUT_MS });
  return {
    async list() {
      left = MAX_LIST_BYTES;
      const limits = { signal: until, timeout: LIST_TIMEOUT_MS };
      const { tools } = await client.listTools(undefined, limits);
      return tools
        .slice(0, MAX_TOOLS)
        .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
        .map(({ name, title, annotations, description = '', inputSchema, _meta }) => ({
          name,
          title: title ?? annotations?.title ?? null,
          description,
          input_schema: inputSchema as JsonObject,
          annotations: annotations === undefined ? null : { ...annotations },
          ui: toolUiOf(_meta),
        }));
    },
    async call(name, input) {
      // Only the beginning of a result is read. The caller's `fetch` bounds how long it may be.
      left = Number.POSITIVE_INFINITY;
      const result = await client.callTool(
        { name, arguments: input },
        { signal: until, timeout: CALL_TIMEOUT_MS, maxTotalTimeout: CALL_TIMEOUT_MS },
      );
      return {
        text: textOf(result).slice(0, MAX_RESULT),
        isFailure: result.isError === true,
        whole: wholeOf(result),
      };
    },
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
    close: () => client.close(),
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

function wholeOf(result: CallToolResult): JsonObject | null {
  const { content = [], structuredContent, isError, _meta } = result;
  const whole = {
    content,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(isError === undefined ? {} : { isError }),
    ...(_meta === undefined ? {} : { _meta }),
  };
  try {
    return JSON.stringify(whole).length > MAX_WHOLE ? null : (whole as JsonObject);
  } catch {
    // Nested deeper than can be written.
    return null;
  }
}

function textOf({ content = [], structuredContent }: CallToolResult): string {
  const texts = content.map((block) => {
    if (block.type === 'text') return block.text;
    if (block.type === 'resource' && 'text' in block.resource) return block.resource.text;
    return `[A part of the result that can't be read here: ${block.type}]`;
  });
  if (texts.length === 0 && structuredContent !== undefined) {
    return JSON.stringify(structuredContent);
  }
  return texts.join('\n\n');
}
