// The figures of a gateway, for Prometheus. A label has few values, all known beforehand: those that come from elsewhere (codes of
// agents, names of models) pass `bounded` first, so that nobody fills an operator's database by inventing some.

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { RUN_ERROR_CODES, TOOL_ERROR_CODES } from '../../wire.ts';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const LONG_SECONDS = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600];
const MAX_MODELS = 30;
const STOPS = [
  'end_turn',
  'max_tokens',
  'model_context_window_exceeded',
  'user_cancelled',
  'client_tool_use',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** In which of the gateway's own works something went wrong. */
export type Fault =
  | 'request'
  | 'run'
  | 'bus'
  | 'retention'
  | 'webhooks'
  | 'embeddings'
  | 'mail'
  | 'push';

/** The figures of one gateway. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Each gateway has a registry of its own. */
export function createMetrics() {
  const register = new Registry();
  const registers = [register];
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name: `bellhop_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    labelNames: Label[],
    buckets: number[],
  ) => new Histogram({ name: `bellhop_${name}`, help, labelNames, buckets, registers });

  const requests = counter('http_requests_total', 'Requests, by route and status.', [
    'method',
    'route',
    'status',
  ]);
  const requestSeconds = histogram(
    'http_request_seconds',
    'Time to the head of the reply.',
    ['route'],
    SECONDS,
  );
  const refusals = counter('refusals_total', 'Requests refused, by type of error.', ['type']);
  const runs = counter('runs_total', 'Run cycles that ended, by stop reason or error code.', [
    'outcome',
  ]);
  const runSeconds = histogram('run_seconds', 'Time of a run cycle.', [], LONG_SECONDS);
  const running = new Gauge({
    name: 'bellhop_runs_in_flight',
    help: 'Run cycles under way in this process.',
    registers,
  });
  const calls = counter('provider_requests_total', 'Requests to model providers.', [
    'provider',
    'model',
    'outcome',
  ]);
  const callSeconds = histogram(
    'provider_request_seconds',
    'Time of a request to a provider.',
    ['provider'],
    LONG_SECONDS,
  );
  const firstWordSeconds = histogram(
    'provider_first_word_seconds',
    'Time to the first word or thought of an answer.',
    ['provider'],
    LONG_SECONDS,
  );
  const tokens = counter('tokens_total', 'Tokens charged.', ['kind']);
  const credits = counter('credits_total', 'Credits charged.');
  const tools = counter('tool_results_total', 'Results of client tools.', ['outcome']);
  const database = counter('database_failures_total', 'Times that the database was away.');
  const faults = counter('faults_total', 'Errors that nobody outside is at fault for.', ['where']);
  const models = new Set<string>();

  return {
    contentType: register.contentType,
    /** In Prometheus' text format. */
    text: () => register.metrics(),
    /** Memory, processor, event loop: of the process, so at most one gateway in it may ask for them. */
    watchProcess: () => collectDefaultMetrics({ register }),

    request(method: string, route: string, status: number, seconds: number) {
      requests.inc({ method: bounded(method, METHODS), route, status: String(status) });
      requestSeconds.observe({ route }, seconds);
    },
    refusal: (type: string) => refusals.inc({ type }),
    runBegan: () => running.inc(),
    runLeft: () => running.dec(),
    runEnded(outcome: string, seconds: number | null) {
      runs.inc({ outcome: bounded(outcome, [...STOPS, ...RUN_ERROR_CODES]) });
      if (seconds !== null) runSeconds.observe(seconds);
    },
    call(
      call: { provider: string; model: string; outcome: string },
      ms: number,
      first: number | null,
    ) {
      const provider = bounded(call.provider, ['openai', 'anthropic']);
      if (models.size < MAX_MODELS) models.add(call.model);
      calls.inc({
        provider,
        model: bounded(call.model, models),
        outcome: bounded(call.outcome, ['ok', 'stopped', 'refused', ...RUN_ERROR_CODES]),
      });
      callSeconds.observe({ provider }, ms / 1000);
      if (first !== null) firstWordSeconds.observe({ provider }, first / 1000);
    },
    charge(
      usage: Record<'input' | 'output' | 'cache_read' | 'cache_creation', number>,
      nano: bigint,
    ) {
      for (const [kind, count] of Object.entries(usage)) tokens.inc({ kind }, count);
      credits.inc(Number(nano) / 1e9);
    },
    tool: (code: string | null) =>
      tools.inc({ outcome: code === null ? 'ok' : bounded(code, [...TOOL_ERROR_CODES]) }),
    databaseAway: () => database.inc(),
    fault: (where: Fault) => faults.inc({ where }),
  };
}

function bounded(value: string, known: Iterable<string>): string {
  for (const one of known) if (one === value) return value;
  return 'other';
}
