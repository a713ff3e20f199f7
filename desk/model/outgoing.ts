// A message that was sent and can still be taken back: it waits here for five seconds before it is posted. Another message,
// another conversation and the end of the page post it at once.

import { type ReadonlySignal, signal } from '@preact/signals';
import type { Api, ApiError } from '../edge/api.ts';
import type { SentFile } from '../edge/sent-file.ts';

export interface Held {
  sessionId: string;
  text: string;
  files: readonly SentFile[];
}

export interface Outgoing {
  /** Null: nothing waits. */
  readonly held: ReadonlySignal<Held | null>;
  /** What the gateway refused, with its words; the text is for the field again. */
  readonly refused: ReadonlySignal<(Held & { why: string }) | null>;
  send(sessionId: string, text: string, files?: readonly SentFile[]): void;
  /** @returns what waited, for the field; null where it has gone already. */
  undo(): Held | null;
  flush(): Promise<void>;
  forgetRefusal(): void;
}

const UNDO_MS = 5000;

export interface OutgoingParts {
  api: Api;
  after: (ms: number, work: () => void) => () => void;
  onSent: () => void;
}

export function createOutgoing({ api, after, onSent }: OutgoingParts): Outgoing {
  const held = signal<Held | null>(null);
  const refused = signal<(Held & { why: string }) | null>(null);
  let cancel = () => {};
  const outgoing: Outgoing = {
    held,
    refused,
    send(sessionId, text, files = []) {
      outgoing.flush();
      refused.value = null;
      held.value = { sessionId, text, files };
      cancel = after(UNDO_MS, () => outgoing.flush());
    },
    undo() {
      cancel();
      const message = held.peek();
      held.value = null;
      return message;
    },
    async flush() {
      cancel();
      const message = held.peek();
      if (message === null) return;
      held.value = null;
      try {
        const path = `/admin/sessions/${message.sessionId}/messages`;
        const { text, files } = message;
        await api.call('POST', path, {
          ...(text.trim() === '' ? {} : { text }),
          ...(files.length === 0 ? {} : { files }),
        });
        onSent();
      } catch (failure) {
        refused.value = { ...message, why: (failure as ApiError).message };
      }
    },
    forgetRefusal() {
      refused.value = null;
    },
  };
  return outgoing;
}
