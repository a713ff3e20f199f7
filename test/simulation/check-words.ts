// Invariants 5 and 10, at every moment: what a tab shows about a message is true, and each message is shown once.

import type { Session, Trouble } from '../../src/session/types.ts';
import { type Evidence, isMessage } from './evidence.ts';
import type { Asked } from './network.ts';

/** Replies that refuse a message for good. A 401 and a 402 refuse all for now; a 429 or a 503 asks for patience. */
const FORBIDDEN = 403;
const REFUSALS: readonly number[] = [400, FORBIDDEN, 404, 409, 413, 422];

/** 5. At every moment: a message shown as sent is in the log; one shown as refused isn't, and was refused. */
export function falseWords(
  session: Pick<Session, 'getSnapshot'>,
  {
    intents,
    gateway,
    network,
    isRefusing = true,
  }: Pick<Evidence, 'intents' | 'gateway'> & Partial<Pick<Evidence, 'network' | 'isRefusing'>>,
): string[] {
  return session.getSnapshot().entries.flatMap((entry) => {
    if (entry.kind !== 'user' || entry.localId === undefined) return [];
    const { delivery, eventId, localId } = entry;
    if (delivery.state !== 'sent' && delivery.state !== 'refused') return [];
    const intent = intents.find((other) => other.localId === localId);
    if (intent === undefined) return [];
    const copies = gateway.rows().filter((row) => isMessage(row.event, intent.text));
    if (delivery.state === 'refused') {
      // An event may belong to another message with the same text, or to its second copy if the network doubled that.
      const others = intents.filter((other) => other !== intent && other.text === intent.text);
      const doubled = network?.asked.filter(
        ({ text, fault }) => text === intent.text && fault === 'duplicate',
      );
      const most = others.length === 0 ? 0 : others.length + (doubled?.length ?? 0);
      if (copies.length > most) {
        return [`5: "${intent.text}" is called refused, and is there`];
      }
      const isRefused = network?.asked.some(
        ({ step, text, status }) =>
          (isRefusing ? REFUSALS.includes(status) : status === FORBIDDEN) &&
          step === 'message' &&
          text === intent.text,
      );
      return isRefused === false ? [`5: "${intent.text}" is called refused by nobody`] : [];
    }
    return copies.some((row) => row.event.id === eventId)
      ? []
      : [`5: "${intent.text}" is called sent`];
  });
}

/** 10. At every moment: a message said once is shown once, even if it is in the log and in the outbox. */
export function shownTwice(
  session: Pick<Session, 'getSnapshot'>,
  { intents, gateway, network }: Pick<Evidence, 'intents' | 'gateway' | 'network'>,
  /** How often the visitor says it in all; 0: an earlier page did. A message is shown before it becomes an intent. */
  saidOf: (text: string) => number,
): string[] {
  const users = session.getSnapshot().entries.filter((entry) => entry.kind === 'user');
  return [...new Set(intents.map(({ text }) => text))].flatMap((text) => {
    const shown = users.filter((entry) =>
      isMessage({ type: 'user.message', content: entry.content }, text),
    ).length;
    if (shown < 2) return [];
    const copies = gateway.rows().filter((row) => isMessage(row.event, text)).length;
    // A new page can't know of a message that was stored nowhere, nor that the network doubled it.
    const doubled = network.asked.filter(
      (asked) => asked.fault === 'duplicate' && asked.text === text,
    ).length;
    return shown > Math.max(Math.max(1, saidOf(text)) + doubled, copies)
      ? [`10: "${text}" is shown ${shown} times`]
      : [];
  });
}

/** 10. At every moment: no part of an answer is shown twice. */
export function repeatedParts(session: Pick<Session, 'getSnapshot'>): string[] {
  const keys = session
    .getSnapshot()
    .entries.flatMap((entry) => (entry.kind === 'agent' ? entry.parts.map(({ key }) => key) : []));
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    return [`10: ${key} stands twice in an answer`];
  });
}

/** After one 401 the client gets another token first, which takes a second if the same one comes again. */
const RENEWAL_MS = 2_000;

/** So many POSTs of a tab in a row whose token was refused: the next token won't help. */
const REFUSED_POSTS = 3;

/** Whether a tab has had only 401s for so many POSTs in a row. */
function isRefusedThroughout(asked: readonly Asked[]): boolean {
  const inRow = new Map<Asked['tab'], number>();
  return asked.some(({ step, status, tab }) => {
    if (step === 'list' || step === 'stream' || !status) return false;
    inRow.set(tab, status === 401 ? (inRow.get(tab) ?? 0) + 1 : 0);
    return inRow.get(tab) === REFUSED_POSTS;
  });
}

/** 5. At every moment: a trouble that waiting doesn't end was told by the gateway. */
export function falseTrouble(trouble: Trouble | null, asked: readonly Asked[]): string[] {
  if (trouble === null || 'retryAt' in trouble) return [];
  const { kind } = trouble;
  const refused = asked.filter(({ status }) => status === 401);
  const isTold =
    kind === 'forbidden' || kind === 'no_credits'
      ? asked.some(({ status }) => status === (kind === 'forbidden' ? 403 : 402))
      : kind === 'session_ended' &&
        (isRefusedThroughout(asked) ||
          refused.some((one, index) =>
            refused
              .slice(index + 1)
              .some(
                (other) =>
                  other.url === one.url &&
                  other.tab === one.tab &&
                  other.at - Math.max(one.at, one.doneAt) < RENEWAL_MS,
              ),
          ));
  return isTold ? [] : [`5: says ${kind}, and nobody said so`];
}
