// A browser with tabs, a network and the model gateway behind it: what the session's tests are played in.

import { signal } from '@preact/signals-core';
import {
  type BrowserDouble,
  createBrowserDouble,
  type Tab,
  type TabOptions,
} from '../../../test/doubles/browser-double.ts';
import { createSeededRandom } from '../../../test/doubles/seeded-random.ts';
import {
  createModelGateway,
  type ModelGateway,
  type Step,
} from '../../../test/simulation/model-gateway.ts';
import {
  createNetwork,
  type FaultName,
  type Network,
  type StepName,
} from '../../../test/simulation/network.ts';
import { createCredentials, createGatewayClient, type GatewayClient } from '../../client/index.ts';
import type { Platform } from '../../platform/types.ts';
import type { InputBlock, SessionEvent, StreamFrame } from '../../protocol/index.ts';
import type { SessionContext } from '../../session/context.ts';
import { createConversationState } from '../../session/conversation-state.ts';
import { createTime } from '../../session/facts.ts';
import { createPageLifecycle } from '../../session/page-lifecycle.ts';
import { createResults } from '../../session/results.ts';
import { createRowStore } from '../../session/row-store.ts';
import { createSession, type SessionOptions } from '../../session/session.ts';
import { DEFAULT_SETTINGS } from '../../session/settings.ts';
import type { PostResults, Session, SessionSnapshot, UserEntry } from '../../session/types.ts';

export interface OpenTab {
  tab: Tab;
  session: Session & { postResults: PostResults };
  gateway: GatewayClient;
  warnings: string[];
  events: SessionEvent[];
  snapshot(): SessionSnapshot;
  /** What is shown, one word or text a line. */
  shown(): string[];
  users(): UserEntry[];
  send(text: string): Promise<string | null>;
}

export interface World {
  browser: BrowserDouble;
  gateway: ModelGateway;
  network: Network;
  /** The next request of a step meets these faults, one after the other. */
  faults: Map<StepName, FaultName[]>;
  open(
    options?: TabOptions & {
      session?: Partial<SessionOptions>;
      /** Another gateway client in the place of the usual one. */
      wrap?: (client: GatewayClient) => SessionOptions['gateway'];
    },
  ): OpenTab;
  advance(ms: number): Promise<void>;
  until(isDone: () => boolean, limitMs?: number): Promise<void>;
  /** Requests so far, of one step. */
  count(step: StepName): number;
}

/** The stream of a tab in the test's own hand: what is pushed comes out of it. */
export function createHandStream(): {
  wrap: (client: GatewayClient) => SessionOptions['gateway'];
  push(...frames: StreamFrame[]): void;
} {
  let waiting: StreamFrame[] = [];
  let wake: () => void = () => {};
  return {
    push(...frames) {
      waiting.push(...frames);
      wake();
    },
    wrap: (client) => ({
      ...client,
      async *stream(_, { onOpen, signal } = {}) {
        onOpen?.();
        while (!signal?.aborted) {
          const frames = waiting;
          waiting = [];
          yield* frames;
          if (waiting.length > 0) continue;
          await new Promise<void>((resolve) => {
            wake = resolve;
            signal?.addEventListener('abort', () => resolve(), { once: true });
          });
        }
      },
    }),
  };
}

export const text = (value: string): InputBlock[] => [{ type: 'text', text: value }];

