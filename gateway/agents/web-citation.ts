// A page of the web that an answer names as its source, as the message's citation of it.

import type { Citation } from '../wire.ts';

/** Sources of one message. */
export const MAX_SOURCES = 50;
const MAX_URL = 2000;
const MAX_TITLE = 300;

/** Null where it can't be one: no address of these protocols, or too long. */
export function webCitation(
  url: string,
  title: string | null | undefined,
  protocols: readonly string[],
): Citation | null {
  if (url.length > MAX_URL || !URL.canParse(url)) return null;
  const { protocol, hostname } = new URL(url);
  if (!protocols.includes(protocol)) return null;
  return {
    type: 'knowledge_base',
    document_uri: url,
    document_title: title?.trim().slice(0, MAX_TITLE) || hostname,
  };
}
