// An A2A agent in a process of its own, made with the protocol's own server package. What it does is the visitor's first word.
// It prints its address, and then a line of JSON for each request that it gets.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AgentCard, type Part, Role, TaskState } from '@a2a-js/sdk';
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
      protocolBinding: 'JSONRPC',
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

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => {
    body += chunk;
  });
  request.on('end', () => void answer(request.headers.authorization, body, response));
});
let handler: JsonRpcTransportHandler;

async function answer(
  token: string | undefined,
  body: string,
  response: ServerResponse,
): Promise<unknown> {
  if (token !== TOKEN) return response.writeHead(401).end();
  if (body === '') {
    const { AgentCard: codec } = await import('@a2a-js/sdk');
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify(codec.toJSON(card())));
  }
  const { method, params } = JSON.parse(body) as { method: string; params?: unknown };
  console.log(JSON.stringify({ method, params }));
  const reply = await handler.handle(
    body,
    new ServerCallContext({ requestedVersion: '1.0' } as ConstructorParameters<
      typeof ServerCallContext
    >[0]),
  );
  if (!(Symbol.asyncIterator in reply)) {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    return response.end(JSON.stringify(reply));
  }
  if (/subscribe/i.test(method)) setTimeout(() => goOn(), 20);
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for await (const event of reply) {
    const text = JSON.stringify(event);
    response.write(`data: ${text}\n\n`);
    if (text.includes('Every "') && /send/i.test(method)) {
      return setTimeout(() => response.destroy(), 20);
    }
  }
  return response.end();
}

server.listen(0, '127.0.0.1', () => {
  port = (server.address() as AddressInfo).port;
  handler = new JsonRpcTransportHandler(
    new DefaultRequestHandler(card(), new InMemoryTaskStore(), new Agent()),
  );
  console.log(`http://127.0.0.1:${port}/`);
});
