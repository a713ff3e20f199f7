// The gateway as a function of requests: everything it needs comes in, nothing listens here.

import { createAgentDirectory } from './agents/directory.ts';
import { createModelFactory, type ModelFactory } from './agents/model/open-model-agent.ts';
import { pricesOf } from './agents/prices.ts';
import { type AgentRegistry, createAgentRegistry } from './agents/registry.ts';
import { createOpenRemote } from './agents/remote/open-remote.ts';
import type { PriceTable } from './agents/types.ts';
import { createApp } from './app.ts';
import { createColleague } from './colleague/colleague.ts';
import { createComparer } from './comparisons/comparer.ts';
import type { GatewayContext } from './context.ts';
import { createDesk, type DeskFiles } from './desk/desk.ts';
import { startRollUp } from './desk/numbers/roll-up.ts';
import { findPresence } from './desk/presence.ts';
import { tellAbsence } from './hours/absence.ts';
import { findOpening } from './hours/hours.ts';
import { createAccountTokens } from './kernel/auth/account-tokens.ts';
import { createAuthenticator } from './kernel/auth/authenticate.ts';
import { loadSecrets } from './kernel/auth/secrets.ts';
import { type Clock, createSystemClock, sleep } from './kernel/clock.ts';
import { createDatabaseClock } from './kernel/db/clock.ts';
import { createOutages } from './kernel/db/outages.ts';
import type { Db } from './kernel/db/types.ts';
import type { ServerBindings } from './kernel/http/client-address.ts';
import { createIds, type Ids } from './kernel/ids.ts';
import type { Counts } from './kernel/limits/counts.ts';
import { createLimits } from './kernel/limits/limits.ts';
import { type Log, silentLog } from './kernel/observability/log.ts';
import { createMetrics } from './kernel/observability/metrics.ts';
import { createObserver } from './kernel/observability/observer.ts';
import { createSpanRecorder } from './kernel/observability/spans.ts';
import type { SpanSink } from './kernel/observability/trace.ts';
import { createOutsideFetch } from './kernel/outside-fetch.ts';
import { openKnowledge } from './knowledge/open-knowledge.ts';
import { createReader } from './knowledge/reader.ts';
import { createLearning } from './learning/learning.ts';
import { createSilentBus } from './log/bus/bus.ts';
import type { Bus } from './log/bus/types.ts';
import { createSessionLog } from './log/session-log.ts';
import { createHub } from './log/stream/hub.ts';
import { createOpenStreams } from './log/stream/open-streams.ts';
import { createRelay } from './log/stream/relay.ts';
import { fillWords } from './log/words.ts';
import type { Mailer } from './mail/mailer.ts';
import { startPersonMail } from './mail/people/person-mail.ts';
import { startVisitorMail } from './mail/people/visitor-mail.ts';
import { DEFAULT_OPTIONS, type GatewayOptions } from './options.ts';
import { startRetention } from './privacy/retention.ts';
import { startScrubber } from './privacy/scrubber.ts';
import { startPersonPush } from './push/person-push.ts';
import { asksRating } from './ratings/ratings.ts';
import { chargeEmbedding } from './runs/charge-embedding.ts';
import { observeRuns, type RunsObserver } from './runs/observe-runs.ts';
import { createRuns } from './runs/runs.ts';
import { startDeliveries } from './webhooks/deliveries.ts';
import { createHooks } from './webhooks/hooks.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { createPostWebhook, type PostWebhook } from './webhooks/post.ts';
import { assignByRule } from './work/assign-by-rule.ts';

/** Bytes of one reply of a server of the owner's. */
const MAX_OUTSIDE_BYTES = 16 * 1024 * 1024;
const MAX_PUSH_REPLY_BYTES = 64 * 1024;

