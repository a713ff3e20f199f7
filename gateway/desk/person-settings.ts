// What a person of the desk has set for themselves, as one JSON value of their row. A field that an older gateway has written and that
// is none any more is left out.

import { z } from '@hono/zod-openapi';

const LANGUAGE = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/;

const TIME = 'must be a time of day, such as 22:00';
const time = z.string({ error: TIME }).regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, { error: TIME });

/** The desk's language; null: the browser's. */
const language = z
  .string()
  .regex(LANGUAGE, { error: 'must be a language, such as de or pt-BR' })
  .nullable();
/** Whether the desk rings when a visitor wants a person. */
const sound = z.boolean();
/** When it neither rings nor tells, by the clock of the person's own device; null: never. */
const quiet = z.object({ from: time, until: time }).nullable();

export const personSettings = z.object({
  language: language.default(null),
  sound: sound.default(false),
  quiet: quiet.default(null),
});
export type PersonSettings = z.output<typeof personSettings>;

/** A change names the fields that it changes. Without defaults: a field that it leaves out would get one. */
export const personSettingsChange = z.object({ language, sound, quiet }).partial();
export type PersonSettingsChange = z.output<typeof personSettingsChange>;

/** @param stored the row's JSON. Values that don't fit any more count as not set. */
export function readPersonSettings(stored: string): PersonSettings {
  const given: unknown = JSON.parse(stored);
  const whole = personSettings.safeParse(given);
  return whole.success ? whole.data : personSettings.parse({});
}
