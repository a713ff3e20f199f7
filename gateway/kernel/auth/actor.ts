// The actors that the audit, comparisons and versions of agents name: 'admin', a site's client_id or a person_id of the desk.

/** SQL: the person's name where the column names a person of the desk, else the actor as it stands there. */
export const nameOfActor = (column: string): string =>
  `COALESCE((SELECT name FROM desk_people WHERE person_id = ${column}), ${column})`;
