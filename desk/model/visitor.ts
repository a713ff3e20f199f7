// What to call a visitor. A site names its visitors by an address or a number of its own, or by a mark that only a machine
// can read; the second says nothing to a person.

import type { Conversation } from '../../gateway/desk-types.ts';

/** A UUID, a hash, a random token: long, of one piece, with a digit beside a letter. */
const MACHINE_MADE = /^(?=.*(?:\d[a-z]|[a-z]\d))[\w-]{16,}$/i;

/**
 * The site's own name for a visitor, where a person can read it.
 * @returns otherwise `mark`: four signs by which visitors can be told apart
 */
export function nameOfVisitor({
  owner_id,
  session_id,
}: Pick<Conversation, 'owner_id' | 'session_id'>): { name: string } | { mark: string } {
  if (owner_id !== null && !MACHINE_MADE.test(owner_id)) return { name: owner_id };
  const mark = (owner_id ?? session_id).replace(/[^a-z0-9]/gi, '').slice(-4);
  return { mark };
}
