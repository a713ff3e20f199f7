// The fields of a line of the log: ids, codes and numbers, no text of visitors or models.

/** By name; null and undefined: not known. */
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;
