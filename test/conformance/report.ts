// The result as text: a table by group, then what failed, then the open points.

import type { Group } from './check.ts';
import type { CheckResult, Verdict } from './runner.ts';

const SIGNS: Record<Verdict, string> = { pass: '✓', fail: '✗', skip: '–' };

export function formatReport(groups: readonly Group[], results: readonly CheckResult[]): string {
  const byId = new Map(results.map((result) => [result.check.id, result]));
  const width = Math.max(...results.map(({ check }) => check.id.length));
  const lines: string[] = [];
  for (const { name, checks } of groups) {
    const own = checks.flatMap(({ id }) => byId.get(id) ?? []);
    if (own.length === 0) continue;
    lines.push('', `${name} (${count(own, 'pass')} of ${own.length})`);
    for (const { check, verdict, reason } of own) {
      lines.push(`  ${SIGNS[verdict]} ${verdict}  ${check.id.padEnd(width)}  ${check.title}`);
      if (reason !== '') lines.push(`${' '.repeat(width + 12)}${reason}`);
    }
  }
  const notes = results.flatMap(({ check, notes }) =>
    notes.map((note) => `  ${check.id.padEnd(width)}  ${note}`),
  );
  if (notes.length > 0)
    lines.push('', 'What the interface leaves open, and this gateway chose', ...notes);
  lines.push('', formatSummary(results));
  return lines.join('\n');
}

export function formatSummary(results: readonly CheckResult[]): string {
  return `${results.length} checks: ${count(results, 'pass')} passed, ${count(results, 'fail')} failed, ${count(results, 'skip')} skipped`;
}

function count(results: readonly CheckResult[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}
