// Lines of two texts: what came, what went, and a little of what stayed around them.

import type { DiffLine } from '../../model/difference.ts';

const MARKS = { added: '+', removed: '−', same: ' ' } as const;

export function DifferenceLines({ lines }: { lines: readonly DiffLine[] }) {
  return (
    <pre dir="auto">
      {lines.map(({ kind, text }, index) => {
        const line = `${MARKS[kind]} ${text}\n`;
        if (kind === 'same') return line;
        return kind === 'added' ? <ins key={index}>{line}</ins> : <del key={index}>{line}</del>;
      })}
    </pre>
  );
}
