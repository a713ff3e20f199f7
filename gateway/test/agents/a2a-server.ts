// An A2A agent in a process of its own, made with the protocol's own server package; its argument says how it is spoken to: JSONRPC,
// HTTP+JSON (the package's own server of that wants Express, so the addresses stand here), or 0.3, which is JSON-RPC of that version.
// What it does is the visitor's first word. It prints its address, and then a line of JSON for each request that it gets.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AgentCard,
  ListTasksResponse,
  type Part,
  Role,
  SendMessageRequest,
  StreamResponse,
  Task,
  TaskState,
} from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
} from '@a2a-js/sdk/server';

const TOKEN = 'Bearer hush';
const SPEAKS = process.argv[2] ?? 'JSONRPC';
let port = 0;
/** The task that waits until somebody listens again. */
let goOn: () => void = () => {};
const cancelled = new Set<string>();

const words = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: 'text/plain',
});

class Agent implements AgentExecutor {
  async execute(asked: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const { taskId, contextId, userMessage, task } = asked;
    const said = userMessage.parts
      .map(({ content }) => (content?.$case === 'text' ? content.value : ''))
      .join('');
    const message = (text: string, more: Part[] = []) => ({
      messageId: `m${Math.random()}`,
      contextId,
      taskId,
      role: Role.ROLE_AGENT,
      parts: [words(text), ...more],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
    });
    const status = (state: TaskState, text: string | null = null) => ({
      state,
      message: text === null ? undefined : message(text),
      timestamp: undefined,
    });
    const begin = () =>
      bus.publish(
        AgentEvent.task(
          task ?? {
            id: taskId,
            contextId,
            status: status(TaskState.TASK_STATE_SUBMITTED),
            artifacts: [],
            history: [userMessage],
            metadata: undefined,
          },
        ),
      );
    const tell = (state: TaskState, text: string | null = null) =>
      bus.publish(
        AgentEvent.statusUpdate({
          taskId,
          contextId,
          status: status(state, text),
          metadata: undefined,
        }),
      );
    const show = (artifactId: string, parts: Part[], append = false) =>
      bus.publish(
        AgentEvent.artifactUpdate({
          taskId,
          contextId,
          artifact: {
            artifactId,
            name: 'Offer',
            description: '',
            parts,
            metadata: undefined,
            extensions: [],
          },
          append,
          lastChunk: true,
          metadata: undefined,
        }),
      );
    if (task !== undefined) {
      begin();
      tell(TaskState.TASK_STATE_COMPLETED, `Booked for ${said}.`);
    } else if (said === 'book') {
      begin();
      tell(TaskState.TASK_STATE_INPUT_REQUIRED, 'For which day?');
    } else if (said === 'write') {
      begin();
      tell(TaskState.TASK_STATE_WORKING, 'Counting lamps.');
      show('a', [words('Every lamp ')]);
      show('a', [words('is brass.')], true);
      show('b', [
        {
          content: { $case: 'raw', value: Buffer.from('lamp;2') },
          metadata: undefined,
          filename: 'lamps.csv',
          mediaType: 'text/csv',
        },
      ]);
      tell(TaskState.TASK_STATE_COMPLETED);
    } else if (said === 'break') {
      begin();
      tell(TaskState.TASK_STATE_WORKING);
      show('a', [words('Every ')]);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      show('a', [words('lamp.')], true);
      tell(TaskState.TASK_STATE_COMPLETED);
    } else if (said === 'wait') {
      begin();
      tell(TaskState.TASK_STATE_WORKING);
      show('a', [words('I begin')]);
      while (!cancelled.has(taskId)) await new Promise((resolve) => setTimeout(resolve, 5));
      tell(TaskState.TASK_STATE_CANCELED);
    } else if (said === 'fail') {
      begin();
      tell(TaskState.TASK_STATE_FAILED, 'The lamp store is away.');
    } else bus.publish(AgentEvent.message(message(`You said: ${said}`)));
    bus.finished();
  }
  async cancelTask(taskId: string): Promise<void> {
    cancelled.add(taskId);
  }
}

const card = (): AgentCard => ({
  name: 'Lamp seller',
  description: 'Sells lamps.',
  supportedInterfaces: [
    {
      url: `http://127.0.0.1:${port}/rpc`,
      protocolBinding: SPEAKS === 'HTTP+JSON' ? SPEAKS : 'JSONRPC',
      tenant: '',
      protocolVersion: '1.0',
    },
  ],
  provider: { organization: 'Lamps Ltd', url: 'https://lamps.example' },
  version: '7',
  capabilities: { streaming: true, extensions: [] },
  securitySchemes: {
    token: {
      scheme: {
        $case: 'httpAuthSecurityScheme',
        value: { description: '', scheme: 'Bearer', bearerFormat: '' },
      },
    },
  },
  securityRequirements: [{ schemes: { token: { list: [] } } }],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [
    {
      id: 'find',
      name: 'Find a lamp',
      description: 'By its light, its room and its price.',
      tags: ['lamps', 'light'],
      examples: [],
      inputModes: [],
      outputModes: [],
      securityRequirements: [],
    },
  ],
  signatures: [],
});