export interface GatewayParts {
  /** Migrated. The caller opened it and closes it, after `close()`. */
  db: Db;
  /** The same database over connections of their own, for reports; left out: `db`. It stays open as well. */
  reports?: Db;
  /** None: the system's, with the database's time where several processes may share it. */
  clock?: Clock;
  ids?: Ids;
  /** Tells the other processes on the same database; none: they find out by looking. The caller closes it, after `close()`. */
  bus?: Bus;
  /** Counts limits for all processes, in Redis; none: each counts for itself, and the database what costs money. The caller closes it, after `close()`. */
  counts?: Counts | null;
  agents?: AgentRegistry;
  /** Makes the models of agents that are records; without it those can't answer. */
  models?: ModelFactory;
  prices?: PriceTable;
  options: Partial<GatewayOptions> & Pick<GatewayOptions, 'adminKey'>;
  /** Asks an outside identity provider for its keys. */
  fetch?: typeof fetch;
  /** Sends webhooks; without it by HTTPS. */
  postWebhook?: PostWebhook;
  /** Sends mail; without it none is sent. The caller closes it, after `close()`. */
  mailer?: Mailer;
  /** Told what happens, in lines without a word of a visitor's; without it only errors are printed. */
  log?: Log;
  /** Told of errors that no caller is at fault for, besides the log. Their messages may quote what was said. */
  report?: (error: unknown, what: string) => void;
  /** Where the spans of traces go. */
  spans?: SpanSink;
  /** The built files of the desk; without them /desk says how to build them. */
  console?: DeskFiles;
  /** bellhop.js and its chunks, to be handed out; without them pages load the widget from elsewhere. */
  widget?: DeskFiles;
}

export interface Gateway {
  readonly context: GatewayContext;
  /** Answers one request. Never rejects. `server`: whose socket it came over, as @hono/node-server passes it on. */
  fetch(request: Request, server?: ServerBindings): Promise<Response>;
  /** The same, for a path and fetch's options. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Says by /readyz that it is about to go, and serves on for `ms`, in which a balancer hears of it. */
  leave(ms: number): Promise<void>;
  /** Answers new requests with 503 from now on, and gives the runs in flight `ms` to end. Streams stay open meanwhile. */
  drain(ms: number): Promise<void>;
  /** Settles running runs as run_interrupted and ends the streams. The database stays open. */
  close(): Promise<void>;
}

