// Which pictures of the owner's origins load by themselves: each request tells the origin its address, so all the
// addresses of one conversation share a budget. Decided from the log in its order, never from what is being drawn:
// the same pictures load after a reload, and an answer that is still being written loads none.

import { checkLink } from './links.ts';
import { MAX_MESSAGE_CHARS } from './policy.ts';

/** Path, query and fragment of all pictures of one origin in one conversation, in characters. */
export const MAX_PICTURE_CHARS = 500;
/** Pictures of one origin in one conversation: also their number tells something. */
export const MAX_PICTURES = 16;

/**
 * A picture whose address stands in it. Read apart from the parser on purpose: an address that only the parser finds
 * (by reference, through escapes) is in no list, and so waits for the click.
 */
const PICTURE = /!\[[^[\]]{0,300}\]\(\s*<?([^\s<>()]{1,4096})/g;

/** The addresses of a markdown text's pictures, in its order. */
export function findPictures(text: string): string[] {
  if (!text.includes('![')) return [];
  return [...text.slice(0, MAX_MESSAGE_CHARS).matchAll(PICTURE)].map(([, address = '']) => address);
}

export interface PictureBudget {
  /** Takes the pictures of the log in its order, as often as it likes. Gives all that may load, absolute. */
  admit(addresses: Iterable<string>): ReadonlySet<string>;
}

/** Of one conversation. What was let in stays in and counted, also where earlier messages come in late. */
export function createPictureBudget(origins: readonly string[], base?: string): PictureBudget {
  const spent = new Map(origins.map((origin) => [origin, { chars: 0, pictures: 0 }]));
  let allowed: ReadonlySet<string> = new Set();
  return {
    admit(addresses) {
      for (const address of addresses) {
        const link = checkLink(address, base);
        if (!link || link.asksFirst || allowed.has(link.href)) continue;
        const { origin } = new URL(link.href);
        const sum = spent.get(origin);
        const chars = link.href.length - origin.length;
        if (!sum || sum.pictures >= MAX_PICTURES || sum.chars + chars > MAX_PICTURE_CHARS) continue;
        sum.pictures += 1;
        sum.chars += chars;
        // A new set, so that whoever holds the last one sees that it has changed.
        allowed = new Set(allowed).add(link.href);
      }
      return allowed;
    },
  };
}
