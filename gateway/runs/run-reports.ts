// The reports that the run loop gives the observer: ids, codes, numbers and times. None has a word of a visitor, a page or a
// model, and none a token.

import type { AgentUsage, OpenCall } from '../agents/types.ts';
import type { SpanContext } from '../kernel/observability/trace.ts';
import type { CycleUsage } from './ledger.ts';

/** A run's cycle, as every line, figure and span about it names it. */
export interface RunScope {
  run_id: string;
  session_id: string;
  request_id: string;
  span: SpanContext;
  /** The span of the request that began the run. */
  parent_span_id: string | null;
}

export interface RunEnd {
  /** A stop reason or an error's code. */
  outcome: string;
  isFailure: boolean;
  turns: number;
  usage: CycleUsage;
  /** Unix milliseconds; null where another process had begun it. */
  started_at: number | null;
}

export interface TurnWatch {
  openCall(): OpenCall;
  end(usage: AgentUsage | null, outcome: string): void;
}
