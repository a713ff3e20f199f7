// The invariants, asserted after a schedule. Each broken one is a line that begins with its number.

import { parseEvents } from '../../src/protocol/index.ts';
import { readRun } from '../../src/session/run-state.ts';
import { buildTranscript } from '../../src/session/transcript.ts';
import type { TranscriptEntry } from '../../src/session/types.ts';
import { COMMIT_WINDOW_MS, isMessage, NAMESPACE, type Played, type SimTab } from './play.ts';

export function check(played: Played): string[] {
  const broken = [...new Set(played.broken)];
  const { gateway, tabs, plan } = played;
  const living = tabs.filter((mine) => mine.tab.isAlive());
  const hasDuplicates = plan.faults.some(({ fault }) => fault === 'duplicate');
  const events = parseEvents(gateway.rows().map((row) => row.event));
  if (!played.isSettled) broken.push(`16: not settled: ${describe(living)}`);

  for (const mine of living) {
    const sent = new Map<string, string>();
    const { entries } = mine.session.getSnapshot();
    for (const entry of entries) {
      if (entry.kind !== 'user' || entry.delivery.state !== 'sent') continue;
      const id = entry.eventId ?? '';
      if (sent.has(id)) broken.push(`1: two messages share ${id}`);
      sent.set(id, entry.key);
    }
    checkEqual(mine, played, events, broken);
  }

  for (const intent of played.intents) {
    const copies = gateway.rows().filter((row) => isMessage(row.event, intent.text));
    const shown = living.map(({ session }) =>
      session
        .getSnapshot()
        .entries.find((entry) => entry.kind === 'user' && isMessage(asEvent(entry), intent.text)),
    );
    if (copies.length > 1) {
      const isAllowed = hasDuplicates || played.resent.has(intent.text);
      if (!isAllowed) broken.push(`2: "${intent.text}" was sent ${copies.length} times`);
      const isFlagged = shown.some((entry) => entry?.kind === 'user' && entry.isSentTwice);
      if (!isFlagged && plan.isDurable && !intent.isForgetful)
        broken.push(`2: "${intent.text}" was sent twice, and nobody says so`);
    }
    const isStored = JSON.stringify(played.browser.disk.peek(`${NAMESPACE}:outbox`) ?? '').includes(
      intent.text,
    );
    const isForgotten = intent.isForgetful;
    if (copies.length === 0 && !isStored && !isForgotten && shown.every((e) => e === undefined)) {
      broken.push(`4: "${intent.text}" has vanished`);
    }
  }

  for (const slot of new Set(played.intents.map((intent) => intent.tab))) {
    const order = played.intents
      .filter((intent) => intent.tab === slot && !played.resent.has(intent.text))
      .map(({ text }) => gateway.rows().findIndex((row) => isMessage(row.event, text)))
      .filter((index) => index >= 0);
    const isSorted = order.every((value, index) => index === 0 || value > (order[index - 1] ?? 0));
    if (!isSorted) broken.push(`3: the messages of tab ${slot} are out of order`);
  }

  const runs = new Map<string, number>();
  for (const run of played.handlers) {
    if (run.name !== 'read') runs.set(run.toolUseId, (runs.get(run.toolUseId) ?? 0) + 1);
    if (!run.isJournaled && run.name !== 'read') {
      broken.push(`7: ${run.name} ran before its journal row`);
    }
  }
  for (const [id, times] of runs) if (times > 1) broken.push(`6: ${id} ran ${times} times`);

  for (const [id, blocks] of gateway.accepted) {
    if (blocks.length > 1) broken.push(`8: ${id} has ${blocks.length} results`);
    for (const block of blocks) {
      const mine = played.handlers.filter((run) => run.toolUseId === id);
      if (block.is_error !== true) {
        const isTrue = mine.some((run) => run.isDone && block.content === `did ${run.name} ${id}`);
        if (!isTrue) broken.push(`9: ${id} says "${String(block.content)}"`);
      } else if (block.error_code === 'cancelled' && mine.some((run) => run.isDone)) {
        broken.push(`9: ${id} says cancelled, and was done`);
      }
    }
  }
  // A request that the network doubled comes after its own refusal.
  const doubled = new Set(
    played.network.asked.flatMap(({ fault, calls }) => (fault === 'duplicate' ? calls : [])),
  );
  for (const id of gateway.afterRefusal)
    if (!doubled.has(id)) broken.push(`8: a result for ${id} came after its 409`);
  if (played.warnings.some((warning) => warning.includes('read anew'))) {
    broken.push('11: the log was read anew without need');
  }
  for (const { runUserEventId, ranForMs } of gateway.interrupted) {
    // The request names no run: one that began while it was on its way can't be spared by any client.
    const isRace = ranForMs < 150;
    if (!played.meant.has(runUserEventId) && !isRace)
      broken.push(`12: the run of ${runUserEventId} was hit`);
  }
  for (const violation of gateway.violations) broken.push(`13: ${violation}`);
  checkRequests(played, broken);
  return [...new Set(broken)];
}

