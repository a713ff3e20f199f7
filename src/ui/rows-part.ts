// Fetches what draws the conversation, in two chunks: its rows, and the steps in them, which come with the first
// step. Once for all chats of a page.

import type { FunctionComponent } from 'preact';
import type { ChatModel } from './model/chat-model.ts';
import type { Page } from './model/pages.ts';
import type { ToolPart } from './model/tool-line.ts';

export interface RowsPart {
  PageRows: FunctionComponent<{ chat: ChatModel; page: Page; before: number }>;
  /** The style of the rows. */
  css: string;
}

export interface StepsPart {
  Tools: FunctionComponent<{ chat: ChatModel; parts: readonly ToolPart[]; isOver: boolean }>;
  /** The style of steps and questions. */
  css: string;
}

let rows: RowsPart | null = null;
let steps: StepsPart | null = null;

/** What has come already, at once. */
export const loadedRows = (): RowsPart | null => rows;
export const loadedSteps = (): StepsPart | null => steps;

/** Rejects where the chunk can't be had; the next call tries again. */
export async function fetchRows(): Promise<RowsPart> {
  rows ??= await import('./parts/rows.tsx');
  return rows;
}

/** As `fetchRows`. */
export async function fetchSteps(): Promise<StepsPart> {
  steps ??= await import('./parts/tools.tsx');
  return steps;
}
