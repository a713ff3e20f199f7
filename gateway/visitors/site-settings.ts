// What an owner sets at the desk in place of attributes of the tag: names as in `bellhopConfig`. The script checks each value by its
// own table of attributes; here stands which names may come this way at all, and how large they may be. None names an address that
// gets what a visitor writes: who holds the desk's password for a minute could read along for ever.

import { z } from '@hono/zod-openapi';
import { longText } from '../kernel/schema/kinds.ts';
import { isRecord } from '../wire.ts';
import { DENSITIES, LOOK_COLORS, SIZES } from './look-limits.ts';

const MAX_TEXT = 2000;
const MAX_ITEMS = 20;

const text = longText(MAX_TEXT);
const texts = z.array(text).max(MAX_ITEMS, { error: `must have at most ${MAX_ITEMS} items` });
const flag = z.boolean({ error: 'must be true or false' });
const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: `must be one of: ${words.join(', ')}` });

const pixels = ([least, most]: readonly [number, number]) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z.int({ error }).min(least, { error }).max(most, { error });
};
const colors = z.partialRecord(z.enum(LOOK_COLORS), text);
/** What a theme has beside its scheme and its colour, which are settings of their own. The widget checks colours and families. */
const look = z.strictObject({
  radius: pixels(SIZES.radius).optional(),
  density: oneOf(DENSITIES).optional(),
  font: text.optional(),
  size: pixels(SIZES.size).optional(),
  light: colors.optional(),
  dark: colors.optional(),
});

export const siteSettings = z
  .strictObject({
    title: text.optional(),
    avatar: text.optional(),
    greeting: text.optional(),
    prompts: texts.optional(),
    color: text.optional(),
    theme: oneOf(['auto', 'light', 'dark']).optional(),
    position: oneOf(['right', 'left']).optional(),
    offset: text.optional(),
    launcher: text.optional(),
    hideOn: texts.optional(),
    lang: text.optional(),
    thinking: flag.optional(),
    attachments: flag.optional(),
    sound: flag.optional(),
    voice: flag.optional(),
    feedback: flag.optional(),
    cards: texts.optional(),
    contact: text.optional(),
    privacy: text.optional(),
    nudge: text.optional(),
    look: look.optional(),
  })
  .openapi('SiteSettings');
export type SiteSettings = z.output<typeof siteSettings>;

/** Those that the launcher needs before it makes any request, so that the tag itself has to say them. */
export const TAG_SETTINGS = [
  'color',
  'theme',
  'position',
  'offset',
  'launcher',
  'hideOn',
  'nudge',
] as const satisfies readonly (keyof SiteSettings)[];

/** @param stored JSON that this or another version has written; what this one doesn't know or take is left out. */
export function readSettings(stored: string): SiteSettings {
  const given: unknown = JSON.parse(stored);
  if (!isRecord(given)) return {};
  const known = Object.entries(siteSettings.shape).flatMap(([name, schema]) => {
    const read = schema.safeParse(given[name]);
    return read.success && read.data !== undefined ? [[name, read.data]] : [];
  });
  return siteSettings.parse(Object.fromEntries(known));
}

/** What a page gets: one on which visitors are asked how a conversation went shows forms, by which they are asked. */
export function shownSettings(site: { settings: string; asks_rating: boolean }): SiteSettings {
  const settings = readSettings(site.settings);
  if (!site.asks_rating || settings.cards?.includes('form')) return settings;
  return { ...settings, cards: [...(settings.cards ?? []), 'form'] };
}

/** The settings that stand in the tag. */
export function tagSettings(settings: SiteSettings): SiteSettings {
  return Object.fromEntries(
    TAG_SETTINGS.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])),
  );
}
