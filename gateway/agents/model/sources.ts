// The pages of the web that an answer cites, where its provider says so apart from the text: once each, and not those that a search
// has only looked at.

import type { Citation } from '../../wire.ts';
import { isRecord } from '../../wire.ts';
import { MAX_SOURCES, webCitation } from '../web-citation.ts';
import type { Model } from './provider.ts';

/** Chats lead a visitor there by a press: nowhere without encryption. */
const PROTOCOLS = ['https:'];

export interface SourceCollector {
  /** A part of the package's stream. */
  take(part: { type: string }): void;
  /** A chunk as the provider sent it. */
  takeRaw(chunk: unknown): void;
  list(): Citation[];
}

export function createSourceCollector({ provider }: Pick<Model, 'provider'>): SourceCollector {
  const sources = new Map<string, Citation>();
  // Their packages call everything a source that a search has looked at; what is cited stands at the end of a text.
  const listsAll = provider.startsWith('anthropic') || provider === 'openai.responses';
  return {
    take(part) {
      if (part.type === 'source' && !listsAll) add(part);
      const citations = part.type === 'text-end' && 'citations' in part ? part.citations : [];
      for (const citation of listOf(citations)) add(isRecord(citation) && citation.source);
    },
    takeRaw(chunk) {
      if (!isRecord(chunk)) return;
      // As Perplexity has it: its answers speak of these by number.
      for (const result of listOf(chunk.search_results)) add(result);
      const [choice] = listOf(chunk.choices);
      const delta = isRecord(choice) && isRecord(choice.delta) ? choice.delta : {};
      for (const annotation of listOf(delta.annotations))
        add(isRecord(annotation) && annotation.url_citation);
    },
    list: () => [...sources.values()],
  };

  function add(source: unknown): void {
    if (sources.size >= MAX_SOURCES || !isRecord(source) || typeof source.url !== 'string') return;
    const title = typeof source.title === 'string' ? source.title : null;
    const citation = webCitation(source.url, title, PROTOCOLS);
    if (citation !== null && !sources.has(source.url)) sources.set(source.url, citation);
  }
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
