// What the visitor is about to say: text, chosen documents, whether they may be sent. Knows nothing of
// elements; the component reads and writes its signals.

import { batch, computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { DocumentBlock, InputBlock } from '../../protocol/index.ts';
import type { ChatPorts } from '../types.ts';

export interface Attachment {
  key: number;
  name: string;
  /** Null while it is being read. */
  block: DocumentBlock | null;
  /** Words for the visitor where it can't be read. */
  problem: string | null;
}

export interface ComposerModel {
  text: ReadonlySignal<string>;
  attachments: ReadonlySignal<readonly Attachment[]>;
  canSend: ReadonlySignal<boolean>;
  /** The text came from an earlier message: a note says that sending adds a new one. */
  isEdit: ReadonlySignal<boolean>;
  /** Files are held over the panel. */
  isDropping: Signal<boolean>;
  /** Counts calls for the focus; the component follows it. */
  focusCalls: Signal<number>;
  setText(text: string): void;
  /** Puts content of an earlier or unsent message back. */
  take(content: readonly InputBlock[], isEdit: boolean): void;
  attach(files: Iterable<File>): void;
  detach(key: number): void;
  /** Sends what stands here. What the session refuses comes back. */
  send(): Promise<boolean>;
}

/** `isBlocked`: what is written can't be sent here, now or later. */
export function createComposerModel(
  ports: ChatPorts,
  isBlocked: ReadonlySignal<boolean>,
): ComposerModel {
  const text = signal(ports.draft());
  const attachments = signal<readonly Attachment[]>([]);
  const isEdit = signal(false);
  const focusCalls = signal(0);
  let nextKey = 1;

  const canSend = computed(() => {
    const files = attachments.value;
    if (files.some((file) => !file.block) || isBlocked.value) return false;
    return files.length > 0 || text.value.trim() !== '';
  });

  function setText(next: string): void {
    text.value = next;
    if (next === '') isEdit.value = false;
    ports.actions.setDraft(next);
  }

  function change(key: number, fields: Partial<Attachment>): void {
    attachments.value = attachments.value.map((file) =>
      file.key === key ? { ...file, ...fields } : file,
    );
  }

  const addBlock = (block: DocumentBlock) => {
    const name = block.title ?? block.source.type;
    attachments.value = [...attachments.value, { key: nextKey++, name, block, problem: null }];
  };

  return {
    text,
    attachments,
    canSend,
    isEdit,
    isDropping: signal(false),
    focusCalls,
    setText,
    take(content, fromEarlier) {
      batch(() => {
        const words = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
        // What stands here already is the visitor's too.
        setText([text.peek().trim(), words.join('\n')].filter(Boolean).join('\n'));
        for (const block of content) if (block.type === 'document') addBlock(block);
        isEdit.value = fromEarlier;
        focusCalls.value++;
      });
    },
    attach(files) {
      for (const file of files) {
        const key = nextKey++;
        attachments.value = [
          ...attachments.value,
          { key, name: file.name, block: null, problem: null },
        ];
        ports.readDocument(file).then(
          (block) => change(key, { block }),
          (reason: unknown) =>
            change(key, { problem: reason instanceof Error ? reason.message : String(reason) }),
        );
      }
    },
    detach(key) {
      attachments.value = attachments.value.filter((file) => file.key !== key);
    },
    async send() {
      if (!canSend.peek()) return false;
      const words = text.peek();
      const files = attachments.peek();
      const content: InputBlock[] = files.flatMap((file) => (file.block ? [file.block] : []));
      if (words.trim() !== '') content.push({ type: 'text', text: words.trim() });
      batch(() => {
        setText('');
        attachments.value = [];
      });
      const localId = await ports.actions.send(content).catch(() => null);
      if (localId !== null) return true;
      batch(() => {
        setText([words, text.peek()].filter(Boolean).join('\n'));
        attachments.value = [...files, ...attachments.peek()];
      });
      return false;
    },
  };
}
