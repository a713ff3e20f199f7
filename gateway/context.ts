// The parts of a gateway, as one object: createGateway makes it once, and nothing here is global. Only the root knows all of it;
// each feature's routes name the few parts that they reach.

import type { AgentDirectory } from './agents/directory.ts';
import type { Colleague } from './colleague/colleague.ts';
import type { Comparer } from './comparisons/comparer.ts';
import type { Desk } from './desk/desk.ts';
import type { RollUp } from './desk/numbers/roll-up.ts';
import type { AccountTokens } from './kernel/auth/account-tokens.ts';
import type { Authenticator } from './kernel/auth/authenticate.ts';
import type { Secrets } from './kernel/auth/secrets.ts';
import type { Clock } from './kernel/clock.ts';
import type { Outages } from './kernel/db/outages.ts';
import type { Db } from './kernel/db/types.ts';
import type { Ids } from './kernel/ids.ts';
import type { Limits } from './kernel/limits/limits.ts';
import type { Observer } from './kernel/observability/observer.ts';
import type { OutsideFetch } from './kernel/outside-fetch.ts';
import type { Reader } from './knowledge/reader.ts';
import type { EmbedCollections } from './knowledge/vectors/embed-collections.ts';
import type { Learning } from './learning/learning.ts';
import type { Outbox } from './log/news.ts';
import type { Origin } from './log/origin.ts';
import type { SessionLog, SessionWrite } from './log/session-log.ts';
import type { Hub } from './log/stream/hub.ts';
import type { OpenStreams } from './log/stream/open-streams.ts';
import type { Relay } from './log/stream/relay.ts';
import type { Mailer } from './mail/mailer.ts';
import type { GatewayOptions } from './options.ts';
import type { Scrubber } from './privacy/scrubber.ts';
import type { Runs } from './runs/runs.ts';
import type { Hooks } from './webhooks/hooks.ts';

export interface GatewayContext {
  db: Db;
  /** The same database over a few connections of its own, for what reads much. */
  reports: Db;
  /** Keeps the sums that reports are made of. */
  rollUp: RollUp;
  clock: Clock;
  ids: Ids;
  options: GatewayOptions;
  secrets: Secrets;
  accounts: AccountTokens;
  /** Counts how often each caller does something, and refuses beyond a limit. */
  limits: Limits;
  agents: AgentDirectory;
  /** Reaches servers of others. */
  outside: OutsideFetch;
  /** Told when something was deleted for good. */
  scrubber: Scrubber;
  log: SessionLog;
  hub: Hub;
  /** Tells open streams, here and in other processes, what is stored nowhere. */
  relay: Pick<Relay, 'preview' | 'presence' | 'busState'>;
  streams: OpenStreams;
  runs: Runs;
  /** Tells a visitor who has written to a person when nobody is there. */
  tellAbsence(write: SessionWrite, said: readonly string[], origin: Origin): Promise<void>;
  hooks: Hooks;
  /** Sends mail; null: no SMTP server is set. */
  mailer: Mailer | null;
  /** Takes the news of sessions to webhooks. */
  outbox: Outbox;
  /** Asks two versions of an agent the same. */
  comparer: Comparer;
  /** The agent's help for the team. */
  colleague: Colleague;
  /** Teaches agents what the team knows. */
  learning: Learning;
  /** Reads what owners import. */
  reader: Reader;
  /** Makes the vectors of what was stored. */
  embedding: EmbedCollections;
  desk: Desk;
  /** Drills that an operator has asked for. */
  outages: Outages;
  /** Tells from a request's bearer token who calls. @throws HttpError 401 */
  authenticate: Authenticator;
  /** Told of everything that an operator may want to know. */
  observer: Observer;
  /** Aborted when the gateway is about to stop: it serves on, and sends visitors elsewhere. */
  leaving: AbortSignal;
  /** Aborted when the gateway begins to stop: it takes no new requests. */
  draining: AbortSignal;
  /** Aborted when the gateway closes: open streams end. */
  closing: AbortSignal;
}
