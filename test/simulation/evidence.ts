// The evidence by which the invariants are judged: what one conversation's gateway, network, browser and tabs have
// shown. Each player (in virtual time, over sockets, in a browser) fills in these fields; what depends on an optional
// field is judged only if the player has it.

import type { Session } from '../../src/session/types.ts';
import type { ToolRunner } from '../../src/tools/types.ts';
import type { Tab } from '../doubles/browser-double.ts';
import type { Disk } from '../doubles/disk.ts';
import type { ModelGateway } from './model-gateway.ts';
import type { Asked } from './network.ts';

/** The beginning of every key in the tabs' storage. */
export const NAMESPACE = 'sim';
export const SESSION_ID = 's1';

export interface Intent {
  text: string;
  localId: string;
  tab: number;
  /** The visitor was told that nothing is kept beyond the page. */
  isForgetful: boolean;
  /** Its row has reached the disk since then, so it is kept like any other. */
  isStored?: boolean;
  /** Its place among all that was said. Without it, the order of the list counts. */
  said?: number;
  /** Identifies the page: two pages of one tab have different ones. */
  session?: object;
}

/** A message that the visitor has said and the client has not taken yet. */
export interface Untaken {
  text: string;
  session: object;
}

export interface HandlerRun {
  toolUseId: string;
  name: string;
  isJournaled: boolean;
  /** The handler returned its result. */
  isDone: boolean;
  /** Its effect on the world has happened, even if the page is gone since. */
  hasEffect?: boolean;
  startedAt?: number;
  /** The network's number of the tab. */
  tab?: number;
  /** Whether its page is there and was never in the back-forward cache. */
  isHere?: () => boolean;
  /** Its signal was aborted although the gateway waited for it, its page was there and nobody had pressed Stop. */
  isDropped?: boolean;
}

export interface SimTab {
  slot: number;
  tab: Tab;
  session: Session;
  runner: ToolRunner;
}

export interface Evidence {
  plan: {
    faults: readonly { fault: string }[];
    isDurable: boolean;
    /** The tabs couldn't hear each other, for some time or all the time. */
    isDeaf?: boolean;
    /** The disk was full or gone for a while. Undefined: it may have been. */
    hasStorageTrouble?: boolean;
    /** No commit took longer than W. */
    isWindowKept?: boolean;
  };
  /** Default s1. */
  sessionId?: string;
  /** W; default 60,000. */
  commitWindowMs?: number;
  gateway: Pick<ModelGateway, 'rows' | 'accepted' | 'afterRefusal' | 'interrupted' | 'violations'> &
    Partial<Pick<ModelGateway, 'cancellations'>>;
  network: { asked: readonly Asked[] };
  browser: { disk: Pick<Disk, 'peek'> & Partial<Pick<Disk, 'writes' | 'entries'>> };
  tabs: readonly SimTab[];
  intents: readonly Intent[];
  /** Texts that the visitor decided to send again. */
  resent: ReadonlySet<string>;
  handlers: readonly HandlerRun[];
  /** Ids of the user events whose runs the visitor meant to stop. */
  meant: ReadonlySet<string>;
  /** Texts of the messages that were on their way when Stop was pressed. */
  crossing?: ReadonlySet<string>;
  /** Invariants that were found broken while the schedule was played. */
  broken: readonly string[];
  warnings: readonly string[];
  isSettled: boolean;
  /** From this time on nothing fails, and every page is visible and online. */
  calmAt?: number;
  /** When a visitor or the browser did something at which a client may try at once, by the clock of the requests. */
  acts?: readonly number[];
  /** Calls that the visitor has allowed, and tools allowed for the whole conversation. */
  allowed?: ReadonlySet<string>;
  /** A page has died, or its conversation was left. Undefined: it may have. */
  hasDeaths?: boolean;
  /** False: the gateway refuses a message for good only with a 403. (A pause is no refusal.) */
  isRefusing?: boolean;
  /** Local ids of unsent messages that a Stop gave back, or may have given back before their page went. */
  withdrawn?: ReadonlyMap<string, unknown>;
  untaken?: ReadonlySet<Untaken>;
}

/** Tools that may run twice. */
export const REPEATABLE: ReadonlySet<string> = new Set(['read', 'same']);

export function isMessage(event: { type: string; content: unknown }, message: string): boolean {
  if (event.type !== 'user.message') return false;
  return (event.content as { text?: string }[])[0]?.text === message;
}
