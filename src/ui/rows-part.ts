// Fetches what draws the conversation, in two chunks: its rows, and the steps in them, which come with the first
// step. Once for all chats of a page.

import type { RowsPart, StepsPart } from './model/types.ts';

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
