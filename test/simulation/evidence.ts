// What the invariants are judged by: what one conversation's gateway, network, browser and tabs have shown. Anybody who
// plays schedules, in virtual time, over sockets or in a browser, fills in this much; what is optional is judged where
// it is there.

import type { Session } from '../../src/session/types.ts';
import type { ToolRunner } from '../../src/tools/types.ts';
import type { Tab } from '../doubles/browser-double.ts';
import type { Disk } from '../doubles/disk.ts';
import type { ModelGateway } from './model-gateway.ts';
import type { Asked } from './network.ts';

/** The start of every key that tabs store under. */
export const NAMESPACE = 'sim';
export const SESSION_ID = 's1';

export interface Intent {
  text: string;
  localId: string;
  tab: number;
  /** The visitor was told that nothing outlives the page. */
  isForgetful: boolean;
  /** Its row has reached the disk since: it is kept like any other. */
  isStored?: boolean;
  /** Among all that was said, when; without it they stand in that order. */
  said?: number;
  /** The page's own: of two pages in one tab each has another. */
  session?: object;
}

/** Said, and not taken yet. */
export interface Untaken {
  text: string;
  session: object;
}

export interface HandlerRun {
  toolUseId: string;
  name: string;
  isJournaled: boolean;
  /** It returned what it was asked for. */
  isDone: boolean;
  /** What it does to the world outside is done, whatever became of the page. */
  hasEffect?: boolean;
  startedAt?: number;
  /** As the network numbers tabs. */
  tab?: number;
  /** Its page is there, and was never away. */
  isHere?: () => boolean;
  /** Its signal was aborted while the gateway waited for it, its page was there and nobody had said stop. */
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
    /** The tabs couldn't hear each other, always or for a while. */
    isDeaf?: boolean;
    /** The disk was full, or gone, for a while. Where it isn't said, it may have been. */
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
  /** The user events of the runs that the visitor meant to stop. */
  meant: ReadonlySet<string>;
  /** What messages said that were on their way as Stop was pressed. */
  crossing?: ReadonlySet<string>;
  /** Broken promises seen on the way. */
  broken: readonly string[];
  warnings: readonly string[];
  isSettled: boolean;
  /** From then on nothing fails any more, and every page is visible and online. */
  calmAt?: number;
  /** Calls that the visitor has allowed, and tools that they have for all of the conversation. */
  allowed?: ReadonlySet<string>;
  /** A page has died, or its conversation was left. Where it isn't said, it may have. */
  hasDeaths?: boolean;
  /** False: the gateway refuses no message for good but with a 403; a pause is no refusal. */
  isRefusing?: boolean;
  /** Local ids of messages that a Stop gave back before they had left, or may have: their page went before it could say. */
  withdrawn?: ReadonlyMap<string, unknown>;
  untaken?: ReadonlySet<Untaken>;
}

/** Of tools that may run twice. */
export const REPEATABLE: ReadonlySet<string> = new Set(['read', 'same']);

export function isMessage(event: { type: string; content: unknown }, message: string): boolean {
  if (event.type !== 'user.message') return false;
  return (event.content as { text?: string }[])[0]?.text === message;
}
