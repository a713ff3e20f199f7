// Watches each request to a provider from its first byte to its last: ends those that fall silent, calls a stream that
// was cut short a failure (some of the packages take it for an end), and reports what became of the request.
//
//   asked ──► silent: the first byte is late ──► upstream_timeout
//     │
//     └─► answering ──► finish with a reason ──► ok, refused
//             │  └────► finish without one, or none ──► an error in the stream
//             └───────► silent again ──► upstream_timeout

import { JSONParseError, TypeValidationError } from 'ai';
import { isRecord } from '../../wire.ts';
import type { OpenCall, ProviderCall } from '../types.ts';
import { factsOf, failureOf, isDecline } from './errors.ts';
import type { RequestClock } from './options.ts';
import type { Model } from './provider.ts';

/** Chunks of one answer that nobody could read, and that cost no more than themselves. */
const MAX_BAD_CHUNKS = 3;

type StreamResult = Awaited<ReturnType<Model['doStream']>>;
type Part = StreamResult['stream'] extends ReadableStream<infer P> ? P : never;

export interface Watch {
  clock: RequestClock;
  silenceMs: number;
  /** The model's name in reports. */
  name: string;
  operation: ProviderCall['operation'];
  openCall: (() => OpenCall) | undefined;
  /** Called when a request has been silent for too long; it then has to be aborted. */
  onSilence(): void;
  /** Whether a failure is ours: the run was stopped. */
  isStopped(): boolean;
  /** Whether a failure is ours: a limit of time has passed. */
  isLate(): boolean;
}

/** The answer stopped before it said that it was over. */
export class CutShort extends Error {
  override readonly name = 'CutShort';
  constructor() {
    super('The stream ended in the middle of the answer.');
  }
}

/** The model, with every request watched; one that is repeated after a failure counts as another. */
export function watchModel(model: Model, watch: Watch): Model {
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (options) => model.doGenerate(options),
    async doStream(options) {
      const report = openReport(model, watch);
      const headers = { ...options.headers, ...report.headers };
      try {
        const result = await model.doStream({ ...options, headers });
        report.heard();
        return { ...result, stream: watchStream(result.stream, report) };
      } catch (error) {
        report.fail(error);
        throw error;
      }
    },
  };
}

type Report = ReturnType<typeof openReport>;

function openReport(model: Model, watch: Watch) {
  const { clock, operation, name } = watch;
  const call = watch.openCall?.();
  const startedAt = clock.monotonic();
  let firstWordMs: number | null = null;
  let badChunks = 0;
  let isOver = false;
  let timer = startTimer();

  function startTimer() {
    return clock.setTimeout(watch.onSilence, watch.silenceMs);
  }
  function end(
    outcome: ProviderCall['outcome'],
    facts: Pick<ProviderCall, 'status' | 'kind' | 'upstream_request_id'>,
  ) {
    if (isOver) return;
    isOver = true;
    clock.clearTimeout(timer);
    call?.end({
      provider: model.provider.split('.')[0] ?? model.provider,
      model: name,
      operation,
      duration_ms: Math.round(clock.monotonic() - startedAt),
      first_word_ms: firstWordMs,
      bad_chunks: badChunks,
      outcome,
      ...facts,
    });
  }
  return {
    headers: call === undefined ? {} : { traceparent: call.traceparent },
    heard() {
      if (isOver) return;
      clock.clearTimeout(timer);
      timer = startTimer();
    },
    firstWord() {
      firstWordMs ??= Math.round(clock.monotonic() - startedAt);
    },
    /** Whether the answer may go on without this chunk. */
    bearsWithout(error: unknown): boolean {
      if (!JSONParseError.isInstance(error) && !TypeValidationError.isInstance(error)) return false;
      badChunks += 1;
      return badChunks <= MAX_BAD_CHUNKS;
    },
    finish: (isRefused: boolean) =>
      end(isRefused ? 'refused' : 'ok', { status: 200, kind: null, upstream_request_id: null }),
    /** Nobody wants the rest. */
    leave: () => end('stopped', { status: null, kind: null, upstream_request_id: null }),
    /** The last failure of a request is what became of it, unless we ended it ourselves. */
    fail(error: unknown) {
      const isRefused = !watch.isLate() && isDecline(error);
      const outcome = isRefused ? 'refused' : failureOf(error, watch.isLate());
      end(watch.isStopped() ? 'stopped' : outcome, factsOf(error));
    },
  };
}

/** Passes on every part, and an error in place of an end that isn't one. */
function watchStream(stream: ReadableStream<Part>, report: Report): ReadableStream<Part> {
  const reader = stream.getReader();
  let hasEnded = false;
  let isWhole = false;
  return new ReadableStream<Part>({
    async pull(controller) {
      try {
        // A pull that brings nothing is not repeated: a chunk that is left out is followed by another at once.
        for (let part: Part | null = null; part === null; ) {
          const { done, value } = await reader.read();
          report.heard();
          if (done) {
            if (!hasEnded) controller.enqueue(cut());
            controller.close();
            return;
          }
          part = take(value);
          if (part !== null) controller.enqueue(part);
        }
      } catch (error) {
        report.fail(error);
        controller.error(error);
      }
    },
    cancel(reason) {
      report.leave();
      return reader.cancel(reason);
    },
  });

  /** Null: a chunk that could not be read. Where the answer comes to its end all the same, it is whole enough. */
  function take(part: Part): Part | null {
    if (part.type === 'raw') isWhole ||= isLast(part.rawValue);
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') report.firstWord();
    if (part.type === 'error' && report.bearsWithout(part.error)) return null;
    if (part.type === 'error') {
      hasEnded = true;
      report.fail(part.error);
    }
    if (part.type !== 'finish' || hasEnded) return part;
    // A provider that has finished says why.
    if (part.finishReason.raw === undefined && !isWhole) return cut();
    hasEnded = true;
    report.finish(part.finishReason.unified === 'content-filter');
    // Its package calls an answer failed for a chunk that could not be read, also where it has come to its end.
    if (isWhole && part.finishReason.unified === 'error')
      return { ...part, finishReason: { unified: 'stop', raw: undefined } };
    return part;
  }

  function cut(): Part {
    hasEnded = true;
    const error = new CutShort();
    report.fail(error);
    return { type: 'error', error };
  }
}

/** The last chunk of an answer in OpenAI's own interface, which gives a reason only where the model wasn't done. */
const isLast = (chunk: unknown) => isRecord(chunk) && chunk.type === 'response.completed';
