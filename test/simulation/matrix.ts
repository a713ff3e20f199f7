// Prints as tables what the schedules have met: fault × step of the network, mishap × moment of the page.

import { faultsOf, STEPS } from './network-faults.ts';
import { STRIKES, TOOL_STATES } from './plan.ts';

const FIRST = 18;
const CELL = 11;

function table(
  names: readonly string[],
  columns: readonly string[],
  cell: (name: string, column: string) => string,
): string {
  const head = ''.padEnd(FIRST) + columns.map((column) => column.padStart(CELL)).join('');
  const lines = names.map(
    (name) =>
      name.padEnd(FIRST) + columns.map((column) => cell(name, column).padStart(CELL)).join(''),
  );
  return [head, ...lines].join('\n');
}

export function matrixOf(met: ReadonlyMap<string, number>): string {
  const faults = [...new Set(STEPS.flatMap((step) => faultsOf(step)))];
  const requests = table(faults, STEPS, (name, step) =>
    faultsOf(step as (typeof STEPS)[number]).some((fault) => fault === name)
      ? String(met.get(`${name} × ${step}`) ?? 0)
      : '·',
  );
  const mishaps = new Map<string, Map<string, number>>();
  for (const [key, count] of met) {
    const [name, moment] = key.split(' @ ');
    if (name === undefined || moment === undefined || name.startsWith('strike:')) continue;
    mishaps.set(name, (mishaps.get(name) ?? new Map()).set(moment, count));
  }
  const moments = ['idle', 'message', 'run', 'pause', 'question', 'tool', 'result'];
  const page = table([...mishaps.keys()].sort(), moments, (name, moment) =>
    String(mishaps.get(name)?.get(moment) ?? 0),
  );
  const strikes = table(STRIKES, TOOL_STATES, (how, state) =>
    String(met.get(`strike:${how} @ ${state}`) ?? 0),
  );
  return `${requests}\n\n${page}\n\nthe tab that has just written a journal row, struck\n${strikes}`;
}
