// Files that the visitor lets go over the chat, or pastes into it. They are caught before anything else has come: a browser
// opens a file that nobody takes, in place of the page or in a new tab. Knows neither how a file is read nor
// the words that refuse it.

import type { ChatModel } from './model/types.ts';

/** @returns a function that stops. */
export function catchFiles(root: ShadowRoot, chat: ChatModel): () => void {
  const hear = (event: Event): void => {
    const { dataTransfer, clipboardData } = event as DragEvent & ClipboardEvent;
    const data = dataTransfer ?? clipboardData;
    const files = [...(data?.files ?? [])];
    if (!files.length && !data?.types?.includes('Files')) return;
    if (clipboardData && isText(clipboardData, files)) return;
    event.preventDefault();
    // The page may have a place for files of its own, which would take them too.
    event.stopPropagation();
    if (event.type !== 'dragover') take(chat, files);
  };
  const types = ['dragover', 'drop', 'paste'];
  for (const type of types) root.addEventListener(type, hear);
  return () => {
    for (const type of types) root.removeEventListener(type, hear);
  };
}

/**
 * Office programs put a picture of what was copied beside its text: the text is meant. A file that was copied in the
 * system's own list of files comes with its name or path as text: the file is meant.
 */
function isText(data: DataTransfer, files: readonly File[]): boolean {
  const lines = data
    .getData?.('text/plain')
    ?.trim()
    .split(/[\r\n]+/)
    .map((line) => line.trim()) ?? [''];
  return !lines.every((line) => !line || files.some(({ name }) => line.endsWith(name)));
}

function take(chat: ChatModel, files: readonly File[]): void {
  const taken = chat.options.peek().allowAttachments
    ? import('./attach/files.ts').then(({ attach }) => attach(chat, files))
    : import('./later/no-files.ts').then(({ refuseFiles }) => refuseFiles(chat));
  // Where the part can't be had, the page at least stays.
  taken.catch(() => {});
}
