// Server-sent events whose data are JSON, one value after the other.

import { JSONParseError, parseJsonEventStream, zodSchema } from 'ai';
import { z } from 'zod';

const anything = zodSchema(z.unknown());

/** @param takesText data that are no JSON come as their text; otherwise they are left out. */
export async function* readJsonEvents(
  body: ReadableStream<Uint8Array>,
  takesText = false,
): AsyncGenerator<unknown> {
  const reader = parseJsonEventStream({ stream: body, schema: anything }).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.success) yield value.value;
      else if (takesText && JSONParseError.isInstance(value.error)) yield value.error.text;
    }
  } finally {
    // Nobody reads the rest of an answer that has ended otherwise.
    await reader.cancel().catch(() => {});
  }
}
