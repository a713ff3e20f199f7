// Whose something is that was written before the site gave a session: messages, and the draft. Who wrote it is told by the
// *owner* that the page knew at that moment. A plain text: the site had named this owner on this page ('' for a visitor whom
// it names none). With a '?' before it: the site had named nobody on this page, and this owner on an earlier one, or none.

/** A visitor may go to the next page before the site has answered this one. Nobody else has signed in by then. */
const SAME_PERSON_MS = 10_000;

/** What nobody claims is deleted after that. */
export const UNCLAIMED_MS = 86_400_000;

/** A device on which the site has never named an owner has one visitor, until it names one. */
export function isSameOwner(written: string, now: string): boolean {
  const isUnowned = !/[^?]/.test(written + now);
  return isUnowned || (written === now && now[0] !== '?');
}

/** The writer's page was not told who they were; a page that is told of the same owner as earlier ones can't be sure. */
export function isMaybe(written: string, now: string): boolean {
  return now !== '' && written === `?${now}`;
}

/** @param isFromHere this page has it from its own visitor. */
export function isOurs(
  written: { owner?: string; at: number },
  now: { owner: string; at: number },
  isFromHere: boolean,
): boolean {
  const { owner = '?', at } = written;
  if (isSameOwner(owner, now.owner)) return true;
  if (isFromHere) return owner[0] === '?';
  const isPossible = owner === '?' || owner === now.owner || isMaybe(owner, now.owner);
  return isPossible && owner[0] === '?' && Math.abs(now.at - at) < SAME_PERSON_MS;
}
