// The log's copy on disk: shown before anything is asked, written behind what lists bring, and the first to go when
// there is no room. Knows the log and the store of its pages; nothing of the gateway, the rows or the view.

import { computed } from '@preact/signals-core';
import { type Cell, createCell } from '../platform/cell.ts';
import type { Storage } from '../platform/types.ts';
import { isRecord } from '../protocol/index.ts';
import type { SessionContext } from './context.ts';
import { watch } from './facts.ts';
import { createFragmentStore, type FragmentStore } from './fragment-store.ts';
import type { Lister } from './lister.ts';
import { fromListed, has, joinListed, prependOlder, withTail } from './log.ts';
import { createLogStore, type LogStore, type StoredEvents } from './log-store.ts';
import type { TabChannel } from './tab-channel.ts';

export interface TranscriptCachePorts {
  context: SessionContext;
  channel: Pick<TabChannel, 'isLeader' | 'mayStore'>;
  lister: Pick<Lister, 'settledId' | 'restored'>;
}

export interface TranscriptCache {
  /** Shows what an earlier page has stored of this session. */
  restore(sessionId: string): Promise<void>;
  /** Older events from disk; false where the gateway has to be asked. */
  showOlder(): Promise<boolean>;
  /** Stores the listed events, soon. */
  save(): void;
  /** Frees room: transcripts of other conversations, then this one's. Never outbox or journal. */
  evict(): Promise<void>;
  /** Takes all up to the log's floor off the device; what comes later is stored again. */
  clear(): Promise<void>;
}

