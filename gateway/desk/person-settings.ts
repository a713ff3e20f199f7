// What a person of the desk has set for themselves, as one JSON value of their row. A field that an older gateway has written and that
// is none any more is left out.

import { z } from '@hono/zod-openapi';
import { isTimeZone } from '../kernel/local-time.ts';
import { DIGESTS } from '../mail/digests.ts';
import { email as emailAddress } from './email.ts';

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
/** When it neither rings nor tells, by the clock of the person's own device, and mails by `time_zone`; null: never. */
const quiet = z.object({ from: time, until: time }).nullable();
/** Where mails go; null: none are sent. */
const email = emailAddress.nullable();
/** Minutes that a visitor waits for the team until a mail says so; null: none does. */
const mail_after = z.int().min(1).max(1440).nullable();
const digest = z.enum(DIGESTS);
const ZONE = 'must be a time zone, such as Europe/Berlin';
const time_zone = z
  .string({ error: ZONE })
  .max(64, { error: ZONE })
  .refine(isTimeZone, { error: ZONE });

export const personSettings = z.object({
  language: language.default(null),
  sound: sound.default(false),
  quiet: quiet.default(null),
  email: email.default(null),
  mail_after: mail_after.default(null),
  digest: digest.default('off'),
  time_zone: time_zone.default('UTC'),
});
export type PersonSettings = z.output<typeof personSettings>;

/** A change names the fields that it changes. Without defaults: a field that it leaves out would get one. */
export const personSettingsChange = z
  .object({ language, sound, quiet, email, mail_after, digest, time_zone })
  .partial();
export type PersonSettingsChange = z.output<typeof personSettingsChange>;

/** @param stored the row's JSON. Values that don't fit any more count as not set. */
export function readPersonSettings(stored: string): PersonSettings {
  const given: unknown = JSON.parse(stored);
  const whole = personSettings.safeParse(given);
  return whole.success ? whole.data : personSettings.parse({});
}
