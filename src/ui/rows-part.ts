// Fetches the chunk that draws rows, once for all chats of a page.

import type { FunctionComponent } from 'preact';
import type { ChatModel } from './model/chat-model.ts';
import type { Page } from './model/pages.ts';

export interface RowsPart {
  PageRows: FunctionComponent<{ chat: ChatModel; page: Page; before: number }>;
  /** The style of the rows. */
  css: string;
}

let loaded: RowsPart | null = null;

/** What has come already, at once. */
export const loadedRows = (): RowsPart | null => loaded;

/** Rejects where the chunk can't be had; the next call tries again. */
export async function fetchRows(): Promise<RowsPart> {
  loaded ??= await import('./parts/rows.tsx');
  return loaded;
}