export function createTranscriptCache(ports: TranscriptCachePorts): TranscriptCache {
  const { context, channel, lister } = ports;
  const { platform, namespace } = context;
  const { history } = context.settings;
  const { page, log: conversation, lists, rows } = context.facts;
  /** The floor is kept for as long as a transcript would be. */
  const floorIn = history === 'local' ? platform.storage : platform.tabStorage;
  const storage = history === 'none' ? null : floorIn;
  // With `history: session` each tab has a transcript of its own, and writes that.
  const isWriter = (): boolean => channel.mayStore() || history === 'session';
  let prefix = '';
  let store: LogStore | null = null;
  let fragments: FragmentStore | null = null;
  let saving: Promise<void> | null = null;
  let isDue = false;
  /** The id of the event up to which the visitor has cleared this device; null until the session is known. */
  let floors: Cell<string> | null = null;
  /** The floor is known: what is above it may be stored. */
  let hasFloor = false;

  const createFloors = (): Cell<string> =>
    createCell({
      storage: floorIn,
      clock: platform.clock,
      key: `${prefix}:floor`,
      parse: (stored) => (isRecord(stored) && typeof stored.id === 'string' ? [stored.id] : []),
      pack: ([id]) => (id === undefined ? undefined : { v: 1, id }),
      idOf: () => 'floor',
      // A floor that could not be stored is newer than the stored one.
      isSince: () => true,
      evict: dropAll,
    });

  /** What was cleared is hidden. If storage can't be read, it is asked again before anything is stored. */
  async function readFloor(): Promise<void> {
    if (floors === null || !(await floors.read())) return;
    hasFloor = true;
    const [id] = floors.rows();
    if (id !== undefined && id !== conversation.shown().floor) conversation.setFloor(id);
  }

  /** What is being written must not come back behind this. */
  async function dropAll(): Promise<void> {
    isDue = false;
    await Promise.all([saving, fragments?.settle()]);
    await store?.clear().catch(() => {});
  }

  /** If storage fails, nothing is stored: the log is at the gateway. */
  const read = async (
    ask: (store: LogStore) => Promise<StoredEvents | null>,
  ): Promise<StoredEvents | null> => {
    const stored = store === null ? null : await ask(store).catch(() => null);
    if (stored !== null) conversation.seen.recall(stored.events, stored.seen);
    return stored;
  };

  async function write(): Promise<void> {
    while (isDue && store !== null) {
      isDue = false;
      if (!hasFloor) await readFloor();
      if (!hasFloor || !isWriter()) break;
      const state = {
        listed: conversation.shown().listed,
        hasOlder: conversation.shown().hasOlder && conversation.shown().floor === null,
        settledId: lister.settledId(),
        seenAt: conversation.seen.seenAt,
        isWanted: isWriter,
      };
      try {
        await store.save(state);
      } catch {
        // No room, or refused. The transcript is a cache: drop those of other conversations first, then do without.
        await makeRoom().catch(() => {});
        if (isWriter()) await store.save(state).catch(() => {});
      }
    }
    saving = null;
  }

  async function makeRoom(): Promise<void> {
    if (storage === null) return;
    const keys = (await storage.keys()).filter(isOfTranscript);
    const others = keys.filter((key) => !key.startsWith(`${prefix}:log`));
    if (others.length > 0) await storage.delMany(others);
    else await store?.clear();
  }

  const isOfTranscript = (key: string): boolean =>
    key.startsWith(`${namespace}:`) && /:log(:-?\d+|:part)?$/.test(key);

  /** Nothing of a transcript is left, whatever the owner wanted before. */
  async function sweep(left: Storage): Promise<void> {
    const isDraft = (key: string): boolean => key.startsWith(`${namespace}:draft:`);
    const keys = (await left.keys()).filter((key) => isOfTranscript(key) || isDraft(key));
    if (keys.length > 0) await left.delMany(keys);
  }

  /** The page was away: the visitor may have cleared this device meanwhile, in another tab. */
  async function comeBack(): Promise<void> {
    hasFloor = false;
    await readFloor();
  }

  /** This tab leads now: what the last leader stored is where it goes on. */
  async function takeOver(): Promise<void> {
    const stored = await read((it) => it.load());
    if (stored === null) return;
    const log = conversation.log();
    const { events, hasOlder } = stored;
    const isEmpty = log.listed.length === 0;
    // This tab may not have heard all that the last leader listed.
    const next = isEmpty ? withTail(fromListed(events, hasOlder), log) : joinListed(log, events);
    if (next !== null) conversation.set(next);
  }

  function save(): void {
    if (store === null || !isWriter()) return;
    isDue = true;
    saving ??= write();
  }

  // Not for each event of the stream: only what a list has brought is stored.
  const listed = computed(() => conversation.shown().listed);
  watch(() => [listed.value, lists.value, channel.mayStore()], save, page.end);
  watch(conversation.previews.all, () => fragments?.changed(), page.end);
  watch(channel.isLeader, () => channel.isLeader() && void takeOver().then(rows.look), page.end);
  page.hear((news) => {
    // The page may go: what waits to be stored of messages that aren't whole is stored now.
    if (news === 'hidden' || news === 'gone') fragments?.flush();
    if (news === 'back') void comeBack();
  });

  return {
    async restore(sessionId) {
      prefix = `${namespace}:${sessionId}`;
      floors ??= createFloors();
      if (history !== 'local') void sweep(platform.storage).catch(() => {});
      await readFloor();
      if (storage === null) return;
      store = createLogStore(storage, prefix);
      fragments = createFragmentStore({
        context,
        storage,
        key: `${prefix}:log:part`,
        isWriter: () => hasFloor && isWriter(),
      });
      const [stored, shown] = await Promise.all([read((it) => it.load()), fragments.load()]);
      if (stored !== null && !conversation.log().isLoaded) {
        lister.restored(stored.settledId);
        conversation.set(withTail(fromListed(stored.events, stored.hasOlder), conversation.log()));
      }
      conversation.previews.recall(shown.filter(({ id }) => !has(conversation.log(), id)));
    },
    async showOlder() {
      const first = conversation.log().listed[0]?.id;
      const stored = await read((it) => it.loadOlder(first));
      // Meanwhile the log may have been read anew from the gateway.
      if (stored === null || conversation.log().listed[0]?.id !== first) return false;
      conversation.set(prependOlder(conversation.log(), stored.events, stored.hasOlder));
      return true;
    },
    save,
    // Only with `history: local` does a transcript take room beside outbox and journal.
    evict: async () => (history === 'local' ? makeRoom() : undefined),
    async clear() {
      const id = conversation.shown().floor;
      hasFloor = true;
      await Promise.all([id === null ? null : floors?.update(() => [id]), dropAll()]);
    },
  };
}
