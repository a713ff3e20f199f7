// Which passages an answer drew on: those several of whose words it repeats, compared in the answer's own language.

import type { Citation } from '../../wire.ts';
import { languageOf, termsOf } from '../terms.ts';
import type { Passage } from '../types.ts';

/** As the interface has it, and besides where in the document the words stand: clients that know nothing of these drop them. */
export interface KnowledgeCitation extends Citation {
  /** The beginning of the passage. */
  snippet: string;
  /** The page of a PDF, from 1. */
  page?: number;
}

const MIN_SHARED = 4;
const MIN_SHARE = 0.25;
const MAX_SNIPPET = 240;

/** One for each document, or each page of one, in the order of the passages. */
export function citationsOf(text: string, passages: readonly Passage[]): KnowledgeCitation[] {
  const language = languageOf(text);
  const said = new Set(termsOf(text, language));
  const citations = new Map<string, KnowledgeCitation>();
  for (const passage of passages) {
    const words = new Set(termsOf(passage.text, language));
    const shared = [...words].filter((word) => said.has(word)).length;
    if (shared < MIN_SHARED || shared < said.size * MIN_SHARE) continue;
    const citation = toCitation(passage);
    if (!citations.has(citation.document_uri)) citations.set(citation.document_uri, citation);
  }
  return [...citations.values()];
}

function toCitation({ uri, title, text, page }: Passage): KnowledgeCitation {
  const flat = text.replace(/\s+/g, ' ').trim();
  const snippet =
    flat.length <= MAX_SNIPPET
      ? flat
      : `${flat.slice(0, MAX_SNIPPET - 1).replace(/[\ud800-\udbff]$/, '')}…`;
  const source = { type: 'knowledge_base', snippet } as const;
  if (page === undefined) return { ...source, document_uri: uri, document_title: title };
  return {
    ...source,
    // Browsers open a PDF there.
    document_uri: uri.includes('#') ? uri : `${uri}#page=${page}`,
    document_title: `${title}, p. ${page}`,
    page,
  };
}
