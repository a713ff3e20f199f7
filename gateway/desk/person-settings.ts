// What a person of the desk has set for themselves, as one JSON value of their row. A field that an older gateway has written and that
// is none any more is left out.

import { z } from '@hono/zod-openapi';

const LANGUAGE = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/;

export const personSettings = z.object({
  /** The desk's language; null: the browser's. */
  language: z
    .string()
    .regex(LANGUAGE, { error: 'must be a language, such as de or pt-BR' })
    .nullable()
    .default(null),
});
export type PersonSettings = z.output<typeof personSettings>;

/** A change names the fields that it changes. */
export const personSettingsChange = personSettings.partial();
export type PersonSettingsChange = z.output<typeof personSettingsChange>;

/** @param stored the row's JSON. Values that don't fit any more count as not set. */
export function readPersonSettings(stored: string): PersonSettings {
  const given: unknown = JSON.parse(stored);
  const whole = personSettings.safeParse(given);
  return whole.success ? whole.data : personSettings.parse({});
}
