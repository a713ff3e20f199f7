// Which text a message has that isn't sent, by the code of the refusal. The codes are plain strings here, since this room
// imports no other.

import type { MessageKey } from './messages.ts';

const REFUSAL: ReadonlyMap<string, MessageKey> = new Map([
  ['forbidden', 'forbidden'],
  ['site_not_active', 'forbidden'],
  ['not_found', 'gone'],
  ['revoked', 'gone'],
  ['too_large', 'tooMuch'],
  ['no_credits', 'paused'],
  ['insufficient_credits', 'paused'],
  ['session_ended', 'sessionEnded'],
  ['not_working', 'notWorking'],
] satisfies [string, MessageKey][]);

/** The message for a message that isn't sent: the gateway refused it, or something stops all messages. */
export function wordRefusal(code: string): MessageKey {
  return REFUSAL.get(code) ?? 'wrong';
}
