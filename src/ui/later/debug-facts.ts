// What one line of the owner's view means, read from its raw JSON: names and values for the owner.

import { OWNER, OWNER_RUN_HINTS, OWNER_TOOL_HINTS } from '../../i18n/owner-messages.ts';
import type { DebugEntry } from '../types.ts';

export type Fact = [name: string, value: string];

/** After so long, an unprocessed message means that nobody will answer it. */
const UNPROCESSED_AFTER_MS = 15_000;
const NANOCREDITS_PER_CREDIT = 1e9;

export function debugFacts(entry: DebugEntry, now: number): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') facts.push([name, String(value)]);
  };
  const event = isRecord(entry.raw) ? entry.raw : {};
  const content = Array.isArray(event.content) ? event.content[0] : event.content;
  const block = isRecord(content) ? content : {};
  add(OWNER.id, event.id);
  add(OWNER.requestId, entry.requestId ?? block.request_id);
  if (entry.latencyMs !== null) add(OWNER.latency, `${Math.round(entry.latencyMs)} ms`);
  switch (event.type) {
    case 'session.error':
      add(String(block.code), OWNER_RUN_HINTS[String(block.code)] ?? OWNER_RUN_HINTS.unclassified);
      break;
    case 'user.tool_result':
      if (block.is_error === true) {
        const code = String(block.error_code ?? 'unclassified');
        add(code, OWNER_TOOL_HINTS[code]);
      }
      break;
    case 'user.message':
      if (typeof event.error_code === 'string')
        add(event.error_code, OWNER_RUN_HINTS[event.error_code]);
      if (event.processed_at === null && now - entry.at > UNPROCESSED_AFTER_MS)
        add('processed_at', OWNER.unprocessed);
      break;
    case 'session.status_running':
      add(OWNER.started, typeof event.created_at === 'string' ? event.created_at : '✓');
      break;
    case 'session.status_idle':
      add(OWNER.context, block.context_tokens);
      break;
    case 'session.turn_usage':
      add(OWNER.model, block.model);
      add(OWNER.tokens, tokens(block));
      add(OWNER.credits, `${credits(block)} (${OWNER.creditsInfo})`);
      break;
    case 'session.compaction':
      add(OWNER.summary, block.text);
      break;
    case 'system.message':
      add(OWNER.systemMessage, block.text);
      break;
  }
  if (isRecord(event.usage)) {
    add(OWNER.charge, `${credits(event.usage)} ${OWNER.credits}`);
    add(OWNER.tokens, tokens(event.usage));
  }
  return facts;
}

function credits(usage: Record<string, unknown>): string {
  return String(Number(usage.credits_nano ?? 0) / NANOCREDITS_PER_CREDIT);
}

function tokens(usage: Record<string, unknown>): string {
  const names: [string, string][] = [
    ['input_tokens', OWNER.tokensIn],
    ['output_tokens', OWNER.tokensOut],
    ['cache_read_input_tokens', OWNER.cacheRead],
    ['cache_creation_input_tokens', OWNER.cacheWrite],
    ['reasoning_tokens', OWNER.reasoning],
  ];
  return names
    .flatMap(([field, name]) =>
      typeof usage[field] === 'number' ? [`${usage[field]} ${name}`] : [],
    )
    .join(', ');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
