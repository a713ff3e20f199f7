// What is asked of the outbox from outside: to take a message, and what the visitor decides about one that isn't sent.
// Changes rows, and wakes the outbox; sends nothing.

import type { Change } from '../platform/cell.ts';
import type { InputBlock } from '../protocol/index.ts';
import type { SessionContext } from './context.ts';
import type { Gate } from './gate.ts';
import { claim, move, rowOf } from './outbox-moves.ts';
import { contentKey, normalizeContent, type OutboxRow } from './outbox-rows.ts';
import { isOnlyHere } from './row-store.ts';
import { isMaybe, UNCLAIMED_MS } from './whose.ts';

/** The second press of a double press comes within this time of the first. */
const DOUBLE_PRESS_MS = 500;

/** Types of events that tell that a run has made something of a message, or has ended. */
const ANSWERS = /^agent|idle$|error$/;

export interface OutboxCommandsPorts {
  context: SessionContext;
  gate: Pick<Gate, 'refresh' | 'report'>;
  forgive(localId: string): void;
}

export interface OutboxCommands {
  /**
   * A second press on the same words, before anything has come of the first, is the same message. `isTyped`: the visitor
   * has written these words anew, so they are a message of their own, however soon they come.
   */
  add(content: readonly InputBlock[], isTyped?: boolean): Promise<string | null>;
  check(localId: string): Promise<void>;
  resend(localId: string): Promise<void>;
  discard(localId: string): Promise<InputBlock[] | null>;
  /** The same for a message that has not left; null where it has, was refused, or may be sent by another tab. */
  takeBack(localId: string): Promise<InputBlock[] | null>;
  /**
   * Those rows are this session's. What is somebody else's stays for them, for a day. Resolves to what an earlier page's
   * visitor wrote, who may have been this one: it is taken out, and belongs in the composer.
   */
  adopt(sessionId: string): Promise<InputBlock[]>;
  /**
   * The site takes this conversation for somebody else's, and has named this page's visitor only now: what they wrote here
   * and has not left belongs to no session yet. Resolves to what is in this page alone: no other session can find it.
   */
  moveOut(): Promise<InputBlock[][]>;
  /** No message of this session can be sent any more: the visitor gets them back. */
  refuseAll(code: string): Promise<void>;
}

/** The message that was taken last. */
interface Added {
  key: string;
  at: number;
  localId: string;
  stored: Promise<string>;
  isStored: boolean;
  /** The newest event that tells of an answer, when it was taken. */
  answer: string | undefined;
}

