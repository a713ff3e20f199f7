// Which agent.messages are a person's: the mark that handover.ts puts into their content, as the database sees it.

import { isRecord } from '../wire.ts';

/** SQL over an event's `content`. Inside a text of the content the quotes would be escaped, so nobody's words match. */
export const isByPerson = (column: string): string => `${column} LIKE '%{"gateway":{"person":{%'`;

/** SQL: the mark as JSON, where there is one. */
export const personOf = (column: string): string =>
  `CASE WHEN ${isByPerson(column)} THEN ${column}::jsonb #>> '{0,extra_content,gateway,person}' END`;

/** @returns who wrote the words; null where the mark is of a person who came or went, whom the words name themselves */
export function writerOf(mark: string): string | null {
  const person: unknown = JSON.parse(mark);
  return isRecord(person) && person.act === 'said' && typeof person.name === 'string'
    ? person.name
    : null;
}
