// The host's half of MCP Apps (SEP-1865) as far as this chat goes: JSON-RPC with one app. It checks every message and counts
// them; it knows neither frames nor how a question looks. The library's own host brings 121 KB of schemas with it (Brotli).

import type { JsonObject } from '../protocol/index.ts';
import { type FileFacts, readFiles } from './files.ts';

export const PROTOCOL_VERSION = '2026-01-26';
/** A longer message, as JSON in UTF-16 units, ends the app. */
export const MAX_MESSAGE_CHARS = 256 * 1024;
/** More in one second end the app. */
export const MAX_MESSAGES_PER_SECOND = 200;
/** Requests that are under way at once. */
export const MAX_PENDING = 8;
const MAX_TEXT_CHARS = 4_000;
/** A size that goes on changing is not followed: an app and its frame would chase each other. */
const MAX_SIZES_PER_SECOND = 20;

export type DisplayMode = 'inline' | 'fullscreen';

/** What every app has. */
export interface ShowPorts {
  /** To the app. */
  post(message: JsonObject): void;
  /** Milliseconds. */
  now(): number;
  context(): JsonObject;
  resize(height: number): void;
  /** The mode that was set. */
  setMode(mode: DisplayMode): DisplayMode;
  log(level: string, data: unknown): void;
  /** The app is ready, and has been told of its call. */
  ready(): void;
  /** It breaks the rules, or asks for its end. */
  end(why: string): void;
}

/** The server that an app comes from. */
export interface ServerPorts {
  /** Rejects where the tool can't be called, or the visitor doesn't want it. */
  callTool(name: string, input: JsonObject): Promise<unknown>;
  readResource(uri: string): Promise<unknown>;
}

/** What an app may ask the visitor and its server for. */
export interface ActPorts {
  /** Null: it comes from no server, but from a tool of the page. */
  server: ServerPorts | null;
  /** False: the visitor doesn't want it, or it is no link. */
  openLink(url: string): Promise<boolean>;
  /** Sends the visitor's message. False: they don't want it. */
  sendMessage(text: string): Promise<boolean>;
  /** Saves the visitor files. False: they don't want them. */
  saveFiles(files: readonly FileFacts[]): Promise<boolean>;
}

/** Who only reads a conversation has nothing asked in its visitor's name: whatever the app asks for is refused, and has no effect. */
export type HostPorts = ShowPorts & (ActPorts | { isReadOnly: true });

/** What the app is told of its call. */
export interface AppCall {
  tool: JsonObject;
  input: JsonObject;
  result: JsonObject;
  permissions: Readonly<Record<string, object>>;
}

export interface Host {
  /** A message whose sender has been checked. */
  receive(data: unknown): void;
  changeContext(context: JsonObject): void;
  /** Asks the app to let go. Resolves once it has, or after `limit` has resolved. */
  teardown(limit: Promise<void>): Promise<void>;
}