export function createOutboxCommands(ports: OutboxCommandsPorts): OutboxCommands {
  const { log: conversation, rows: store } = ports.context.facts;
  const { sessionId } = ports.context;
  const { clock, random } = ports.context.platform;
  let lastAdded: Added | null = null;
  const { owner } = ports.context.settings;

  /** Takes the row out where it is in one of these states; `apply` stores that. Resolves to its content, if it was. */
  async function remove(
    localId: string,
    states: readonly OutboxRow['state'][],
    apply: (change: Change<OutboxRow>) => Promise<unknown>,
  ): Promise<InputBlock[] | null> {
    let content: InputBlock[] | null = null;
    const failure = await apply((rows) => {
      content = null;
      const row = rows.find((other) => other.localId === localId);
      if (row === undefined || !states.includes(row.state)) return rows;
      content = row.content;
      return rows.filter((other) => other !== row);
    });
    return failure ? null : content;
  }

  const newestAnswer = (): string | undefined =>
    conversation.events().findLast(({ type }) => ANSWERS.test(type))?.id;

  /** Nothing has come of that message yet: it stands in the outbox, or the gateway has it and has not answered. */
  function isOpen({ localId, isStored, answer }: Added): boolean {
    if (answer !== newestAnswer()) return false;
    if (!isStored) return true;
    const row = rowOf(store, localId);
    return row !== undefined && row.state !== 'refused' && row.state !== 'unconfirmed';
  }

  return {
    async add(content, isTyped) {
      const blocks = normalizeContent(content);
      if (blocks === null) return null;
      const key = contentKey(blocks);
      const at = clock.monotonic();
      const isSoon = lastAdded?.key === key && at - lastAdded.at < DOUBLE_PRESS_MS;
      if (lastAdded && isSoon && !isTyped && isOpen(lastAdded)) return lastAdded.stored;
      const localId = random.id();
      store.writtenHere.add(localId);
      const row: OutboxRow = {
        localId,
        sessionId: sessionId(),
        owner: owner(),
        content: blocks,
        state: 'queued',
        at: Math.round(clock.now()),
      };
      const stored = store
        // The session may have been found while this was waiting for its turn.
        .update((rows) => [...rows, { ...row, sessionId: row.sessionId ?? sessionId() }])
        .then(() => {
          added.isStored = true;
          return localId;
        });
      const added = { key, at, localId, stored, isStored: false, answer: newestAnswer() };
      lastAdded = added;
      return stored;
    },
    async check(localId) {
      const row = rowOf(store, localId);
      if (row === undefined) return;
      try {
        await ports.gate.refresh();
      } catch (error) {
        // The failure is told as trouble; the visitor can check again.
        ports.gate.report(error);
      }
      const now = rowOf(store, localId);
      if (now !== undefined) await claim(store, conversation, now);
    },
    async resend(localId) {
      const row = rowOf(store, localId);
      if (row === undefined) return;
      ports.forgive(localId);
      await move(store, row, ['unconfirmed', 'refused'], (known) => {
        const { refusal: _, attempt, ...rest } = known;
        const again = attempt === undefined ? {} : { attempt: { ...attempt, lost: 0 } };
        return { ...rest, ...again, state: 'queued' };
      });
    },
    discard: (localId) => remove(localId, ['queued', 'unconfirmed', 'refused'], store.update),
    // Another tab's message may have been refused without a word to this one: that row is not Stop's to take. While the
    // disk has it another tab may send it, so it is the visitor's only once it is off the disk.
    takeBack: (localId) =>
      remove(localId, ['queued'], isOnlyHere(store, localId) ? store.update : store.attempt),
    async adopt(sessionId) {
      let back: InputBlock[] = [];
      // Ask the disk, not the rows that were read: a message without a session may be on its way there.
      await store.update((rows) => {
        back = [];
        return rows.flatMap((row) => {
          if (row.sessionId !== null) return row;
          if (store.isOurs(row)) return { ...row, sessionId };
          if (!isMaybe(row.owner ?? '', owner()))
            return clock.now() - row.at < UNCLAIMED_MS ? row : [];
          back.push(...row.content);
          return [];
        });
      });
      return back;
    },
    async moveOut() {
      const id = sessionId();
      const isMoved = (row: OutboxRow): boolean =>
        store.writtenHere.has(row.localId) && row.sessionId === id && row.state === 'queued';
      await store.update((rows) =>
        rows.map((row) => (isMoved(row) ? { ...row, sessionId: null, owner: owner() } : row)),
      );
      const here = store
        .rows()
        .filter((row) => row.sessionId === null && isOnlyHere(store, row.localId));
      const taken = here.map((row) => remove(row.localId, ['queued'], store.update));
      return (await Promise.all(taken)).filter((content) => content !== null);
    },
    async refuseAll(code) {
      const id = sessionId();
      const refused = (row: OutboxRow): OutboxRow => {
        if (row.sessionId !== id) return row;
        if (row.state === 'queued')
          return { ...row, state: 'refused', refusal: { code, message: '' } };
        // Nobody will tell any more whether it arrived: the visitor decides.
        const isOpen = row.state === 'sending' || row.state === 'checking';
        return isOpen ? { ...row, state: 'unconfirmed' } : row;
      };
      if (store.rows().every((row) => refused(row) === row)) return;
      await store.update((rows) => rows.map(refused));
    },
  };
}
