// The sources of an answer as the visitor sees them: one for each address, in their order, up to a maximum.

import type { Citation } from '../protocol/index.ts';
import { hostToShow } from './labels.ts';
import { type LinkInfo, safeLink } from './links.ts';
import { cleanLine, cutText, escapeBidi } from './text.ts';

export interface Source {
  /** One line: the document's title, or its address; with the host if the title could pass for another host. */
  title: string;
  /** The address as text, shortened. */
  uri: string;
  /** Null: shown without a link. Only http and https are linked. */
  link: LinkInfo | null;
}

/** More than anybody reads; further ones are dropped. */
export const MAX_SOURCES = 100;

/** Removes duplicates by `document_uri`; the first title that isn't empty is used. */
export function dedupeCitations(citations: readonly Citation[], pageUrl?: string): Source[] {
  const byUri = new Map<string, Source>();
  for (const { document_uri, document_title } of citations) {
    const known = byUri.get(document_uri);
    if (!known && byUri.size >= MAX_SOURCES) continue;
    const title = known && known.title !== known.uri ? '' : cleanLine(document_title);
    if (known) {
      if (title !== '') known.title = title;
      continue;
    }
    const uri = escapeBidi(cutText(document_uri.trim(), 300));
    const link = safeLink(document_uri, pageUrl);
    byUri.set(document_uri, {
      title: title || uri,
      uri,
      link: link && /^https?:/.test(link.href) ? link : null,
    });
  }
  const sources = [...byUri.values()];
  for (const source of sources) {
    const host = source.link && hostToShow(source.title, source.link);
    if (host) source.title += ` (${host})`;
  }
  return sources;
}
