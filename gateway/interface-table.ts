// What a gateway in another language must have to the letter: codes, limits, and the sentences that a visitor or a client's
// author reads. wordpress/php-table.ts writes them as PHP, by the names of here.

import { LEFT_OUT, LINE_LIMITS } from './agents/digest.ts';
import { MODEL_PRICES, PRICES_OF } from './agents/known-prices.ts';
import { MATERIAL_SHARE, SUMMARY_TASK } from './agents/model/summarise.ts';
import { MAX_BODY_BYTES } from './kernel/http/body.ts';
import { ERROR_TYPES } from './kernel/http-error.ts';
import { MAX_ID_LENGTH } from './kernel/ids.ts';
import { SENTENCES } from './kernel/sentences.ts';
import { MAX_TRACEPARENT } from './log/blocks-schema.ts';
import { INTENTS_HEADER } from './log/intents.ts';
import { FAILURE_TEXTS } from './runs/failures.ts';
import { COMPACT_AT, KEEP_SHARE, SUMMARY_SHARE } from './runs/plan-compaction.ts';
import {
  DEFAULT_PAGE_SIZE,
  INPUT_EVENT_TYPES,
  MAX_ACTIVE_PLUGINS,
  MAX_EVENTS_PER_SEND,
  MAX_HEARTBEAT_BODY_BYTES,
  MAX_PAGE_SIZE,
  REJECTED_INPUT_TYPES,
  TOOL_ERROR_CODES,
} from './wire.ts';

export type TableValue =
  | string
  | number
  | readonly (string | number)[]
  | Readonly<Record<string, string | readonly number[]>>;

/** By name: what it is, and its value. */
export const INTERFACE_TABLE: Readonly<
  Record<string, readonly [about: string, value: TableValue]>
> = {
  ERROR_TYPES: ['The type of an error by its HTTP status; any other is an api_error.', ERROR_TYPES],
  SENTENCES: [
    'Why a request is refused, and what a model reads of a call without a result.',
    SENTENCES,
  ],
  FAILURE_TEXTS: [
    'What a visitor reads of a failed run, by the code of its session.error.',
    FAILURE_TEXTS,
  ],
  MODEL_PRICES: [
    'US dollars for a million tokens of well-known models: read, written, read from the provider’s cache, put into it.',
    MODEL_PRICES,
  ],
  PRICES_OF: ['When these were looked up.', PRICES_OF],
  TOOL_ERROR_CODES: ['The codes that a client may give a failed tool call.', TOOL_ERROR_CODES],
  INPUT_EVENT_TYPES: ['The types of events that clients send.', INPUT_EVENT_TYPES],
  REJECTED_INPUT_TYPES: [
    'Types that the interface names and a send refuses.',
    REJECTED_INPUT_TYPES,
  ],
  INTENTS_HEADER: ['The header that says that names for intents are taken.', INTENTS_HEADER],
  MAX_EVENTS_PER_SEND: ['Events in one send.', MAX_EVENTS_PER_SEND],
  MAX_BODY_BYTES: ['Of a send.', MAX_BODY_BYTES],
  MAX_ID_LENGTH: ['Characters of an id.', MAX_ID_LENGTH],
  MAX_TRACEPARENT: ['Characters of a traceparent.', MAX_TRACEPARENT],
  DEFAULT_PAGE_SIZE: ['Events in a list that names no limit.', DEFAULT_PAGE_SIZE],
  MAX_PAGE_SIZE: ['Events in a list at most.', MAX_PAGE_SIZE],
  MAX_HEARTBEAT_BODY_BYTES: ['Of a heartbeat.', MAX_HEARTBEAT_BODY_BYTES],
  MAX_ACTIVE_PLUGINS: ['Plugins that a heartbeat names.', MAX_ACTIVE_PLUGINS],
  COMPACT_AT: [
    'Of the window: past this a conversation is compacted. The rest is room for the answer.',
    COMPACT_AT,
  ],
  KEEP_SHARE: ['Of the window: what summary and kept turns should take afterwards.', KEEP_SHARE],
  SUMMARY_SHARE: ['Of the window: how long a summary may be.', SUMMARY_SHARE],
  MATERIAL_SHARE: [
    'Of the window: how much of the turns the model is shown for a summary.',
    MATERIAL_SHARE,
  ],
  SUMMARY_TASK: ['What a model is told that writes a summary.', SUMMARY_TASK],
  LINE_LIMITS: [
    'A line of an extract may have so many characters; the first that lets all lines fit is taken.',
    LINE_LIMITS,
  ],
  LEFT_OUT: ['The first line of an extract that leaves turns out.', LEFT_OUT],
};
