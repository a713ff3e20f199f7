// Names for what clients send: the same name again answers with the first event and changes nothing. An extension of the
// interface, said by the header below on lists and replies.

import { readRows } from '../kernel/db/rows.ts';
import { invalid } from '../kernel/http-error.ts';
import { quote } from '../kernel/text.ts';
import type { SessionWrite } from './session-log.ts';
import { EVENT_COLUMNS, type StoredEvent, storedEvent } from './stored-event.ts';

/** The header by which lists and replies say that intent_ids are kept. */
export const INTENTS_HEADER = 'Bellhop-Intents';

interface Named {
  intent_id?: string | undefined;
}

/** Names of a request that had come before: what it says of them has changed nothing. */
export interface Repeated {
  repeated: ReadonlySet<string>;
}

/** @throws HttpError 400 where a request gives two events one name. */
export function checkNames(events: readonly Named[]): void {
  const names = new Set<string>();
  for (const { intent_id: name } of events) {
    if (name === undefined) continue;
    if (names.has(name))
      throw invalid(`The intent_id ${quote(name)} is given twice in this request.`);
    names.add(name);
  }
}

/**
 * Stores what has come for the first time, by `store`, and answers with the first event of each name that is known.
 * @returns what the reply holds, in the order of the list; `repeated`: the names that were known.
 */
export async function onlyOnce<E extends Named, O extends { events: StoredEvent[] }>(
  { tx, session }: SessionWrite,
  events: readonly E[],
  store: (fresh: E[]) => Promise<O>,
  nothing: (events: StoredEvent[]) => O,
): Promise<O & Repeated> {
  const names = events.flatMap(({ intent_id }) => intent_id ?? []);
  if (names.length === 0) return { ...(await store([...events])), repeated: new Set() };
  const known = await readRows(
    tx,
    storedEvent,
    `SELECT ${EVENT_COLUMNS} FROM events WHERE session_id = $1 AND seq IN
       (SELECT seq FROM intents WHERE session_id = $1 AND intent_id = ANY($2))`,
    [session.session_id, names],
  );
  const repeated = new Set(known.flatMap(({ intent_id }) => intent_id ?? []));
  const fresh = events.filter(({ intent_id }) => !repeated.has(intent_id ?? ''));
  const outcome = fresh.length === 0 ? nothing([]) : await store(fresh);
  return {
    ...outcome,
    repeated,
    events: [...known, ...outcome.events].sort((a, b) => a.seq - b.seq),
  };
}
