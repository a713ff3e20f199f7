// Invariants 1 to 4: each message that the visitor wrote is one event, in order, and never lost.

import { type OutboxRow, parseRows } from '../../src/session/outbox-rows.ts';
import type { UserEntry } from '../../src/session/types.ts';
import {
  type Evidence,
  type Intent,
  isMessage,
  NAMESPACE,
  SESSION_ID,
  type SimTab,
} from './evidence.ts';

const usersOf = ({ session }: SimTab): UserEntry[] =>
  session.getSnapshot().entries.filter((entry) => entry.kind === 'user');

const says = (content: UserEntry['content'], text: string): boolean =>
  isMessage({ type: 'user.message', content }, text);
const shows = (entry: UserEntry, text: string): boolean => says(entry.content, text);

/** The message may be lost with its page: it was never stored, and the visitor was told so. */
const isVolatile = ({ isForgetful, isStored }: Intent): boolean => isForgetful && isStored !== true;

/** The rows that wait in this conversation's outbox. */
function unsent({ browser, sessionId = SESSION_ID }: Evidence): OutboxRow[] {
  return parseRows(browser.disk.peek(`${NAMESPACE}:outbox`)).filter(
    (row) => row.state !== 'sent' && row.sessionId === sessionId,
  );
}

/** 1. Every message shown as Sent is exactly one distinct event. */
export function checkDistinct({ tabs }: Pick<Evidence, 'tabs'>): string[] {
  return tabs.flatMap((mine) => {
    const seen = new Set<string>();
    return usersOf(mine).flatMap(({ delivery, eventId = '' }) => {
      if (delivery.state !== 'sent') return [];
      if (seen.has(eventId)) return [`1: two messages share ${eventId}`];
      seen.add(eventId);
      return [];
    });
  });
}

/** 2. At most one event per intent where commits take no longer than W; otherwise flagged. */
export function checkCopies(evidence: Evidence): string[] {
  const { plan, gateway, network, tabs, intents, resent } = evidence;
  return intents.flatMap(({ text }) => {
    const copies = gateway.rows().filter((row) => isMessage(row.event, text));
    const meant = intents.filter((other) => other.text === text).length;
    if (copies.length <= meant) return [];
    const broken: string[] = [];
    const doubled = network.asked.filter(
      (asked) => asked.fault === 'duplicate' && asked.text === text,
    ).length;
    // The visitor is asked to send again only after W. If every commit keeps W, the first copy hasn't arrived.
    const mayResend = resent.has(text) && plan.isWindowKept !== true;
    if (copies.length > meant + doubled && !mayResend) {
      broken.push(`2: "${text}" was sent ${copies.length} times`);
    }
    const isFlagged = tabs.some((mine) =>
      usersOf(mine).some((entry) => shows(entry, text) && entry.isSentTwice),
    );
    // Two intents with one text can't be told apart, so don't judge if either may have been lost with its page.
    const isAnyGone = intents.some((other) => other.text === text && isVolatile(other));
    if (!isFlagged && plan.isDurable && !isAnyGone) {
      broken.push(`2: "${text}" was sent twice, and nobody says so`);
    }
    return broken;
  });
}

/** 3. The order of sending is kept, tab by tab. */
export function checkOrder(evidence: Evidence): string[] {
  const { plan, gateway, network, resent, withdrawn } = evidence;
  const intents = evidence.intents.filter(({ localId }) => withdrawn?.get(localId) !== 'yes');
  /** The gateway refused it for good: later messages go on, and only the visitor can send it again. */
  const wasRefused = (text: string): boolean =>
    network.asked.some(
      (asked) => asked.step === 'message' && asked.text === text && asked.status === 403,
    );
  const placeOf = (text: string): number =>
    gateway.rows().findIndex((row) => isMessage(row.event, text));
  /** Written while nothing could be stored: the next page can't know that it may be on its way, or stored later. */
  const isUnknown = (text: string): boolean =>
    intents.some((intent) => intent.text === text && intent.isForgetful);
  const pagesOf = (text: string): unknown[] =>
    intents.flatMap((intent) => (intent.text === text ? [intent.session] : []));
  /** Said in two tabs: an event may belong to either. */
  const isShared = (text: string): boolean =>
    new Set(intents.flatMap((intent) => (intent.text === text ? [intent.tab] : []))).size > 1;
  /** Said again after one of them may have been taken back: the event may belong to the later one alone. */
  const isDoubtful = (text: string): boolean => {
    const same = intents.filter((intent) => intent.text === text);
    return same.length > 1 && same.some(({ localId }) => withdrawn?.has(localId));
  };
  const sent = intents
    .toSorted((a, b) => (a.said ?? 0) - (b.said ?? 0))
    // Of messages with the same text only the first counts.
    .filter(({ text }, index, all) => all.findIndex((other) => other.text === text) === index)
    // A message that waits for the visitor's decision holds up later ones; if a commit may take longer than W, it
    // can still arrive after them.
    .filter(
      ({ text }) =>
        (plan.isWindowKept || !resent.has(text)) &&
        !isShared(text) &&
        !isDoubtful(text) &&
        !wasRefused(text),
    )
    .map((intent) => ({
      ...intent,
      place: placeOf(intent.text),
      isUnknown: isUnknown(intent.text),
    }))
    .filter(({ place }) => place >= 0);
  return sent.flatMap((a, index) =>
    sent.slice(index + 1).flatMap((b) => {
      const pages = new Set([...pagesOf(a.text), ...pagesOf(b.text)]);
      const isFree = (a.isUnknown || b.isUnknown) && pages.size > 1;
      if (a.tab !== b.tab || isFree || a.place < b.place) return [];
      return [`3: "${b.text}" of tab ${b.tab} overtook "${a.text}"`];
    }),
  );
}

