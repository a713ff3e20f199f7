// Names what can happen to a request, and to which kind of request: the rows and columns of the matrix.

export const STEPS = ['list', 'message', 'result', 'interrupt', 'stream'] as const;
export type StepName = (typeof STEPS)[number];

export const FAULTS = [
  'none',
  'request_lost',
  'response_lost',
  'late_commit',
  'delay',
  'duplicate',
  'body_cut',
  'http_500',
  'http_503',
  'http_429',
  'http_403',
  'http_402',
  'stale_token',
  'edge_html',
  'anchor_refused',
  'cursor_loops',
  'stream_cut',
  'stream_rotates',
  'stream_deaf',
  'stream_missing',
] as const;
export type FaultName = (typeof FAULTS)[number];

/** After these the client can't tell from the reply whether the request was applied. */
export const SILENT: readonly FaultName[] = [
  'request_lost',
  'response_lost',
  'late_commit',
  'body_cut',
];

/** The faults that a step can meet; a POST, for example, has no stream that could be cut. */
export function faultsOf(step: StepName): FaultName[] {
  return FAULTS.filter((fault) => {
    if (fault === 'none') return false;
    if (fault.startsWith('stream_')) return step === 'stream';
    if (fault === 'anchor_refused' || fault === 'cursor_loops') return step === 'list';
    if (fault === 'late_commit' || fault === 'duplicate') return !['list', 'stream'].includes(step);
    if (fault === 'http_402') return step === 'message' || step === 'result';
    if (fault === 'body_cut') return step !== 'stream';
    return true;
  });
}

export function stepOf(url: URL, body: unknown): StepName {
  if (url.pathname.endsWith('/stream')) return 'stream';
  if (body === null) return 'list';
  const type = (body as { events: { type: string }[] }).events[0]?.type;
  if (type === 'user.interrupt') return 'interrupt';
  return type === 'user.tool_result' ? 'result' : 'message';
}
