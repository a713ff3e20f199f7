// The send endpoint's body, as one of three things that may be sent. No database is asked here.

import type { z } from '@hono/zod-openapi';
import { invalid } from '../kernel/http-error.ts';
import { SENTENCES } from '../kernel/sentences.ts';
import { quote } from '../kernel/text.ts';
import type { inputEvent, sendBody } from './events-schema.ts';
import { checkNames } from './intents.ts';

type SentEvent = z.output<typeof inputEvent>;
export type SentMessage = Extract<SentEvent, { type: 'user.message' | 'system.message' }>;
export type SentResult = Extract<SentEvent, { type: 'user.tool_result' }>;

export type SentInterrupt = Extract<SentEvent, { type: 'user.interrupt' }>;

/** A send request, sorted: messages, results, or one Stop. */
export type Submission =
  | { kind: 'messages'; events: SentMessage[] }
  | { kind: 'results'; events: SentResult[] }
  | { kind: 'interrupt'; event: SentInterrupt };

/** @throws HttpError 400 for events that don't go together. */
export function sortSend({ events }: z.output<typeof sendBody>): Submission {
  const interrupt = events.find(isInterrupt);
  if (interrupt !== undefined) {
    if (events.length > 1) throw invalid(SENTENCES.lone_interrupt);
    return { kind: 'interrupt', event: interrupt };
  }
  checkNames(events);
  const messages = events.filter(isMessage);
  const results = events.filter(isResult);
  if (messages.length > 0 && results.length > 0) {
    throw invalid(SENTENCES.mixed_send);
  }
  if (messages.length > 0) return { kind: 'messages', events: messages };
  checkDistinct(results);
  return { kind: 'results', events: results };
}

const isInterrupt = (event: SentEvent): event is SentInterrupt => event.type === 'user.interrupt';
const isMessage = (event: SentEvent): event is SentMessage =>
  event.type === 'user.message' || event.type === 'system.message';
const isResult = (event: SentEvent): event is SentResult => event.type === 'user.tool_result';

function checkDistinct(results: readonly SentResult[]): void {
  const seen = new Set<string>();
  for (const { tool_use_id } of results.flatMap((event) => event.content)) {
    if (seen.has(tool_use_id))
      throw invalid(`${quote(tool_use_id)} is answered twice in this request.`);
    seen.add(tool_use_id);
  }
}
