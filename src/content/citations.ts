// Sources of an answer as the visitor sees them: one for each address, in order, bounded.

import type { Citation } from '../protocol/index.ts';
import { hostToShow } from './labels.ts';
import { type LinkInfo, safeLink } from './links.ts';
import { cleanLine, cutText, escapeBidi } from './text.ts';

export interface Source {
  /** The document's title, else its address, and the host where that reads as another; one line. */
  title: string;
  /** The address as text, cut. */
  uri: string;
  /** Null: shown, not linked. Http and https only. */
  link: LinkInfo | null;
}

/** More than anyone reads; 100,000 are cut here. */
export const MAX_SOURCES = 100;

/** Dedupes by `document_uri`; the first title that isn't empty stands. */
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
