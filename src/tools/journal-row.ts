// A row of the journal: what is kept of one call, and how it is read back. It knows nothing of who moves it.

import { writeJson } from '../dom/json.ts';
import { parseToolResultBlock } from '../protocol/blocks.ts';
import { isRecord } from '../protocol/json.ts';
import type { ToolResultInput } from '../protocol/requests.ts';

/** What running it again would do; kept in the row, since the next page may not have the tool. */
export type Effect = 'repeatable' | 'navigates' | 'once';

/** The call and the tool that the row is about, word for word. Older versions, and rows of no run, lack these. */
export interface Bond {
  /** The call's name and input (see tellCall). */
  call?: string;
  /** The tool as it was described (see identify), since it was claimed. */
  tool?: string;
}

export interface RowBase extends Bond {
  v: 1;
  toolUseId: string;
  /** The tab that may move this row. */
  owner: string;
  /** Wall time of the last change, Unix milliseconds. */
  at: number;
}
export type Row = RowBase &
  (
    | { state: 'claimed' }
    | { state: 'started'; startedAt: number; effect: Effect; canVerify: boolean }
    | { state: 'finished' | 'posted' | 'acknowledged'; result: ToolResultInput }
    | { state: 'discarded' }
  );

/** Which row it is, without what it holds: a result is a quarter of a megabyte at worst. */
export const stampOf = (row: Row | null): string =>
  row === null ? 'none' : `${row.owner} ${row.state} ${row.at}`;

/**
 * What was stored, checked as strictly as what arrives. Null: nothing there. A row that can't be read (damaged, or of a
 * later version) may say that the tool has run: it is taken for that, by a tab that is gone.
 */
export function parseRow(value: unknown, toolUseId: string): Row | null {
  if (value === undefined || value === null) return null;
  return readRow(value, toolUseId) ?? maybeRun(toolUseId);
}

/** The row of a call that may have run, for all that anybody can tell. */
export function maybeRun(toolUseId: string): Row {
  const facts = { startedAt: 0, effect: 'once', canVerify: false } as const;
  return { v: 1, toolUseId, owner: '', at: 0, state: 'started', ...facts };
}

/** That part of a row, for the next one. */
export function bondOf({ call, tool }: Bond): Bond {
  return { ...(call === undefined ? {} : { call }), ...(tool === undefined ? {} : { tool }) };
}

/** Null: not a row. */
export function readRow(value: unknown, toolUseId: string): Row | null {
  if (!isRecord(value) || value.v !== 1 || value.toolUseId !== toolUseId) return null;
  const { owner, at, state, call, tool } = value;
  if (typeof owner !== 'string' || typeof at !== 'number') return null;
  const bond = {
    ...(typeof call === 'string' ? { call } : {}),
    ...(typeof tool === 'string' ? { tool } : {}),
  };
  const row: RowBase = { v: 1, toolUseId, owner, at, ...bond };
  switch (state) {
    case 'claimed':
    case 'discarded':
      return { ...row, state };
    case 'started': {
      const { startedAt, effect, canVerify } = value;
      const isKnown = effect === 'repeatable' || effect === 'navigates' || effect === 'once';
      return {
        ...row,
        state,
        startedAt: typeof startedAt === 'number' ? startedAt : at,
        // In doubt, the effect that allows no second run.
        effect: isKnown ? effect : 'once',
        canVerify: canVerify === true,
      };
    }
    case 'finished':
    case 'posted':
    case 'acknowledged': {
      const result = parseToolResultBlock(value.result);
      if (result === null || result.tool_use_id !== toolUseId) return null;
      const { content, status: _, ...rest } = result;
      const text = typeof content === 'object' ? writeJson(content) : content;
      return { ...row, state, result: text === undefined ? rest : { ...rest, content: text } };
    }
    default:
      return null;
  }
}
