// A theme as the page's own text or object, and the look that the owner has set at the desk: both as properties of the chat's element.
// Fetched by pages with either. The package's own chats take a theme as an object before the engine is there (take-themes.ts).

import { dress } from '../loader/dress.ts';
import type { Chat, RawOptions, Theme, ThemeColors } from './types.ts';

export interface PageLookParts {
  chat: Pick<Chat, 'configure'>;
  host: HTMLElement;
  tell(sentence: string): void;
}

const SCHEMES = ['auto', 'light', 'dark'];
const DENSITIES = ['compact', 'normal', 'roomy'];
const COLORS: Readonly<Record<keyof ThemeColors, true>> = {
  canvas: true,
  raised: true,
  sunken: true,
  tint: true,
  ink: true,
  muted: true,
  accent: true,
  outline: true,
  line: true,
  fill: true,
  onFill: true,
};

/** By element: the theme that the page itself has given last. */
const ofPages = new WeakMap<HTMLElement, Theme>();

/** @param raw `theme` as a word is no business of this part. */
export function wearLook(raw: RawOptions, parts: PageLookParts): void {
  const { chat, host } = parts;
  const given = readTheme(raw.theme, parts.tell);
  if (given) ofPages.set(host, checkTheme(given, parts, 'data-theme'));
  const own = ofPages.get(host);
  const scheme = SCHEMES.find((word) => word === raw.theme) as Theme['scheme'];
  dress(host, {
    ...(scheme && { scheme }),
    ...checkTheme(raw.look, parts, 'The look from the desk'),
    ...own,
  });
  if (!given || !own) return;
  const { color = raw.color as string | undefined } = own;
  chat.configure({ theme: own.scheme ?? 'auto', ...(color && { color }) });
}

/** Undefined where it is a word, or nothing that can be read. */
function readTheme(given: unknown, tell: (sentence: string) => void): unknown {
  if (typeof given !== 'string') return given ?? undefined;
  if (!given.trim().startsWith('{')) return undefined;
  try {
    return JSON.parse(given);
  } catch (error) {
    tell(`data-theme is no JSON: ${(error as Error).message}. Using "auto".`);
    return undefined;
  }
}

/** What is right in it. Colours and families are those that the browser takes: none names an address. */
function checkTheme(given: unknown, parts: PageLookParts, where: string): Theme {
  const isColor = (value: unknown) => typeof value === 'string' && CSS.supports('color', value);
  const isIn = (from: number, to: number) => (value: unknown) =>
    typeof value === 'number' && value >= from && value <= to;
  const checks: Readonly<Record<keyof Theme, (value: unknown) => boolean>> = {
    scheme: (value) => SCHEMES.includes(value as string),
    color: isColor,
    radius: isIn(0, 40),
    density: (value) => DENSITIES.includes(value as string),
    font: (value) => typeof value === 'string' && CSS.supports('font-family', value),
    size: isIn(12, 24),
    light: (value) => typeof value === 'object',
    dark: (value) => typeof value === 'object',
  };
  const entries = (it: unknown): [string, unknown][] =>
    typeof it === 'object' && it !== null ? Object.entries(it) : [];
  const right: Record<string, unknown> = {};
  const leaveOut = (name: string): void =>
    parts.tell(`${where}: "${name}" is not usable. Left out.`);
  for (const [name, value] of entries(given)) {
    if (!Object.hasOwn(checks, name) || !checks[name as keyof Theme](value)) leaveOut(name);
    else if (name !== 'light' && name !== 'dark') right[name] = value;
    else {
      const colors = entries(value).filter(([color, said]) => {
        const isRight = Object.hasOwn(COLORS, color) && isColor(said);
        if (!isRight) leaveOut(`${name}.${color}`);
        return isRight;
      });
      right[name] = Object.fromEntries(colors);
    }
  }
  return right as Theme;
}
