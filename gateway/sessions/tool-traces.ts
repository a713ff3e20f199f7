// The results of client tools in a request, for lines and traces: which call, how it ended, under which span the client ran
// it, and when. The request goes on in the trace that the tools were given, so that one trace leads from the message over
// the page's tool to the answer.

import type { Db } from '../kernel/db/types.ts';
import type { Observer } from '../kernel/observability/observer.ts';
import type { RequestTrace } from '../kernel/observability/trace.ts';
import { cycleSpanId, readTraceparent } from '../kernel/observability/trace.ts';
import type { SessionRow } from '../log/session-row.ts';
import type { Submission } from '../log/sort-send.ts';
import { findRun } from '../runs/run-row.ts';

export interface ToolTraces {
  /** The request's place in the trace. */
  trace: RequestTrace;
  /** To be called when the results have been taken. `repeated`: names of those that had come before, of which nothing is told. */
  tell(
    parts: { db: Db; observer: Observer },
    session: Pick<SessionRow, 'session_id' | 'paused_run_id'>,
    requestId: string,
    repeated: ReadonlySet<string>,
  ): Promise<void>;
}

export function traceTools(submission: Submission, trace: RequestTrace): ToolTraces {
  const results = submission.kind === 'results' ? submission.events : [];
  const blocks = results.flatMap(({ content, intent_id }) =>
    content.map((block) => ({ ...block, intent_id, span: readTraceparent(block.traceparent) })),
  );
  const echoed = blocks.find(({ span }) => span !== null)?.span;
  const joined =
    echoed == null
      ? trace
      : { span: { ...echoed, span_id: trace.span.span_id }, parent_span_id: echoed.span_id };
  return {
    trace: joined,
    async tell({ db, observer }, { session_id, paused_run_id }, request_id, repeated) {
      const fresh = blocks.filter(({ intent_id }) => !repeated.has(intent_id ?? ''));
      if (fresh.length === 0) return;
      // The results have been taken: whether a span finds its parent changes nothing about that.
      const run =
        observer.hasSpans && paused_run_id !== null
          ? await findRun(db, paused_run_id).catch(() => null)
          : null;
      for (const { tool_use_id, error_code, client_timing, span } of fresh) {
        observer.toolAnswered(
          { request_id, session_id, span: joined.span },
          {
            tool_use_id,
            error_code: error_code ?? null,
            span,
            // The pause has been counted: the calls belong to the cycle before it.
            parent_span_id: run === null ? null : cycleSpanId(run.run_id, run.pauses - 1),
            started_at: client_timing?.started_at_ms ?? null,
            ended_at: client_timing?.ended_at_ms ?? null,
          },
        );
      }
    },
  };
}
