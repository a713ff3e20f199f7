// A signal of the pictures that may load by themselves in this conversation, where the owner names origins. It counts
// over the whole log in its order, also over entries that aren't drawn.

import { computed, type ReadonlySignal } from '@preact/signals';
import { createPictureBudget, findPictures, type PictureBudget } from '../../content/pictures.ts';
import type { JsonObject, MessageBlock } from '../../protocol/index.ts';
import type { TranscriptEntry } from '../../session/types.ts';
import type { ChatModel } from '../model/types.ts';

const NONE: ReadonlySet<string> = new Set();

export function createPictures({
  session,
  options,
}: Pick<ChatModel, 'session' | 'options'>): ReadonlySignal<ReadonlySet<string>> {
  const known = new WeakMap<TranscriptEntry, string[]>();
  let budget: PictureBudget | null = null;
  let of = '';
  return computed(() => {
    const { imageOrigins } = options.value;
    const { sessionId, entries, hasOlder } = session.value;
    // Older events aren't loaded, so nobody knows how much earlier messages have used up.
    if (hasOlder) return NONE;
    const now = [sessionId, ...imageOrigins].join();
    if (budget === null || of !== now) {
      of = now;
      budget = createPictureBudget(imageOrigins, globalThis.location?.href);
    }
    return budget.admit(
      entries.flatMap((entry) => {
        const found = known.get(entry) ?? picturesIn(entry);
        known.set(entry, found);
        return found;
      }),
    );
  });
}

/** Leaves out text that is still being written: each longer beginning of an address would be another request. */
function picturesIn(entry: TranscriptEntry): string[] {
  const ofBlocks = (blocks: readonly MessageBlock[]): string[] =>
    blocks.flatMap((block) => {
      if (block.type === 'text') return entry.kind === 'agent' ? findPictures(block.text) : [];
      return block.type === 'image' && block.source.type === 'url' ? [block.source.url] : [];
    });
  if (entry.kind === 'user') return ofBlocks(entry.content);
  if (entry.kind !== 'agent') return [];
  return entry.parts.flatMap((part) => {
    if (part.kind === 'tool') return part.name === 'show_items' ? picturesOfItems(part.input) : [];
    return part.kind === 'message' && !part.isPreview ? ofBlocks(part.blocks) : [];
  });
}

/** The pictures of a card that shows items. */
function picturesOfItems({ items }: JsonObject): string[] {
  return (Array.isArray(items) ? items : []).flatMap((item) => {
    const image = typeof item === 'object' && item !== null && 'image' in item && item.image;
    return typeof image === 'string' ? [image] : [];
  });
}
