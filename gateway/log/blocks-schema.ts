// The blocks that a client sends: text, documents and the results of its tools. Unknown fields are dropped, so nothing
// unseen is stored or echoed.

import { z } from '@hono/zod-openapi';
import { absent, id } from '../kernel/schema/kinds.ts';
import {
  type ClientTiming,
  type ErrorEnvelope,
  TOOL_ERROR_CODES,
  type ToolResultBlock,
} from '../wire.ts';
import { resultContent } from './result-content.ts';

export const MAX_TRACEPARENT = 512;
const MEDIA_TYPE = 'must be a media type such as text/plain';
const WEB_ADDRESS = 'must be an http or https address';

const mediaType = z
  .string({ error: MEDIA_TYPE })
  .regex(/^[\w.+-]+\/[\w.+-]+(\s*;.*)?$/, { error: MEDIA_TYPE });

export const base64Source = z.object({
  type: z.literal('base64'),
  media_type: mediaType,
  data: z.string().refine(isBase64, { error: 'is not valid base64' }),
});
export const textSource = z.object({
  type: z.literal('text'),
  media_type: mediaType,
  data: z.string(),
});

export const blockSource = z.discriminatedUnion(
  'type',
  [
    z.object({
      type: z.literal('url'),
      url: z.string({ error: WEB_ADDRESS }).refine(isWebAddress, { error: WEB_ADDRESS }),
    }),
    base64Source,
    textSource,
  ],
  {
    error: (issue) => (issue.code === 'invalid_union' ? 'must be base64, text or url' : undefined),
  },
);

export const textBlock = z.object({ type: z.literal('text'), text: z.string() });

export const documentBlock = z
  .object({ type: z.literal('document'), title: absent(z.string()), source: blockSource })
  .transform(({ title, ...block }) => (title === undefined ? block : { ...block, title }));

export const inputBlock = z.discriminatedUnion('type', [textBlock, documentBlock], {
  error: (issue) => (issue.code === 'invalid_union' ? 'must be text or document' : undefined),
});

const TIMING = 'must be an integer in Unix milliseconds';
// An int64 may be beyond what a double counts by ones; such a time is taken, and dropped below.
const instant = z
  .number({ error: TIMING })
  .refine(Number.isInteger, { error: TIMING })
  .meta({ type: 'integer', format: 'int64' });

const clientTiming = z
  .object({ started_at_ms: instant, ended_at_ms: instant })
  .transform(soundTiming);

export const toolResultBlock = z
  .object({
    type: z.literal('tool_result'),
    tool_use_id: id,
    is_error: z.boolean().optional(),
    error_code: z.enum(TOOL_ERROR_CODES).optional(),
    content: z
      .custom<string | ErrorEnvelope | null | undefined>(() => true)
      .optional()
      .meta({ anyOf: [{ type: 'string' }, { type: 'object' }, { type: 'null' }] }),
    traceparent: absent(
      z.string().max(MAX_TRACEPARENT, {
        error: `must be a string of at most ${MAX_TRACEPARENT} characters`,
      }),
    ),
    client_timing: absent(clientTiming),
  })
  .transform((block, context): ToolResultBlock => {
    const isError = block.is_error === true;
    if (!isError && block.error_code !== undefined) {
      context.addIssue({
        code: 'custom',
        path: ['error_code'],
        message: 'is allowed only where is_error is true',
      });
      return z.NEVER;
    }
    const { content, error_code, fault } = resultContent(block.content, isError, block.error_code);
    if (fault !== undefined) {
      context.addIssue({ code: 'custom', path: ['content'], message: fault });
      return z.NEVER;
    }
    return {
      type: 'tool_result',
      tool_use_id: block.tool_use_id,
      ...(content === undefined ? {} : { content }),
      ...(block.is_error === undefined ? {} : { is_error: block.is_error }),
      ...(error_code === undefined ? {} : { error_code }),
      ...(block.traceparent === undefined ? {} : { traceparent: block.traceparent }),
      ...(block.client_timing === undefined ? {} : { client_timing: block.client_timing }),
    };
  });

/** A clock that was set in between: what the tool did counts, however long it seems to have taken. */
function soundTiming(timing: ClientTiming): ClientTiming | undefined {
  const { started_at_ms, ended_at_ms } = timing;
  const isSound =
    Number.isSafeInteger(started_at_ms) && started_at_ms >= 0 && ended_at_ms >= started_at_ms;
  return isSound && Number.isSafeInteger(ended_at_ms) ? timing : undefined;
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