export function createWorld(
  options: {
    script?: (text: string) => Step[];
    lateness?: (type: string) => number;
    /** How often an open stream says that it is there. Default: never. */
    keepAliveMs?: number;
    seed?: number;
    maxPage?: number;
    idPrefix?: string;
    /** The gateway takes names for what is sent. */
    hasIntents?: boolean;
  } = {},
): World {
  const random = createSeededRandom(options.seed ?? 1);
  const browser = createBrowserDouble({ random: random.fork('browser') });
  const { clock } = browser;
  const gateway = createModelGateway({ clock, ...options });
  const faults = new Map<StepName, FaultName[]>();
  const network = createNetwork({
    clock,
    random: random.fork('network'),
    gateway,
    maxLateMs: 60_000,
    keepAliveMs: options.keepAliveMs ?? 0,
    choose: (step) => faults.get(step)?.shift() ?? 'none',
  });
  let count = 0;

  return {
    browser,
    gateway,
    network,
    faults,
    open({
      session: sessionOptions = {},
      wrap = (client: GatewayClient) => client,
      ...tabOptions
    } = {}) {
      count += 1;
      const tab = browser.openTab({ fetch: network.fetchFor(count), ...tabOptions });
      const { platform } = tab;
      const client = createGatewayClient({
        baseUrl: 'https://gateway.example',
        fetch: platform.fetch,
        clock: platform.clock,
        credentials: createCredentials({
          clock: platform.clock,
          getTicket: async () => ({ token: network.issue() }),
        }),
      });
      const warnings: string[] = [];
      const events: SessionEvent[] = [];
      const made = createSession({
        sessionId: 's1',
        gateway: wrap(client),
        platform,
        namespace: 'test',
        onWarning: (reason) => warnings.push(reason),
        onEvent: (event) => events.push(event),
        ...sessionOptions,
      });
      const session = { ...made, postResults: made.resultsBy(createResults) };
      const snapshot = (): SessionSnapshot => session.getSnapshot();
      return {
        tab,
        session,
        gateway: client,
        warnings,
        events,
        snapshot,
        shown: () => describe(snapshot()),
        users: () => snapshot().entries.filter((entry) => entry.kind === 'user'),
        send: (value) => session.send(text(value)),
      };
    },
    advance: (ms) => clock.advance(ms),
    until: (isDone, limitMs = 300_000) => clock.advanceUntil(isDone, limitMs),
    count: (step) => network.asked.filter((asked) => asked.step === step).length,
  };
}

function describe(snapshot: SessionSnapshot): string[] {
  return snapshot.entries.flatMap((entry): string[] => {
    if (entry.kind === 'compaction') return [`(${entry.summary})`];
    if (entry.kind === 'user') {
      const words = entry.content.map((block) => ('text' in block ? block.text : block.type));
      const twice = entry.isSentTwice ? ' twice' : '';
      return [`me: ${words.join('|')} [${entry.delivery.state}${twice}]`];
    }
    const parts = entry.parts.map((part) => {
      if (part.kind === 'tool') return `tool ${part.name}`;
      if (part.kind === 'thought') return `thought ${part.text}`;
      const words = part.blocks.map((block) => ('text' in block ? block.text : block.type));
      return `${part.isPreview ? '…' : ''}${words.join('|')}`;
    });
    return [`agent: ${parts.join(', ')} [${entry.turn.state}]`];
  });
}

/** What a part of a session stands on in a tab, for tests of that part alone. */
export function createContext(platform: Platform): SessionContext {
  const page = createPageLifecycle(platform.page);
  const bare = {
    platform,
    namespace: 'test',
    settings: DEFAULT_SETTINGS,
    sessionId: () => 's1',
    evict: async () => {},
  };
  return {
    ...bare,
    facts: {
      page,
      time: createTime(platform.clock, page.end),
      status: signal({
        sessionId: 's1',
        connection: 'off',
        trouble: null,
        isRestored: true,
        isUpToDate: false,
        isLoadingOlder: false,
      }),
      log: createConversationState(platform.clock, () => {}),
      rows: createRowStore(bare),
      lists: signal({
        firstEndedAt: Number.POSITIVE_INFINITY,
        startedAt: Number.NEGATIVE_INFINITY,
      }),
      wishes: signal(0),
      tools: signal(0),
    },
    signal: page.period,
    isOver: () => page.end.aborted,
    onWarning: () => {},
  };
}

/** The tab's stream is open, and all is listed. */
export const live = (world: World, tab: Pick<OpenTab, 'snapshot'>): Promise<void> =>
  world.until(() => tab.snapshot().connection === 'live');

/** So many events of which nothing follows. */
export function fill(world: World, count: number): void {
  for (let index = 0; index < count; index++) {
    world.gateway.append('agent.message', [{ type: 'text', text: `s${index}` }]);
  }
}

/** Scripts of a run that lasts for half a minute, and of one that is over at once. */
export const long = () => [
  { kind: 'wait', ms: 30_000 } as const,
  { kind: 'say', text: 'late' } as const,
];
export const brief = () => [{ kind: 'say', text: 'brief' } as const];
