// Which text a message has that isn't sent, by the code of the refusal. The codes are plain strings here, since this room
// imports no other.

import type { MessageKey } from './messages.ts';

const REFUSAL: ReadonlyMap<string, MessageKey> = new Map([
  ['forbidden', 'forbidden'],
  ['site_not_active', 'forbidden'],
  ['not_found', 'gone'],
  ['revoked', 'gone'],
  ['too_large', 'tooMuch'],
  ['insufficient_credits', 'paused'],
] satisfies [string, MessageKey][]);

/** Why the gateway refused a message. */
export function wordRefusal(code: string): MessageKey {
  return REFUSAL.get(code) ?? 'wrong';
}