/** As servers of before 1.0 give it. */
const oldCard = () => ({
  protocolVersion: '0.3.0',
  name: 'Lamp seller',
  description: 'Sells lamps.',
  version: '7',
  url: `http://127.0.0.1:${port}/rpc`,
  preferredTransport: 'JSONRPC',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
});

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => void answer(request, body, response));
});
let handler: DefaultRequestHandler;

async function answer(
  { headers, url = '', method = '' }: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  if (headers.authorization !== TOKEN) {
    response.writeHead(401).end();
    return;
  }
  if (url.endsWith('.json')) {
    give(response, SPEAKS === '0.3' ? oldCard() : AgentCard.toJSON(card()));
    return;
  }
  const asked = SPEAKS === 'HTTP+JSON' ? rest(method, url, body) : await rpc(body);
  console.log(JSON.stringify({ method: asked.name, params: asked.params }));
  const reply = await asked.run();
  if (typeof reply !== 'object' || reply === null || !(Symbol.asyncIterator in reply)) {
    give(response, reply);
    return;
  }
  if (/subscri/i.test(asked.name)) setTimeout(() => goOn(), 20);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for await (const event of reply as AsyncIterable<unknown>) {
    const text = JSON.stringify(event);
    response.write(`data: ${text}\n\n`);
    if (text.includes('Every "') && /send|message\/stream/i.test(asked.name)) {
      setTimeout(() => response.destroy(), 20);
      return;
    }
  }
  response.end();
}

function give(response: ServerResponse, reply: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(reply));
}

/** A request of the agent: what it is called, what came with it, and what it gives. */
interface Asked {
  name: string;
  params: unknown;
  run(): unknown;
}

const contextOf = (requestedVersion: string) =>
  new ServerCallContext({ requestedVersion } as ConstructorParameters<typeof ServerCallContext>[0]);

async function rpc(body: string): Promise<Asked> {
  const { method, params } = JSON.parse(body) as { method: string; params?: unknown };
  const isOld = SPEAKS === '0.3';
  const transport = isOld
    ? new LegacyJsonRpcTransportHandler(handler)
    : new JsonRpcTransportHandler(handler);
  const context = contextOf(isOld ? '0.3' : '1.0');
  return { name: method, params, run: () => transport.handle(body, context) };
}

function rest(method: string, address: string, body: string): Asked {
  const { pathname, searchParams } = new URL(address, 'http://a');
  const [, id = '', act = ''] = /^\/rpc\/tasks\/([^:]+):?(\w*)$/.exec(pathname) ?? [];
  const context = contextOf('1.0');
  const params: unknown = body === '' ? {} : JSON.parse(body);
  const asked = (name: string, run: () => unknown): Asked => ({ name, params, run });
  if (pathname === '/rpc/message:stream') {
    const message = SendMessageRequest.fromJSON(params);
    return asked('SendStreamingMessage', () =>
      written(handler.sendMessageStream(message, context)),
    );
  }
  if (pathname === '/rpc/tasks') {
    const query = { contextId: searchParams.get('contextId') ?? '', includeArtifacts: true };
    return asked('ListTasks', async () =>
      ListTasksResponse.toJSON(await handler.listTasks(query as never, context)),
    );
  }
  if (act === 'subscribe') {
    return asked('SubscribeToTask', () =>
      written(handler.resubscribe({ tenant: '', id }, context)),
    );
  }
  const of = { tenant: '', id };
  return act === 'cancel'
    ? asked('CancelTask', async () =>
        Task.toJSON(await handler.cancelTask({ ...of, metadata: undefined }, context)),
      )
    : asked(`${method} task`, async () =>
        Task.toJSON(await handler.getTask({ ...of, historyLength: 0 }, context)),
      );
}

async function* written(events: AsyncIterable<StreamResponse>): AsyncGenerator<unknown> {
  for await (const event of events) yield StreamResponse.toJSON(event);
}

server.listen(0, '127.0.0.1', () => {
  port = (server.address() as AddressInfo).port;
  handler = new DefaultRequestHandler(card(), new InMemoryTaskStore(), new Agent());
  console.log(`http://127.0.0.1:${port}/`);
});
