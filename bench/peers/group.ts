// What a group of rows is, and the helpers that all of them share.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Contestant, ContestantId } from './contestants.ts';
import type { GroupText, Row } from './results.ts';
import { type Cell, figure, isFigure } from './sample.ts';
import type { Stage } from './stage.ts';

export interface Trial {
  stage: Stage;
  contestants: readonly Contestant[];
  /** How often everything is repeated. */
  runs: number;
  /** The whole of what takes long: ten minutes of doing nothing instead of one. */
  isLong: boolean;
}

export interface Group extends GroupText {
  run(trial: Trial): Promise<Row[]>;
}

/** Values of each contestant. */
export type Values = Map<ContestantId, number[]>;

export function note(values: Values, { id }: Contestant, value: number): void {
  values.set(id, [...(values.get(id) ?? []), value]);
}

export function cellsOf(
  values: Values,
  absent: Partial<Record<ContestantId, string>> = {},
): Partial<Record<ContestantId, Cell>> {
  const cells: Partial<Record<ContestantId, Cell>> = {};
  for (const [id, found] of values) cells[id] = figure(found);
  for (const [id, reason] of Object.entries(absent)) {
    cells[id as ContestantId] ??= { absent: reason };
  }
  return cells;
}

/** A goal of Bellhop's median. @param most null where Bellhop was not measured in this run */
export function goalOf(cells: Row['cells'], text: string, most: number): Row['goal'] {
  const own = cells.bellhop;
  return own !== undefined && 'median' in own ? { text, isMet: own.median <= most } : null;
}

/**
 * A goal that plain DOM sets in the same run, since a machine's own speed has a part in both; none without its figure.
 * @param least asked for in no case to be less than this
 */
export function besideFloor(
  cells: Row['cells'],
  factor: number,
  least = 0,
): readonly [text: string, most: number] | null {
  const floor = cells.floor;
  if (!isFigure(floor)) return null;
  const text = factor === 1 ? '≤ plain DOM' : `≤ ${factor} × plain DOM`;
  return [least === 0 ? text : `≤ ${least} or plain DOM`, Math.max(least, floor.median * factor)];
}

/** A row whose goal, where it has one, is a limit on the median. */
export function row(
  what: string,
  unit: Row['unit'],
  cells: Row['cells'],
  goal: readonly [text: string, most: number] | null = null,
): Row {
  return { what, unit, cells, goal: goal === null ? null : goalOf(cells, ...goal) };
}

/** Each contestant's part; one that fails is named, and the others go on. */
export async function eachOf(
  contestants: readonly Contestant[],
  act: (contestant: Contestant) => Promise<void>,
): Promise<void> {
  for (const contestant of contestants) {
    const startedAt = performance.now();
    try {
      await act(contestant);
      console.error(
        `  ${contestant.name}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      );
    } catch (error) {
      console.error(`${contestant.name}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}

export { sleep };
