// What a played schedule leaves to be judged: the browser with its tabs, the network, and each conversation.

import type { createCredentials } from '../../src/client/credentials.ts';
import type { createGatewayClient } from '../../src/client/gateway-client.ts';
import { parseRows } from '../../src/session/outbox-rows.ts';
import type { createResults } from '../../src/session/results.ts';
import type { OpenSession, SessionOptions } from '../../src/session/session.ts';
import type { ToolRunnerParts } from '../../src/tools/runner.ts';
import type { ToolRunner } from '../../src/tools/types.ts';
import type { BrowserDouble, Tab } from '../doubles/browser-double.ts';
import {
  type Evidence,
  type HandlerRun,
  type Intent,
  NAMESPACE,
  type SimTab,
  type Untaken,
} from './evidence.ts';
import type { ModelGateway } from './model-gateway.ts';
import type { Network } from './network.ts';
import type { Action, PageName, Plan, SessionName } from './plan.ts';
import type { Stops } from './stops.ts';

/** The code under test, or a mutant of it. */
export interface Subject {
  createSession(options: SessionOptions): OpenSession;
  createResults: typeof createResults;
  createToolRunner(parts: ToolRunnerParts): ToolRunner;
  createCredentials: typeof createCredentials;
  createGatewayClient: typeof createGatewayClient;
}

/** W. */
export const COMMIT_WINDOW_MS = 60_000;

export interface Conversation {
  sessionId: SessionName;
  gateway: ModelGateway;
  intents: Intent[];
  /** Texts that the visitor decided to send again. */
  resent: Set<string>;
  handlers: HandlerRun[];
  /** Ids of the user events whose runs the visitor meant to stop. */
  meant: Set<string>;
  /** Texts of messages that were on their way when Stop was pressed: either of the two may arrive first. */
  crossing: Set<string>;
  /** When the visitor last pressed Stop; -Infinity: never. */
  pressedAt: number;
  broken: string[];
  warnings: string[];
  /** Local ids of messages that a Stop gave back, or may have. */
  withdrawn: Map<string, 'maybe' | 'yes'>;
  /** Presses on Stop that have not settled yet. */
  openPresses: number;
  untaken: Set<Untaken>;
  isRefusing: false;
  /** Calls that the visitor has allowed, and tools allowed for the whole conversation. */
  allowed: Set<string>;
}

export interface PlayedTab extends SimTab {
  sessionId: SessionName;
  page: PageName;
  /** The page is in the back-forward cache, where nobody sees it. */
  isFrozen: boolean;
  stops: Stops;
}

export interface Played {
  plan: Plan;
  network: Network;
  browser: BrowserDouble;
  tabs: PlayedTab[];
  conversations: Map<SessionName, Conversation>;
  /** Broken invariants found while playing that belong to no single conversation. */
  broken: string[];
  /** How often each fault met each step, and each mishap each moment. */
  met: Map<string, number>;
  /** Number of tabs that a strike killed, by the state of the row that the tab had just written. */
  kills: Map<string, number>;
  isSettled: boolean;
  /** From this time on nothing fails, and every page is visible and online. */
  calmAt: number;
  /** When each action was carried out, and each network came back. */
  acts: number[];
  /** Every page that was opened. */
  opened: Tab[];
  /** A page has gone from one conversation to another. */
  hasEntered: boolean;
  /** Pages that have been in the back-forward cache. */
  frozen: WeakSet<Tab>;
}

const TROUBLES_STORAGE: readonly Action['kind'][] = ['quota', 'storage_closed'];

/** Selects the evidence of one conversation. */
export function evidenceOf(played: Played, conversation: Conversation): Evidence {
  const { plan, network, browser, tabs, isSettled, calmAt } = played;
  const { sessionId } = conversation;
  const stored = new Set(
    browser.disk.writes.flatMap(({ key, value }) =>
      key === `${NAMESPACE}:outbox` ? parseRows(value).map(({ localId }) => localId) : [],
    ),
  );
  const isIts = ({ url }: { url: string }): boolean => url.includes(`/sessions/${sessionId}/`);
  return {
    ...conversation,
    intents: conversation.intents.map((intent) => ({
      ...intent,
      isStored: stored.has(intent.localId),
    })),
    plan: {
      faults: plan.faults,
      isDurable: plan.isDurable,
      hasStorageTrouble: plan.actions.some(({ kind }) => TROUBLES_STORAGE.includes(kind)),
      isWindowKept: true,
      isDeaf: !plan.hasChannel || plan.actions.some(({ kind }) => kind === 'channel_deaf'),
    },
    commitWindowMs: COMMIT_WINDOW_MS,
    network: { asked: network.asked.filter(isIts) },
    browser,
    tabs: tabs.filter((mine) => mine.sessionId === sessionId),
    isSettled,
    calmAt,
    acts: played.acts,
    hasDeaths: played.opened.some((tab) => !tab.isAlive()) || played.hasEntered,
  };
}
