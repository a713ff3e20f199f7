// The events of a session: what the list and the stream are asked for, what may be sent, and what is answered.

import { z } from '@hono/zod-openapi';
import { endpoint } from '../kernel/schema/endpoint.ts';
import { flag, list } from '../kernel/schema/kinds.ts';
import {
  DEFAULT_PAGE_SIZE,
  EVENT_TYPES,
  INPUT_EVENT_TYPES,
  isRecord,
  MAX_EVENTS_PER_SEND,
  MAX_PAGE_SIZE,
  REJECTED_INPUT_TYPES,
} from '../wire.ts';
import { inputBlock, toolResultBlock } from './blocks-schema.ts';

const CALLERS =
  'a session token with the scope session_events, an API key of its project, or the service token of its site';
const LIMIT = `must be an integer from 1 to ${MAX_PAGE_SIZE}`;

export const listQuery = z.object({
  limit: z
    .string()
    .regex(/^\d{1,4}$/, { error: LIMIT })
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_PAGE_SIZE, { error: LIMIT })
    .optional()
    .transform((limit) => limit ?? DEFAULT_PAGE_SIZE)
    .meta({ type: 'integer', minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE }),
  // Without a default: a cursor goes on in its own order.
  order: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).optional(),
  page: z.string().optional(),
  after_id: z.string().optional(),
  include_thinking: flag,
});

const BLOCKS = 'must be an array of at least one block';

const intent_id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: 'must be 1 to 64 of A-Z a-z 0-9 _ -' })
  .optional()
  .meta({
    description:
      'Names the event in its session. The same name again answers with the first event and changes nothing.',
  });

const inputMessage = z.object({
  intent_id,
  type: z.enum(['user.message', 'system.message']),
  content: list(inputBlock, { min: 1, error: BLOCKS }),
});

const inputResult = z.object({
  intent_id,
  type: z.literal('user.tool_result'),
  content: list(toolResultBlock, { min: 1, error: BLOCKS }),
});

const inputInterrupt = z
  .object({
    intent_id,
    run_id: z
      .string()
      .regex(/^[\w.:-]{1,64}$/, { error: 'must be the id of a run' })
      .optional()
      .meta({ description: 'The run that is meant; of another run it has no effect' }),
    type: z.literal('user.interrupt'),
    content: z
      .array(z.unknown(), { error: 'of a user.interrupt must be left out or empty' })
      .max(0, { error: 'of a user.interrupt must be left out or empty' })
      .optional()
      .meta({ maxItems: 0, items: {} }),
  })
  .transform(({ type, run_id, intent_id }) => ({ type, run_id, intent_id }));

export const inputEvent = z.discriminatedUnion(
  'type',
  [inputMessage, inputResult, inputInterrupt],
  {
    error: (issue) => {
      if (issue.code !== 'invalid_union') return undefined;
      const type = isRecord(issue.input) ? issue.input.type : undefined;
      const refused = REJECTED_INPUT_TYPES.find((rejected) => rejected === type);
      return refused === undefined
        ? `must be one of: ${INPUT_EVENT_TYPES.join(', ')}`
        : `${refused} is not accepted here`;
    },
  },
);

export const sendBody = z.object({
  events: list(inputEvent, { min: 1, max: MAX_EVENTS_PER_SEND }),
});

export const usage = z.object({
  input_tokens: z.int(),
  output_tokens: z.int(),
  cache_read_input_tokens: z.int(),
  cache_creation_input_tokens: z.int(),
  credits_nano: z.int(),
});

/** An event, as list, stream and replies have it. */
export const event = z
  .object({
    id: z.string(),
    type: z.enum(EVENT_TYPES),
    content: z.union([z.array(z.looseObject({ type: z.string() })), z.looseObject({})]),
    created_at: z.iso.datetime(),
    processed_at: z.iso.datetime().nullable(),
    usage: usage.optional(),
    error_code: z.string().optional(),
    run_id: z.string().optional().meta({
      description:
        'Of a session.status_running: the run, the same through its pauses; of an interrupt: the run that was meant',
    }),
    intent_id: z.string().optional().meta({ description: 'The name that its sender gave it' }),
  })
  .openapi('Event');

export const listEvents = endpoint({
  method: 'get',
  path: '/v1/sessions/{session_id}/events',
  tag: 'Sessions',
  summary: 'List the events of a session',
  auth: CALLERS,
  query: listQuery,
  replies: { 200: z.object({ data: z.array(event), next_page: z.string().nullable() }) },
});

export const sendEvents = endpoint({
  method: 'post',
  path: '/v1/sessions/{session_id}/events',
  tag: 'Sessions',
  summary: 'Send events to a session',
  auth: CALLERS,
  body: sendBody,
  replies: { 200: z.object({ data: z.array(event) }) },
});

export const openStream = endpoint({
  method: 'get',
  path: '/v1beta1/sessions/{session_id}/events/stream',
  tag: 'Sessions',
  summary:
    'Follow the events of a session from now on, as server-sent events; event_deltas[]=agent.message adds previews',
  auth: CALLERS,
  query: z.object({ include_thinking: flag }),
  replies: { 200: null },
});
