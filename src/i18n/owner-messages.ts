// The texts of the owner's view (`data-debug`), for the site's owner. In English only, so that no visitor downloads
// translations of them. The codes are the gateway's.

export const OWNER = {
  title: 'Owner’s view',
  hint: 'Only shown because data-debug is on.',
  id: 'Event id',
  requestId: 'Request id',
  latency: 'Latency',
  since: 'After the message or result',
  run: 'Run',
  tool: 'Tool',
  toolCall: 'Call id',
  execution: 'Ran in the page for',
  type: 'Type',
  raw: 'Raw JSON',
  model: 'Model',
  tokens: 'Tokens',
  tokensIn: 'in',
  tokensOut: 'out',
  cacheRead: 'cache read',
  cacheWrite: 'cache written',
  reasoning: 'reasoning',
  credits: 'Credits',
  creditsInfo: 'informational; the charge stands on the end of the run',
  charge: 'Charge of this run',
  context: 'Context tokens',
  started: 'Run started',
  systemMessage: 'System message',
  summary: 'Summary',
  unprocessed: 'Not processed within 15 s: agent execution may be off for this site.',
  interruptedRun: 'A run was in flight and was asked to stop.',
  interruptedNothing: 'No run was in flight: the interrupt had no effect.',
  unknownEvent: 'An event of a type this version does not know.',
  unknownBlock: 'Blocks of types this version does not know',
  totals: 'Totals',
  requests: 'Requests',
  requestsFailed: 'failed',
  median: 'median',
  runs: 'Runs',
  copyAll: 'Copy everything',
} as const;

/** Explains the error code of a run or of a message to the owner. */
export const OWNER_RUN_HINTS: Readonly<Record<string, string>> = {
  upstream_error: 'The model provider returned an error.',
  unclassified: 'No code came with this failure.',
  internal_error: 'The gateway failed unexpectedly. The request id finds it in the logs.',
  rate_limit_error: 'The model provider’s rate limit. Ask for a higher one, or try another model.',
  upstream_timeout: 'The model provider took too long.',
  run_timeout: 'The run’s time budget expired.',
  context_exceeded: 'The conversation exceeded the model’s context window.',
  max_iterations: 'The agent used up its turns. A smaller task, or a larger budget.',
  run_interrupted: 'The run was cut short.',
  run_abandoned: 'The run’s worker was lost.',
  run_not_scheduled: 'The message was stored, but no run was scheduled for it.',
  invalid_tool_schema:
    'The model refused a tool’s definition. Check the input schema named in the text.',
  toolset_incomplete:
    'A tool of the agent couldn’t be resolved (a deleted knowledge-base collection, for example). Retrying won’t help until the agent’s tools are corrected.',
  insufficient_credits: 'The credit balance is used up. Top up, and visitors can go on.',
  attachment_unsupported:
    'The model can’t read this kind of file. See its MIME type in the raw event.',
};

/** Explains the error code of a tool call to the owner. */
export const OWNER_TOOL_HINTS: Readonly<Record<string, string>> = {
  invalid_input: 'The agent’s input didn’t fit the tool’s schema.',
  permission_denied: 'The browser or the site refused (401, 403, or a browser permission).',
  not_found: 'The tool ran, and what it was asked for isn’t there.',
  tool_unavailable: 'No tool of this name is registered on this page.',
  declined: 'The visitor said no.',
  cancelled: 'Cancelled before it had an effect.',
  rate_limited: 'The site answered 429.',
  timeout: 'The tool ran past its time limit.',
  unavailable: 'The site couldn’t be reached, or answered 502 or 503.',
  wp_fatal_error: 'WordPress stopped with a fatal error: see the site’s PHP error log.',
  execution_failed: 'The tool threw an error.',
  internal_error: 'Bellhop failed. Please report it with the raw events.',
  unclassified: 'No code came with this failure.',
};
