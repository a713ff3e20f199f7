// What an owner sets at the desk in place of attributes: between the gateway's settings and the fields of a form. Pure.

import type { SiteSettings } from '../../gateway/desk-types.ts';
import type { AttributeName } from '../../src/loader/attributes.ts';
import type { Look } from './look-fields.ts';
import { type Choices, chosenOf } from './snippet.ts';

export type SettingName = keyof SiteSettings & AttributeName;

/** `button`: the launcher needs them before it asks anything, so that the tag itself has to say them. */
export const LOOK_GROUPS = {
  words: ['title', 'avatar', 'greeting', 'prompts', 'lang'],
  button: ['color', 'theme', 'position', 'offset', 'launcher', 'nudge', 'hideOn'],
  behaviour: ['attachments', 'thinking', 'voice', 'sound', 'feedback', 'cards'],
  links: ['contact', 'privacy'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;
export type LookGroup = keyof typeof LOOK_GROUPS;

const NAMES: readonly SettingName[] = Object.values(LOOK_GROUPS).flat();
const IN_TAG: readonly string[] = LOOK_GROUPS.button;

/** How a list stands in a field, and is read from it. */
const LISTS: Readonly<Partial<Record<string, { between: string; separator: RegExp }>>> = {
  prompts: { between: ' | ', separator: /\|/ },
  hideOn: { between: ' ', separator: /[\s,|]+/ },
  cards: { between: ' ', separator: /[\s,|]+/ },
};
const SWITCHES: readonly string[] = ['attachments', 'thinking', 'voice', 'sound', 'feedback'];

export function choicesOf(settings: SiteSettings): Choices {
  const choices: Partial<Record<AttributeName, string>> = {};
  for (const name of NAMES) {
    const value = settings[name];
    if (value === undefined) continue;
    choices[name] =
      typeof value === 'boolean'
        ? value
          ? 'on'
          : 'off'
        : typeof value === 'string'
          ? value
          : value.join(LISTS[name]?.between ?? ' ');
  }
  return choices;
}

/** As the gateway takes them; it validates each. */
export type SentSettings = Readonly<Record<string, string | boolean | readonly string[] | Look>>;

/** What differs from the defaults. The gateway keeps these in place of all that it had. */
export function settingsOf(choices: Choices, look?: Look): SentSettings {
  const settings: Record<string, string | boolean | readonly string[] | Look> = {};
  for (const [name, value] of Object.entries(chosenOf(choices))) {
    const list = LISTS[name];
    settings[name] = SWITCHES.includes(name)
      ? value === 'on'
      : list === undefined
        ? value
        : value
            .split(list.separator)
            .map((item) => item.trim())
            .filter((item) => item !== '');
  }
  if (look !== undefined) settings.look = look;
  return settings;
}

/** Those that the tag has to say, as the values of its attributes. */
export function tagChoicesOf(settings: SiteSettings): Readonly<Record<string, string>> {
  const chosen = chosenOf(choicesOf(settings));
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => IN_TAG.includes(name)));
}
