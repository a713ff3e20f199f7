// Server-sent events whose data are JSON, one value after the other. Other data are left out.

import { parseJsonEventStream, zodSchema } from 'ai';
import { z } from 'zod';

const anything = zodSchema(z.unknown());

export async function* readJsonEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown> {
  const reader = parseJsonEventStream({ stream: body, schema: anything }).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      if (value.success) yield value.value;
    }
  } finally {
    // Nobody reads the rest of an answer that has ended otherwise.
    await reader.cancel().catch(() => {});
  }
}
