// An event stream as a reply: the events that the model gateway makes visible, as server-sent events, until the stream
// is cut or rotated or its reader leaves.

import type { Clock } from '../../src/platform/types.ts';
import type { SeededRandom } from '../doubles/seeded-random.ts';
import type { ModelGateway } from './model-gateway.ts';
import type { FaultName } from './network-faults.ts';

const ENCODER = new TextEncoder();
const KEEP_ALIVE = ENCODER.encode(': keep-alive\n\n');
const ROTATION_MS = 120_000;

export function openStream(
  { clock, random, keepAliveMs }: { clock: Clock; random: SeededRandom; keepAliveMs: number },
  gateway: ModelGateway,
  fault: FaultName,
  signal: AbortSignal | null,
): Response {
  let isOver = false;
  let end: (isError: boolean) => void = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const off = gateway.subscribe((event) => {
        if (fault === 'stream_deaf') return;
        const text = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
        const bytes = ENCODER.encode(text);
        clock.setTimeout(() => {
          if (isOver) return;
          if (fault === 'stream_cut' && random.chance(0.3)) {
            controller.enqueue(bytes.slice(0, random.int(bytes.length)));
            end(true);
          } else controller.enqueue(bytes);
        }, 0);
      });
      end = (isError) => {
        if (isOver) return;
        isOver = true;
        off();
        if (isError) controller.error(new TypeError('network'));
        else controller.close();
      };
      signal?.addEventListener('abort', () => end(true), { once: true });
      const keepAlive = (): void => {
        if (isOver) return;
        controller.enqueue(KEEP_ALIVE);
        clock.setTimeout(keepAlive, keepAliveMs);
      };
      if (keepAliveMs > 0) clock.setTimeout(keepAlive, keepAliveMs);
      const lifeMs = fault === 'stream_rotates' ? 200 + random.int(4_000) : ROTATION_MS;
      clock.setTimeout(() => end(false), lifeMs);
    },
    cancel: () => {
      isOver = true;
    },
  });
  return {
    ok: true,
    status: 200,
    headers: new Headers({ 'content-type': 'text/event-stream' }),
    body,
    text: async () => '',
  } as unknown as Response;
}
