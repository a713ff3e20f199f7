// The result as text: a table by group with the reason beneath what isn't kept, then the open points.

import type { Group } from './check.ts';
import type { CheckResult, Verdict } from './runner.ts';

const SIGNS: Record<Verdict, string> = { pass: '✓', fail: '✗', differ: '≠', skip: '–' };

export function formatReport(groups: readonly Group[], results: readonly CheckResult[]): string {
  const byId = new Map(results.map((result) => [result.check.id, result]));
  const width = Math.max(...results.map(({ check }) => check.id.length));
  const lines: string[] = [];
  for (const { name, checks } of groups) {
    const own = checks.flatMap(({ id }) => byId.get(id) ?? []);
    if (own.length === 0) continue;
    lines.push('', `${name} (${count(own, 'pass')} of ${own.length})`);
    for (const { check, verdict, reason } of own) {
      const beyond = check.isBeyond ? ' (beyond the interface)' : '';
      lines.push(
        `  ${SIGNS[verdict]} ${verdict.padEnd(6)}  ${check.id.padEnd(width)}  ${check.title}${beyond}`,
      );
      if (reason !== '') lines.push(`${' '.repeat(width + 14)}${reason}`);
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
  const differ = count(results, 'differ');
  return [
    `${results.length} checks: ${count(results, 'pass')} passed, ${count(results, 'fail')} failed`,
    ...(differ === 0 ? [] : [`${differ} differ where the interface is silent`]),
    `${count(results, 'skip')} skipped`,
  ].join(', ');
}

function count(results: readonly CheckResult[], verdict: Verdict): number {
  return results.filter((result) => result.verdict === verdict).length;
}
