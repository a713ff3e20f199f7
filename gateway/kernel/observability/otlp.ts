// Sends finished spans to a collector over OTLP/HTTP. Loaded only where OTEL_EXPORTER_OTLP_ENDPOINT is set, by
// main.ts; the SDK reads its other settings (headers, timeouts, OTEL_SERVICE_NAME) from the environment by itself.

import { setTimeout } from 'node:timers/promises';
import { ROOT_CONTEXT, SpanKind, SpanStatusCode, TraceFlags, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FinishedSpan, SpanSink } from './trace.ts';

const PATIENCE_MS = 2000;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
};

export function createOtlpSpans(
  serviceName: string,
  processor: SpanProcessor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter() }),
): SpanSink {
  // Spans are told when they are over, with the ids that went out in headers: the SDK takes these in place of its own.
  const random = new RandomIdGenerator();
  let next: FinishedSpan['context'] | null = null;
  const provider = new TracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': serviceName })),
    spanProcessors: [processor],
    idGenerator: {
      generateTraceId: () => next?.trace_id ?? random.generateTraceId(),
      generateSpanId: () => next?.span_id ?? random.generateSpanId(),
    },
  });
  const tracer = provider.getTracer('bellhop-gateway');
  return {
    record({ name, kind, context, parent_span_id, started_at, ended_at, attributes, failure }) {
      const parent =
        parent_span_id === null
          ? ROOT_CONTEXT
          : trace.setSpanContext(ROOT_CONTEXT, {
              traceId: context.trace_id,
              spanId: parent_span_id,
              traceFlags: TraceFlags.SAMPLED,
              isRemote: true,
            });
      next = context;
      const span = tracer.startSpan(name, { kind: KINDS[kind], startTime: started_at }, parent);
      next = null;
      for (const [key, value] of Object.entries(attributes)) {
        if (value !== null && value !== undefined) span.setAttribute(key, value);
      }
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.end(ended_at);
    },
    // Spans that the collector hasn't taken by then are lost: the gateway's end waits no longer.
    close: () =>
      Promise.race([
        provider.shutdown().catch(() => {}),
        setTimeout(PATIENCE_MS, undefined, { ref: false }),
      ]),
  };
}
