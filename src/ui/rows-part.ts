// Fetches the two chunks that draw the conversation: the rows, and the steps in them, which are fetched with the first
// step. All chats of a page share them.

import type { RowsPart, StepsPart } from './model/types.ts';

let rows: RowsPart | null = null;
let steps: StepsPart | null = null;

/** The chunk if it has been loaded already. */
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
