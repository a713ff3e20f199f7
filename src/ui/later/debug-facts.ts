// What one line of the owner's view means, read from its raw JSON: names and values for the owner.

import { OWNER, OWNER_RUN_HINTS, OWNER_TOOL_HINTS } from '../../i18n/owner-messages.ts';
import type { DebugEntry } from '../types.ts';
import { blockOf, creditsOf, eventOf, type Joined, UNPROCESSED_AFTER_MS } from './debug-join.ts';

export type Fact = [name: string, value: string];

const NANOCREDITS_PER_CREDIT = 1_000_000_000n;

/** `joined`: what the other lines tell about this one. */
export function debugFacts(entry: DebugEntry, now: number, joined?: Joined): Fact[] {
  const facts: Fact[] = [];
  const add = (name: string, value: unknown) => {
    if (typeof value === 'string' || typeof value === 'number') facts.push([name, String(value)]);
  };
  const event = eventOf(entry);
  const block = blockOf(event);
  add(OWNER.id, event.id);
  add(OWNER.requestId, entry.requestId ?? block.request_id);
  if (entry.latencyMs !== null) add(OWNER.latency, `${Math.round(entry.latencyMs)} ms`);
  if (joined?.sinceMs) add(OWNER.since, `${Math.round(joined.sinceMs)} ms`);
  const unknown = unknownBlocks(event);
  if (unknown.length > 0) add(OWNER.unknownBlock, unknown.join(', '));
  switch (event.type) {
    case 'session.error':
      add(String(block.code), OWNER_RUN_HINTS[String(block.code)] ?? OWNER_RUN_HINTS.unclassified);
      break;
    case 'user.tool_result':
      for (const result of Array.isArray(event.content) ? event.content : []) {
        if (!isRecord(result)) continue;
        add(OWNER.toolCall, result.tool_use_id);
        const timing = isRecord(result.client_timing) ? result.client_timing : null;
        if (timing) {
          add(OWNER.execution, `${Number(timing.ended_at_ms) - Number(timing.started_at_ms)} ms`);
        }
        if (result.is_error !== true) continue;
        const code = String(result.error_code ?? 'unclassified');
        add(code, OWNER_TOOL_HINTS[code]);
      }
      break;
    case 'user.message':
      if (typeof event.error_code === 'string')
        add(event.error_code, OWNER_RUN_HINTS[event.error_code]);
      if (joined?.isWaiting && now - entry.at >= UNPROCESSED_AFTER_MS)
        add('processed_at', OWNER.unprocessed);
      break;
    case 'user.interrupt':
      if (joined) add(OWNER.run, joined.hitRun ? OWNER.interruptedRun : OWNER.interruptedNothing);
      break;
    case 'agent.tool_use':
      add(OWNER.tool, block.name);
      add(OWNER.toolCall, block.id);
      break;
    case 'unknown':
      add(OWNER.type, `${event.unknown_type}: ${OWNER.unknownEvent}`);
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

function unknownBlocks({ content }: Record<string, unknown>): string[] {
  return (Array.isArray(content) ? content : []).flatMap((block) =>
    isRecord(block) && block.type === 'unknown' ? [String(block.unknown_type)] : [],
  );
}

export function creditsText(nano: bigint): string {
  const part = String(nano % NANOCREDITS_PER_CREDIT)
    .padStart(9, '0')
    .replace(/0+$/, '');
  return `${nano / NANOCREDITS_PER_CREDIT}${part === '' ? '' : `.${part}`}`;
}

function credits(usage: Record<string, unknown>): string {
  return creditsText(creditsOf(usage));
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
