// Deletes rows of the journal, of this conversation and others, that no tab will ask for any more.

import type { Clock, Storage } from '../platform/types.ts';
import { isRecord } from '../protocol/json.ts';

const KEEP_SETTLED_MS = 24 * 3_600_000;
/** Rows that nothing came back for, such as those of a session that was never opened again. */
const KEEP_ORPHANED_MS = 30 * 24 * 3_600_000;

/**
 * Rows of settled calls keep late tabs from running them again; after a day nobody is that late. Of the others the wall
 * clock alone can't tell: set to the right year it makes a row of now an old one. What the gateway waits for stays.
 */
export async function pruneRows(
  storage: Pick<Storage, 'keys' | 'getMany' | 'delMany'>,
  clock: Clock,
  isWanted: (toolUseId: string) => boolean,
): Promise<void> {
  const keys = (await storage.keys()).filter((key) => key.includes(':tool:'));
  const rows = await storage.getMany(keys);
  const old = keys.filter((_, index) => {
    const row = rows[index];
    if (!isRecord(row) || typeof row.at !== 'number') return false;
    if (typeof row.toolUseId !== 'string' || row.toolUseId === '') return false;
    const isOver = row.state === 'acknowledged' || row.state === 'discarded';
    if (!isOver && isWanted(row.toolUseId)) return false;
    return clock.now() - row.at > (isOver ? KEEP_SETTLED_MS : KEEP_ORPHANED_MS);
  });
  if (old.length > 0) await storage.delMany(old);
}