class Refusal extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
const INVALID = -32602;
const UNKNOWN = -32601;
const FAILED = -32000;
/** These ask nothing of anybody. */
const READS = ['ping', 'ui/initialize', 'ui/request-display-mode'];

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function createHost(call: AppCall, ports: HostPorts): Host {
  let isInitialized = false;
  let isOver = false;
  let pending = 0;
  let second = 0;
  let count = 0;
  let sizes = 0;
  let letGo: (() => void) | null = null;
  const acts = 'isReadOnly' in ports ? null : ports;

  const post = (message: JsonObject): void => ports.post({ jsonrpc: '2.0', ...message });
  const notify = (method: string, params: JsonObject): void => post({ method, params });
  const end = (why: string): void => {
    if (isOver) return;
    isOver = true;
    ports.end(why);
  };

  const requests: Readonly<Record<string, (params: JsonObject) => unknown>> = {
    ping: () => ({}),
    'ui/initialize': () => ({
      protocolVersion: PROTOCOL_VERSION,
      hostInfo: { name: 'Bellhop', version: '1' },
      hostCapabilities: {
        logging: {},
        ...(acts && {
          openLinks: {},
          downloadFile: {},
          message: { text: {} },
        }),
        ...(acts?.server && { serverTools: {}, serverResources: {} }),
        sandbox: { permissions: { ...call.permissions } as JsonObject },
      },
      hostContext: ports.context(),
    }),
    'tools/call': ({ name, arguments: input = {} }) => {
      if (typeof name !== 'string' || !isRecord(input))
        throw new Refusal(INVALID, 'A call needs a name, and its arguments as an object.');
      return serverOf(acts).callTool(name, input);
    },
    'resources/read': ({ uri }) => {
      if (typeof uri !== 'string') throw new Refusal(INVALID, 'Reading needs a uri.');
      return serverOf(acts).readResource(uri);
    },
    'ui/open-link': async ({ url }) => {
      if (typeof url !== 'string') throw new Refusal(INVALID, 'A link needs a url.');
      return (await acts?.openLink(url)) ? {} : { isError: true };
    },
    'ui/download-file': async ({ contents }) => {
      const files = readFiles(contents);
      if (files === null) throw new Refusal(INVALID, 'That is no file, or there are too many.');
      return (await acts?.saveFiles(files)) ? {} : { isError: true };
    },
    'ui/message': async ({ role, content }) => {
      const blocks = Array.isArray(content) ? content : [content];
      const text = blocks
        .map((block) => (isRecord(block) && block.type === 'text' ? block.text : null))
        .filter((one) => typeof one === 'string')
        .join('\n')
        .trim();
      if (role !== 'user' || text === '' || text.length > MAX_TEXT_CHARS)
        throw new Refusal(INVALID, `A message is the user's, of 1 to ${MAX_TEXT_CHARS} letters.`);
      return (await acts?.sendMessage(text)) ? {} : { isError: true };
    },
    'ui/request-display-mode': ({ mode }) => ({
      mode: ports.setMode(mode === 'fullscreen' ? mode : 'inline'),
    }),
  };

  const notifications: Readonly<Record<string, (params: JsonObject) => void>> = {
    'ui/notifications/initialized': () => {
      if (isInitialized) return;
      isInitialized = true;
      notify('ui/notifications/tool-input', { arguments: call.input });
      notify('ui/notifications/tool-result', call.result);
      ports.ready();
    },
    'ui/notifications/size-changed': ({ height }) => {
      sizes += 1;
      if (typeof height !== 'number' || !(height > 0) || sizes > MAX_SIZES_PER_SECOND) return;
      ports.resize(height);
    },
    'notifications/message': ({ level, data }) => ports.log(`${level}`.slice(0, 20), data),
    'ui/notifications/request-teardown': () => end('It asked for its end.'),
  };

  async function answer(id: number | string, method: string, params: JsonObject): Promise<void> {
    try {
      if (acts === null && !READS.includes(method))
        throw new Refusal(
          FAILED,
          'This conversation is only read here: nothing is done for its app.',
        );
      const act = Object.hasOwn(requests, method) ? requests[method] : undefined;
      if (act === undefined) throw new Refusal(UNKNOWN, `This chat has no ${method}.`);
      if (pending >= MAX_PENDING) throw new Refusal(FAILED, 'Too many requests at once.');
      pending += 1;
      try {
        const result = await act(params);
        if (!isOver) post({ id, result: result as JsonObject });
      } finally {
        pending -= 1;
      }
    } catch (error) {
      const { code = FAILED, message } = error as Partial<Refusal>;
      const error_ = { code: typeof code === 'number' ? code : FAILED, message: `${message}` };
      if (!isOver) post({ id, error: error_ });
    }
  }

  return {
    receive(data) {
      if (isOver) return;
      const now = Math.floor(ports.now() / 1000);
      if (now !== second) {
        second = now;
        count = 0;
        sizes = 0;
      }
      count += 1;
      if (count > MAX_MESSAGES_PER_SECOND) return end('It sent too many messages.');
      if (!isRecord(data) || data.jsonrpc !== '2.0') return;
      if (lengthOf(data) > MAX_MESSAGE_CHARS) return end('It sent too long a message.');
      const { id, method, params } = data;
      const given = isRecord(params) ? params : {};
      const isNamed = typeof id === 'number' || typeof id === 'string';
      if (typeof method !== 'string') {
        if (isNamed && letGo) letGo();
      } else if (isNamed) {
        void answer(id, method, given);
      } else if (Object.hasOwn(notifications, method)) {
        notifications[method]?.(given);
      }
    },
    changeContext(context) {
      if (isInitialized && !isOver) notify('ui/notifications/host-context-changed', context);
    },
    async teardown(limit) {
      if (isOver || !isInitialized) {
        isOver = true;
        return;
      }
      const gone = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      post({ id: 'bellhop-teardown', method: 'ui/resource-teardown', params: {} });
      await Promise.race([gone, limit]);
      isOver = true;
    },
  };
}

function serverOf(acts: ActPorts | null): ServerPorts {
  if (!acts?.server)
    throw new Refusal(
      FAILED,
      'This app has no server: it can call no tools and read no resources.',
    );
  return acts.server;
}

/** What can't be written as JSON counts as too long. */
function lengthOf(data: JsonObject): number {
  try {
    return JSON.stringify(data).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
