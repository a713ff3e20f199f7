// What an app asks of its own server, by way of the gateway: tools that its owner lets the agent have and that the server shows to apps,
// and resources. Nothing of another server, and nothing that waits for the owner.

import type { JsonObject } from '../../wire.ts';
import { matchesAny } from '../limit-tools.ts';
import type { ToolServer } from '../settings-schema.ts';
import type { CallUnderWay } from './call-under-way.ts';
import type { ListedTool, ToolConnection } from './connection.ts';
import { createKnownTools } from './known-tools.ts';
import type { ToolServerParts } from './with-tool-servers.ts';

/** Where an app comes from, and what the agent's settings say of it now. */
export interface AppPlace {
  agentId: string;
  server: ToolServer;
}

type AppParts = Omit<ToolServerParts, 'newCallId' | 'observer'>;

export type AppAnswer =
  | { kind: 'result'; result: Record<string, unknown> }
  | { kind: 'asks'; title: string }
  /** Not the app's to call. */
  | { kind: 'refused' }
  /** The server is away, too slow, or answers with too much. */
  | { kind: 'failed' };

export interface AppCall {
  name: string;
  input: Record<string, unknown>;
  isAllowed: boolean;
}

export async function callForApp(
  parts: AppParts,
  place: AppPlace,
  { name, input, isAllowed }: AppCall,
  signal: AbortSignal,
): Promise<AppAnswer> {
  const { server, agentId } = place;
  if (!matchesAny(server.tools, name)) return { kind: 'refused' };
  return withConnection(parts, server, signal, async (connection) => {
    const known = createKnownTools(parts, agentId);
    const listed = await known.allowed(server, await connection.list(), true);
    const tool = listed.find((one) => one.name === name);
    if (tool === undefined || !isForApp(tool)) return { kind: 'refused' };
    if (matchesAny(server.ask ?? [], name) && !isAllowed) {
      return { kind: 'asks', title: tool.title ?? tool.name };
    }
    const whole = await resultOf(connection.call(tool, input));
    return whole === null ? { kind: 'failed' } : { kind: 'result', result: whole };
  });
}

/** Null: it has failed, or is too long. An app isn't told of progress, and nobody is asked for it. */
async function resultOf(call: CallUnderWay): Promise<JsonObject | null> {
  for (;;) {
    const event = await call.next();
    if (event.kind === 'done') return event.result.whole;
    if (event.kind === 'failed') return null;
    if (event.kind === 'asked') event.answer({ action: 'cancel' });
  }
}

const isForApp = ({ ui }: ListedTool): boolean => ui === null || ui.isForApp;

/** Null: the server has no such resource, is away, or answers with too much. */
export async function readForApp(
  parts: AppParts,
  { server }: AppPlace,
  uri: string,
  signal: AbortSignal,
): Promise<readonly Record<string, unknown>[] | null> {
  const answer = await withConnection(parts, server, signal, async (connection) => ({
    kind: 'result',
    result: { contents: await connection.read(uri) },
  }));
  return answer.kind === 'result'
    ? (answer.result.contents as readonly Record<string, unknown>[])
    : null;
}

async function withConnection(
  parts: AppParts,
  server: ToolServer,
  signal: AbortSignal,
  work: (connection: ToolConnection) => Promise<AppAnswer>,
): Promise<AppAnswer> {
  const { connectTools } = await import('./connection.ts');
  let connection: ToolConnection | undefined;
  try {
    connection = await connectTools(server, parts, signal);
    return await work(connection);
  } catch {
    signal.throwIfAborted();
    return { kind: 'failed' };
  } finally {
    connection?.close().catch(() => {});
  }
}