function checkRequests({ network }: Played, broken: string[]): void {
  for (const tab of new Set(network.asked.map((asked) => asked.tab))) {
    const asked = network.asked.filter((other) => other.tab === tab);
    const refused = new Map<string, number>();
    let patience = 0;
    for (const entry of asked) {
      const since = refused.get(entry.token);
      if (since !== undefined && entry.at > since) {
        broken.push(`14: tab ${tab} used a refused token again`);
      }
      if (entry.at < patience && entry.step === 'list') {
        broken.push(`15: tab ${tab} did not wait as long as Retry-After says`);
      }
      if (entry.status === 401 && !entry.isAborted) refused.set(entry.token, entry.doneAt);
      if (entry.status === 429 && entry.step === 'list' && !entry.isAborted) {
        const until = entry.doneAt + entry.retryAfterMs;
        const next = asked.find((other) => other.at > entry.doneAt);
        if (next !== undefined && next.at < until - 1 && next.step === 'list') patience = until;
      }
      if (entry.url.includes(entry.token)) broken.push('14: a token in a URL');
    }
    const lost = ['request_lost', 'response_lost', 'late_commit', 'body_cut'];
    const lostAt = new Map<string, number>();
    for (const { step, at, calls, fault, status } of asked) {
      // A refused token says by its status alone that nothing was applied.
      if (step !== 'result' || status === 401) continue;
      for (const id of calls) {
        if (at - (lostAt.get(id) ?? -COMMIT_WINDOW_MS) < COMMIT_WINDOW_MS) {
          broken.push(`8: the result of ${id} was posted again before W was over`);
        }
        if (lost.includes(fault)) lostAt.set(id, at);
      }
    }
    for (let index = 30; index < asked.length; index++) {
      const first = asked[index - 30];
      const last = asked[index];
      if (first !== undefined && last !== undefined && last.at - first.at < 1_000) {
        broken.push(`15: tab ${tab} asked 30 times within a second`);
        break;
      }
    }
  }
}

/** Every tab shows what the gateway has: the transcript of a tab is that of the gateway's own list. */
function checkEqual(
  { session, slot }: SimTab,
  played: Played,
  events: ReturnType<typeof parseEvents>,
  broken: string[],
): void {
  const { entries } = session.getSnapshot();
  const copies = new Set<string>();
  const mine = new Map<string, string>();
  for (const entry of entries) {
    if (entry.kind !== 'user' || !entry.isSentTwice) continue;
    const intent = played.intents.find((other) => other.localId === entry.localId);
    if (intent === undefined || entry.eventId === undefined) continue;
    mine.set(intent.text, entry.eventId);
  }
  for (const [message, id] of mine) {
    for (const event of events) {
      if (event.type === 'user.message' && isMessage(event, message) && event.id !== id) {
        copies.add(event.id);
      }
    }
  }
  const truth = buildTranscript(null, {
    events: events.filter((event) => !copies.has(event.id)),
    rows: [],
    run: readRun(events),
    seenAt: () => 0,
    delivery: { isOnline: true, hasSession: true, isHeld: false },
  });
  const shown = entries.filter((entry) => entry.kind !== 'user' || entry.eventId !== undefined);
  const a = shown.map(digest).join('\n');
  const b = truth.entries.map(digest).join('\n');
  if (a !== b) broken.push(`16: tab ${slot} shows\n${a}\ninstead of\n${b}`);
}

function digest(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case 'user':
      return `${entry.eventId} ${JSON.stringify(entry.content)}`;
    case 'agent':
      return `${entry.turn.state} ${entry.parts.map((part) => [part.kind, part.key, part.kind === 'tool' && part.result?.error_code].join(':')).join(' ')}`;
    case 'compaction':
      return `compaction ${entry.key}`;
  }
}

function asEvent(entry: TranscriptEntry): { type: string; content: unknown } {
  return { type: 'user.message', content: entry.kind === 'user' ? entry.content : [] };
}

function describe(tabs: readonly SimTab[]): string {
  return tabs
    .map(({ slot, session }) => {
      const { entries, run, connection, trouble } = session.getSnapshot();
      const users = entries
        .filter((entry) => entry.kind === 'user')
        .map((entry) => JSON.stringify(entry.delivery));
      return `tab ${slot} ${connection} ${run.state} ${JSON.stringify(trouble)} ${users.join(' ')}`;
    })
    .join(' | ');
}
