// One connection to a tool server: the Model Context Protocol over streamable HTTP, by the protocol's own client.

import {
  type CallToolResult,
  Client,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { OutsideFetch } from '../../http/outside-fetch.ts';
import type { ToolServer } from '../../schema/agent-settings.ts';
import type { JsonObject, ToolDefinition } from '../../wire.ts';

const LIST_TIMEOUT_MS = 10_000;
const CALL_TIMEOUT_MS = 60_000;
/** Characters of one result that the model reads. */
const MAX_RESULT = 100_000;
const MAX_TOOLS = 256;

export interface ToolConnection {
  /** Of tools with one name the first alone. */
  list(): Promise<ListedTool[]>;
  call(name: string, input: Record<string, unknown>): Promise<ServedResult>;
  close(): Promise<void>;
}

export interface ListedTool extends ToolDefinition {
  /** For people; null where the server has none. */
  title: string | null;
  /** What the server says of it, such as that it only reads; null where it says nothing. */
  annotations: JsonObject | null;
}

export interface ServedResult {
  text: string;
  isFailure: boolean;
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
    { versionNegotiation: { mode: 'auto' } },
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: (address, init) => fetch(address, init),
    requestInit: { headers: { ...headers } },
  });
  await client.connect(transport, { signal, timeout: LIST_TIMEOUT_MS });
  return {
    async list() {
      const { tools } = await client.listTools(undefined, { signal, timeout: LIST_TIMEOUT_MS });
      return tools
        .slice(0, MAX_TOOLS)
        .filter(({ name }, at, all) => all.findIndex((other) => other.name === name) === at)
        .map(({ name, title, annotations, description = '', inputSchema }) => ({
          name,
          title: title ?? annotations?.title ?? null,
          description,
          input_schema: inputSchema as JsonObject,
          annotations: annotations === undefined ? null : { ...annotations },
        }));
    },
    async call(name, input) {
      const limits = { signal, timeout: CALL_TIMEOUT_MS, maxTotalTimeout: CALL_TIMEOUT_MS };
      const result = await client.callTool({ name, arguments: input }, limits);
      return { text: textOf(result).slice(0, MAX_RESULT), isFailure: result.isError === true };
    },
    close: () => client.close(),
  };
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