/**
 * 4. No intent vanishes: it is at the gateway, in the outbox, or shown, as often as it was meant. 17: not even when the
 * quota is exceeded or rows are migrated.
 */
export function checkKept(evidence: Evidence): string[] {
  const { gateway, tabs, intents, withdrawn } = evidence;
  const stored = unsent(evidence);
  const kept = intents
    .filter((intent) => !isVolatile(intent) && !withdrawn?.has(intent.localId))
    .map(({ text }) => text);
  return [...new Set(kept)].flatMap((text) => {
    const sent = gateway.rows().filter((row) => isMessage(row.event, text)).length;
    const waiting = Math.max(
      stored.filter((row) => says(row.content, text)).length,
      ...tabs.map(
        (mine) =>
          usersOf(mine).filter((entry) => entry.delivery.state !== 'sent' && shows(entry, text))
            .length,
      ),
    );
    // Nothing is promised for the same text said in two tabs while one of them couldn't store it.
    const alike = intents.filter((intent) => intent.text === text);
    const isSaidTwice = new Set(alike.map(({ tab }) => tab)).size > 1;
    const unsure = isSaidTwice && alike.some(({ isForgetful }) => isForgetful) ? 1 : 0;
    const meant = kept.filter((other) => other === text).length - unsure;
    return sent + waiting < meant ? [`4: "${text}" has vanished`] : [];
  });
}

/** 4. Once all is settled each intent is an event, or is shown as refused. */
export function checkArrived(evidence: Evidence): string[] {
  const { plan, gateway, tabs, intents, isSettled, withdrawn } = evidence;
  if (!isSettled) return [];
  // If the disk isn't read, nobody has to send the messages that an earlier version left there.
  const kept = intents.filter(
    (intent) =>
      !withdrawn?.has(intent.localId) && !intent.isForgetful && (plan.isDurable || intent.tab >= 0),
  );
  // If tabs can't hear each other, or storage failed, a message of a closed tab may wait for the next page.
  const mayWait = plan.isDeaf === true || plan.hasStorageTrouble !== false;
  const waiting = mayWait ? unsent(evidence) : [];
  return [...new Set(kept.map(({ text }) => text))].flatMap((text) => {
    const wanted = kept.filter(
      (intent) =>
        intent.text === text &&
        !tabs.some((mine) =>
          usersOf(mine).some(
            ({ localId, delivery }) => localId === intent.localId && delivery.state === 'refused',
          ),
        ),
    ).length;
    const there = gateway.rows().filter((row) => isMessage(row.event, text)).length;
    return there + waiting.filter((row) => says(row.content, text)).length < wanted
      ? [`4: "${text}" was meant ${wanted} times, and is there ${there} times`]
      : [];
  });
}

/** 4. The client takes each message that is said. */
export function checkTaken({ untaken, tabs, isSettled }: Evidence): string[] {
  if (!isSettled) return [];
  return [...(untaken ?? [])].flatMap(({ text, session }) =>
    // Only pages that are still there can take it.
    tabs.some((mine) => mine.session === session) ? [`4: "${text}" was said, and never taken`] : [],
  );
}

/** 17. A tab that can store its messages does. */
export function checkForgetful({ plan, intents }: Evidence): string[] {
  if (!plan.isDurable || plan.hasStorageTrouble !== false) return [];
  return intents.some(({ isForgetful }) => isForgetful)
    ? ['17: a tab says that nothing outlives the page, and the disk is well']
    : [];
}
