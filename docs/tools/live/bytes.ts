// What a visitor downloads, from the budget that every change is held to.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { table } from '../reference/table.ts';

const STAGES: Readonly<Record<string, string>> = {
  launcher: 'every page: the button, the queue of calls, nothing else',
  'until typing': 'the pointer or the focus comes near: the panel, so that one can write',
  'first answer': 'the first message: sync, outbox, storage, tabs, Markdown and its sanitiser',
  'first tool': 'the first tool call: validation, approval, the journal, the card',
};

export function bytesTable(): string {
  const budget = JSON.parse(readFileSync(join(ROOT, 'bench/budget.json'), 'utf8')) as Record<
    string,
    { recorded: number; limit: number }
  >;
  const stages = Object.entries(budget);
  return table(
    ['until', 'what comes, and when', 'adds', 'in all', 'limit'],
    stages.map(([name, { recorded, limit }], at) => [
      name,
      STAGES[name] ?? '',
      bytes(recorded - (stages[at - 1]?.[1].recorded ?? 0)),
      bytes(recorded),
      bytes(limit),
    ]),
  );
}

const bytes = (n: number): string => `${n.toLocaleString('en')} B`;