/** Also settles what a dead process has left, before it answers anything. */
export async function createGateway(parts: GatewayParts): Promise<Gateway> {
  const { db, ids = createIds() } = parts;
  const corrected =
    parts.clock === undefined && !db.isExclusive
      ? await createDatabaseClock(db, createSystemClock())
      : null;
  const clock = parts.clock ?? corrected ?? createSystemClock();
  const telling = { log: parts.log ?? silentLog, metrics: createMetrics() };
  const spans = parts.spans ?? null;
  const observer = createObserver({
    ...telling,
    spans,
    report: parts.report ?? (parts.log === undefined ? reportToConsole : () => {}),
  });
  const runsObserver: RunsObserver = {
    ...observer,
    ...observeRuns({ ...telling, record: createSpanRecorder(spans), clock, ids }),
  };
  const { agents: builtIn = createAgentRegistry(), models = createModelFactory({}) } = parts;
  const { prices = pricesOf(builtIn.values()) } = parts;
  const options: GatewayOptions = { ...DEFAULT_OPTIONS, ...parts.options };
  const outside = createOutsideFetch({
    mayBePrivate: options.agentsMayBePrivate,
    maxBytes: MAX_OUTSIDE_BYTES,
  });
  const agents = createAgentDirectory({
    builtIn,
    models,
    openRemote: createOpenRemote({ fetch: outside, silenceMs: options.silenceMs, clock }),
    toolServers: {
      db,
      fetch: outside,
      clock,
      now: () => clock.now(),
      newCallId: () => ids.next('tool_use'),
      observer,
    },
  });
  const secrets = await loadSecrets({ db, clock }, ids);
  const accounts = createAccountTokens({
    keyring: secrets.account_tokens,
    clock,
    provider: options.accountProvider,
    ...(parts.fetch === undefined ? {} : { fetch: parts.fetch }),
  });
  const limits = createLimits({
    db,
    clock,
    counts: parts.counts ?? null,
    secret: options.adminKey,
    observer,
  });
  const hub = createHub();
  const relay = createRelay({
    db,
    clock,
    hub,
    bus: parts.bus ?? createSilentBus(),
    pollMs: options.stream.pollMs,
    pollWithBusMs: options.stream.pollWithBusMs,
    observer,
  });
  const hooks = createHooks(db, clock);
  const deliveries = startDeliveries({
    db,
    clock,
    hooks,
    observer,
    post: parts.postWebhook ?? createPostWebhook(options.webhooksMayBePrivate),
  });
  const outbox = createOutbox(hooks, ids, () => deliveries.kick(), options.publicUrl);
  const log = createSessionLog({
    db,
    clock,
    ids,
    outbox,
    publish: relay.publish,
  });
  const { knowledge, embedding } = await openKnowledge({
    db,
    clock,
    observer,
    embeddings: options.embeddings,
    charge: (collectionId, usage) =>
      chargeEmbedding({ db, ids, clock, prices }, collectionId, usage),
  });
  const mailer = parts.mailer ?? null;
  const reader = createReader({ deadlineMs: options.importDeadlineMs });
  const runs = createRuns({
    db,
    clock,
    ids,
    log,
    relay,
    agents,
    prices,
    observer: runsObserver,
    knowledge,
    assign: assignByRule,
    findPresence: async (now, clientId) => ({
      ...(await findPresence(db, now)),
      opensAt: await findOpening(db, clientId, now),
      sendsMail: mailer !== null,
      asksRating: await asksRating(db, clientId),
    }),
    maxTurns: options.maxTurns,
    contextWindow: options.contextWindow,
    options,
  });
  const streams = createOpenStreams({
    db,
    clock,
    hub,
    log,
    keepAliveMs: options.stream.keepAliveMs,
    maxPerSession: options.stream.maxPerSession,
  });
  const desk = createDesk({
    db,
    clock,
    ids,
    hub,
    pollMs: relay.pollMs,
    files: parts.console ?? null,
    widget: parts.widget ?? null,
  });
  const reports = parts.reports ?? db;
  const personMail =
    mailer === null
      ? null
      : startPersonMail({
          db,
          reports,
          clock,
          mailer,
          publicUrl: options.publicUrl ?? '',
          observer,
        });
  const visitorMail =
    mailer === null
      ? null
      : startVisitorMail({
          db,
          clock,
          mailer,
          keyring: secrets.session_tokens,
          publicUrl: options.publicUrl ?? '',
          observer,
        });
  const personPush = startPersonPush({
    db,
    clock,
    outside: createOutsideFetch({
      mayBePrivate: options.webhooksMayBePrivate,
      maxBytes: MAX_PUSH_REPLY_BYTES,
    }),
    publicUrl: options.publicUrl,
    observer,
  });
  const rollUp = startRollUp({ db: reports, clock, observer });
  const comparer = createComparer({
    db,
    clock,
    ids,
    log,
    hub,
    runs,
    agents,
    prices,
    observer,
    options,
  });
  const learning = createLearning({
    db,
    clock,
    ids,
    log,
    runs,
    agents,
    prices,
    knowledge,
    embedding,
    observer,
    options,
  });
  const colleague = createColleague({ db, clock, ids, log, agents, prices, knowledge });
  const leaving = new AbortController();
  const draining = new AbortController();
  const closing = new AbortController();
  const context: GatewayContext = {
    db,
    reports,
    rollUp,
    clock,
    ids,
    options,
    secrets,
    accounts,
    limits,
    agents,
    outside,
    scrubber: startScrubber({ db, clock, observer }),
    log,
    hub,
    relay,
    streams,
    hooks,
    mailer,
    outbox,
    comparer,
    colleague,
    learning,
    reader,
    embedding,
    desk,
    runs,
    tellAbsence: (write, said, origin) =>
      tellAbsence({ ids, sendsMail: mailer !== null }, write, { said, origin }),
    outages: createOutages(clock),
    authenticate: createAuthenticator({ db, secrets, accounts, clock }),
    observer,
    leaving: leaving.signal,
    draining: draining.signal,
    closing: closing.signal,
  };
  const app = createApp(context);
  const retention = startRetention({
    ...context,
    tell: (erased) => observer.say('info', 'retention_swept', { ...erased }),
  });
  await runs.recover();
  fillWords(db, closing.signal).catch((error) => {
    // The next start goes on.
    if (!closing.signal.aborted) observer.failed(error, 'request', { what: 'words_for_search' });
  });
  relay.start(log, {
    onCancel: runs.stop,
    onRun: runs.start,
    onPresence: desk.presences.note,
  });

  return {
    context,
    fetch: async (request, server) => app.fetch(request, server),
    request: async (path, init) => app.request(path, init),
    async leave(ms) {
      leaving.abort();
      await sleep(clock, ms, closing.signal).catch(() => {});
    },
    async drain(ms) {
      leaving.abort();
      draining.abort();
      await runs.drain(ms);
    },
    async close() {
      leaving.abort();
      draining.abort();
      retention.close();
      await comparer.close();
      await runs.close();
      // After the last events of those runs.
      closing.abort();
      await Promise.all([
        deliveries.close(),
        personMail?.close(),
        visitorMail?.close(),
        personPush.close(),
        embedding.close(),
        knowledge.close(),
        reader.close(),
        rollUp.close(),
      ]);
      await context.scrubber.close();
      relay.close();
      desk.close();
      streams.close();
      corrected?.close();
    },
  };
}

function reportToConsole(error: unknown, what: string): void {
  console.error(`bellhop gateway: ${what}:`, error);
}
