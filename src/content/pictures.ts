// Decides which pictures of the owner's origins load by themselves. Each request carries its address to the origin, so
// all addresses of one conversation share a budget. It is counted from the log in its order, never from what is drawn:
// the same pictures load after a reload, and an answer that is still being written loads none.

import { checkLink } from './links.ts';
import { MAX_MESSAGE_CHARS } from './policy.ts';

/** Characters of path, query and fragment, of all pictures of one origin in one conversation. */
export const MAX_PICTURE_CHARS = 500;
/** Pictures of one origin in one conversation: their number can carry data too. */
export const MAX_PICTURES = 16;

/**
 * A picture with its address in the text. This deliberately isn't the markdown parser: an address that only the parser
 * finds (by reference, through escapes) is not in the list, and so waits for the click.
 */
const PICTURE = /!\[[^[\]]{0,300}\]\(\s*<?([^\s<>()]{1,4096})/g;

/** The addresses of a markdown text's pictures, in its order. */
export function findPictures(text: string): string[] {
  if (!text.includes('![')) return [];
  return [...text.slice(0, MAX_MESSAGE_CHARS).matchAll(PICTURE)].map(([, address = '']) => address);
}

export interface PictureBudget {
  /** Takes the pictures in the order of the log; may be called again. Returns all absolute addresses that may load. */
  admit(addresses: Iterable<string>): ReadonlySet<string>;
}

/** Make one for each conversation. A picture once admitted stays so, even if earlier messages are loaded later. */
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
        // A new set, so that callers that compare it see the change.
        allowed = new Set(allowed).add(link.href);
      }
      return allowed;
    },
  };
}
