// Invariants 1 to 5: what the visitor wrote is one event each, in order, never lost, never called what it isn't.

import { parseRows } from '../../src/session/outbox-rows.ts';
import type { Session, UserEntry } from '../../src/session/types.ts';
import { type Evidence, isMessage, NAMESPACE, type SimTab } from './evidence.ts';
import { SILENT } from './network-faults.ts';

const usersOf = ({ session }: SimTab): UserEntry[] =>
  session.getSnapshot().entries.filter((entry) => entry.kind === 'user');

const says = (content: UserEntry['content'], text: string): boolean =>
  isMessage({ type: 'user.message', content }, text);
const shows = (entry: UserEntry, text: string): boolean => says(entry.content, text);

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
  const { plan, gateway, tabs, intents, resent } = evidence;
  const hasDuplicates = plan.faults.some(({ fault }) => fault === 'duplicate');
  return intents.flatMap(({ text, isForgetful }) => {
    const copies = gateway.rows().filter((row) => isMessage(row.event, text));
    const meant = intents.filter((intent) => intent.text === text).length;
    if (copies.length <= meant) return [];
    const broken: string[] = [];
    if (!hasDuplicates && !resent.has(text)) {
      broken.push(`2: "${text}" was sent ${copies.length} times`);
    }
    const isFlagged = tabs.some((mine) =>
      usersOf(mine).some((entry) => shows(entry, text) && entry.isSentTwice),
    );
    if (!isFlagged && plan.isDurable && !isForgetful) {
      broken.push(`2: "${text}" was sent twice, and nobody says so`);
    }
    return broken;
  });
}

/** 3. The order of sending is kept, tab by tab. */
export function checkOrder({ gateway, intents, resent }: Evidence): string[] {
  /** Its page may have taken it along, as it said it would: what is still under way keeps no order with the next's. */
  const isGone = (text: string): boolean =>
    intents.some((intent) => intent.text === text && intent.isForgetful);
  return [...new Set(intents.map(({ tab }) => tab))].flatMap((tab) => {
    const places = intents
      .filter(({ text }, index) => intents.findIndex((other) => other.text === text) === index)
      .filter((intent) => intent.tab === tab && !resent.has(intent.text))
      .filter(({ text }) => !isGone(text))
      .map(({ text }) => gateway.rows().findIndex((row) => isMessage(row.event, text)))
      .filter((index) => index >= 0);
    const isSorted = places.every(
      (place, index) => index === 0 || place > (places[index - 1] ?? 0),
    );
    return isSorted ? [] : [`3: the messages of tab ${tab} are out of order`];
  });
}

/**
 * 4. No intent vanishes: it is at the gateway, in the outbox, or shown, as often as it was meant. 17: through quota and
 * migration too.
 */
export function checkKept({ gateway, browser, tabs, intents }: Evidence): string[] {
  const stored = parseRows(browser.disk.peek(`${NAMESPACE}:outbox`));
  const kept = intents.filter(({ isForgetful }) => !isForgetful).map(({ text }) => text);
  return [...new Set(kept)].flatMap((text) => {
    const sent = gateway.rows().filter((row) => isMessage(row.event, text)).length;
    const waiting = Math.max(
      stored.filter((row) => row.state !== 'sent' && says(row.content, text)).length,
      ...tabs.map(
        (mine) =>
          usersOf(mine).filter((entry) => entry.delivery.state !== 'sent' && shows(entry, text))
            .length,
      ),
    );
    const meant = kept.filter((other) => other === text).length;
    return sent + waiting < meant ? [`4: "${text}" has vanished`] : [];
  });
}

/** 5. At any moment: nothing is called sent that isn't there, or refused that is. */
export function falseWords(
  session: Pick<Session, 'getSnapshot'>,
  { intents, gateway }: Pick<Evidence, 'intents' | 'gateway'>,
): string[] {
  return session.getSnapshot().entries.flatMap((entry) => {
    if (entry.kind !== 'user' || entry.localId === undefined) return [];
    const { delivery, eventId, localId } = entry;
    if (delivery.state !== 'sent' && delivery.state !== 'refused') return [];
    const intent = intents.find((other) => other.localId === localId);
    if (intent === undefined) return [];
    const copies = gateway.rows().filter((row) => isMessage(row.event, intent.text));
    if (delivery.state === 'refused') {
      return copies.length > 0 ? [`5: "${intent.text}" is called refused, and is there`] : [];
    }
    return copies.some((row) => row.event.id === eventId)
      ? []
      : [`5: "${intent.text}" is called sent`];
  });
}

/** 10. At any moment: what was said once is shown once, whatever of it is in the log and in the outbox. */
export function shownTwice(
  session: Pick<Session, 'getSnapshot'>,
  { intents, gateway }: Pick<Evidence, 'intents' | 'gateway'>,
  /** How often the visitor says it in all: it is shown before it is stored, and only then an intent. */
  saidOf: (text: string) => number,
): string[] {
  const users = session.getSnapshot().entries.filter((entry) => entry.kind === 'user');
  return [...new Set(intents.map(({ text }) => text))].flatMap((text) => {
    const shown = users.filter((entry) => shows(entry, text)).length;
    if (shown < 2) return [];
    const copies = gateway.rows().filter((row) => isMessage(row.event, text)).length;
    return shown > Math.max(1, saidOf(text), copies)
      ? [`10: "${text}" is shown ${shown} times`]
      : [];
  });
}

/** 15. A message goes out again at most once by itself after its fate was unknown, and never in a hurry. */
export function checkMessageBudget({ network, intents, resent }: Evidence): string[] {
  return intents.flatMap(({ text }) => {
    const posts = network.asked.filter((asked) => asked.step === 'message' && asked.text === text);
    const silent = posts.filter(({ fault }) => SILENT.includes(fault));
    const broken: string[] = [];
    const meant = intents.filter((intent) => intent.text === text).length;
    if (silent.length > 2 * meant && !resent.has(text)) {
      broken.push(`15: "${text}" was sent ${silent.length} times into silence`);
    }
    posts.forEach((post, index) => {
      const before = posts[index - 1];
      if (before?.tab !== post.tab || before.doneAt === 0 || meant > 1) return;
      const isFailure = before.status >= 500 || before.status === 429;
      if (isFailure && post.at - before.doneAt < 250) {
        broken.push(`15: "${text}" followed its own ${before.status} at once`);
      }
    });
    return broken;
  });
}
