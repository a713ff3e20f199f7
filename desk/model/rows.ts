// The events of a conversation as rows: what the visitor sees, in order, and beside it what only the owner does. Pure.

import type { Note } from '../../gateway/desk-types.ts';
import {
  type Citation,
  type MessageBlock,
  personOf,
  type ToolResultBlock,
  type ToolUseBlock,
  type Usage,
} from '../../src/protocol/index.ts';
import type { DeskEvent } from './conversation.ts';

/** The gateway's own tool, by which an agent asks for a person. */
export const REQUEST_HUMAN = 'request_human';

const UNWANTED = ['declined', 'cancelled'] as const;
type Unwanted = (typeof UNWANTED)[number];

export interface ToolCall {
  id: string;
  name: string;
  input: ToolUseBlock['input'];
  /** What has shown it as an app. */
  ui?: ToolUseBlock['ui'];
  /** Null: no result has come. */
  result: ToolResultBlock | null;
  /** Somebody didn't want it, or wanted no more of it, so it hasn't failed; null: nobody has said so. */
  unwanted: Unwanted | null;
  /** Milliseconds, by the client's clock; null where it said nothing. */
  durationMs: number | null;
  runId: string | null;
  at: string | undefined;
}

export type Row = { key: string; at: string | undefined } & (
  | { kind: 'visitor' | 'agent'; blocks: readonly MessageBlock[]; citations: readonly Citation[] }
  | { kind: 'person'; name: string; blocks: readonly MessageBlock[] }
  | { kind: 'joined' | 'left'; name: string }
  | { kind: 'tool'; call: ToolCall }
  | { kind: 'error'; code: string; text: string; requestId: string | undefined }
  | { kind: 'stopped' | 'cut' | 'summary' }
  | { kind: 'page'; text: string }
);

export function rowsOf(events: readonly DeskEvent[]): Row[] {
  const results = new Map<string, ToolResultBlock>();
  for (const event of events) {
    if (event.type !== 'user.tool_result') continue;
    for (const block of event.content) results.set(block.tool_use_id, block);
  }
  return events.flatMap((event): Row[] => {
    const base = { key: event.id, at: event.created_at };
    switch (event.type) {
      case 'user.message':
        return [{ ...base, kind: 'visitor', blocks: event.content, citations: [] }];
      case 'agent.message': {
        const [block] = event.content;
        const person = block === undefined ? null : personOf(block);
        if (person !== null) {
          const { name, act } = person;
          const blocks = event.content;
          if (act === 'joined') return [{ ...base, kind: 'joined', name }];
          if (act === 'left') return [{ ...base, kind: 'left', name }];
          return [{ ...base, kind: 'person', name, blocks }];
        }
        return [{ ...base, kind: 'agent', blocks: event.content, citations: cited(event.content) }];
      }
      case 'agent.tool_use':
        return event.content.map((block) => ({
          ...base,
          key: block.id,
          kind: 'tool',
          call: callOf(block, results.get(block.id) ?? null, event),
        }));
      case 'session.error': {
        const { code, text, request_id: requestId } = event.content;
        return [{ ...base, kind: 'error', code, text, requestId }];
      }
      case 'session.status_idle': {
        const reason = event.content.stop_reason;
        if (reason === 'user_cancelled') return [{ ...base, kind: 'stopped' }];
        return reason === 'max_tokens' ? [{ ...base, kind: 'cut' }] : [];
      }
      case 'session.compaction':
        return [{ ...base, kind: 'summary' }];
      case 'system.message':
        return [{ ...base, kind: 'page', text: textOf(event.content) }];
      default:
        return [];
    }
  });
}

/** Notes stand where they were written, between what was said before and after. */
export function withNotes(rows: readonly Row[], notes: readonly Note[]): (Row | Note)[] {
  const all: (Row | Note)[] = [];
  let next = 0;
  for (const row of rows) {
    for (let note = notes[next]; note && row.at && isBefore(note, row.at); note = notes[next]) {
      all.push(note);
      next += 1;
    }
    all.push(row);
  }
  return [...all, ...notes.slice(next)];
}

const isBefore = (note: Note, at: string) => Date.parse(note.created_at) < Date.parse(at);

export function textOf(blocks: readonly MessageBlock[]): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function cited(blocks: readonly MessageBlock[]): Citation[] {
  const byAddress = new Map<string, Citation>();
  for (const block of blocks) {
    if (block.type !== 'text') continue;
    for (const citation of block.citations ?? []) {
      if (!byAddress.has(citation.document_uri)) byAddress.set(citation.document_uri, citation);
    }
  }
  return [...byAddress.values()];
}

function callOf(block: ToolUseBlock, result: ToolResultBlock | null, event: DeskEvent): ToolCall {
  const timing = result?.client_timing;
  return {
    id: block.id,
    name: block.name,
    input: block.input,
    ...(block.ui && { ui: block.ui }),
    result,
    unwanted: unwantedIn(result),
    durationMs: timing === undefined ? null : timing.ended_at_ms - timing.started_at_ms,
    runId: event.run_id ?? null,
    at: event.created_at,
  };
}

/** As its visitor or its page says it, or the gateway at the end of a run. */
function unwantedIn(result: ToolResultBlock | null): ToolCall['unwanted'] {
  if (result?.is_error !== true) return null;
  const { content, error_code } = result;
  const code = typeof content === 'object' ? content.error.code : error_code;
  return UNWANTED.find((one) => one === code) ?? null;
}

export interface Cost {
  inputTokens: number;
  outputTokens: number;
  /** Credits, not billionths; for reading, so a rounded number is enough. */
  credits: number;
  models: readonly string[];
}

/** What the run cycles among these events were charged. */
export function costOf(events: readonly DeskEvent[]): Cost {
  const models = new Set<string>();
  const cost = { inputTokens: 0, outputTokens: 0, credits: 0 };
  for (const event of events) {
    if (event.type === 'session.turn_usage') models.add(event.content.model);
    if (event.type !== 'session.status_idle' && event.type !== 'session.error') continue;
    const usage: Usage | undefined = event.usage;
    if (usage === undefined) continue;
    cost.inputTokens +=
      usage.input_tokens + usage.cache_read_input_tokens + usage.cache_creation_input_tokens;
    cost.outputTokens += usage.output_tokens;
    cost.credits += Number(usage.credits_nano) / 1e9;
  }
  return { ...cost, models: [...models] };
}

/** The title of the page, where what it has told has a line of it; empty: it hasn't. */
export function pageTitleOf(events: readonly DeskEvent[]): string {
  const lines = pageContextOf(events)?.split('\n') ?? [];
  const line = lines.find((one) => /^\W{0,4}(?:page )?title\b/i.test(one)) ?? '';
  const rest = line.slice(line.search(/title/i) + 'title'.length);
  const [title = ''] = rest.slice(Math.max(0, rest.search(/[^"':\s]/))).split('"');
  return title.trim().slice(0, 200);
}

/** What the page said last. */
export function pageContextOf(events: readonly DeskEvent[]): string | null {
  const last = events.findLast((event) => event.type === 'system.message');
  return last?.type === 'system.message' ? textOf(last.content) : null;
}
