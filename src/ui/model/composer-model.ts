// The message that the visitor is writing: its text, the chosen documents, and whether it may be sent. Knows nothing of
// elements; the component reads and writes its signals.

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { DocumentBlock, InputBlock } from '../../protocol/index.ts';
import type { ChatPorts } from '../types.ts';

export interface Attachment {
  key: number;
  name: string;
  /** Its kind and size, "PDF · 120 KB"; empty where it came back from an earlier message. */
  facts: string;
  /** Null while it is being read. */
  block: DocumentBlock | null;
  /** If the file can't be read: the reason, in words for the visitor. */
  problem: string | null;
}

export interface ComposerModel {
  text: ReadonlySignal<string>;
  attachments: Signal<readonly Attachment[]>;
  /** A press on Send has an effect: the message is sent now, or once its attachments are read. */
  canSend: ReadonlySignal<boolean>;
  /** Send was pressed while an attachment was still being read. Any change before the message is sent cancels the press. */
  isWaiting: ReadonlySignal<boolean>;
  /** The text came from an earlier message: a note says that sending adds a new one. */
  isEdit: ReadonlySignal<boolean>;
  /** What the panel says of what the visitor tried here, until they write on; empty: nothing. */
  note: Signal<string>;
  /** Grows each time the composer should take the focus; the component watches it. */
  focusCalls: Signal<number>;
  setText(text: string): void;
  /** Puts the content of an earlier or unsent message into the composer. */
  take(content: readonly InputBlock[], isEdit: boolean): void;
  /** @returns the key that it has from now on. */
  add(file: Omit<Attachment, 'key'>): number;
  /** Sends the message once all its attachments are read. If the session refuses it, its content comes back. */
  send(): Promise<boolean>;
  /** Cancels a press on Send that still waits for an attachment. */
  stopWaiting(): void;
  /** An attachment has been read, or can't be: sends what waited for it. */
  goOn(): void;
}

/** @param isBlocked messages can't be sent in this conversation, now or later. */
export function createComposerModel(
  ports: ChatPorts,
  isBlocked: ReadonlySignal<boolean>,
): ComposerModel {
  const text = signal(ports.draft());
  const attachments = signal<readonly Attachment[]>([]);
  const isEdit = signal(false);
  const note = signal('');
  const focusCalls = signal(0);
  let nextKey = 1;

  /** The conversation in which Send was pressed while an attachment was being read; undefined: no press waits. */
  const waitsFor = signal<string | null | undefined>(undefined);
  const isWaiting = computed(() => waitsFor.value !== undefined);

  const canSend = computed(() => {
    const files = attachments.value;
    if (files.some((file) => file.problem) || isBlocked.value || isWaiting.value) return false;
    return files.length > 0 || text.value.trim() !== '';
  });
  const isReading = () => attachments.peek().some((file) => !file.block && !file.problem);

  function stopWaiting(): void {
    waitsFor.value = undefined;
  }

  /** Sends the waiting message, unless an attachment can't be read or the visitor has changed the conversation. */
  function goOn(): void {
    const wanted = waitsFor.peek();
    if (wanted === undefined || isReading()) return;
    stopWaiting();
    const { sessionId, entries } = ports.session.get();
    // A conversation that was new when Send was pressed may have got its id since.
    if (wanted === sessionId || (wanted === null && entries.length === 0)) void send();
  }

  function setText(next: string): void {
    if (next !== text.peek()) stopWaiting();
    note.value = '';
    text.value = next;
    if (next === '') isEdit.value = false;
    ports.actions.setDraft(next);
  }

  function add(file: Omit<Attachment, 'key'>): number {
    const key = nextKey++;
    attachments.value = [...attachments.peek(), { ...file, key }];
    return key;
  }

  return {
    text,
    attachments,
    canSend,
    isWaiting,
    isEdit,
    note,
    focusCalls,
    setText,
    take(content, fromEarlier) {
      batch(() => {
        const words = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
        // Keep what the visitor has written since.
        setText([text.peek().trim(), words.join('\n')].filter(Boolean).join('\n'));
        for (const block of content) {
          if (block.type !== 'document') continue;
          add({ name: block.title ?? block.source.type, facts: '', block, problem: null });
        }
        isEdit.value = fromEarlier;
        focusCalls.value++;
      });
    },
    add,
    stopWaiting,
    goOn,
    send,
  };

  async function send(): Promise<boolean> {
    if (!canSend.peek()) return false;
    if (isReading()) {
      waitsFor.value = ports.session.get().sessionId;
      return false;
    }
    const words = text.peek();
    const files = attachments.peek();
    const content: InputBlock[] = files.flatMap((file) => (file.block ? [file.block] : []));
    if (words.trim() !== '') content.push({ type: 'text', text: words.trim() });
    batch(() => {
      setText('');
      attachments.value = [];
    });
    const localId = await ports.actions.send(content, true).catch(() => null);
    if (localId !== null) return true;
    batch(() => {
      setText([words, text.peek()].filter(Boolean).join('\n'));
      attachments.value = [...files, ...attachments.peek()];
    });
    return false;
  }
}
