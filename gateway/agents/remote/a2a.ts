// The Agent2Agent protocol (https://a2a-protocol.org): an agent that keeps the conversation itself, under the session's id as its
// context, and works at tasks. Only what the visitor has said since its last answer is sent. A task that asks for something goes on
// with the next message; one that a Stop ends is cancelled; one whose stream broke is followed again.

import { randomUUID } from 'node:crypto';
import { Role, type StreamResponse, type Task, TaskState } from '@a2a-js/sdk';
import {
  type Client,
  ClientFactory,
  JsonRpcTransportFactory,
  RestTransportFactory,
} from '@a2a-js/sdk/client';
import { readConversation, type Said } from '../conversation.ts';
import type { TurnContext } from '../types.ts';
import { fetchCard } from './a2a-card.ts';
import { createA2aReader, isOpen, isOver } from './a2a-parts.ts';
import type { RemotePart, RemoteTalk, TalkRequest } from './protocol.ts';

/** How often the stream of one task is opened again after it broke. */
const MAX_REOPENED = 3;
/** How long a cancelled task's agent may take to hear of it. */
const CANCEL_MS = 5000;

export const A2A: RemoteTalk = { name: 'a2a', ownsUnknownTools: true, talk };

async function* talk(context: TurnContext, request: TalkRequest): AsyncGenerator<RemotePart> {
  const { signal } = request;
  const client = await connect(request);
  const contextId = context.place?.session_id ?? randomUUID();
  const open = await findOpen(client, contextId, signal);
  const reader = createA2aReader();
  try {
    // A gateway that died, or a run that was cut, has left it at work: what it says still belongs to the visitor.
    if (open?.status?.state !== undefined && isOpen(open.status.state)) {
      yield* reader.take({ payload: { $case: 'task', value: open } });
      if (!reader.isOver()) yield* follow(client, open.id, reader, signal);
      yield { kind: 'message_end' };
      if (reader.failure !== null) {
        yield { kind: 'error', message: reader.failure };
        return;
      }
    }
    const waits = open !== null && !isOpen(stateOf(open)) ? open : null;
    if (waits !== null) reader.know(waits);
    const taskId = reader.waiting ?? waits?.id ?? '';
    reader.begin();
    const stream = client.sendMessageStream(messageFor(context, request, { contextId, taskId }), {
      signal,
    });
    yield* untilBroken(stream, reader, signal);
    if (!reader.isOver() && reader.taskId !== '') {
      yield* follow(client, reader.taskId, reader, signal);
    }
    if (reader.failure !== null) yield { kind: 'error', message: reader.failure };
    else if (reader.isOver()) yield { kind: 'finish' };
  } finally {
    if (signal.aborted && reader.taskId !== '' && !reader.isOver()) cancel(client, reader.taskId);
  }
}

/** The card says where and in which version the agent is spoken to; both transports go by the record's own fetch. */
async function connect({ url, fetch }: TalkRequest): Promise<Client> {
  const fetchImpl = fetch as typeof globalThis.fetch;
  const own = { fetchImpl, legacyCompat: { enabled: true } };
  const factory = new ClientFactory({
    transports: [new JsonRpcTransportFactory(own), new RestTransportFactory(own)],
  });
  return factory.createFromAgentCard(await fetchCard(url, fetch));
}

const stateOf = (task: Task) => task.status?.state ?? TaskState.TASK_STATE_UNSPECIFIED;

/** The newest task of this conversation that isn't over. Agents of before 1.0 can't be asked, and begin a new one. */
async function findOpen(
  client: Client,
  contextId: string,
  signal: AbortSignal,
): Promise<Task | null> {
  try {
    const { tasks } = await client.listTasks(
      {
        tenant: '',
        contextId,
        status: TaskState.TASK_STATE_UNSPECIFIED,
        pageSize: 10,
        pageToken: '',
        historyLength: 0,
        statusTimestampAfter: undefined,
        includeArtifacts: true,
      },
      { signal },
    );
    const mine = tasks.filter((task) => task.contextId === contextId);
    return mine.find((task) => !isOver(stateOf(task))) ?? null;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}

type Reader = ReturnType<typeof createA2aReader>;

/** A stream that breaks once the task is known isn't the end of it. */
async function* untilBroken(
  stream: AsyncIterable<StreamResponse>,
  reader: Reader,
  signal: AbortSignal,
): AsyncGenerator<RemotePart> {
  try {
    for await (const event of stream) {
      yield* reader.take(event);
      if (reader.isOver()) return;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (reader.taskId === '') throw error;
  }
}

async function* follow(
  client: Client,
  id: string,
  reader: Reader,
  signal: AbortSignal,
): AsyncGenerator<RemotePart> {
  for (let i = 0; i < MAX_REOPENED && !reader.isOver(); i++) {
    yield* untilBroken(client.resubscribeTask({ tenant: '', id }, { signal }), reader, signal);
    if (reader.isOver()) return;
    // It may have ended while nobody listened.
    const task = await client.getTask({ tenant: '', id, historyLength: 0 }, { signal });
    yield* reader.take({ payload: { $case: 'task', value: task } });
  }
}

function cancel(client: Client, id: string): void {
  const signal = AbortSignal.timeout(CANCEL_MS);
  client.cancelTask({ tenant: '', id, metadata: undefined }, { signal }).catch(() => {});
}

function messageFor(
  context: TurnContext,
  { instructions, files }: TalkRequest,
  { contextId, taskId }: { contextId: string; taskId: string },
) {
  const said = readConversation(context.history, files);
  const told = [
    instructions,
    context.system ?? '',
    ...said.flatMap((one) => (one.role === 'instruction' ? [one.text] : [])),
  ].filter((text) => text !== '');
  return {
    tenant: '',
    message: {
      messageId: randomUUID(),
      contextId,
      taskId,
      role: Role.ROLE_USER,
      parts: newWords(said),
      // The protocol has no instructions; an agent that wants them finds them here.
      metadata: told.length === 0 ? undefined : { instructions: told.join('\n\n') },
      extensions: [],
      referenceTaskIds: [],
    },
    configuration: {
      acceptedOutputModes: ['text/plain', 'text/markdown', 'application/json', 'image/*', '*/*'],
      taskPushNotificationConfig: undefined,
      returnImmediately: false,
    },
    metadata: undefined,
  };
}

/** What the visitor has said since the agent last spoke. */
function newWords(said: readonly Said[]) {
  const last = said.findLastIndex(({ role }) => role === 'agent');
  return said.slice(last + 1).flatMap((one) => {
    if (one.role !== 'user') return [];
    const files = one.files.map(({ mediaType, title, data }) => ({
      content: { $case: 'raw' as const, value: Buffer.from(data, 'base64') },
      metadata: undefined,
      filename: title,
      mediaType,
    }));
    const text = {
      content: { $case: 'text' as const, value: one.text },
      metadata: undefined,
      filename: '',
      mediaType: 'text/plain',
    };
    return one.text === '' && files.length > 0 ? files : [...files, text];
  });
}
