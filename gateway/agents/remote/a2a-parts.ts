// What an A2A agent's events mean for the visitor: texts of messages and artifacts are its words, everything else is a file below
// them. A task that asks for something, or for a sign-in, has answered for now.

import {
  type Artifact,
  type Message,
  type Part,
  Role,
  type StreamResponse,
  type Task,
  TaskState,
  type TaskStatus,
} from '@a2a-js/sdk';
import type { MessageBlock } from '../../wire.ts';
import type { RemotePart } from './protocol.ts';

/** Characters of a file in base64: an event has to fit into a page of a list. */
const MAX_FILE = 500_000;
const MAX_TITLE = 200;

export const isOver = (state: TaskState) =>
  state === TaskState.TASK_STATE_COMPLETED ||
  state === TaskState.TASK_STATE_FAILED ||
  state === TaskState.TASK_STATE_CANCELED ||
  state === TaskState.TASK_STATE_REJECTED;

/** At work: more will come by itself. */
export const isOpen = (state: TaskState) =>
  state === TaskState.TASK_STATE_SUBMITTED || state === TaskState.TASK_STATE_WORKING;

export function createA2aReader() {
  /** By artifact: how many of its characters were said. A task that is read anew says them once more. */
  const said = new Map<string, number>();
  const heard = new Set<string>();
  let hasAnswered = false;
  /** How the task stood when the visitor answered it. */
  let before: string | null = null;

  const reader = {
    taskId: '',
    /** The task that goes on with the visitor's next message. */
    waiting: null as string | null,
    /** For the kind of failure alone; it goes nowhere. */
    failure: null as string | null,
    isOver: () => hasAnswered,
    /** Another message is sent: what was heard of the task before it stays heard. */
    begin() {
      hasAnswered = false;
      reader.waiting = null;
    },
    /** A task that waited for the visitor: its agent shows it once more, as it was, before it goes on. */
    know({ artifacts, status }: Task): void {
      for (const artifact of artifacts) Array.from(show(artifact, false));
      before = placeOf(status);
    },
    *take({ payload }: StreamResponse): Generator<RemotePart> {
      switch (payload?.$case) {
        case 'message':
          yield* say(payload.value);
          hasAnswered = true;
          return;
        case 'task': {
          const { id, artifacts, status } = payload.value;
          reader.taskId = id;
          for (const artifact of artifacts) yield* show(artifact, false);
          yield* heed(status);
          return;
        }
        case 'statusUpdate':
          reader.taskId ||= payload.value.taskId;
          yield* heed(payload.value.status);
          return;
        case 'artifactUpdate': {
          reader.taskId ||= payload.value.taskId;
          const { artifact, append } = payload.value;
          if (artifact !== undefined) yield* show(artifact, append);
        }
      }
    },
  };
  return reader;

  function* heed(status: TaskStatus | undefined): Generator<RemotePart> {
    if (status === undefined || placeOf(status) === before) return;
    const { state, message } = status;
    // What it says while it works is about its work, and no answer.
    if (isOpen(state)) {
      if (message !== undefined && isNew(message)) {
        const text = textOf(message.parts);
        if (text !== '') yield { kind: 'thought', text: `${text}\n` };
      }
      return;
    }
    if (state === TaskState.TASK_STATE_FAILED) reader.failure = 'failed';
    if (message !== undefined) yield* say(message);
    if (state === TaskState.TASK_STATE_INPUT_REQUIRED) reader.waiting = reader.taskId;
    hasAnswered =
      isOver(state) ||
      state === TaskState.TASK_STATE_INPUT_REQUIRED ||
      state === TaskState.TASK_STATE_AUTH_REQUIRED;
  }

  function isNew({ messageId }: Message): boolean {
    if (heard.has(messageId)) return false;
    heard.add(messageId);
    return true;
  }

  function* say(message: Message): Generator<RemotePart> {
    if (message.role === Role.ROLE_USER || !isNew(message)) return;
    const text = textOf(message.parts);
    if (text !== '') {
      yield { kind: 'text', text };
      yield { kind: 'message_end' };
    }
    for (const part of message.parts) yield* fileOf(part, '');
  }

  function* show({ artifactId, name, parts }: Artifact, append: boolean): Generator<RemotePart> {
    const text = textOf(parts);
    const known = said.get(artifactId) ?? 0;
    const rest = append ? text : text.slice(known);
    said.set(artifactId, append ? known + text.length : Math.max(known, text.length));
    if (rest !== '') yield { kind: 'text', text: rest };
    for (const [i, part] of parts.entries()) {
      const key = `${artifactId}/${append ? 'more' : ''}${i}/${part.filename}`;
      if (part.content?.$case === 'text' || heard.has(key)) continue;
      heard.add(key);
      yield* fileOf(part, name);
    }
  }
}

const placeOf = (status: TaskStatus | undefined): string =>
  JSON.stringify([status?.state, status?.timestamp, status?.message?.messageId]);

const textOf = (parts: readonly Part[]) =>
  parts.map(({ content }) => (content?.$case === 'text' ? content.value : '')).join('');

function* fileOf({ content, filename, mediaType }: Part, name: string): Generator<RemotePart> {
  const title = (filename || name || 'file').slice(0, MAX_TITLE);
  switch (content?.$case) {
    case 'raw': {
      const data = Buffer.from(content.value).toString('base64');
      if (data.length > MAX_FILE) yield { kind: 'text', text: `\n\n[${title}: too large]\n\n` };
      else yield file(title, { type: 'base64', media_type: sound(mediaType), data });
      return;
    }
    case 'url':
      if (/^https?:\/\//i.test(content.value) && URL.canParse(content.value)) {
        yield file(title, { type: 'url', url: content.value });
      }
      return;
    case 'data': {
      const data = JSON.stringify(content.value ?? null, null, 2);
      if (data.length > MAX_FILE) yield { kind: 'text', text: `\n\n[${title}: too large]\n\n` };
      else yield file(title, { type: 'text', media_type: 'application/json', data });
    }
  }
}

type Source = (MessageBlock & { type: 'document' })['source'];

const file = (title: string, source: Source): RemotePart => {
  const isImage =
    source.type === 'base64' && /^image\/(?:png|jpeg|gif|webp)$/.test(source.media_type);
  return {
    kind: 'file',
    block: isImage ? { type: 'image', source, alt: title } : { type: 'document', title, source },
  };
};

const sound = (type: string) =>
  /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : 'application/octet-stream';
