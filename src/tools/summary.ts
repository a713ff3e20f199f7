// What a tool says it will do, in the owner's words, for the question before it (`summarize`). Text alone, bounded; the
// exact input is what is approved all the same. A summary that throws, is late or is none leaves the question as it is.

import type { Clock } from '../platform/types.ts';
import { isRecord, type JsonObject } from '../protocol/json.ts';
import type { Tool, ToolSummary } from './types.ts';
import type { Waits } from './waits.ts';

/** A visitor waits for the question no longer than this: as long as a slow host takes to ask its shop for a price. */
const LIMIT_MS = 3_000;
const MAX_LINES = 6;
const MAX_LABEL_CHARS = 40;

/** Rejects only if the call's waits end meanwhile. */
export function summarize(
  tool: Tool,
  input: JsonObject,
  waits: Pick<Waits, 'wait'>,
  clock: Clock,
): Promise<ToolSummary | null> {
  const { summarize: say } = tool;
  if (say === undefined) return Promise.resolve(null);
  return waits.wait((resolve) => {
    const timer = clock.setTimeout(() => resolve(null), LIMIT_MS);
    say(input).then(
      (value) => resolve(readSummary(value)),
      () => resolve(null),
    );
    return () => clock.clearTimeout(timer);
  });
}

/** Null: nothing usable. Whatever else stands in it is dropped. */
export function readSummary(value: unknown): ToolSummary | null {
  if (!isRecord(value)) return null;
  const text = (name: string, maxChars: number): string => {
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    return typeof given === 'string' ? given.trim().slice(0, maxChars) : '';
  };
  const title = text('title', 120);
  if (title === '') return null;
  const given: unknown[] =
    Object.hasOwn(value, 'lines') && Array.isArray(value.lines) ? value.lines : [];
  const lines = given
    .filter((line): line is string => typeof line === 'string' && line.trim() !== '')
    .slice(0, MAX_LINES)
    .map((line) => line.trim().slice(0, 200));
  return {
    title,
    lines,
    image: text('image', 2_000),
    total: text('total', 60),
    confirm: text('confirm', MAX_LABEL_CHARS),
    decline: text('decline', MAX_LABEL_CHARS),
  };
}
