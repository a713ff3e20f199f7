// The log's copy on disk: shown before anything is asked, written behind what lists bring, and the first to go when
// there is no room. Knows the log and the store of its pages; nothing of the gateway, the rows or the view.

import type { Storage } from '../platform/types.ts';
import { isRecord } from '../protocol/index.ts';
import type { ConversationState } from './conversation-state.ts';
import { fromListed, prependOlder, withTail } from './log.ts';
import { createLogStore, type LogStore, type StoredEvents } from './log-store.ts';

export interface TranscriptCachePorts {
  /** Where the transcript is kept; null: nowhere. */
  storage: Storage | null;
  /** Where it is kept up to where the visitor has cleared it. */
  floorIn: Storage;
  /** Where nothing of a transcript may be left, whatever the owner wanted before; null: no such place. */
  leftIn: Storage | null;
  /** The start of every key. */
  namespace: string;
  /** This tab's log is the one to be stored. */
  isWriter(): boolean;
  conversation: ConversationState;
  /** Of the lister: up to where nothing can turn up any more. */
  settledId(): string | null;
  restored(settledId: string | null): void;
}

export interface TranscriptCache {
  /** Shows what an earlier page has stored of this session. */
  restore(sessionId: string): Promise<void>;
  /** The page was away: the visitor may have cleared this device meanwhile, in another tab. */
  comeBack(): Promise<void>;
  /** This tab leads now: what the last leader stored is where it goes on. */
  takeOver(): Promise<void>;
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
  const { storage, leftIn, namespace, conversation } = ports;
  let prefix = '';
  let store: LogStore | null = null;
  let saving: Promise<void> | null = null;
  let isDue = false;
  /** Where the visitor has cleared it is known: what is above may be stored. */
  let hasFloor = false;
  /** It could not be stored: what is stored is an older one. */
  let isUnnoted = false;

  /** What was cleared is hidden, also where storage could not be read as the page began. */
  async function readFloor(): Promise<void> {
    if (isUnnoted || prefix === '') return;
    try {
      const floor = await ports.floorIn.get(`${prefix}:floor`);
      hasFloor = true;
      if (!isRecord(floor) || typeof floor.id !== 'string' || isUnnoted) return;
      if (floor.id !== conversation.shown().floor) conversation.setFloor(floor.id);
    } catch {
      // Asked again before anything is stored.
    }
  }

  /** Storage that fails has nothing: the log is at the gateway. */
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
      if (!hasFloor || !ports.isWriter()) break;
      const state = {
        listed: conversation.shown().listed,
        hasOlder: conversation.shown().hasOlder && conversation.shown().floor === null,
        settledId: ports.settledId(),
        seenAt: conversation.seen.seenAt,
        isWanted: ports.isWriter,
      };
      try {
        await store.save(state);
      } catch {
        // No room, or refused: the transcript is a cache. Others' are dropped first, then it is done without.
        await evict().catch(() => {});
        if (ports.isWriter()) await store.save(state).catch(() => {});
      }
    }
    saving = null;
  }

  async function evict(): Promise<void> {
    if (storage === null) return;
    const keys = (await storage.keys()).filter(isOfTranscript);
    const others = keys.filter((key) => !key.startsWith(`${prefix}:log`));
    if (others.length > 0) await storage.delMany(others);
    else await store?.clear();
  }

  const isOfTranscript = (key: string): boolean =>
    key.startsWith(`${namespace}:`) && /:log(:-?\d+)?$/.test(key);

  async function sweep(left: Storage): Promise<void> {
    const isDraft = (key: string): boolean => key.startsWith(`${namespace}:draft:`);
    const keys = (await left.keys()).filter((key) => isOfTranscript(key) || isDraft(key));
    if (keys.length > 0) await left.delMany(keys);
  }

  return {
    async restore(sessionId) {
      prefix = `${namespace}:${sessionId}`;
      if (leftIn !== null) void sweep(leftIn).catch(() => {});
      await readFloor();
      if (storage === null) return;
      store = createLogStore(storage, prefix);
      const stored = await read((it) => it.load());
      if (stored === null || conversation.log().isLoaded) return;
      ports.restored(stored.settledId);
      conversation.set(withTail(fromListed(stored.events, stored.hasOlder), conversation.log()));
    },
    async comeBack() {
      hasFloor = false;
      await readFloor();
    },
    async takeOver() {
      const stored = await read((it) => it.load());
      if (stored !== null && !conversation.log().isLoaded) {
        conversation.set(fromListed(stored.events, stored.hasOlder));
      }
    },
    async showOlder() {
      const first = conversation.log().listed[0]?.id;
      const stored = await read((it) => it.loadOlder(first));
      // All may have been read anew meanwhile.
      if (stored === null || conversation.log().listed[0]?.id !== first) return false;
      conversation.set(prependOlder(conversation.log(), stored.events, stored.hasOlder));
      return true;
    },
    save() {
      if (store === null || !ports.isWriter()) return;
      isDue = true;
      saving ??= write();
    },
    evict,
    async clear() {
      const id = conversation.shown().floor;
      hasFloor = true;
      isUnnoted = true;
      const note = (): Promise<boolean> =>
        ports.floorIn.set(`${prefix}:floor`, { v: 1, id }).then(
          () => true,
          () => false,
        );
      const noted = note();
      // What is being written must not come back behind this.
      isDue = false;
      await saving;
      await store?.clear().catch(() => {});
      // On a full disk there is room only now.
      const isNoted = (await noted) || (await note());
      if (conversation.shown().floor === id) isUnnoted = !isNoted;
    },
  };
}
