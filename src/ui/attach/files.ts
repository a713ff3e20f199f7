// Files that the visitor chooses, drops or pastes: each is read, and stands in the message that is being written.

import type { Attachment } from '../model/composer-model.ts';
import { factsOf } from '../model/file-facts.ts';
import type { ChatModel } from '../model/types.ts';

export function attach({ composer, ports }: ChatModel, files: Iterable<File>): void {
  composer.stopWaiting();
  for (const file of files) {
    const facts = factsOf(file.name, file.size);
    const key = composer.add({ name: file.name, facts, block: null, problem: null });
    const change = (fields: Partial<Attachment>): void => {
      composer.attachments.value = composer.attachments
        .peek()
        .map((known) => (known.key === key ? { ...known, ...fields } : known));
      composer.goOn();
    };
    ports.readDocument(file).then(
      (block) => change({ block }),
      (reason: unknown) =>
        change({ problem: reason instanceof Error ? reason.message : String(reason) }),
    );
  }
}

export function detach({ composer }: ChatModel, key: number): void {
  composer.stopWaiting();
  composer.attachments.value = composer.attachments.peek().filter((file) => file.key !== key);
}
