// What the gateway itself has asked a visitor by a form, and what they have filled in. Pure.

import type { ToolCall } from './rows.ts';

const RATINGS = ['good', 'ok', 'bad'] as const;

export interface OwnAnswer {
  /** Null: the question was another, or the answer is none of it. */
  rating: (typeof RATINGS)[number] | null;
  /** What was written: the comment, or the address. */
  text: string;
}

/** Null: it was skipped, or the visitor has written something else instead. */
export function ownAnswerOf({ input, result }: Pick<ToolCall, 'input' | 'result'>) {
  const values = recordIn(recordIn(parsed(result?.content))?.values);
  if (values === null || result?.is_error === true) return null;
  const { rating, comment, email } = values;
  const text = [comment, email].find((one) => typeof one === 'string') ?? '';
  // The question offers them in this order, in whichever language.
  const at = optionsOf(input).indexOf(rating);
  return { rating: RATINGS[at] ?? null, text: String(text).trim() } satisfies OwnAnswer;
}

function optionsOf(input: unknown): unknown[] {
  const fields = recordIn(input)?.fields;
  const first = recordIn(Array.isArray(fields) ? fields[0] : null);
  return Array.isArray(first?.options) ? first.options : [];
}

function parsed(content: unknown): unknown {
  if (typeof content !== 'string') return content;
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

const recordIn = (value: unknown): Readonly<Record<string, unknown>> | null =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
