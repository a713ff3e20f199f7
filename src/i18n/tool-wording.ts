// Which text a failed tool's card has, by its code. It comes with the cards.

import type { MessageKey } from './messages.ts';

const TOOL: ReadonlyMap<string, MessageKey> = new Map([
  ['invalid_input', 'toolInput'],
  ['permission_denied', 'toolDenied'],
  ['not_found', 'toolNotFound'],
  ['tool_unavailable', 'toolMissing'],
  ['declined', 'toolDeclined'],
  ['cancelled', 'toolSkipped'],
  ['rate_limited', 'toolLimited'],
  ['timeout', 'toolTimeout'],
  ['unavailable', 'toolUnavailable'],
  ['wp_fatal_error', 'siteProblem'],
] satisfies [string, MessageKey][]);

/** In the message of a failed call, of this widget or another client: nobody knows. The wire has no code for it. */
const MAY_HAVE_WORKED = 'may or may not have taken effect';

/** The text on a failed tool's card. Visitors who read that a call failed do the same once more. */
export function wordToolError(code: string | null, message: string | null): MessageKey {
  if (message?.includes(MAY_HAVE_WORKED)) return 'toolUnclear';
  return TOOL.get(code ?? '') ?? 'toolFailed';
}
