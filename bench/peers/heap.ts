// What a page's scripts hold.

import type { CDPSession } from 'playwright-core';

/** Megabytes after two collections: the first only finds what finalizers then let go. */
export async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize } = await cdp.send('Runtime.getHeapUsage');
  return usedSize / 2 ** 20;
}

/** Kinds of a heap snapshot that a script's own values are of. Not among them: code that the engine has compiled since. */
const VALUES = new Set(
  'array,object,closure,string,concatenated string,sliced string,regexp,number,symbol,bigint'.split(
    ',',
  ),
);

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/**
 * Megabytes of the values alone. An engine compiles what runs often, so the heap of a page that loses nothing grows as
 * well, for as long as something is done for the first time.
 */
export async function valuesOf(cdp: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  cdp.on('HeapProfiler.addHeapSnapshotChunk', take);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types } = snapshot.meta;
  const [kinds] = node_types;
  const [kind, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (VALUES.has(kinds[nodes[at + kind] ?? -1] ?? '')) bytes += nodes[at + size] ?? 0;
  }
  return bytes / 2 ** 20;
}
