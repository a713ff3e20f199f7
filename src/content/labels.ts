// Decides whether the real host must stand beside a link's label, because the label could be read as another address. A
// list of characters that look like a dot would never end. So the rule is the other way round: only plain words of
// well-known scripts may stand without the host.

import type { LinkInfo } from './links.ts';
import { cutText } from './text.ts';

/** Digits, and letters that occur in hosts or could pass for those: Latin (without "ŀ"), Greek, Cyrillic, Armenian. */
const LATIN = 'A-Za-z0-9À-ÖØ-öø-ľŁ-ňŊ-žƏƠơƯưȘ-țəΆΈ-ΊΌΎ-ώЀ-ҁҊ-ӿԱ-Ֆա-ևẞẠ-ỹ';

/**
 * Letters that can't pass for those of a host: Hebrew, Arabic with the non-joiner of Persian, Devanagari, Bengali,
 * Tamil, Thai, Georgian, kana, Han without the one that is a dot, Hangul.
 */
const OTHER = 'א-תء-غف-ْٱ-ۓەँ-ह़ा-्অ-হা-্অ-ஹா-்ก-ูเ-๎ა-ჰぁ-ゖァ-ヺー々㐀-䶿一-丵丷-鿿가-힣\\u200c';

/** Blanks of full width; a narrower one could be overlooked. */
const BLANK = /[ \u00a0\u3000\n\t]+/;

/**
 * Words, brackets, quotes, dashes; and marks of a sentence if a blank follows or a letter that no host has precedes.
 */
const PLAIN = new RegExp(
  `^(?:[${LATIN}${OTHER} ()"'’‘“”«»‹›¿¡&+‐‑–—（）「」『』【】《》-]|(?<![${LATIN}])„|[,;!?](?=[ )"”»]|$)|:(?= [^\\d]|$)` +
    `|(?<=[${OTHER}」』）])[、，；！？](?=[${OTHER}「『（]|$))*[.…。]*[)"”“»’」』）!?！？.,;]*$`,
  'u',
);

/** One foreign letter between two of a host ("bankノlogin") could pass for a slash or dot, and so could a mark. */
const DISGUISED = new RegExp(`[${LATIN}][${OTHER}][${LATIN}]|[${LATIN}][\\p{M}\\u200c]`, 'u');
const WORD = new RegExp(`(?!\\d+$)[${LATIN}${OTHER}]`, 'u');
const FOREIGN_WORD = new RegExp(`[${OTHER}]{2}`, 'u');
const MAX_LABEL_CHARS = 300;
const MAX_BESIDE_CHARS = 100;

/** The text that adjoins a label without a blank, up to letters that no host has. */
const BEFORE = new RegExp(`[^\\s${OTHER}("'„“«（「]*$`, 'u');
const AFTER = new RegExp(`^[^\\s${OTHER}]*`, 'u');

/**
 * The host to show behind the label of a link to another site. Null if the label is at least two plain words (a single
 * one may be the name of a host), or names this host itself.
 * @param before text in front of the link
 * @param after text behind it
 */
export function hostToShow(label: string, link: LinkInfo, before = '', after = ''): string | null {
  if (!link.isExternal) return null;
  if (link.host.includes('xn--')) return foreignHostToShow(label, link);
  if (link.href.startsWith('tel:') && digitsOf(label) === digitsOf(link.host)) return null;
  if (label.length > MAX_LABEL_CHARS) return link.host;
  const around =
    glue(BEFORE, before.slice(-MAX_BESIDE_CHARS)) +
    label +
    glue(AFTER, after.slice(0, MAX_BESIDE_CHARS));
  const all = around.trim().normalize('NFC').split(BLANK);
  const words = all.filter((word) => !namesHost(word, link));
  const text = words.join(' ');
  const isPlain = PLAIN.test(text) && !DISGUISED.test(text);
  const isSaid =
    words.length < all.length ||
    FOREIGN_WORD.test(label) ||
    label
      .normalize('NFC')
      .split(BLANK)
      .filter((word) => WORD.test(word)).length > 1;
  return isPlain && isSaid ? null : link.host;
}

const glue = (pattern: RegExp, text: string): string => pattern.exec(text)?.[0] ?? '';

/** For a text that isn't read as an address, such as a file's name: a host with letters beyond ASCII (`xn--`). */
export const foreignHostToShow = (text: string, { host }: LinkInfo): string | null =>
  host.includes('xn--') && !text.includes(host) ? host : null;

/** Whether a word is an address of this host, or the mail address itself. */
function namesHost(word: string, { host }: LinkInfo): boolean {
  const [, named] =
    /^[("'“„«]*(?:https?:\/\/|mailto:)?([^/?#]*?)(?:[/?#][!-~\p{L}\p{N}]*?)?[)"'”“»,;:!?.…，。、；：！？）」』】》،؛؟۔।]*$/iu.exec(
      word,
    ) ?? [];
  return named !== undefined && bareHost(named) === bareHost(host);
}

const bareHost = (host: string): string => host.toLowerCase().replace(/^www\./, '');

const digitsOf = (text: string): string => cutText(text, 60).replace(/[\s().–/-]/g, '');
